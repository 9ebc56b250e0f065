import { spawn } from "node:child_process";
import { environmentWith, root } from "../scripts/run-program.ts";
import { memoryOf } from "./shop-server.ts";

export type FinanceRun = Readonly<{ seconds: number; memoryMb: number | null; document: unknown }>;

const sampleMs = 50;

/** Runs `finance … --json` as a process and measures it from start to end. */
export async function runFinance(
  databaseUrl: string,
  commandLine: readonly string[],
): Promise<FinanceRun> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["scripts/finance.ts", ...commandLine, "--json"], {
    cwd: root,
    env: environmentWith({ DATABASE_URL: databaseUrl }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let memoryMb: number | null = null;
  const sampling = setInterval(async () => {
    // An exited process has no peak.
    memoryMb = (await memoryOf(child.pid))?.peak || memoryMb;
  }, sampleMs);
  const output: string[] = [];
  const errors: string[] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => output.push(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => errors.push(text));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearInterval(sampling);
  const seconds = (performance.now() - startedAt) / 1000;
  if (code !== 0)
    throw new Error(`finance ${commandLine.join(" ")} ended with ${code}: ${errors.join("")}`);
  return { seconds, memoryMb, document: JSON.parse(output.join("")) };
}
