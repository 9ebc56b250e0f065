import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { StartError } from "../server/src/platform/start-error.ts";
import { startTestServer } from "../server/src/testing/test-server.ts";
import { checkAll } from "./checks.ts";
import { environmentWith, root } from "./run-program.ts";
import { runScript } from "./run-script.ts";
import { buildWebClient } from "./web-client.ts";

const serverInWords = {
  given: "the PostgreSQL of TEST_DATABASE_URL",
  container: "a PostgreSQL in a container",
  embedded: "the embedded PostgreSQL",
} as const;

type Suite = Readonly<{
  name: string;
  /** A folder with a vitest configuration. */
  folder: string;
  needs: readonly ("database" | "client")[];
}>;

type SuiteResult = Readonly<{ isFine: boolean; passed: number; failed: number }>;

const suites: readonly Suite[] = [
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

/**
 * Everything, or the named parts: `npm test -- check shared server`. The suites get one PostgreSQL between them and
 * run one after the other, because each of them uses all processors already.
 */
await runScript(async ({ onEnd, stopped }) => {
  const wanted = wantedParts(process.argv.slice(2));
  const failures: string[] = [];
  const total = { passed: 0, failed: 0 };

  if (wanted.has("check") && !(await checkAll())) failures.push("check");

  const chosen = suites.filter(({ name }) => wanted.has(name));
  if (chosen.some(({ needs }) => needs.includes("database"))) {
    const server = await startTestServer();
    onEnd(server.stop);
    process.env["TEST_DATABASE_URL"] = server.url;
    console.log(`\nThe tests use ${serverInWords[server.kind]}.`);
  }
  if (chosen.some(({ needs }) => needs.includes("client"))) await buildWebClient();

  for (const suite of chosen) {
    console.log(`\n── ${suite.name}`);
    const result = await runSuite(suite, stopped);
    total.passed += result.passed;
    total.failed += result.failed;
    if (!result.isFine) failures.push(suite.name);
  }

  console.log(failures.length > 0 ? `\nFailed: ${failures.join(", ")}.` : "\nAll tests passed.");
  console.log(`Tests: ${total.passed} passed, ${total.failed} failed`);
  return failures.length === 0 ? 0 : 1;
});

function wantedParts(given: readonly string[]): ReadonlySet<string> {
  const known = ["check", ...suites.map(({ name }) => name)];
  const unknown = given.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new StartError(`There is no part ${unknown}. Choose one: ${known.join(", ")}.`, {
      exitCode: 2,
    });
  }
  return new Set(given.length > 0 ? given : known);
}

/** Shows what vitest says while it says it, and counts from the report that it writes beside. */
async function runSuite(suite: Suite, stopped: AbortSignal): Promise<SuiteResult> {
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
