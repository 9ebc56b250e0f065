import { type AmountText, amountIn } from "./amount-text.ts";
import type { BankFile, BankFileLine, BankFileOptions, FileNote } from "./bank-file.ts";
import { dayOfText, isOpen, orderOf } from "./day-text.ts";
import type { CsvRecord } from "./statement-file.ts";
import { StatementError } from "./statement-error.ts";

/**
 * CSV without a line of names, as HSBC, Wells Fargo and some exports of Bank of America have it: the first cell is the day in
 * every line, one further column holds amounts, perhaps another the balance after each, and the rest is words.
 *
 * @returns null where the cells do not tell that
 * @throws StatementError
 */
export function readNameless(
  records: readonly CsvRecord[],
  options: BankFileOptions,
): Pick<BankFile, "accounts" | "notes" | "questions"> | null {
  const rows = records.map(({ line, cells }) => ({
    line,
    cells: cells.map((cell) => cell.trim()),
  }));
  const width = Math.max(
    0,
    ...rows.map(({ cells }) => cells.findLastIndex((cell) => cell !== "") + 1),
  );
  const days = rows.map(({ cells }) => cells[0] ?? "");
  if (width < 3 || !days.every((day) => isDay(day, options))) return null;
  const money = range(1, width).filter((at) => isMoney(rows, at));
  const [amountAt, balanceAt, more] = money;
  if (amountAt === undefined || more !== undefined) return null;
  const isChecked = balanceAt === undefined || isChain(rows, { amountAt, balanceAt });
  if (!isChecked) return null;

  const known = orderOf(days);
  const order = known ?? options.dayOrder;
  const notes: FileNote[] = [];
  const lines = rows.flatMap(({ line, cells }): BankFileLine[] => {
    const position = { line };
    const text = range(1, width)
      .filter((at) => !money.includes(at))
      .map((at) => cells[at] ?? "")
      .filter((cell) => /[\p{L}\p{N}]/u.test(cell))
      .join(" ");
    const amount = amountIn(cells[amountAt] ?? "", position);
    const day = dayOfText(cells[0] ?? "", { position, order });
    if (amount === null || day === null) {
      notes.push({ line, text, why: "no amount" });
      return [];
    }
    const balance = balanceAt === undefined ? null : amountIn(cells[balanceAt] ?? "", position);
    const common = { line, bankId: null, day, reference: null };
    return [{ ...common, amount: amount.minor, text, balance: balance?.minor ?? null }];
  });
  const isAsked = known === null && options.dayOrder === "day-first" && isOpen(days);
  const open = isAsked ? (days.find((day) => isOpen([day])) ?? "") : null;
  return {
    accounts: [{ account: "", lines, stated: [] }],
    notes,
    questions: open === null ? [] : [{ ask: "day-order", example: open }],
  };
}

type Row = Readonly<{ line: number; cells: readonly string[] }>;

function range(from: number, until: number): number[] {
  return Array.from({ length: until - from }, (_, at) => from + at);
}

function isDay(text: string, { dayOrder }: BankFileOptions): boolean {
  return (["day-first", "month-first", dayOrder] as const).some((order) => {
    try {
      return dayOfText(text, { position: { line: 0 }, order }) !== null;
    } catch (error) {
      if (error instanceof StatementError) return false;
      throw error;
    }
  });
}

function amountOrNull(text: string): AmountText | null {
  try {
    return amountIn(text, { line: 0 });
  } catch (error) {
    if (error instanceof StatementError) return null;
    throw error;
  }
}

/** Amounts have cents somewhere; numbers of cheques have none. */
function isMoney(rows: readonly Row[], at: number): boolean {
  const filled = rows.map(({ cells }) => cells[at] ?? "").filter((cell) => cell !== "");
  return (
    filled.length > 0 &&
    filled.every((cell) => amountOrNull(cell) !== null) &&
    filled.some((cell) => /[.,]\d{2}\D*$/.test(cell))
  );
}

/** Whether the second column is the balance after the first one, oldest or newest line first. */
function isChain(
  rows: readonly Row[],
  { amountAt, balanceAt }: Readonly<{ amountAt: number; balanceAt: number }>,
): boolean {
  const sums = rows.flatMap(({ cells }) => {
    const [amount, balance] = [cells[amountAt], cells[balanceAt]].map((cell) =>
      amountOrNull(cell ?? ""),
    );
    return balance ? [{ amount: amount?.minor ?? 0, balance: balance.minor }] : [];
  });
  const follows = (ordered: typeof sums) =>
    ordered.every((each, at) => {
      const before = ordered[at - 1];
      return before === undefined || before.balance + each.amount === each.balance;
    });
  return follows(sums) || follows(sums.toReversed());
}
