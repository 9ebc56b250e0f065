import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import type pg from "pg";
import { databaseOn } from "../../platform/db/connect.ts";
import type { Session } from "./finance-command.ts";
import { noProgress } from "./progress-line.ts";
import { type ExitCode, runFinance } from "./run-finance.ts";

/** What a command printed and how it ended. */
export type Captured = Readonly<{ exitCode: ExitCode; stdout: string; stderr: string }>;

export type CapturedFinance = Readonly<{
  /** Holds the keys and the anchors of this machine. */
  folder: string;
  run: (...args: string[]) => Promise<Captured>;
  /** The one JSON document of a command that ended as expected. */
  json: (...args: string[]) => Promise<unknown>;
  /** Runs with this text on standard input. */
  runWithInput: (input: string, ...args: string[]) => Promise<Captured>;
  /** Writes a file into a folder that goes away, and answers its path. */
  file: (name: string, content: string | Uint8Array) => Promise<string>;
  read: (file: string) => Promise<string>;
  close: () => Promise<void>;
}>;

/** The commands on a test's database, with what they print caught. */
export async function captureFinance(pool: pg.Pool): Promise<CapturedFinance> {
  const folder = await mkdtemp(path.join(tmpdir(), "portal-finance-"));

  async function runWithInput(input: string, ...args: string[]): Promise<Captured> {
    let stdout = "";
    let stderr = "";
    const write = async (text: string): Promise<void> => {
      stdout += text;
    };
    const session: Session = {
      db: databaseOn(pool),
      pool,
      ownerPool: pool,
      trust: {
        keysFolder: path.join(folder, "keys"),
        sealPublicKeys: [],
        anchorDir: path.join(folder, "anchors"),
      },
      region: { region: "za", currency: "ZAR", timeZone: "Africa/Johannesburg", unitValue: 28_261 },
      note: (sentence) => {
        stderr += `${sentence}\n`;
      },
      progress: () => noProgress,
      now: () => 0,
      stdin: () => Readable.from([Buffer.from(input)]),
      stdout: write,
    };
    const exitCode = await runFinance(args, {
      open: async () => ({ session, close: async () => {} }),
      stdout: write,
      stderr: (text) => {
        stderr += text;
      },
    });
    return { exitCode, stdout, stderr };
  }

  const run = (...args: string[]): Promise<Captured> => runWithInput("", ...args);
  return {
    folder,
    run,
    runWithInput,
    async json(...args) {
      const { exitCode, stdout, stderr } = await run(...args, "--json");
      if (exitCode === 2) throw new Error(stderr);
      return JSON.parse(stdout);
    },
    async file(name, content) {
      const file = path.join(folder, name);
      await writeFile(file, content);
      return file;
    },
    read: (file) => readFile(file, "utf8"),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
