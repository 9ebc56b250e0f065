import type { Day } from "@portal/shared/platform/calendar.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { ColumnRole, LeftOutReason } from "@portal/shared/sales/bank-lines.ts";
import type { DayOrder } from "./day-text.ts";

/** A transaction. Amounts in minor units, negative for money that left. */
export type BankFileLine = Readonly<{
  /** Where it stands in the file: a line, or the number of the transaction. */
  line: number;
  /** The bank's own id; never enough to know a transaction by. */
  bankId: string | null;
  day: string;
  amount: number;
  /** All that the bank says of it. */
  text: string;
  reference: string | null;
  /** After it; null where the bank does not state it. */
  balance: number | null;
}>;

/** What a statement, or a page of one, says it begins and ends with, and what its transactions add up to. */
export type StatementPage = Readonly<{
  opening: number | null;
  closing: number | null;
  total: number;
}>;

/** The transactions of one account, in the order of the file. */
export type AccountLines = Readonly<{
  /** As the file writes it; empty where it does not. */
  account: string;
  lines: readonly BankFileLine[];
  /** The days that the statement says it covers. */
  stated: readonly string[];
  /** Where the file states balances of its own, apart from those of its lines. */
  pages?: readonly StatementPage[];
}>;

/** A line that is no booked transaction, and why. */
export type FileNote = Readonly<{ line: number; text: string; why: LeftOutReason }>;

/** What the file leaves open: which of two days its days are. */
export type DayQuestion = Readonly<{ ask: "day-order"; example: string }>;

/** What the file leaves open: what the columns of a CSV are. Nothing of it was read. */
export type ColumnsQuestion = Readonly<{
  ask: "columns";
  columns: readonly Readonly<{
    /** Empty where no line names them. */
    name: string;
    /** Some of its values. */
    values: readonly string[];
    guess: ColumnRole;
  }>[];
}>;

/** What somebody chose for the columns of a CSV. */
export type SavedColumns = Readonly<{
  /** As the file writes it; empty where it does not. */
  account: string;
  /** Of the line that names the columns. */
  fingerprint: string;
  columns: readonly ColumnRole[];
  /** Null where the files tell. */
  dayOrder: DayOrder | null;
}>;

export type BankFile = Readonly<{
  /** Of the file, and of a bank only where its first lines say so. */
  format:
    | "FNB"
    | "Standard Bank"
    | "Nedbank"
    | "OFX"
    | "QIF"
    | "MT940"
    | "CAMT.053"
    | "BAI2"
    | "Santander"
    | "CSV";
  accounts: readonly AccountLines[];
  notes: readonly FileNote[];
  /** Days are read with the default of the region until it is answered which they are. */
  questions: readonly (DayQuestion | ColumnsQuestion)[];
  /** Where the file was read by columns that somebody chose. */
  chosen?: Omit<SavedColumns, "dayOrder">;
}>;

export type BankFileOptions = Readonly<{
  /** The shop's money; what is in another currency is a note, and a file of nothing else is refused. Null: not compared. */
  currency: Currency | null;
  /** The shop's zone, for times that a file gives with an offset. */
  timeZone: string;
  /** What a day means in the region, where the file does not tell. */
  dayOrder: DayOrder;
  /** The answer of somebody to the question what the days of this file are. */
  answeredOrder?: DayOrder | undefined;
  /** The last day that a transaction can have; not compared without one. */
  latest?: Day | undefined;
  /** The answer of somebody to the question what the columns of this file are. */
  columns?: readonly ColumnRole[] | undefined;
  /** The answers for files before it. */
  savedColumns?: readonly SavedColumns[] | undefined;
}>;
