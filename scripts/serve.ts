import { readEnvWithFile } from "../server/src/env.ts";
import { startServer } from "../server/src/main.ts";
import { makeFolders } from "../server/src/platform/files/disks.ts";
import { StartError } from "../server/src/platform/start-error.ts";
import { root } from "./run-program.ts";
import { runScript } from "./run-script.ts";

/** Runs the server on an existing, migrated database, as production does. */
await runScript(
  async ({ onEnd, stopped }) => {
    const env = readEnvWithFile(root);
    if (env.databaseUrl === null)
      throw new StartError("DATABASE_URL must be set.", { exitCode: 2 });
    await makeFolders(env);
    const starting = startServer(env, {
      url: env.databaseUrl,
      ...(env.databaseReadUrl !== null && { readUrl: env.databaseReadUrl }),
    });
    // It answers before its work has begun: a stop in between waits for it, and then closes it like any other.
    onEnd(async () => (await starting.catch(() => null))?.close());
    await starting;
    await new Promise((resolve) => stopped.addEventListener("abort", resolve));
    return 0;
  },
  {
    isServer: true,
    onStopping: (signal) => writeLine(30, { signal }, "stopping"),
    onFailure(error) {
      const isExpected = error instanceof StartError;
      const message = error instanceof Error ? error.message : String(error);
      const stack = error instanceof Error && !isExpected ? { err: { stack: error.stack } } : {};
      writeLine(60, stack, message);
    },
  },
);

/** As a line of the log, which programs read, also before there is one and after it has ended. */
function writeLine(level: 30 | 60, details: object, msg: string): void {
  const line = { level, time: Date.now(), pid: process.pid, ...details, msg };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
