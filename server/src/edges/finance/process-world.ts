import { once } from "node:events";
import { readEnvWithFile } from "../../env.ts";
import { openSession } from "./open-session.ts";
import { createProgress } from "./progress-line.ts";
import { ReaderGone } from "./reader-gone.ts";
import type { FinanceWorld } from "./run-finance.ts";

const interruptedExitCode = 130;

/** The world of a real process: its streams, its environment, and a Ctrl-C that leaves nothing behind. */
export function createProcessWorld(folder: string): FinanceWorld {
  const stdout = createStdout();
  process.stderr.on("error", () => {});
  const watcher = { write: stderr, isTerminal: process.stderr.isTTY };

  return {
    stdout,
    stderr,
    async open() {
      const opened = await openSession(readEnvWithFile(folder), {
        stdout,
        now,
        stdin: () => process.stdin,
        note: (sentence) => stderr(`${sentence}\n`),
        progress: (label, unit) => createProgress(watcher, { label, unit, now }),
      });
      const interrupt = (): void => {
        // The transaction under way ends with its connection, as if it had never begun.
        void opened.leave().finally(() => process.exit(interruptedExitCode));
      };
      process.once("SIGINT", interrupt);
      process.once("SIGTERM", interrupt);
      return {
        session: opened.session,
        async close() {
          await opened.close();
          process.off("SIGINT", interrupt);
          process.off("SIGTERM", interrupt);
        },
      };
    },
  };
}

function stderr(text: string): void {
  process.stderr.write(text);
}

function now(): number {
  return performance.now();
}

/** Waits while the reader is slow; a reader that went away (`| head`) is no error of ours. */
function createStdout(): FinanceWorld["stdout"] {
  let isGone = false;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    isGone = true;
    process.stdout.emit("drain");
  });
  return async (text) => {
    if (isGone) throw new ReaderGone();
    if (!process.stdout.write(text)) await once(process.stdout, "drain");
  };
}
