import { createServer } from "node:net";
import { StartError } from "../server/src/platform/start-error.ts";

/** Asked before the long work of a start, and in words that say what to do. */
export async function checkPort(host: string, port: number, command: string): Promise<void> {
  const code = await tryToListen(host, port);
  if (code === null) return;
  if (code === "EADDRINUSE") {
    throw new StartError(
      `Port ${port} is in use: stop the program that has it, or choose another one, as in PORT=${port + 1} ${command}.`,
    );
  }
  if (code === "EACCES") {
    throw new StartError(
      `Port ${port} is for privileged programs only; set PORT to one above 1023.`,
    );
  }
  throw new StartError(`Nothing can be served on ${host}:${port} (${code}); check HOST and PORT.`);
}

function tryToListen(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}
