import { addDays, dayOf, startOfDay } from "@portal/shared/platform/calendar.ts";
import type { KnownPayment } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { undoneMark } from "../orders/order.rules.ts";

/** A bank transfer that is to be recorded, with the day of the bank and the reference as the bank or a person wrote it. */
type Transfer = Readonly<{
  orderId: string;
  paymentId: string;
  amount: number;
  day: string;
  reference: string;
  timeZone: string;
}>;

type Recorded = KnownPayment & Readonly<{ isOfThisOrder: boolean }>;

/**
 * Recorded transfers that may be the same money: of the same amount and day, on this order, or with the same reference on
 * another one. Undone ones do not count.
 */
export async function findSameTransfers(
  db: ReadDatabase,
  { orderId, paymentId, amount, day, reference, timeZone }: Transfer,
): Promise<readonly Recorded[]> {
  const rows = await standingPayments(db)
    .leftJoin("ledger_events as event", "event.position", "payment.position")
    .leftJoin("bank_line as line", (join) =>
      join.on(
        "line.id",
        "=",
        sql<number>`substring(payment.payment_id from '^bank-([0-9]{1,10})(?:-[0-9]+)?$')::bigint`,
      ),
    )
    .select([
      sql<string>`coalesce(line.description, (
        select words.text from free_text words
        where words.id = (event.data ->> 'referenceId')::uuid
      ), event.data ->> 'reference', '')`.as("reference"),
    ])
    .where("payment.method", "=", "eft")
    .where("payment.amount", "=", amount)
    .where("payment.received_at", ">=", startOfDay(day, timeZone))
    .where("payment.received_at", "<", startOfDay(addDays(day, 1), timeZone))
    .where(
      sql<string>`regexp_replace(payment.payment_id, '^(bank-[0-9]+)-[0-9]+$', '\\1')`,
      "<>",
      // A bank transaction can pay several orders, and one order again after it was undone.
      paymentId.replace(/^(bank-\d+)-\d+$/, "$1"),
    )
    .execute();
  return rows
    .filter((row) => row.orderId === orderId || isSameReference(row.reference, reference))
    .map((row) => knownPayment(row, orderId));
}

/** Every payment of the order that was not undone. */
export async function listStandingPayments(
  db: ReadDatabase,
  orderId: string,
): Promise<readonly Recorded[]> {
  const rows = await standingPayments(db).where("payment.order_id", "=", orderId).execute();
  return rows.map((row) => knownPayment(row, orderId));
}

/** What it takes to undo a payment of an order, for each that was not undone. */
export async function listPayments(db: ReadDatabase, orderId: string) {
  const rows = await standingPayments(db)
    .select(["payment.position", "payment.payment_id as paymentId", bankLineId])
    .where("payment.order_id", "=", orderId)
    .execute();
  return rows.map(({ position, paymentId, bankLineId: line }) => ({
    position,
    paymentId,
    bankLineId: line,
  }));
}

/** A payment of the order by its position in the ledger, undone or not. */
export function findPayment(db: ReadDatabase, orderId: string, position: number) {
  return db
    .selectFrom("projection.order_payment as payment")
    .innerJoin("projection.order_state as order", "order.order_id", "payment.order_id")
    .select(["payment.payment_id as paymentId", "payment.amount", bankLineId])
    .where("payment.order_id", "=", orderId)
    .where("payment.position", "=", position)
    .where("payment.amount", ">", 0)
    .executeTakeFirst();
}

/** The matched bank transaction that a payment is from. */
const bankLineId = sql<number | null>`(
  select used.line_id from bank_line_use used
  where used.order_number = "order".order_number
    and payment.payment_id ~ ('^bank-' || used.line_id || '(-[0-9]+)?$')
  limit 1)`.as("bankLineId");

function standingPayments(db: ReadDatabase) {
  return db
    .selectFrom("projection.order_payment as payment")
    .innerJoin("projection.order_state as order", "order.order_id", "payment.order_id")
    .innerJoin("region", "region.code", "order.region")
    .select([
      "order.order_id as orderId",
      "order.order_number as orderNumber",
      "order.currency",
      "payment.amount",
      "payment.method",
      "payment.received_at as receivedAt",
      "region.time_zone as timeZone",
    ])
    .where("payment.amount", ">", 0)
    .where(
      sql<boolean>`not exists (
        select from projection.order_payment undone
        where undone.order_id = payment.order_id
          and undone.payment_id = payment.payment_id || ${undoneMark})`,
    )
    .orderBy("payment.position");
}

type Row = Awaited<ReturnType<ReturnType<typeof standingPayments>["execute"]>>[number];

function knownPayment(row: Row, orderId: string): Recorded {
  const { orderNumber, amount, currency, method, receivedAt, timeZone } = row;
  const isOfThisOrder = row.orderId === orderId;
  return { isOfThisOrder, orderNumber, amount, currency, method, day: dayOf(receivedAt, timeZone) };
}

/** Shorter ones are compared as a whole: they are part of too many descriptions. */
const shortestReference = 4;

/** The bank's description contains what a person typed as the reference, whatever the spaces, punctuation and case. */
function isSameReference(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, ""));
  if (!a || !b || Math.min(a.length, b.length) < shortestReference) return a === b && a !== "";
  return a.includes(b) || b.includes(a);
}
