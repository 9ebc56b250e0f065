import { spawn } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

/** A checkout with only the bootstrap, a script, and a fake npm that installs a Node and records its calls. */
let checkout = "";

const npm = `
  const { appendFileSync, chmodSync, mkdirSync, writeFileSync } = require("node:fs");
  console.log("noise of npm");
  appendFileSync("npm-calls", process.argv.slice(2).join(" ") + "\\n");
  if (process.env.FAIL === "yes") process.exit(1);
  const bin = "node_modules/node-" + process.platform + "-" + process.arch + "/bin";
  mkdirSync(bin, { recursive: true });
  writeFileSync(bin + "/node", "#!/bin/sh\\nPINNED=yes exec '" + process.execPath + "' \\"$@\\"\\n");
  chmodSync(bin + "/node", 0o755);
`;
const script = `
  const [first] = process.argv.slice(2);
  if (first === "wait") {
    process.on("SIGTERM", () => process.exit(7));
    setInterval(() => {}, 1000);
    console.log("ready");
  } else {
    const { env, execArgv, argv } = process;
    console.log(JSON.stringify({ pinned: env.PINNED === "yes", given: argv.slice(2), execArgv }));
    process.exitCode = first === "three" ? 3 : 0;
  }
`;

beforeEach(async () => {
  checkout = await mkdtemp(path.join(tmpdir(), "portal-bootstrap-"));
  await mkdir(path.join(checkout, "scripts"));
  await cp(
    path.join(import.meta.dirname, "bootstrap.mjs"),
    path.join(checkout, "scripts/bootstrap.mjs"),
  );
  await writeFile(path.join(checkout, "scripts/job.mjs"), script);
  await writeFile(path.join(checkout, "package-lock.json"), "{}");
  await writeFile(path.join(checkout, "npm.js"), npm);
});

afterEach(() => rm(checkout, { recursive: true }));

describe("the bootstrap", () => {
  test("installs missing packages, and leaves standard output to the script", async () => {
    const run = await bootstrap(["scripts/job.mjs", "one", "--json"]);

    expect(JSON.parse(run.stdout)).toEqual({
      pinned: true,
      given: ["one", "--json"],
      execArgv: [],
    });
    expect(run.stderr).toContain("noise of npm");
    expect(await npmCalls()).toEqual([expect.stringMatching(/^ci /)]);
  });

  test("is silent and quick when nothing is missing", async () => {
    await bootstrap(["scripts/job.mjs"]);

    const run = await bootstrap(["scripts/job.mjs"]);

    expect(run.stderr).toBe("");
    expect(await npmCalls()).toHaveLength(1);
  });

  test("installs again when the lockfile has changed", async () => {
    await bootstrap(["scripts/job.mjs"]);
    await writeFile(path.join(checkout, "package-lock.json"), `{ "name": "other" }`);

    await bootstrap(["scripts/job.mjs"]);

    expect(await npmCalls()).toHaveLength(2);
  });

  test("passes options of Node on to the pinned one", async () => {
    const run = await bootstrap(["scripts/job.mjs"], { execArgv: ["--max-semi-space-size=4"] });

    expect(JSON.parse(run.stdout)).toMatchObject({
      pinned: true,
      execArgv: ["--max-semi-space-size=4"],
    });
  });

  test("accepts a manual installation", async () => {
    await mkdir(path.join(checkout, "node_modules"));
    await writeFile(path.join(checkout, "node_modules/.package-lock.json"), "{}");

    const run = await bootstrap(["scripts/job.mjs"]);

    expect(JSON.parse(run.stdout)).toEqual({ pinned: false, given: [], execArgv: [] });
    expect(await npmCalls()).toEqual([]);
  });

  // shows R52, T71
  test("ignores a Node that cannot run here", async () => {
    await bootstrap(["scripts/job.mjs"]);
    await rm(path.join(checkout, "node_modules/.installed.json"));
    await writeFile(path.join(checkout, "node_modules/.package-lock.json"), "{}");
    const packaged = path.join(
      checkout,
      `node_modules/node-${process.platform}-${process.arch}/bin/node`,
    );
    await writeFile(packaged, "not a program");
    await chmod(packaged, 0o755);

    const run = await bootstrap(["scripts/job.mjs"]);

    expect(JSON.parse(run.stdout)).toMatchObject({ pinned: false });
  });

  test("ends with the script's exit code", async () => {
    expect(await bootstrap(["scripts/job.mjs", "three"])).toMatchObject({ code: 3 });
    expect(await bootstrap(["scripts/job.mjs", "three"])).toMatchObject({ code: 3, stderr: "" });
  });

  test("forwards a signal, and waits for the script to end", async () => {
    const run = await bootstrap(["scripts/job.mjs", "wait"], { signal: "SIGTERM" });

    expect(run).toMatchObject({ code: 7 });
  });

  test("reports in a sentence that packages cannot be installed", async () => {
    const run = await bootstrap(["scripts/job.mjs"], { environment: { FAIL: "yes" } });

    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain("The packages could not be installed");
  });

  test("prints its usage without a script", async () => {
    expect(await bootstrap([])).toMatchObject({
      code: 2,
      stderr: "Usage: node scripts/bootstrap.mjs SCRIPT [ARGUMENTS]\n",
    });
  });
});

type Run = Readonly<{ code: number | null; stdout: string; stderr: string }>;

type Given = Readonly<{
  execArgv?: readonly string[];
  environment?: NodeJS.ProcessEnv;
  /** Sent after the script's first output. */
  signal?: NodeJS.Signals;
}>;

function bootstrap(
  given: readonly string[],
  { execArgv = [], environment = {}, signal }: Given = {},
): Promise<Run> {
  const child = spawn(process.execPath, [...execArgv, "scripts/bootstrap.mjs", ...given], {
    cwd: checkout,
    env: { ...process.env, npm_execpath: path.join(checkout, "npm.js"), ...environment },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    if (signal && stdout.includes("ready")) child.kill(signal);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return new Promise((resolve) => {
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

async function npmCalls(): Promise<string[]> {
  const notes = await readFile(path.join(checkout, "npm-calls"), "utf8").catch(() => "");
  return notes.split("\n").filter((line) => line !== "");
}
