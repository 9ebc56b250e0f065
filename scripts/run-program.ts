import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

export const root = path.join(import.meta.dirname, "..");

type Outcome = Readonly<{ isFine: boolean; output: string; milliseconds: number }>;

/** The environment of a child process, with the programs of this checkout first in PATH. */
export function environmentWith(extra: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const programs = path.join(root, "node_modules", ".bin");
  return {
    ...process.env,
    PATH: `${programs}${path.delimiter}${process.env["PATH"] ?? ""}`,
    ...extra,
  };
}

/** Signals a process and waits for its exit. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

/** Runs a program, by default of node_modules, and collects its output. */
export function runProgram(
  program: string,
  programArguments: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  folder = root,
): Promise<Outcome> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const output: string[] = [];
    const child = spawn(program, programArguments, {
      cwd: folder,
      env: environmentWith(environment),
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    const finish = (isFine: boolean) =>
      resolve({ isFine, output: output.join(""), milliseconds: performance.now() - startedAt });
    child.stdout.setEncoding("utf8").on("data", (text: string) => output.push(text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => output.push(text));
    child.on("error", (error) => {
      output.push(`${program} did not start: ${error.message}`);
      finish(false);
    });
    child.on("close", (code) => finish(code === 0));
  });
}
