import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { environmentWith, root } from "./run-program.ts";

type Suite = Readonly<{
  name: string;
  /** A folder with a vitest configuration. */
  folder: string;
  needs: readonly ("database" | "client")[];
}>;

type SuiteResult = Readonly<{ isFine: boolean; passed: number; failed: number }>;

export const suites: readonly Suite[] = [
  { name: "shared", folder: "shared", needs: [] },
  { name: "server", folder: "server", needs: ["database"] },
  { name: "web", folder: "web", needs: [] },
  { name: "scripts", folder: "scripts", needs: ["database"] },
  { name: "journeys", folder: "web/e2e", needs: ["database", "client"] },
];

const reportSchema = z.object({
  success: z.boolean(),
  numPassedTests: z.int(),
  numFailedTests: z.int(),
});

/** Shows what vitest says while it says it, and counts from the report that it writes beside. */
export async function runSuite(suite: Suite, stopped: AbortSignal): Promise<SuiteResult> {
  const reports = await mkdtemp(path.join(tmpdir(), "portal-report-"));
  const report = path.join(reports, "report.json");
  try {
    const code = await runVitest(suite.folder, report, stopped);
    return await readReport(report, code);
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
}

function runVitest(folder: string, report: string, stopped: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      "vitest",
      ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
      {
        cwd: path.join(root, folder),
        // Whoever reads a pipe or a file wants words, not colours.
        env: environmentWith(process.stdout.isTTY ? {} : { NO_COLOR: "1", FORCE_COLOR: undefined }),
        stdio: ["ignore", "inherit", "inherit"],
        shell: process.platform === "win32",
      },
    );
    stopped.addEventListener("abort", () => child.kill("SIGTERM"), { once: true });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** A suite that broke before its first test wrote no report, and still counts as one failure. */
async function readReport(report: string, code: number): Promise<SuiteResult> {
  const text = await readFile(report, "utf8").catch(() => null);
  if (text === null) return { isFine: false, passed: 0, failed: 1 };
  const { success, numPassedTests, numFailedTests } = reportSchema.parse(JSON.parse(text));
  const isFine = success && code === 0;
  return {
    isFine,
    passed: numPassedTests,
    failed: isFine ? numFailedTests : Math.max(1, numFailedTests),
  };
}
