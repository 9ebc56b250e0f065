import { daysThrough, isWithinDays } from "@portal/shared/platform/calendar.ts";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import type { BankLineState } from "@portal/shared/sales/bank-lines.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import {
  type CsvRow,
  dayIn,
  minorIn,
  parseCsv,
  StatementError,
} from "../../../gateways/bank-files/statement-file.ts";
import { readText } from "../cli/arguments.ts";
import { type Session, WrongUse } from "../cli/finance-command.ts";

/** A payment as the ledger has it. */
type BookedPayment = Readonly<{
  orderNumber: number;
  paymentId: string;
  amount: number;
  fee: number;
  /** The day in the region's time zone. */
  day: string;
}>;

/** An outside statement beside the ledger. Amounts are minor units. */
export type Matching = Readonly<{
  matched: number;
  /** The same payment with another amount or fee. */
  different: readonly Readonly<{
    line: number;
    orderNumber: number;
    field: "amount" | "fee";
    statement: number;
    ledger: number;
  }>[];
  missingInLedger: readonly Readonly<{
    line: number;
    orderNumber: number | null;
    paymentId: string | null;
    amount: number;
  }>[];
  missingInStatement: readonly Readonly<{
    orderNumber: number;
    paymentId: string;
    amount: number;
    day: string;
  }>[];
  /** Lines that name no order: somebody else's money, or a mistyped reference. */
  unreferenced: readonly Readonly<{ line: number; amount: number }>[];
}>;

/**
 * A line belongs to the payment with the provider's number, else to one of the same order and amount,
 * else to one of the same order. Nothing is matched twice, and nothing is booked.
 */
export function matchPayments(
  lines: readonly OutsideLine[],
  payments: readonly BookedPayment[],
  /** All of the statement, where some of its lines are explained already. */
  statement: readonly OutsideLine[] = lines,
): Matching {
  const open = new Set(payments);
  const pairs = new Map<OutsideLine, BookedPayment>();
  const pair = (fits: (line: OutsideLine, payment: BookedPayment) => boolean): void => {
    for (const line of lines) {
      if (pairs.has(line)) continue;
      const payment = [...candidatesOf(line)].find((each) => open.has(each) && fits(line, each));
      if (!payment) continue;
      pairs.set(line, payment);
      open.delete(payment);
    }
  };
  const byOrder = Map.groupBy(payments, ({ orderNumber }) => orderNumber);
  const byId = Map.groupBy(payments, ({ paymentId }) => paymentId);
  const candidatesOf = ({ orderNumber, paymentId }: OutsideLine): readonly BookedPayment[] =>
    paymentId === null ? (byOrder.get(orderNumber ?? 0) ?? []) : (byId.get(paymentId) ?? []);

  pair((line, payment) => line.amount === payment.amount);
  pair(() => true);
  return resultOf(lines, pairs, withinDays([...open], statement));
}

/** A line that somebody decided on under bank payments. */
type DecidedLine = Readonly<{
  id: number;
  day: string;
  amount: number;
  description: string;
  state: BankLineState;
}>;

/**
 * What somebody decided comes first, whatever reference a line has or has not: it paid just the payments that
 * carry its number, or it was put aside. The rest is matched by what it says itself.
 */
export function matchDecided(
  lines: readonly OutsideLine[],
  payments: readonly BookedPayment[],
  decided: readonly DecidedLine[],
): Matching {
  const open = new Set(lines);
  const byLine = Map.groupBy(payments, ({ paymentId }) => lineOf(paymentId));
  const explained = new Set<BookedPayment>();
  let matched = 0;
  for (const { id, day, amount, description, state } of decided) {
    const fits = (line: OutsideLine): boolean =>
      line.amount === amount && line.day === day && line.words.includes(description);
    const line = [...open].find(fits);
    if (!line) continue;
    open.delete(line);
    if (state === "ignored") continue;
    matched += 1;
    for (const payment of byLine.get(id) ?? []) explained.add(payment);
  }
  const rest = matchPayments(
    [...open],
    payments.filter((payment) => !explained.has(payment)),
    lines,
  );
  return { ...rest, matched: rest.matched + matched };
}

/** The number of the bank's line in a payment's; one that came again after it was undone has a count behind it. */
function lineOf(paymentId: string): number | null {
  const number = /^bank-(\d+)(?:-\d+)?$/.exec(paymentId)?.[1];
  return number === undefined ? null : Number(number);
}

function resultOf(
  lines: readonly OutsideLine[],
  pairs: ReadonlyMap<OutsideLine, BookedPayment>,
  open: readonly BookedPayment[],
): Matching {
  const different = [...pairs].flatMap(([line, payment]) => differencesOf(line, payment));
  const unequal = new Set(different.map(({ line }) => line));
  const unpaired = lines.filter((line) => !pairs.has(line));
  return {
    matched: pairs.size - unequal.size,
    different,
    missingInLedger: unpaired.filter(isNamed).map(({ line, orderNumber, paymentId, amount }) => ({
      line,
      orderNumber,
      paymentId,
      amount,
    })),
    missingInStatement: open.map(({ orderNumber, paymentId, amount, day }) => ({
      orderNumber,
      paymentId,
      amount,
      day,
    })),
    unreferenced: unpaired
      .filter((line) => !isNamed(line))
      .map(({ line, amount }) => ({ line, amount })),
  };
}

function isNamed({ orderNumber, paymentId }: OutsideLine): boolean {
  return orderNumber !== null || paymentId !== null;
}

function differencesOf(
  { line, amount, fee }: OutsideLine,
  payment: BookedPayment,
): Matching["different"][number][] {
  const { orderNumber } = payment;
  const differences: Matching["different"][number][] = [];
  if (amount !== payment.amount)
    differences.push({
      line,
      orderNumber,
      field: "amount",
      statement: amount,
      ledger: payment.amount,
    });
  if (fee !== null && fee !== payment.fee)
    differences.push({ line, orderNumber, field: "fee", statement: fee, ledger: payment.fee });
  return differences;
}

/** A statement answers for its own days only; one without dates answers for none. */
function withinDays(
  payments: readonly BookedPayment[],
  lines: readonly OutsideLine[],
): readonly BookedPayment[] {
  const days = lines.flatMap(({ day }) => (day === null ? [] : [day])).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const answered = daysThrough({ from: first, to: last });
  return payments.filter(({ day }) => isWithinDays(day, answered));
}

export function matchingText(title: string, matching: Matching, { region }: Session): string {
  const money = (amount: number): string => formatMoney(amount, region.currency);
  const { matched, different, missingInLedger, missingInStatement, unreferenced } = matching;
  return [
    `${title}: ${matched} matched, ${different.length} different, ${missingInLedger.length} missing in the ledger, ${missingInStatement.length} missing in the statement, ${unreferenced.length} without a reference`,
    ...different.map(
      ({ line, orderNumber, field, statement, ledger }) =>
        `  different: line ${line}, order ${orderNumber}: ${field} ${money(statement)} in the statement, ${money(ledger)} in the ledger`,
    ),
    ...missingInLedger.map(
      ({ line, orderNumber, paymentId, amount }) =>
        `  missing in the ledger: line ${line}, ${orderNumber === null ? `payment ${paymentId}` : `order ${orderNumber}`}, ${money(amount)}`,
    ),
    ...missingInStatement.map(
      ({ orderNumber, paymentId, amount, day }) =>
        `  missing in the statement: order ${orderNumber}, payment ${paymentId} of ${day}, ${money(amount)}`,
    ),
    ...unreferenced.map(
      ({ line, amount }) => `  without a reference: line ${line}, ${money(amount)}`,
    ),
  ].join("\n");
}

/** Money that came in as somebody outside tells it: a line of the bank, or of the card provider. */
export type OutsideLine = Readonly<{
  line: number;
  orderNumber: number | null;
  /** The card provider's own number. */
  paymentId: string | null;
  amount: number;
  /** Null where the statement says nothing of fees. */
  fee: number | null;
  day: string | null;
  /** All that it says. */
  words: string;
}>;

type StatementKind = "bank" | "payfast";

type Columns = Readonly<{
  amount: readonly string[];
  day: readonly string[];
  fee: readonly string[];
  paymentId: readonly string[];
}>;

/** Names that the columns go by; the rest of a line is searched for the order's reference. */
const columnsOf: Readonly<Record<StatementKind, Columns>> = {
  bank: {
    amount: ["amount", "credit", "credit amount", "money in"],
    day: ["date", "transaction date", "value date"],
    fee: [],
    paymentId: [],
  },
  payfast: {
    amount: ["gross"],
    day: ["date"],
    fee: ["fee"],
    paymentId: ["pf payment id"],
  },
};

/** The lines of a CSV file on which money came in. @throws WrongUse */
export async function readStatement(
  file: string,
  kind: StatementKind,
): Promise<readonly OutsideLine[]> {
  const text = await readText(file);
  try {
    return parseStatement(text, columnsOf[kind]);
  } catch (error) {
    throw error instanceof StatementError
      ? new WrongUse(`${file}: ${error.message}.`, { cause: error })
      : error;
  }
}

function parseStatement(text: string, names: Columns): readonly OutsideLine[] {
  const { columns, rows } = parseCsv(text);
  const find = (wanted: readonly string[]): string | undefined =>
    wanted.find((name) => columns.includes(name));
  const amountColumn = find(names.amount);
  if (amountColumn === undefined)
    throw new StatementError(`the first line names no column ${names.amount.join(" or ")}`);
  const [dayColumn, feeColumn, idColumn] = [
    find(names.day),
    find(names.fee),
    find(names.paymentId),
  ];

  return rows.flatMap((row) => {
    const amount = minorOf(row, amountColumn);
    // Money that went out, and lines about no money, are nobody's payment.
    if (amount === null || amount <= 0) return [];
    const fee = feeColumn === undefined ? null : minorOf(row, feeColumn);
    return {
      line: row.line,
      orderNumber: orderNumberIn(row),
      paymentId: (idColumn && row.cells.get(idColumn)) || null,
      amount,
      fee: fee === null ? null : Math.abs(fee),
      day: dayColumn === undefined ? null : dayOf(row, dayColumn),
      words: [...row.cells.values()].join(" ").replaceAll(/\s+/g, " "),
    };
  });
}

const referencePattern = new RegExp(`\\b${eftPrefix}\\s*0*(\\d{1,15})\\b`, "i");

function orderNumberIn({ cells }: CsvRow): number | null {
  for (const cell of cells.values()) {
    const number = referencePattern.exec(cell)?.[1];
    if (number !== undefined) return Number(number);
  }
  return null;
}

function minorOf(row: CsvRow, column: string): number | null {
  return minorIn(row.cells.get(column) ?? "", { line: row.line, column });
}

function dayOf(row: CsvRow, column: string): string | null {
  return dayIn(row.cells.get(column) ?? "", { line: row.line, column });
}
