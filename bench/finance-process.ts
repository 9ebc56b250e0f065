import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { environmentWith, root } from "../scripts/run-program.ts";

export type FinanceRun = Readonly<{ seconds: number; memoryMb: number | null; document: unknown }>;

const sampleMs = 50;

/** `finance … --json` as a process of its own, from its start to its end, the document read. */
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
    memoryMb = (await peakMemoryMb(child.pid)) ?? memoryMb;
  }, sampleMs);
  const output: string[] = [];
  const complaints: string[] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => output.push(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => complaints.push(text));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearInterval(sampling);
  const seconds = (performance.now() - startedAt) / 1000;
  if (code !== 0)
    throw new Error(`finance ${commandLine.join(" ")} ended with ${code}: ${complaints.join("")}`);
  return { seconds, memoryMb, document: JSON.parse(output.join("")) };
}

async function peakMemoryMb(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
}
