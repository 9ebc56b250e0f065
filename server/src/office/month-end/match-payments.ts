import { sql } from "kysely";
import { dayOf, daysThrough, isWithinDays } from "@portal/shared/platform/calendar.ts";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import type { OutsideStatement } from "@portal/shared/office/month-end.ts";
import type { BankLineState } from "@portal/shared/sales/bank-lines.ts";
import { readBankStatement } from "../../gateways/bank-files/bank-statement.ts";
import {
  type CsvRow,
  dayIn,
  minorIn,
  parseCsv,
  StatementError,
} from "../../gateways/bank-files/statement-file.ts";
import type { Database } from "../../platform/db/database.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { undoneMark } from "../../sales/orders/order.rules.ts";

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
function matchPayments(
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

type Columns = Readonly<{
  amount: readonly string[];
  day: readonly string[];
  fee: readonly string[];
  paymentId: readonly string[];
}>;

/** Names that the columns go by; the rest of a line is searched for the order's reference. */
const columnsOf: Readonly<Record<OutsideStatement, Columns>> = {
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

/**
 * The lines of a file on which money came in: CSV with these columns in its first line, or a bank's own layout as
 * Bank payments reads it.
 *
 * @throws StatementError
 */
export function readOutsideLines(text: string, kind: OutsideStatement): readonly OutsideLine[] {
  try {
    return readColumns(text, columnsOf[kind]);
  } catch (error) {
    const lines = kind === "bank" ? readOwnLayout(text) : null;
    if (lines === null) throw error;
    return lines;
  }
}

function readOwnLayout(text: string): readonly OutsideLine[] | null {
  try {
    return readBankStatement(text).lines.map(({ day, amount, description }, index) => ({
      line: index + 1,
      orderNumber: orderNumberIn([description]),
      paymentId: null,
      amount,
      fee: null,
      day,
      words: description,
    }));
  } catch (error) {
    if (error instanceof StatementError) return null;
    throw error;
  }
}

function readColumns(text: string, names: Columns): readonly OutsideLine[] {
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
      orderNumber: orderNumberIn(row.cells.values()),
      paymentId: (idColumn && row.cells.get(idColumn)) || null,
      amount,
      fee: fee === null ? null : Math.abs(fee),
      day: dayColumn === undefined ? null : dayCell(row, dayColumn),
      words: [...row.cells.values()].join(" ").replaceAll(/\s+/g, " "),
    };
  });
}

const referencePattern = new RegExp(`\\b${eftPrefix}\\s*0*(\\d{1,15})\\b`, "i");

function orderNumberIn(texts: Iterable<string>): number | null {
  for (const text of texts) {
    const number = referencePattern.exec(text)?.[1];
    if (number !== undefined) return Number(number);
  }
  return null;
}

function minorOf(row: CsvRow, column: string): number | null {
  return minorIn(row.cells.get(column) ?? "", { line: row.line, column });
}

function dayCell(row: CsvRow, column: string): string | null {
  return dayIn(row.cells.get(column) ?? "", { line: row.line, column });
}

/** A statement's lines beside the payments that the ledger has; nothing is booked. */
export async function matchStatement(
  db: Pick<Database, "selectFrom">,
  {
    kind,
    lines,
    timeZone,
  }: Readonly<{ kind: OutsideStatement; lines: readonly OutsideLine[]; timeZone: string }>,
): Promise<Matching> {
  const method = kind === "bank" ? "eft" : "card";
  const payments = await db
    .selectFrom("projection.order_payment as payment")
    .innerJoin("projection.order_state as placed", "placed.order_id", "payment.order_id")
    .select([
      "placed.order_number as orderNumber",
      "payment.payment_id as paymentId",
      "payment.amount",
      "payment.fee",
      "payment.received_at as receivedAt",
    ])
    .where("payment.method", "=", method)
    // What was undone is on no statement a second time, and neither is what takes it back.
    .where("payment.amount", ">", 0)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("projection.order_payment as undone")
            .select("undone.position")
            .whereRef("undone.order_id", "=", "payment.order_id")
            .where(sql<boolean>`undone.payment_id = payment.payment_id || ${undoneMark}`),
        ),
      ),
    )
    // Play money is on nobody's statement.
    .where(isLive("placed"))
    .orderBy("payment.position")
    .execute();
  const booked = payments.map(({ receivedAt, ...payment }) => ({
    ...payment,
    day: dayOf(receivedAt, timeZone),
  }));
  if (method === "card") return matchPayments(lines, booked);
  const decided = await db
    .selectFrom("bank_line")
    .select(["id", "booked_on as day", "amount", "description", "state"])
    .where("state", "<>", "open")
    .execute();
  return matchDecided(lines, booked, decided);
}

/** A line without a reference may be anybody's money; it is shown, and is no difference. */
export function isClean(matching: Matching): boolean {
  const { different, missingInLedger, missingInStatement } = matching;
  return different.length + missingInLedger.length + missingInStatement.length === 0;
}
