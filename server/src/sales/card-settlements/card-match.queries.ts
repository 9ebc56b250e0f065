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
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Page } from "@portal/shared/platform/paging.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import {
  type CardMatchSummary,
  exceptionKey,
  type IgnoredException,
  type LedgerPayment,
  matchCards,
  type MatchedDeposit,
  type MatchedPayment,
  type SettledLine,
  summaryOf,
} from "./card-match.rules.ts";
import { freeTextIn } from "../../platform/free-text/free-text.store.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";

/** With who put it aside, where somebody did. */
type ListedCardPayment = MatchedPayment & { ignored: IgnoredException | null };

export type CardMatchList = Page<ListedCardPayment> & {
  currency: Currency;
  from: string;
  to: string;
  summary: CardMatchSummary;
  deposits: MatchedDeposit[];
  /** How many payments each filter shows. */
  counts: Record<CardMatchFilter, number>;
};

/** So many days are laid side by side in one go. */
const daysMax = 92;
/** Around midnight and weekends, the two sides name different days. */
const daysAround = 3;

/** @throws DomainError cardmatch.period-too-long */
export async function listCardMatch(
  db: ReadDatabase,
  region: Region,
  asked: ListCardMatch,
): Promise<CardMatchList> {
  const { currency, timeZone, today } = await db
    .selectFrom("region")
    .select([
      "currency",
      "time_zone as timeZone",
      sql<string>`(now() at time zone time_zone)::date`.as("today"),
    ])
    .where("code", "=", region)
    .executeTakeFirstOrThrow();
  const days = await daysOf(db, asked, today);
  if (daysBetween(days.from, days.until) > daysMax)
    throw new DomainError("cardmatch.period-too-long");
  const isOfDays = ({ day }: { day: string }): boolean => isWithinDays(day, days);
  const settlement = await listSettlement(db, days);
  const paidIds = settlement.flatMap(({ paymentId }) => paymentId ?? []);
  const payments = await listCardPayments(db, { days, timeZone, paidIds });
  const files = await listFileDays(db);
  const match = matchCards({
    payments,
    settlement,
    notifications: await findNotifications(db, [
      ...paidIds,
      ...payments.map(({ paymentId }) => paymentId),
    ]),
    notifiedSince: await findFirstNotification(db, timeZone),
    isSettledDay: (day) => files.some((file) => isWithinDays(day, file)),
    deposits: await listDeposits(db, settlement, {
      from: days.from,
      until: addDays(days.until, 2 * daysAround),
    }),
    bankKnownUntil: await findLastBankDay(db),
  });
  const ignored = await listIgnored(db);
  const rows = match.payments
    .filter(isOfDays)
    .map((row) => ({ ...row, ignored: ignored.get(exceptionKey(row)) ?? null }));
  const shown = rows.filter((row) => isShown(row, asked));
  const { page, pageSize } = asked;
  return {
    currency,
    ...firstAndLastOf(days),
    summary: summaryOf(rows, settlement.filter(isOfDays)),
    deposits: match.deposits.filter(({ payoutDay, bankDay }) =>
      isOfDays({ day: payoutDay ?? bankDay ?? "" }),
    ),
    counts: {
      exceptions: rows.filter((row) => isOf(row, "exceptions")).length,
      ignored: rows.filter((row) => isOf(row, "ignored")).length,
      waiting: rows.filter((row) => isOf(row, "waiting")).length,
      matched: rows.filter((row) => isOf(row, "matched")).length,
      all: rows.length,
    },
    rows: shown.slice((page - 1) * pageSize, page * pageSize),
    total: shown.length,
  };
}

/** Exceptions of the last days that settlements answer for, with those days; null where there is no settlement. */
export async function countCardExceptions(
  db: ReadDatabase,
  region: Region,
): Promise<Readonly<{ count: number; from: string | null; to: string | null }>> {
  const newest = (await listFileDays(db)).at(-1);
  if (!newest) return { count: 0, from: null, to: null };
  const days = { from: addDays(newest.until, -daysMax), to: addDays(newest.until, -1) };
  const asked = { ...days, show: "exceptions", page: 1, pageSize: 1 } as const;
  const { counts } = await listCardMatch(db, region, asked);
  return { count: counts.exceptions, ...days };
}

function isOf({ state, ignored }: ListedCardPayment, show: CardMatchFilter): boolean {
  if (show === "all") return true;
  if (show === "ignored") return ignored !== null;
  return show === "exceptions" ? isCardException(state) && ignored === null : show === state;
}

function isShown(row: ListedCardPayment, { show, search }: ListCardMatch): boolean {
  if (!isOf(row, show)) return false;
  if (!search) return true;
  const { orderNumber, paymentId } = row;
  const wanted = search.replace(/^RH\s*/i, "");
  return String(orderNumber).includes(wanted) || (paymentId ?? "").includes(wanted);
}

/** What the office put aside, by what tells one difference from another: somebody did each by hand, so they are few. */
async function listIgnored(db: ReadDatabase): Promise<ReadonlyMap<string, IgnoredException>> {
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

/** As asked; else those of the newest settlement; else the last 31 days. */
async function daysOf(
  db: ReadDatabase,
  asked: Readonly<{ from?: string | undefined; to?: string | undefined }>,
  today: string,
): Promise<DayRange> {
  if (asked.from !== undefined && asked.to !== undefined)
    return asked.from <= asked.to
      ? daysThrough({ from: asked.from, to: asked.to })
      : daysThrough({ from: asked.to, to: asked.from });
  const newest = (await listFileDays(db)).at(-1);
  const tomorrow = addDays(today, 1);
  if (asked.from !== undefined) return { from: asked.from, until: tomorrow };
  const until = asked.to === undefined ? (newest?.until ?? tomorrow) : addDays(asked.to, 1);
  const from = newest?.from ?? addDays(until, -31);
  const isFitting = from >= addDays(until, -daysMax) && from < until;
  return { from: isFitting ? from : addDays(until, -31), until };
}

/** With what the ledger needs to be compared: payments of the days, and those that a settlement names. */
export async function listCardPayments(
  db: Pick<ReadDatabase, "selectFrom">,
  asked: Readonly<{ days: DayRange; timeZone: string; paidIds: readonly string[] }>,
): Promise<LedgerPayment[]> {
  const { days, timeZone, paidIds } = asked;
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
      // Play money is in nobody's settlement.
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

function listSettlement(db: ReadDatabase, { from, until }: DayRange): Promise<SettledLine[]> {
  return db
    .selectFrom("settlement_line")
    .select([
      "day",
      "kind",
      "payment_id as paymentId",
      "order_id as orderId",
      "order_number as orderNumber",
      "gross",
      "fee",
      "net",
    ])
    .where("day", ">=", addDays(from, -daysAround))
    .where("day", "<", addDays(until, daysAround))
    .orderBy("day")
    .orderBy("id")
    .execute();
}

/** The days that each settlement answers for; the newest last. */
async function listFileDays(db: ReadDatabase): Promise<DayRange[]> {
  const files = await db
    .selectFrom("settlement_file")
    .select(["from_day as from", "to_day as to"])
    .orderBy("to_day")
    .orderBy("id")
    .execute();
  return files.map(daysThrough);
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

/** The day of the first notification that is kept; null where there is none. */
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

/** Deposits that are called after the provider, and whatever has the amount of a payout. */
async function listDeposits(
  db: ReadDatabase,
  settlement: readonly SettledLine[],
  { from, until }: DayRange,
) {
  const payouts = settlement.flatMap(({ kind, net }) => (kind === "payout" ? [0 - net] : []));
  return db
    .selectFrom("bank_line")
    .select(["booked_on as day", "amount", "description"])
    .where("booked_on", ">=", from)
    .where("booked_on", "<", until)
    .where((row) =>
      row.or([
        row("description", "ilike", "%payfast%"),
        row("description", "ilike", "%pay fast%"),
        row("amount", "=", row.fn.any(row.val(payouts))),
      ]),
    )
    .orderBy("booked_on")
    .orderBy("id")
    .execute();
}

async function findLastBankDay(db: ReadDatabase): Promise<string | null> {
  const row = await db
    .selectFrom("bank_line")
    .select(({ fn }) => fn.max("booked_on").as("day"))
    .executeTakeFirst();
  return row?.day ?? null;
}

export type SettlementFile = {
  id: number;
  name: string;
  from: string;
  to: string;
  uploadedAt: string;
  uploadedByName: string | null;
};

/** The settlements that were uploaded, newest first. */
export function listSettlementFiles(db: ReadDatabase): Promise<SettlementFile[]> {
  return db
    .selectFrom("settlement_file as file")
    .leftJoin("account as uploader", "uploader.id", "file.uploaded_by")
    .select([
      "file.id",
      "file.name",
      "file.from_day as from",
      "file.to_day as to",
      "file.uploaded_at as uploadedAt",
      sql<string | null>`uploader.first_name || ' ' || uploader.last_name`.as("uploadedByName"),
    ])
    .orderBy("file.id", "desc")
    .limit(50)
    .execute();
}
