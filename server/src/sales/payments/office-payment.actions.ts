import { dayOf, noonOf } from "@portal/shared/platform/calendar.ts";
import { DomainError, type KnownPayments } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import { readOnly, type ReadDatabase, type Tx } from "../../platform/db/database.ts";
import { fold } from "../../platform/ledger/decider.ts";
import type { DecidedEvent } from "../../platform/ledger/ledger.ts";
import { type OfficeEntry, timesOfPayment } from "../orders/office-entry.rules.ts";
import { orderStream } from "../orders/order.events.ts";
import { findOrderHistory } from "../orders/order-history.queries.ts";
import { orderDecider } from "../orders/order.decider.ts";
import { findOrderParties } from "../orders/order.queries.ts";
import { findSameTransfers, listStandingPayments } from "./known-payments.queries.ts";

/** A bank transfer that the office records for an order, typed or from a bank transaction. Minor units. */
export type OfficePayment = Readonly<{
  orderId: string;
  paymentId: string;
  amount: number;
  /** The day from which it counts. */
  day: string;
  /** As the bank or a person wrote it. */
  reference: string;
  knownPayments: number | undefined;
}>;

type Context = Pick<Caller, "db" | "now">;

/**
 * What the order's decider needs to know of the payment, and the times from which its events count.
 *
 * @throws DomainError order.unknown
 */
export async function entryOf(
  { db, now }: Context,
  payment: OfficePayment,
): Promise<Readonly<{ entry: OfficeEntry; occurredAt: (decided: DecidedEvent) => string }>> {
  const { orderId, day, knownPayments } = payment;
  const order = await findOrder(readOnly(db), orderId);
  const { timeZone } = order;
  const placedOn = dayOf(order.placedAt, timeZone);
  const today = dayOf(now(), timeZone);
  // The decider refuses any other day, and the database does not know the offset of every zone in the year 1.
  const isPossible = day >= placedOn && day <= today;
  const same = isPossible ? await findSameTransfers(readOnly(db), { ...payment, timeZone }) : [];
  const onThisOrder = same.filter(({ isOfThisOrder }) => isOfThisOrder).length;
  const entry = {
    receivedOn: day,
    placedOn,
    today,
    same: { onThisOrder, onOthers: same.length - onThisOrder },
    knownPayments,
  };
  const earlier = { placedAt: order.placedAt, ...(await findMoneyTimes(readOnly(db), orderId)) };
  const { receivedAt, paidAt } = timesOfPayment(noonOf(day, timeZone), earlier, now());
  return { entry, occurredAt: ({ event }) => (event.type === "OrderPaid" ? paidAt : receivedAt) };
}

async function findMoneyTimes(db: ReadDatabase, orderId: string) {
  return db
    .selectFrom("ledger_events")
    .select((event) => [
      event.fn.max("occurred_at").filterWhere("type", "=", "PaymentUndone").as("undoneAt"),
      event.fn.max("occurred_at").as("movedAt"),
    ])
    .where("stream_id", "=", orderStream(orderId))
    .where("type", "in", ["PaymentReceived", "PaymentRefunded", "PaymentUndone"])
    .executeTakeFirstOrThrow();
}

/** The day from which a bank transaction counts for an order: where it is older, and a person agreed, the order's day. */
export async function dayFor(
  db: ReadDatabase,
  orderId: string,
  { bookedOn, isBeforeOrder }: Readonly<{ bookedOn: string; isBeforeOrder: boolean }>,
): Promise<string> {
  if (!isBeforeOrder) return bookedOn;
  const { placedAt, timeZone } = await findOrder(db, orderId);
  const placedOn = dayOf(placedAt, timeZone);
  return bookedOn < placedOn ? placedOn : bookedOn;
}

async function findOrder(db: ReadDatabase, orderId: string) {
  const order = await findOrderParties(db, orderId);
  if (!order) throw new DomainError("order.unknown");
  return order;
}

/**
 * Asked again in the transaction that records the payment, one after the other: meanwhile another order may have got the
 * same transfer.
 *
 * @throws DomainError order.second-payment
 */
export async function requireNoOther(tx: Tx, payment: OfficePayment): Promise<void> {
  const { timeZone } = await findOrder(readOnly(tx), payment.orderId);
  const same = await findSameTransfers(readOnly(tx), { ...payment, timeZone });
  if (same.length > (payment.knownPayments ?? 0)) throw new DomainError("order.second-payment");
}

/**
 * Decides payments without recording them, for those that wait for a second admin.
 *
 * @throws DomainError as the order's decider
 */
export async function requireRecordable(
  caller: Context,
  payments: readonly OfficePayment[],
): Promise<void> {
  await tellingWhatIsKnown(caller, payments, async () => {
    for (const payment of payments) {
      const history = await findOrderHistory(readOnly(caller.db), payment.orderId);
      const { entry } = await entryOf(caller, payment);
      const { orderId, paymentId, amount } = payment;
      const own = { orderId, paymentId, amount, fee: 0, reference: "" };
      orderDecider.decide(
        { type: "RecordPayment", method: "eft", ...own, entry },
        fold(
          orderDecider,
          history.map(({ event }) => event),
        ),
      );
    }
  });
}

/** Runs it, and adds to a refusal of a second payment what is recorded already. */
export async function tellingWhatIsKnown<Answer>(
  { db }: Pick<Caller, "db">,
  payments: readonly OfficePayment[],
  run: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "order.second-payment") throw error;
    for (const payment of payments) {
      const known = await findKnown(readOnly(db), payment);
      if (known.payments.length > (payment.knownPayments ?? -1))
        throw new DomainError("order.second-payment", { known });
    }
    throw error;
  }
}

async function findKnown(db: ReadDatabase, payment: OfficePayment): Promise<KnownPayments> {
  const { orderNumber, isPaid, timeZone } = await findOrder(db, payment.orderId);
  const same = await findSameTransfers(db, { ...payment, timeZone });
  const payments = isPaid
    ? [
        ...(await listStandingPayments(db, payment.orderId)),
        ...same.filter(({ isOfThisOrder }) => !isOfThisOrder),
      ]
    : same;
  return {
    orderNumber,
    payments: payments.map(({ isOfThisOrder: _, ...known }) => known),
  };
}
