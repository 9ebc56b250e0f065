import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { findFreePort } from "../../server/src/platform/free-port.ts";
import { compileCache } from "../../server/src/testing/compile-cache.ts";

/** The server in a child process. */
type Portal = Readonly<{ baseUrl: string; stop: () => Promise<void> }>;

const root = path.resolve(import.meta.dirname, "../..");
const readyWithinMs = 60_000;

/** Starts the server on a port, a free one unless it is given, with a prepared database. @returns once it is ready */
export async function startPortal(
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
  givenPort?: number,
): Promise<Portal> {
  const port = givenPort ?? (await findFreePort());
  const server = spawn(process.execPath, ["scripts/serve.ts"], {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      HOST: "localhost",
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      PAYFAST_MODE: "local",
      LOG_LEVEL: "warn",
      ...compileCache,
      ...settings,
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const portal = { baseUrl: `http://localhost:${port}`, stop: () => stop(server) };
  try {
    await untilReady(server, portal.baseUrl);
  } catch (error) {
    await portal.stop();
    throw error;
  }
  return portal;
}

async function untilReady(server: ChildProcess, baseUrl: string): Promise<void> {
  const giveUpAt = Date.now() + readyWithinMs;
  while (Date.now() < giveUpAt) {
    if (server.exitCode !== null) throw new Error(`The portal ended with ${server.exitCode}.`);
    const answer = await fetch(`${baseUrl}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The portal was not ready within ${readyWithinMs / 1000} seconds.`);
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.on("exit", resolve));
  server.kill("SIGTERM");
  await ended;
}
