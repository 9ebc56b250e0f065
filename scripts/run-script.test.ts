import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..");

/** The exit code of a script that is stopped while it works. */
async function exitCodeAfter(signal: NodeJS.Signals, options: object): Promise<number | null> {
  const script = `
    import { runScript } from "./scripts/run-script.ts";
    await runScript(async () => {
      setTimeout(() => console.log("works"), 50);
      await new Promise((resolve) => setTimeout(resolve, 60_000));
      return 0;
    }, ${JSON.stringify(options)});`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { cwd: root });
  await once(child.stdout, "data");
  child.kill(signal);
  await once(child, "exit");
  return child.exitCode;
}

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)("a command that is stopped by %s did not succeed", async (signal, code) => {
  expect(await exitCodeAfter(signal, {})).toBe(code);
});

test("a server that is stopped did what it should", async () => {
  expect(await exitCodeAfter("SIGTERM", { isServer: true })).toBe(0);
});
