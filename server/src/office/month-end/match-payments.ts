import { sql } from "kysely";
import { z } from "zod";
import { type Day, type DayRange, dayOf, isWithinDays } from "@portal/shared/platform/calendar.ts";
import { orderNumbersIn } from "@portal/shared/platform/order-reference.ts";
import type { BankLineState } from "@portal/shared/sales/bank-lines.ts";
import { coveredDays } from "../../gateways/bank-files/card-settlement.ts";
import type { OutsideLine } from "../../gateways/bank-files/outside-lines.ts";
import type { SettlementLine } from "../../gateways/bank-files/settlement-line.ts";
import type { Database } from "../../platform/db/database.ts";
import { coveredUntil } from "../../sales/bank-lines/statement-days.queries.ts";
import { daysOver } from "../../sales/bank-lines/statement-days.rules.ts";
import { isFeeTold } from "../../sales/card-settlements/card-match.rules.ts";
import { settlementKindOf } from "../../sales/card-settlements/settlement-kind.rules.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { undoneMark } from "../../sales/orders/order.rules.ts";

/** A payment in the ledger. */
type BookedPayment = Readonly<{
  orderNumber: number;
  paymentId: string;
  amount: number;
  fee: number;
  /** The day in the region's time zone. */
  day: string;
}>;

const lineSchema = z.object({ line: z.int(), amount: z.int() });
const paymentSchema = z.object({
  orderNumber: z.int().nullable(),
  paymentId: z.string().nullable(),
});

/** A statement compared with the ledger. Amounts are minor units. */
export const matchingSchema = z.object({
  matched: z.int(),
  /** The same payment with another amount or fee. */
  different: z.array(
    z.object({
      line: z.int(),
      orderNumber: z.int(),
      field: z.enum(["amount", "fee"]),
      statement: z.int(),
      ledger: z.int(),
    }),
  ),
  missingInLedger: z.array(lineSchema.extend(paymentSchema.shape)),
  missingInStatement: z.array(paymentSchema.extend({ amount: z.int(), day: z.string() })),
  /** Lines without an order number: not the shop's money, or a mistyped reference. */
  unreferenced: z.array(lineSchema),
});
export type Matching = z.infer<typeof matchingSchema>;

/**
 * A line matches the payment with the provider's number, else one of the same order and amount, else one of the same order.
 * Nothing is matched twice, and no payment is recorded.
 *
 * @param covered the days on which a payment without a line is missing
 */
function matchPayments(
  lines: readonly OutsideLine[],
  payments: readonly BookedPayment[],
  covered: readonly DayRange[],
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
  const missing = [...open].filter(({ day }) => covered.some((days) => isWithinDays(day, days)));
  return resultOf(lines, pairs, missing);
}

/** A bank transaction, which the office may have matched or ignored. */
type DecidedLine = Readonly<{
  id: number;
  day: string;
  amount: number;
  description: string;
  state: BankLineState;
  /** The orders that it was matched to, with what each got of it. */
  uses: readonly Readonly<{ orderNumber: number; amount: number }>[];
}>;

/**
 * The payments of decided transactions: those that carry the id of one; of a matched one that none carries, which an older
 * release matched, those of its orders and amounts.
 */
function paidBy(
  decided: readonly Pick<DecidedLine, "id" | "uses">[],
  payments: readonly BookedPayment[],
): ReadonlySet<BookedPayment> {
  const byLine = Map.groupBy(payments, ({ paymentId }) => lineOf(paymentId));
  const found = new Set(decided.flatMap(({ id }) => byLine.get(id) ?? []));
  const ofNoLine = Map.groupBy(byLine.get(null) ?? [], ({ orderNumber }) => orderNumber);
  for (const { orderNumber, amount } of decided.flatMap((line) =>
    byLine.has(line.id) ? [] : line.uses,
  )) {
    const payment = ofNoLine
      .get(orderNumber)
      ?.find((each) => !found.has(each) && each.amount === amount);
    if (payment) found.add(payment);
  }
  return found;
}

/**
 * The office's decisions come first, regardless of references: a matched transaction paid its payments (`paidBy`), an ignored
 * one none. The remaining lines are matched by their references.
 *
 * @param today not over yet: payments of it may be on a later statement
 */
export function matchDecided(
  lines: readonly OutsideLine[],
  payments: readonly BookedPayment[],
  decided: readonly DecidedLine[],
  today: Day,
): Matching {
  const open = new Set(lines);
  const matched: DecidedLine[] = [];
  for (const each of decided) {
    const { day, amount, description, state } = each;
    const fits = (line: OutsideLine): boolean =>
      line.amount === amount && line.day === day && line.words.includes(description);
    const line = [...open].find(fits);
    if (!line) continue;
    open.delete(line);
    if (state !== "ignored") matched.push(each);
  }
  const explained = paidBy(matched, payments);
  const rest = matchPayments(
    [...open],
    payments.filter((payment) => !explained.has(payment)),
    daysOfLines(lines, today),
  );
  return { ...rest, matched: rest.matched + matched.length };
}

/** The id of the bank transaction in a payment id; a payment that was recorded again after undoing has a counter appended. */
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
    missingInStatement: open.map(({ fee: _fee, ...payment }) => payment),
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
  if (fee !== null && isFeeTold(payment) && fee !== payment.fee)
    differences.push({ line, orderNumber, field: "fee", statement: fee, ledger: payment.fee });
  return differences;
}

/** From the first to the last that is over; a statement without days covers none. */
function daysOfLines(lines: readonly OutsideLine[], today: Day): DayRange[] {
  const days = lines.flatMap(({ day }) => (day === null ? [] : [day])).toSorted();
  const [from, to] = [days[0], days.at(-1)];
  return from === undefined || to === undefined ? [] : [daysOver({ from, to }, today)];
}

type At = Readonly<{ timeZone: string; now: string }>;

/** Compares a statement of the bank with the payments of the ledger; no payment is recorded. */
export async function matchStatement(
  db: Pick<Database, "selectFrom">,
  { lines, timeZone, now }: At & Readonly<{ lines: readonly OutsideLine[] }>,
): Promise<Matching> {
  const today = dayOf(now, timeZone);
  const decided = (await listLines(db)).filter(({ state }) => state !== "open");
  return matchDecided(lines, await listBooked(db, "eft", timeZone), decided, today);
}

/** As `matchStatement`, with a settlement of the card provider. What it has beside payments is no line of it. */
export async function matchSettlement(
  db: Pick<Database, "selectFrom">,
  { settlement, timeZone, now }: At & Readonly<{ settlement: readonly SettlementLine[] }>,
): Promise<Matching> {
  const lines = settlement
    .filter(isCardPayment)
    .map(({ line, orderNumber, paymentId, gross, fee, day }): OutsideLine => {
      return { line, orderNumber, paymentId, amount: gross, fee, day, words: "" };
    });
  const covered = daysOver(coveredDays(settlement), dayOf(now, timeZone));
  return matchPayments(lines, await listBooked(db, "card", timeZone), [covered]);
}

/** Not what was given back, paid out or paid in. */
export function isCardPayment({ type, gross }: SettlementLine): boolean {
  return settlementKindOf(type, gross) === "payment";
}

/** Every incoming transaction of the stored statements, with the orders that it was matched to. */
async function listLines(db: Pick<Database, "selectFrom">): Promise<DecidedLine[]> {
  const lines = await db
    .selectFrom("bank_line")
    .select(["id", "booked_on as day", "amount", "description", "state"])
    .orderBy("id")
    .execute();
  const uses = await db
    .selectFrom("bank_line_use")
    .select(["line_id as lineId", "order_number as orderNumber", "amount"])
    .orderBy("order_number")
    .execute();
  const usesOf = Map.groupBy(uses, ({ lineId }) => lineId);
  return lines.map((line) => ({ ...line, uses: usesOf.get(line.id) ?? [] }));
}

/**
 * As `matchStatement`, with all stored statements: `line` is the number of the bank transaction. A payment can be missing on
 * the days that they cover.
 */
export async function matchStored(
  db: Pick<Database, "selectFrom">,
  timeZone: string,
): Promise<Matching> {
  const stored = await listLines(db);
  const statements = await db
    .selectFrom("bank_statement")
    .select(["from_day as from", coveredUntil(timeZone).as("until")])
    .execute();
  const payments = await listBooked(db, "eft", timeZone);
  const explained = paidBy(
    stored.filter(({ state }) => state !== "open"),
    payments,
  );
  const lines = stored.flatMap(({ id, day, amount, description, state }) =>
    state === "open" ? { ...lineOfWords(description), line: id, day, amount } : [],
  );
  const rest = matchPayments(
    lines,
    payments.filter((payment) => !explained.has(payment)),
    statements,
  );
  const applied = stored.filter(({ state }) => state === "applied").length;
  return { ...rest, matched: rest.matched + applied };
}

function lineOfWords(
  words: string,
): Pick<OutsideLine, "orderNumber" | "paymentId" | "fee" | "words"> {
  return { orderNumber: orderNumbersIn(words)[0] ?? null, paymentId: null, fee: null, words };
}

async function listBooked(
  db: Pick<Database, "selectFrom">,
  method: "card" | "eft",
  timeZone: string,
): Promise<BookedPayment[]> {
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
    // Neither payments that were undone, nor their reversals, are expected on a statement.
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
    .where(isLive("placed"))
    .orderBy("payment.position")
    .execute();
  return payments.map(({ receivedAt, ...payment }) => ({
    ...payment,
    day: dayOf(receivedAt, timeZone),
  }));
}

/** A line without a reference may not be the shop's money: it is shown, but is no difference. */
export function isClean(matching: Matching): boolean {
  const { different, missingInLedger, missingInStatement } = matching;
  return different.length + missingInLedger.length + missingInStatement.length === 0;
}
