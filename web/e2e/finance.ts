import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

const root = path.resolve(import.meta.dirname, "../..");

/** Runs a command of the finance command line on the portal's database; it has to end well. */
export async function finance(databaseUrl: string, ...args: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["scripts/finance.ts", ...args, "--json"],
    {
      cwd: root,
      env: { PATH: process.env["PATH"], DATABASE_URL: databaseUrl },
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  return JSON.parse(stdout);
}
