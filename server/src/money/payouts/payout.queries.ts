import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Page } from "@portal/shared/platform/paging.ts";
import {
  bankDetailsHoldHours,
  type ListPayouts,
  type PayoutQuestion,
  type PayoutState,
  type PreflightLine,
} from "@portal/shared/money/payouts.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import { sql } from "kysely";
import { containing } from "../../platform/db/like-pattern.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { CommissionEntryRow } from "../../platform/read-model/projection-rows.ts";
import { freeTextIn } from "../../platform/free-text/free-text.store.ts";
import { findInOpenBatch } from "./payout-batch.store.ts";
import { preflightOf } from "./payout-preflight.queries.ts";
import { findSecondPersonLimit } from "../../platform/proposals/second-person-limit.queries.ts";
import { type Approval, listApprovals } from "./second-person.queries.ts";

export type ListedPayout = {
  id: string;
  userId: number;
  fullName: string;
  email: string;
  currency: Currency;
  commission: number;
  credit: number;
  /** The cash: commission less credit. */
  amount: number;
  /** When it was asked for. */
  requested: string;
  state: PayoutState;
  paid: boolean;
  datePaid: string | null;
  reference: string | null;
  reason: string | null;
  /** Until then the office confirms the bank details with the person before it pays; null: no need. */
  bankDetailsHoldUntil: string | null;
  /** The look before paying; nothing to look at where the request is settled. */
  preflight: readonly PreflightLine[];
  /** Above the limit for one person; settled requests need nobody any more. */
  needsSecondPerson: boolean;
  approvals: readonly Omit<Approval, "payoutId">[];
  /** The open payment batch that it is in. */
  batchId: number | null;
};

export type PayoutPage = Page<ListedPayout> & {
  counts: Record<PayoutState, number>;
  /** The cash of each state, whatever page of it is shown. */
  sums: Record<PayoutState, number>;
};

export type BreakdownLine = {
  kind: CommissionEntryRow["kind"];
  sellerLevel: MemberLevel;
  count: number;
  value: number;
  amount: number;
};

export async function listPayouts(
  { db, region, now }: Readonly<{ db: ReadDatabase; region: Region; now: string }>,
  wanted: ListPayouts,
): Promise<PayoutPage> {
  const { page, pageSize, state } = wanted;
  const counted = await matchingPayouts(db, wanted)
    .select("payout.state")
    .select(({ fn }) => [
      fn.countAll<number>().as("count"),
      sql<number>`sum(payout.requested)::bigint`.as("sum"),
    ])
    .groupBy("payout.state")
    .execute();
  const rows = await rowsOf(db, region, wanted)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();

  const counts = { requested: 0, paid: 0, rejected: 0 };
  const sums = { requested: 0, paid: 0, rejected: 0 };
  for (const each of counted) {
    counts[each.state] = each.count;
    sums[each.state] = each.sum;
  }
  const total = state ? counts[state] : counts.requested + counts.paid + counts.rejected;
  const extras = await extrasOf(db, rows, { region, now });
  return {
    rows: rows.map((row) => {
      const until = row.state === "requested" ? holdAfter(row.bankDetailsHoldUntil, now) : null;
      return { ...row, bankDetailsHoldUntil: until, ...extras(row) };
    }),
    total,
    counts,
    sums,
  };
}

export type ExportedPayout = Awaited<ReturnType<typeof listAllPayouts>>[number];

/** All requests of a list, for a file. @param max at most as many; ask for one more to know of more */
export async function listAllPayouts(
  { db, region }: Readonly<{ db: ReadDatabase; region: Region }>,
  wanted: PayoutQuestion,
  max: number,
) {
  return rowsOf(db, region, wanted).limit(max).execute();
}

function rowsOf(db: ReadDatabase, region: Region, wanted: PayoutQuestion) {
  const { state, sort } = wanted;
  const matching = matchingPayouts(db, wanted);
  return (state ? matching.where("payout.state", "=", state) : matching)
    .innerJoin("region", (join) => join.on("region.code", "=", region))
    .select([
      "payout.payout_id as id",
      "payout.user_id as userId",
      sql<string>`coalesce(${fullName}, '')`.as("fullName"),
      sql<string>`coalesce(account.email, '')`.as("email"),
      "region.currency",
      "payout.commission",
      "payout.credit",
      "payout.requested as amount",
      "payout.requested_at as requested",
      "payout.state",
      sql<boolean>`payout.state = 'paid'`.as("paid"),
      "payout.paid_on as datePaid",
      freeTextIn("payout.reference_id").as("reference"),
      freeTextIn("payout.reason_id").as("reason"),
      "bank_detail.changed_at as bankDetailsHoldUntil",
    ])
    .orderBy(sortColumns[sort.by], sort.direction)
    .orderBy("payout.payout_id");
}

function matchingPayouts(db: ReadDatabase, { search }: Pick<PayoutQuestion, "search">) {
  const matching = db
    .selectFrom("projection.payout_request as payout")
    .leftJoin("account", "account.id", "payout.user_id")
    .leftJoin("bank_detail", "bank_detail.user_id", "payout.user_id");
  if (!search) return matching;
  const pattern = containing(search);
  return matching.where((payout) =>
    payout.or([payout(fullName, "ilike", pattern), payout("account.email", "ilike", pattern)]),
  );
}

type Extras = Pick<ListedPayout, "preflight" | "needsSecondPerson" | "approvals" | "batchId">;
type Row = Readonly<{ id: string; amount: number; state: PayoutState }>;

/** What is only asked of requests that wait. */
async function extrasOf(
  db: ReadDatabase,
  rows: readonly Row[],
  place: Readonly<{ region: Region; now: string }>,
): Promise<(row: Row) => Extras> {
  const ids = rows.filter(({ state }) => state === "requested").map(({ id }) => id);
  const [limit, lines, approvals, batches] = await Promise.all([
    findSecondPersonLimit(db),
    preflightOf(db, ids, place),
    listApprovals(db, ids),
    findInOpenBatch(db, ids),
  ]);
  return ({ id, amount, state }) => ({
    preflight: lines.get(id) ?? [],
    needsSecondPerson: state === "requested" && limit !== null && amount > limit,
    approvals: approvals
      .filter(({ payoutId }) => payoutId === id)
      .map(({ payoutId: _payoutId, ...approval }) => approval),
    batchId: batches.get(id) ?? null,
  });
}

/** @returns until when bank details that were changed at `changedAt` are held; null: not any more. */
export function holdAfter(changedAt: string | null, now: string): string | null {
  if (changedAt === null) return null;
  const until = Date.parse(changedAt) + bankDetailsHoldHours * 3_600_000;
  return until > Date.parse(now) ? new Date(until).toISOString() : null;
}

/** Per kind and seller's level; the amounts add up to the request's commission. */
export async function getPayoutBreakdown(
  db: ReadDatabase,
  payoutId: string,
): Promise<BreakdownLine[]> {
  const payout = await db
    .selectFrom("projection.payout_request")
    .select(["user_id", "after_position", "cutoff_position"])
    .where("payout_id", "=", payoutId)
    .executeTakeFirst();
  if (!payout) throw new DomainError("payout.unknown");

  return db
    .selectFrom("projection.commission_entry as entry")
    .select([
      "entry.kind",
      "entry.seller_level as sellerLevel",
      ({ fn }) => fn.countAll<number>().as("count"),
      sql<number>`sum(entry.value)::bigint`.as("value"),
      sql<number>`sum(entry.amount)::bigint`.as("amount"),
    ])
    .where("entry.beneficiary_id", "=", payout.user_id)
    .where("entry.position", ">", payout.after_position)
    .where("entry.position", "<=", payout.cutoff_position)
    .groupBy(["entry.kind", "entry.seller_level"])
    .orderBy("entry.kind")
    .orderBy("entry.seller_level")
    .execute();
}

export type FoundPayout = Readonly<{ userId: number; amount: number; state: PayoutState }>;

/** @throws DomainError payout.unknown */
export async function findPayout(db: ReadDatabase, payoutId: string): Promise<FoundPayout> {
  const row = await db
    .selectFrom("projection.payout_request")
    .select(["user_id as userId", "requested as amount", "state"])
    .where("payout_id", "=", payoutId)
    .executeTakeFirst();
  if (!row) throw new DomainError("payout.unknown");
  return row;
}

export async function findPayoutOwner(db: ReadDatabase, payoutId: string): Promise<number | null> {
  const row = await db
    .selectFrom("projection.payout_request")
    .select("user_id")
    .where("payout_id", "=", payoutId)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

const fullName = sql<string | null>`account.first_name || ' ' || account.last_name`;

const sortColumns = {
  requested: "payout.requested_at",
  fullName,
  amount: "payout.requested",
} as const;
