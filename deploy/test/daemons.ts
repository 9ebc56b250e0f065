import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { OperatingSystemUser } from "../../server/src/platform/db/postgres-binaries.ts";

/** A program that goes on running, and what it says in a file. */
export type Daemon = Readonly<{
  /** Waits until it is gone. */
  end: (signal: NodeJS.Signals) => Promise<void>;
}>;

export type DaemonOptions = Readonly<{
  program: string;
  arguments: readonly string[];
  environment: NodeJS.ProcessEnv;
  log: string;
  folder: string;
  /** Null: whoever we are. */
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
  // It says so by never answering, and `until` then shows what it wrote.
  child.on("error", () => {});
  await output.close();
  return { end: (signal) => end(child, signal) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}

/** Asks until the answer is yes. @throws what the log says where that takes too long */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  { seconds = 60, log }: Readonly<{ seconds?: number; log?: string }> = {},
): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > deadline) {
      const said = log === undefined ? "" : await readFile(log, "utf8").catch(() => "");
      throw new Error(`${what} took more than ${seconds} s. ${said.slice(-2000)}`);
    }
    await delay(100);
  }
}

/** Whether an address answers 200. */
export async function isFine(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(3000) }).catch(() => null);
  await answer?.arrayBuffer().catch(() => null);
  return answer?.status === 200;
}
