import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- extends an interface of vitest
  interface ProvidedContext {
    /** A JSON Schema of each procedure's input, by path. */
    procedureInputs: string;
  }
}

const script = fileURLToPath(
  new URL("../../../server/src/testing/print-procedure-inputs.ts", import.meta.url),
);

/** Asks the server's own routers, once for all tests, what their procedures take. */
export async function setup(project: TestProject): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, [script], {
    maxBuffer: 10_000_000,
  });
  project.provide("procedureInputs", stdout);
}
