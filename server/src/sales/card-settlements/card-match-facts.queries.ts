import { addDays, type DayRange, startOfDay } from "@portal/shared/platform/calendar.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { plannedEachTime } from "../../platform/db/planned-each-time.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { findLastBankDay, isOwnMoney } from "../bank-lines/statement-days.queries.ts";
import {
  bankDaysMax,
  inTime,
  type LedgerPayment,
  type LedgerRefund,
  type SettledLine,
} from "./card-match.rules.ts";
import { settlementKindOf } from "./settlement-kind.rules.ts";

/** Around midnight and weekends, the ledger, the provider and the bank may name different days. */
export const daysAround = bankDaysMax;

/** Card payments of the ledger: those of the days, and those whose ids a settlement contains. */
export async function listCardPayments(
  db: Pick<ReadDatabase, "selectFrom">,
  {
    days,
    timeZone,
    paidIds,
  }: Readonly<{ days: DayRange; timeZone: string; paidIds: readonly string[] }>,
): Promise<LedgerPayment[]> {
  return (
    db
      .selectFrom("projection.order_payment as payment")
      .innerJoin("projection.order_state as order", "order.order_id", "payment.order_id")
      .select([
        "payment.order_id as orderId",
        "order.order_number as orderNumber",
        "payment.payment_id as paymentId",
        "payment.amount",
        "payment.fee",
        sql<string>`(payment.received_at at time zone ${timeZone})::date`.as("day"),
      ])
      .where("payment.method", "=", "card")
      // A few ids or thousands.
      .modifyFront(plannedEachTime)
      // Test orders are in no settlement.
      .where(isLive())
      .where((row) =>
        row.or([
          row.and([
            row("payment.received_at", ">=", startOfDay(addDays(days.from, -daysAround), timeZone)),
            row("payment.received_at", "<", startOfDay(addDays(days.until, daysAround), timeZone)),
          ]),
          row("payment.payment_id", "=", row.fn.any(row.val([...paidIds]))),
        ]),
      )
      .orderBy("payment.position")
      .execute()
  );
}

const refundRow = z.strictObject({
  orderId: z.guid(),
  orderNumber: z.int(),
  refundId: z.string(),
  amount: z.int(),
  day: z.iso.date(),
}) satisfies z.ZodType<LedgerRefund>;

/** Refunds to cards: those of the days, and those of orders whose money a settlement gives back. */
export async function listCardRefunds(
  db: ReadDatabase,
  {
    days,
    timeZone,
    settlement,
    payments,
  }: Readonly<{
    days: DayRange;
    timeZone: string;
    settlement: readonly SettledLine[];
    payments: readonly LedgerPayment[];
  }>,
): Promise<LedgerRefund[]> {
  const lines = settlement.filter(({ kind }) => kind === "refund");
  const ofPayment = new Map(payments.map(({ paymentId, orderId }) => [paymentId, orderId]));
  const orderIds = lines.flatMap(
    ({ orderId, paymentId }) => orderId ?? ofPayment.get(paymentId ?? "") ?? [],
  );
  const orderNumbers = lines.flatMap(({ orderNumber }) => orderNumber ?? []);
  const first = startOfDay(addDays(days.from, -daysAround), timeZone);
  const last = startOfDay(addDays(days.until, daysAround), timeZone);
  // Events have no index by time, and none is recorded before it occurs: those of some days lie behind the seal before them.
  // Without seals it is a scan of all.
  return rowsOf(
    db,
    refundRow,
    sql`
    with refunded as (
      select position, occurred_at, data from ledger_events
      where type = 'PaymentRefunded' and occurred_at >= ${first} and occurred_at < ${last}
        and position > (select coalesce(max(through_position), 0) from ledger_seals where sealed_at < ${first})
      union
      select event.position, event.occurred_at, event.data from projection.order_state named
      join ledger_events event on event.stream_id = 'order-' || named.order_id
      where event.type = 'PaymentRefunded'
        and (named.order_id = any (${orderIds}::uuid[]) or named.order_number = any (${orderNumbers}::bigint[]))
    )
    select "order".order_id as "orderId", "order".order_number as "orderNumber",
      refunded.data ->> 'refundId' as "refundId", (refunded.data ->> 'amount')::bigint as amount,
      (refunded.occurred_at at time zone ${timeZone})::date as day
    from refunded
    join projection.order_state "order" on "order".order_id = (refunded.data ->> 'orderId')::uuid
    where refunded.data ->> 'method' = 'card' and ${isLive()}
    order by refunded.position`,
  );
}

/** The stored lines of the days and a few around them, oldest first; without days all of them. */
export async function listSettlement(db: ReadDatabase, days: DayRange | null) {
  const lines = await db
    .selectFrom("settlement_line as line")
    .innerJoin("settlement_file as file", "file.id", "line.file_id")
    .leftJoin("ledger_events as booked", (join) =>
      join
        .on("booked.stream_id", "=", sql`'bank-' || line.fee_entry_id`)
        .on("booked.type", "=", "MoneyBooked"),
    )
    .leftJoin("account as decider", "decider.id", "line.explained_by")
    .select([
      "line.id",
      "line.file_id as fileId",
      "file.provider",
      "transaction_id as transactionId",
      "day",
      "written_day as writtenDay",
      "line.type",
      "payment_id as paymentId",
      "order_id as orderId",
      "order_number as orderNumber",
      "gross",
      "fee",
      "net",
      "paid_out_on as paidOutOn",
      sql<number | null>`(booked.data ->> 'amount')::bigint`.as("bookedFee"),
      "explained_as as explainedAs",
      "explained_at as explainedAt",
      sql<string | null>`decider.first_name || ' ' || decider.last_name`.as("byName"),
    ])
    .$if(days !== null, (of) =>
      of
        .where("day", ">=", addDays(days?.from ?? "", -daysAround))
        .where("day", "<", addDays(days?.until ?? "", daysAround)),
    )
    .orderBy("line.id")
    .execute();
  return inTime(lines).map(({ explainedAs, explainedAt, byName, ...line }) => ({
    ...line,
    kind: settlementKindOf(line.type, line.gross),
    explained: explainedAs && { kind: explainedAs, at: explainedAt ?? "", byName: byName ?? "" },
  }));
}

export async function findNotifications(
  db: Pick<ReadDatabase, "selectFrom">,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, "applied" | "other">> {
  const rows = await db
    .selectFrom("card_notification")
    .select([
      "pf_payment_id as paymentId",
      (row) => row.fn.agg<boolean>("bool_or", [row("state", "=", "applied")]).as("isApplied"),
    ])
    .where((row) => row("pf_payment_id", "=", row.fn.any(row.val([...new Set(paymentIds)]))))
    .groupBy("pf_payment_id")
    .execute();
  return new Map(
    rows.map(({ paymentId, isApplied }) => [paymentId ?? "", isApplied ? "applied" : "other"]),
  );
}

/** The day of the first stored notification; null where there is none. */
export async function findFirstNotification(
  db: Pick<ReadDatabase, "selectFrom">,
  timeZone: string,
): Promise<string | null> {
  const row = await db
    .selectFrom("card_notification")
    .select(sql<string | null>`(min(received_at) at time zone ${timeZone})::date`.as("day"))
    .executeTakeFirst();
  return row?.day ?? null;
}

/** What the stored bank statements say of the provider's payouts on these days, and until when they go. */
export async function findStoredDeposits(
  db: ReadDatabase,
  settlement: readonly SettledLine[],
  { days, timeZone }: Readonly<{ days: DayRange; timeZone: string }>,
) {
  const around = {
    from: addDays(days.from, -daysAround),
    until: addDays(days.until, 2 * daysAround),
  };
  return {
    deposits: await listDeposits(db, settlement, around),
    bankKnownUntil: await findLastBankDay(db, timeZone),
  };
}

/** Deposits whose description contains the provider's name, and any with the amount of a payout. */
async function listDeposits(
  db: ReadDatabase,
  settlement: readonly SettledLine[],
  { from, until }: DayRange,
) {
  const payouts = settlement.flatMap(({ kind, gross }) => (kind === "payout" ? [0 - gross] : []));
  return db
    .selectFrom("bank_line")
    .select(["booked_on as day", "amount", "description"])
    .where("booked_on", ">=", from)
    .where("booked_on", "<", until)
    .where(isOwnMoney)
    .where((row) =>
      row.or([
        row("description", "ilike", "%payfast%"),
        row("description", "ilike", "%pay fast%"),
        row("description", "ilike", "%stripe%"),
        row("amount", "=", row.fn.any(row.val(payouts))),
      ]),
    )
    .orderBy("booked_on")
    .orderBy("id")
    .execute();
}
