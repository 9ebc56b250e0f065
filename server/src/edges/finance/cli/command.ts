import type { Readable } from "node:stream";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type pg from "pg";
import type { Database } from "../../../platform/db/database.ts";
import type { Progress } from "./progress-line.ts";

type RegionSettings = Readonly<{
  region: Region;
  currency: Currency;
  timeZone: string;
  /** The amount that one unit adds to `totalSales`. */
  unitValue: number;
}>;

/** An open database, and the streams of the process. */
export type Session = Readonly<{
  db: Database;
  pool: pg.Pool;
  /** Connects as the owner of the tables, as an import requires. */
  ownerPool: pg.Pool;
  region: RegionSettings;
  /** The seal keys and anchors of this machine, which do not depend on the database. */
  trust: Readonly<{ keysFolder: string; sealPublicKeys: readonly string[]; anchorDir: string }>;
  /** Writes a sentence to standard error. */
  note: (sentence: string) => void;
  progress: (label: string, unit: string) => Progress;
  stdin: () => Readable;
  stdout: (text: string) => Promise<void>;
}>;

/** The command line after the command's name. */
export type CommandInput = Readonly<{
  words: readonly string[];
  /** Empty where an option that may have a value has none. */
  options: Readonly<Record<string, string | undefined>>;
  json: boolean;
}>;

type Run = (session: Session) => Promise<CommandResult>;

export type FinanceCommand = Readonly<{
  name: string;
  summary: string;
  argument?: Readonly<{ name: string; description: string }>;
  options: readonly Readonly<{ flags: string; description: string }>[];
  /** Validates the input before a database is opened. @throws WrongUse */
  prepare: (input: CommandInput) => Run | Promise<Run>;
}>;

/** `document` is printed with --json, `text` without it. */
export type CommandResult = Readonly<{
  /** 1: a difference or damage was found. */
  exitCode: 0 | 1;
  document: unknown;
  /** Without the last line break. Nothing is printed for an empty text. */
  text: string;
}>;

/** Wrong usage or bad input, described in one sentence. Nothing was changed; exit code 2. */
export class WrongUse extends Error {
  override readonly name = "WrongUse";
}

/** The reader of standard output has gone (`| head`), so the command stops. */
export class ReaderGone extends Error {
  override readonly name = "ReaderGone";
}
