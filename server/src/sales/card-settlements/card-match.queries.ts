import { orderNumberOf } from "@portal/shared/platform/order-reference.ts";
import {
  isCardException,
  type ListCardMatch,
  type CardMatchFilter,
} from "@portal/shared/sales/card-match.ts";
import {
  addDays,
  type DayRange,
  daysBetween,
  daysThrough,
  firstAndLastOf,
  isWithinDays,
  startOfDay,
} from "@portal/shared/platform/calendar.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { z } from "zod";
import { settlementKindOf } from "./settlement-kind.rules.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { plannedEachTime } from "../../platform/db/planned-each-time.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import {
  exceptionKey,
  inTime,
  type LedgerPayment,
  type LedgerRefund,
  matchCards,
  type MatchedPayment,
  type SettledLine,
} from "./card-match.rules.ts";
import { bookedFeesApart, feesToBook, summaryOf } from "./card-match-sums.rules.ts";
import { freeTextIn } from "../../platform/free-text/free-text.store.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import {
  findLastBankDay,
  isOwnMoney,
  listSettledDays,
} from "../bank-lines/statement-days.queries.ts";

/** The longest period that can be matched at a time. */
const daysMax = 92;
/** Around midnight and weekends, the ledger and the provider may name different days. */
const daysAround = 3;

/** @throws DomainError cardmatch.period-too-long */
export async function listCardMatch(db: ReadDatabase, region: Region, query: ListCardMatch) {
  const { currency, timeZone, today } = await db
    .selectFrom("region")
    .select([
      "currency",
      "time_zone as timeZone",
      sql<string>`(now() at time zone time_zone)::date`.as("today"),
    ])
    .where("code", "=", region)
    .executeTakeFirstOrThrow();
  const days = daysOf(query, await findNewestFileDays(db), today);
  if (daysBetween(days.from, days.until) > daysMax)
    throw new DomainError("cardmatch.period-too-long");
  const isOfDays = ({ day }: { day: string }): boolean => isWithinDays(day, days);
  const settlement = await listSettlement(db, days);
  const paidIds = settlement.flatMap(({ paymentId }) => paymentId ?? []);
  const payments = await listCardPayments(db, { days, timeZone, paidIds });
  const settledDays = await listSettledDays(db, timeZone);
  const match = matchCards({
    payments,
    refunds: await listCardRefunds(db, { days, timeZone, settlement, payments }),
    settlement,
    notifications: await findNotifications(db, [
      ...paidIds,
      ...payments.map(({ paymentId }) => paymentId),
    ]),
    notifiedSince: await findFirstNotification(db, timeZone),
    isSettledDay: (day) => settledDays.some((file) => isWithinDays(day, file)),
    ...(await findStoredDeposits(db, settlement, { days, timeZone })),
  });
  const ignored = await listIgnored(db);
  const rows = match.payments
    .filter(isOfDays)
    .map((row) => ({ ...row, ignored: ignored.get(exceptionKey(row)) ?? null }));
  const shown = rows.filter((row) => isShown(row, query));
  const countOf = (show: CardMatchFilter) => rows.filter((row) => isOf(row, show)).length;
  const { page, pageSize } = query;
  return {
    currency,
    ...firstAndLastOf(days),
    summary: summaryOf(rows, settlement.filter(isOfDays)),
    fees: feesToBook(match.payments, settlement).filter(isOfDays),
    bookedFees: bookedFeesApart(settlement).filter(isOfDays),
    deposits: match.deposits.filter(({ payoutDay, bankDay }) =>
      isOfDays({ day: payoutDay ?? bankDay ?? "" }),
    ),
    counts: {
      exceptions: countOf("exceptions"),
      ignored: countOf("ignored"),
      waiting: countOf("waiting"),
      matched: countOf("matched"),
      all: rows.length,
    },
    rows: shown.slice((page - 1) * pageSize, page * pageSize),
    total: shown.length,
  };
}

/** Exceptions of the last days that settlements cover, with those days; null where there is no settlement. */
export async function countCardExceptions(
  db: ReadDatabase,
  region: Region,
): Promise<Readonly<{ count: number; from: string | null; to: string | null }>> {
  const newest = await findNewestFileDays(db);
  if (!newest) return { count: 0, from: null, to: null };
  const days = { from: addDays(newest.until, -daysMax), to: addDays(newest.until, -1) };
  const query = { ...days, show: "exceptions", page: 1, pageSize: 1 } as const;
  const { counts } = await listCardMatch(db, region, query);
  return { count: counts.exceptions, ...days };
}

type ListedCardPayment = MatchedPayment & Readonly<{ ignored: object | null }>;

function isOf({ state, ignored }: ListedCardPayment, show: CardMatchFilter): boolean {
  if (show === "all") return true;
  if (show === "ignored") return ignored !== null;
  return show === "exceptions" ? isCardException(state) && ignored === null : show === state;
}

function isShown(row: ListedCardPayment, { show, search }: ListCardMatch): boolean {
  if (!isOf(row, show)) return false;
  if (!search) return true;
  const { orderNumber, paymentId } = row;
  const number = String(orderNumberOf(search) ?? search);
  return [orderNumber, paymentId].some((each) => String(each ?? "").includes(number));
}

/** All ignored exceptions, by their keys. Each was ignored by hand, so they are few. */
async function listIgnored(db: ReadDatabase) {
  const rows = await db
    .selectFrom("ignored_card_exception as ignored")
    .innerJoin("account", "account.id", "ignored.ignored_by")
    .select([
      "ignored.id",
      "ignored.state",
      "ignored.payment_id as paymentId",
      "ignored.order_id as orderId",
      "ignored.order_number as orderNumber",
      "ignored.settled_on as settledOn",
      "ignored.settled_amount as settledAmount",
      "ignored.ignored_at as at",
      freeTextIn("ignored.note_id").as("note"),
      sql<string>`account.first_name || ' ' || account.last_name`.as("byName"),
    ])
    .execute();
  return new Map(
    rows.map(({ id, note, byName, at, ...seen }) => [exceptionKey(seen), { id, note, byName, at }]),
  );
}

/** The days of the query, or those of the newest settlement, or the last 31 days. */
function daysOf(
  { from: first, to: last }: Pick<ListCardMatch, "from" | "to">,
  newest: DayRange | undefined,
  today: string,
): DayRange {
  if (first !== undefined && last !== undefined)
    return daysThrough(first <= last ? { from: first, to: last } : { from: last, to: first });
  const tomorrow = addDays(today, 1);
  if (first !== undefined) return { from: first, until: tomorrow };
  const until = last === undefined ? (newest?.until ?? tomorrow) : addDays(last, 1);
  const from = newest?.from ?? addDays(until, -31);
  const isFitting = from >= addDays(until, -daysMax) && from < until;
  return { from: isFitting ? from : addDays(until, -31), until };
}

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

/** The stored lines of the days and a few around them, oldest first. */
export async function listSettlement(db: ReadDatabase, { from, until }: DayRange) {
  const lines = await db
    .selectFrom("settlement_line as line")
    .leftJoin("ledger_events as booked", (join) =>
      join
        .on("booked.stream_id", "=", sql`'bank-' || line.fee_entry_id`)
        .on("booked.type", "=", "MoneyBooked"),
    )
    .leftJoin("account as decider", "decider.id", "line.explained_by")
    .select([
      "line.id",
      "line.file_id as fileId",
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
    .where("day", ">=", addDays(from, -daysAround))
    .where("day", "<", addDays(until, daysAround))
    .orderBy("line.id")
    .execute();
  return inTime(lines).map(({ explainedAs, explainedAt, byName, ...line }) => ({
    ...line,
    kind: settlementKindOf(line.type, line.gross),
    explained: explainedAs && { kind: explainedAs, at: explainedAt ?? "", byName: byName ?? "" },
  }));
}

/** The days of the settlement that goes furthest, also the day of its upload. */
async function findNewestFileDays(db: ReadDatabase): Promise<DayRange | undefined> {
  const newest = await db
    .selectFrom("settlement_file")
    .select(["from_day as from", "to_day as to"])
    .orderBy("to_day", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest && daysThrough(newest);
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
  const around = { from: days.from, until: addDays(days.until, 2 * daysAround) };
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
