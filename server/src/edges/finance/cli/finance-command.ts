import type { Readable } from "node:stream";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type pg from "pg";
import type { Database } from "../../../platform/db/database.ts";
import type { Progress } from "./progress-line.ts";

/** What a command needs to know of the installation's region. */
export type RegionSettings = Readonly<{
  region: Region;
  currency: Currency;
  timeZone: string;
  /** What one unit counts for in `totalSales`. */
  unitValue: number;
}>;

/** An open database, and where notes and progress go. */
export type Session = Readonly<{
  db: Database;
  pool: pg.Pool;
  /** Signs in as whoever owns the tables: a history is brought in as it was, by its owner alone. */
  ownerPool: pg.Pool;
  region: RegionSettings;
  /** What this machine knows of seals, whatever the database says. */
  trust: Readonly<{ keysFolder: string; sealPublicKeys: readonly string[]; anchorDir: string }>;
  /** One sentence for the person who watches; never on standard output. */
  note: (sentence: string) => void;
  progress: (label: string, unit: string) => Progress;
  now: () => number;
  stdin: () => Readable;
  stdout: (text: string) => Promise<void>;
}>;

/** What was typed after the command's name. */
export type Asked = Readonly<{
  argument: string | undefined;
  /** The argument and those after it. */
  words: readonly string[];
  options: Readonly<Record<string, string | undefined>>;
  json: boolean;
}>;

type Run = (session: Session) => Promise<CommandResult>;

export type FinanceCommand = Readonly<{
  name: string;
  summary: string;
  argument?: Readonly<{ name: string; description: string }>;
  options: readonly Readonly<{ flags: string; description: string }>[];
  /** Refuses what is wrong before a database is opened, and answers what is to be done with it. */
  prepare: (asked: Asked) => Run | Promise<Run>;
}>;

/** What a command found: `document` is printed with --json, `text` without it. */
export type CommandResult = Readonly<{
  /** 1: a difference or damage was found. */
  exitCode: 0 | 1;
  document: unknown;
  /** Without the last line break. Empty: nothing is printed. */
  text: string;
}>;

/**
 * The command was asked wrongly or given bad input: one sentence that says what and where, nothing
 * was changed, exit code 2.
 */
export class WrongUse extends Error {
  override readonly name = "WrongUse";
}

/** Nobody reads what is printed any more (`| head`): the rest of the work would be for nothing. */
export class ReaderGone extends Error {
  override readonly name = "ReaderGone";
}
