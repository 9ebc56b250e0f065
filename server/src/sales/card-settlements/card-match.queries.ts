import { orderNumberOf } from "@portal/shared/platform/order-reference.ts";
import {
  isCardException,
  type ListCardMatch,
  type CardMatchFilter,
} from "@portal/shared/sales/card-match.ts";
import {
  addDays,
  type Day,
  type DayRange,
  daysBetween,
  daysThrough,
  firstAndLastOf,
  isWithinDays,
} from "@portal/shared/platform/calendar.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { type Accepted, listAccepted } from "../accepted-differences/accepted-difference.store.ts";
import {
  daysAround,
  findFirstNotification,
  findNotifications,
  findStoredDeposits,
  listCardPayments,
  listCardRefunds,
  listSettlement,
} from "./card-match-facts.queries.ts";
import {
  depositKey,
  exceptionKey,
  isDepositException,
  matchCards,
  type MatchedDeposit,
  type MatchedPayment,
} from "./card-match.rules.ts";
import { bookedFeesApart, feesToBook, summaryOf } from "./card-match-sums.rules.ts";
import { freeTextIn } from "../../platform/free-text/free-text.store.ts";
import { listSettledDays } from "../bank-lines/statement-days.queries.ts";

/** The longest period that can be matched at a time. */
const daysMax = 92;

/** @throws DomainError cardmatch.period-too-long */
export async function listCardMatch(db: ReadDatabase, region: Region, query: ListCardMatch) {
  const { today, ...terms } = await loadTerms(db, region);
  const days = daysOf(query, await findNewestFileDays(db), today);
  if (daysBetween(days.from, days.until) > daysMax)
    throw new DomainError("cardmatch.period-too-long");
  const { rows, ...match } = await matchDays(db, terms, days);
  const shown = rows.filter((row) => isShown(row, query));
  const countOf = (show: CardMatchFilter) => rows.filter((row) => isOf(row, show)).length;
  const { page, pageSize } = query;
  return {
    currency: terms.currency,
    ...firstAndLastOf(days),
    ...match,
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

function loadTerms(db: ReadDatabase, region: Region) {
  return db
    .selectFrom("region")
    .select([
      "currency",
      "time_zone as timeZone",
      sql<string>`(now() at time zone time_zone)::date`.as("today"),
    ])
    .where("code", "=", region)
    .executeTakeFirstOrThrow();
}

/** The four places compared on some days, with what somebody ignored or accepted. */
async function matchDays(
  db: ReadDatabase,
  { timeZone }: Readonly<{ timeZone: string }>,
  days: DayRange,
) {
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
  const deposits = match.deposits.filter((deposit) => isOfDays({ day: dayOfDeposit(deposit) }));
  return {
    rows,
    summary: summaryOf(rows, settlement.filter(isOfDays)),
    fees: feesToBook(match.payments, settlement).filter(isOfDays),
    bookedFees: bookedFeesApart(settlement).filter(isOfDays),
    deposits: await withAccepted(db, deposits),
  };
}

function dayOfDeposit({ payoutDay, bankDay }: MatchedDeposit): Day {
  return payoutDay ?? bankDay ?? "";
}

/** Each with its key, and who accepted an exception. */
export async function withAccepted(db: ReadDatabase, deposits: readonly MatchedDeposit[]) {
  const accepted = await listAccepted(db);
  return deposits.map((deposit) => {
    const key = depositKey(deposit);
    return { ...deposit, key, accepted: accepted.get(key) ?? null };
  });
}

/** Whether a payout or deposit of the provider is still to be explained. */
export function isOpenDeposit(
  deposit: MatchedDeposit & Readonly<{ accepted: Accepted | null }>,
): boolean {
  return isDepositException(deposit) && deposit.accepted === null;
}

const nothing = { count: 0, sum: 0 };

/**
 * What is to be done at the card provider on some days, however many: in minor units, with the first day that has any of it.
 * The days are read in parts, so that years of them fit into memory.
 */
export async function countCardWork(db: ReadDatabase, region: Region, days: DayRange) {
  const terms = await loadTerms(db, region);
  const work = {
    matched: 0,
    all: 0,
    exceptions: nothing,
    fees: nothing,
    deposits: nothing,
    firstDay: null as Day | null,
  };
  for (let { from } = days; from < days.until; from = addDays(from, daysMax)) {
    const end = addDays(from, daysMax);
    const part = { from, until: end < days.until ? end : days.until };
    const { rows, fees, deposits } = await matchDays(db, terms, part);
    const exceptions = rows.filter((row) => isOf(row, "exceptions"));
    const open = deposits.filter(isOpenDeposit);
    work.matched += rows.filter((row) => isOf(row, "matched")).length;
    work.all += rows.length;
    work.exceptions = withAll(work.exceptions, exceptions.map(amountOfException));
    work.fees = withAll(work.fees, fees);
    work.deposits = withAll(work.deposits, open);
    const openDays = [...exceptions, ...fees].map(({ day }) => day);
    work.firstDay ??= [...openDays, ...open.map(dayOfDeposit)].toSorted()[0] ?? null;
  }
  return work;
}

function amountOfException({ settlement, ledger }: MatchedPayment) {
  return { amount: Math.abs(settlement?.amount ?? ledger?.amount ?? 0) };
}

function withAll(
  { count, sum }: typeof nothing,
  more: readonly Readonly<{ amount: number }>[],
): typeof nothing {
  return {
    count: count + more.length,
    sum: more.reduce((total, { amount }) => total + amount, sum),
  };
}

/** The first day about which a settlement can say anything; null without one. */
export async function findFirstSettledDay(db: ReadDatabase): Promise<Day | null> {
  const first = await db
    .selectFrom("settlement_file")
    .select(({ fn }) => fn.min<Day | null>("from_day").as("day"))
    .executeTakeFirst();
  return first?.day ? addDays(first.day, -daysAround) : null;
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
export async function listIgnored(db: ReadDatabase) {
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
