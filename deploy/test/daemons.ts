import { spawn } from "node:child_process";
import { open, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { endProcess } from "../../scripts/run-program.ts";
import type { OperatingSystemUser } from "../../server/src/platform/db/postgres-binaries.ts";

/** A background process. `end` waits for its exit. */
export type Daemon = Readonly<{ end: (signal: NodeJS.Signals) => Promise<void> }>;

export type DaemonOptions = Readonly<{
  program: string;
  arguments: readonly string[];
  environment: NodeJS.ProcessEnv;
  log: string;
  folder: string;
  /** Null: the current user. */
  user: OperatingSystemUser;
}>;

export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const output = await open(options.log, "a");
  const child = spawn(options.program, [...options.arguments], {
    cwd: options.folder,
    env: options.environment,
    stdio: ["ignore", output.fd, output.fd],
    ...options.user,
  });
  // A failed start shows as a timeout of `until`, which prints the log.
  child.on("error", () => {});
  await output.close();
  return { end: (signal) => endProcess(child, signal) };
}

/** Polls until `isSo` returns true. @throws Error with the end of the log after a timeout */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  { seconds = 60, log }: Readonly<{ seconds?: number; log?: string }> = {},
): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > deadline) {
      const output = log === undefined ? "" : await readFile(log, "utf8").catch(() => "");
      throw new Error(`${what} took more than ${seconds} s. ${output.slice(-2000)}`);
    }
    await delay(100);
  }
}

/** Whether a URL responds with 200. */
export async function isFine(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(3000) }).catch(() => null);
  await answer?.arrayBuffer().catch(() => null);
  return answer?.status === 200;
}
