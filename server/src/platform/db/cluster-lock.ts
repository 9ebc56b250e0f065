import { readdir, rm } from "node:fs/promises";
import { createConnection, createServer } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { hasErrorCode } from "../error-code.ts";
import { StartError } from "../start-error.ts";

/**
 * Another container has other process ids, so the pid in PostgreSQL's lock file says nothing of a server there. A socket in the
 * data folder does: it is reached from every container that has the folder, and whatever ends the process frees it at once.
 */
const serverSocket = /^\.s\.PGSQL\.\d+$/;
const startingSocket = ".starting";
const pauseMs = 100;
const startingMaxMs = 150_000;

/** Sockets on paths beyond this cannot be made, so such a folder has none. */
const pathMax = process.platform === "linux" ? 107 : 103;

type Held = AsyncDisposable & Readonly<{ hasSockets: boolean }>;

/** Waits until nobody else starts a server on this folder, here or in another container. */
export async function holdWhileStarting(folder: string): Promise<Held> {
  const file = path.join(folder, startingSocket);
  const none = { hasSockets: false, async [Symbol.asyncDispose]() {} };
  if (
    process.platform === "win32" ||
    Buffer.byteLength(path.join(folder, ".s.PGSQL.65535")) > pathMax
  )
    return none;
  const end = Date.now() + startingMaxMs;
  for (;;) {
    try {
      const release = await listenOn(file);
      return { hasSockets: true, [Symbol.asyncDispose]: release };
    } catch (error) {
      // Some file systems, such as those that a virtual machine shares with its host, have no sockets.
      if (!hasErrorCode(error, "EADDRINUSE")) return none;
    }
    if (!(await isListening(file))) await rm(file, { force: true });
    else if (Date.now() > end)
      throw new StartError(
        `Another process has been starting the database in ${folder} for minutes.`,
      );
    else await delay(pauseMs);
  }
}

/**
 * For a folder on which no server of this container runs.
 *
 * @throws StartError where another one has it
 */
export async function requireNotElsewhere(folder: string): Promise<void> {
  for (const name of await socketsIn(folder))
    if (serverSocket.test(name) && (await isListening(path.join(folder, name))))
      throw new StartError(
        `The data in ${folder} is in use by a database server in another container. Stop that container first, or give this one a DATA_DIR of its own: two servers on one folder destroy it.`,
      );
}

/** PostgreSQL would take any process with the pid in them for a server. */
export async function removeStaleLocks(folder: string): Promise<void> {
  for (const name of ["postmaster.pid", ...(await socketsIn(folder))])
    await rm(path.join(folder, name), { force: true });
}

async function socketsIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith(".s.PGSQL."));
}

function listenOn(file: string): Promise<() => Promise<void>> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy()).on("error", reject);
    server.listen(file, () =>
      resolve(() => new Promise((closed) => void server.close(() => closed()))),
    );
  });
}

function isListening(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(file);
    const say = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.on("connect", () => say(true));
    // Full of waiting connections, or not ours to open: somebody listens.
    socket.on("error", (error) =>
      say(hasErrorCode(error, "EAGAIN") || hasErrorCode(error, "EACCES")),
    );
  });
}
