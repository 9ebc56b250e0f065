import { type FirstAndLast, isCalendarDay } from "@portal/shared/platform/calendar.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { type LeftOutReason, leftOutReasons } from "@portal/shared/sales/bank-lines.ts";
import type {
  BankFile,
  BankFileLine,
  BankFileOptions,
  ColumnsQuestion,
  FileNote,
} from "./bank-file.ts";
import { latestDay } from "./latest-day.ts";
import { StatementError } from "./statement-error.ts";
import { type CheckedBalances, checkBalances } from "./statement-balances.rules.ts";
import { joinTexts } from "./statement-parts.ts";
import { readBankText } from "./read-bank-text.ts";

/** A transaction of a bank statement. Amounts in minor units of the shop's currency. */
export type StatementLine = Readonly<{
  /** The bank's own id of the transaction, if it has one. */
  bankId: string | null;
  day: string;
  amount: number;
  description: string;
  /** The running balance after it, if the bank states it; distinguishes two otherwise equal lines. */
  balance: number | null;
}>;
export type BankStatement = Readonly<{
  layout: BankFile["format"];
  account: string;
  /** The days that it covers: those that it states, or else from its first to its last line, whichever way money went. */
  days: FirstAndLast;
  /** Money that came in. */
  lines: readonly StatementLine[];
  /** Money that left, with positive amounts. */
  outgoing: readonly StatementLine[];
  balances: CheckedBalances;
  /** A day of the file that may be another one, month first; null where the file tells. */
  openDay: string | null;
}>;

/** A file as far as it could be read: without statements where it is asked what its columns are. */
export type StatementFile = Readonly<{
  statements: readonly BankStatement[];
  columns: ColumnsQuestion["columns"] | null;
  /** Where it was read by columns that somebody chose. */
  chosen: BankFile["chosen"] | null;
  leftOut: readonly LeftOut[];
}>;

/** Lines that are no booked transactions, for one reason, with the texts of the first ones. */
export type LeftOut = Readonly<{ why: LeftOutReason; count: number; texts: readonly string[] }>;

/**
 * The transactions of a statement, for each account in it that has one or states its days, or the question what the columns
 * of a CSV are.
 *
 * @throws StatementError
 */
export function readStatementFile(text: string, options: BankFileOptions): StatementFile {
  const file = readBankText(text, options);
  const asked = file.questions.find(({ ask }) => ask === "columns");
  return {
    statements: statementsOf(file),
    columns: asked?.ask === "columns" ? asked.columns : null,
    chosen: file.chosen ?? null,
    leftOut: leftOutOf(file.notes),
  };
}

/** As `readStatementFile`, where nobody can be asked. @throws StatementError */
export function readBankStatement(
  text: string,
  options: BankFileOptions,
): readonly BankStatement[] {
  const { statements, columns } = readStatementFile(text, options);
  if (columns !== null)
    throw new StatementError("no line names the columns date, amount and description");
  return statements;
}

const textsShown = 3;

function leftOutOf(notes: readonly FileNote[]): LeftOut[] {
  return leftOutReasons.flatMap((why) => {
    const ofReason = notes.filter((note) => note.why === why);
    const texts = ofReason.slice(0, textsShown).map(({ text }) => joinTexts([text]).slice(0, 100));
    return ofReason.length === 0 ? [] : [{ why, count: ofReason.length, texts }];
  });
}

function statementsOf(file: BankFile): BankStatement[] {
  const openDay = file.questions.find(({ ask }) => ask === "day-order");
  return file.accounts.flatMap(({ account, lines, stated, pages }) => {
    const days = [...lines.map(({ day }) => day), ...stated].filter(isCalendarDay).toSorted();
    const [from, to] = [days[0], days.at(-1)];
    if (from === undefined || to === undefined) return [];
    return {
      layout: file.format,
      account,
      openDay: openDay?.ask === "day-order" ? openDay.example : null,
      days: { from, to },
      lines: lines.flatMap(({ amount, ...line }) =>
        amount > 0 ? [{ ...statementLine(line), amount }] : [],
      ),
      outgoing: lines.flatMap(({ amount, ...line }) =>
        amount < 0 ? [{ ...statementLine(line), amount: 0 - amount }] : [],
      ),
      balances: checkBalances({ lines, ...(pages && { pages }) }),
    };
  });
}

function statementLine({ bankId, day, text, balance }: Omit<BankFileLine, "amount">) {
  return { bankId, day, description: text, balance };
}

/** How the files of a shop are read now: its money, its zone, and what a day means where the file leaves it open. */
export function fileOptionsOf(
  shop: Readonly<{ code: Region; currency: Currency; timeZone: string }>,
  now: string,
): BankFileOptions {
  const { currency, timeZone } = shop;
  const dayOrder = shop.code === "usa" ? "month-first" : "day-first";
  return { currency, timeZone, dayOrder, latest: latestDay(now, timeZone) };
}

/** For the command line, which reads a file before it knows the shop. */
export const ofAnyShop: BankFileOptions = {
  currency: null,
  timeZone: "Africa/Johannesburg",
  dayOrder: "day-first",
};
