import type { PayoutState } from "@portal/shared/money/payout-terms.ts";
import { type ListPayouts, type PayoutQuestion } from "@portal/shared/money/payouts.ts";
import { waits } from "@portal/shared/platform/acts.ts";
import { DomainError, domainErrors } from "@portal/shared/platform/domain-error.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql, type SqlBool } from "kysely";
import { z } from "zod";
import type { Database, ReadDatabase, Tx } from "../../platform/db/database.ts";
import { everyWord, isNamed } from "../../platform/db/list-filters.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { freeTextIn } from "../../platform/free-text/free-text.store.ts";
import { findParties, loadCircle } from "../../platform/proposals/circle.queries.ts";
import {
  type Accounts,
  digestsOfAccounts,
} from "../../platform/proposals/account-digest.queries.ts";
import { tieBetween } from "../../platform/proposals/independence.rules.ts";
import { whichAreAboveLimit } from "../../platform/proposals/money-out.queries.ts";
import { hasTaxInvoice, isInvoiceCredited } from "../self-billing/has-tax-invoice.ts";
import { findInOpenBatch } from "./payout-batch.store.ts";
import { preflightOf } from "./payout-checks.queries.ts";
import { forBooks } from "./payout-for-books.rules.ts";
import { heldFrom, holdAfter } from "./payout-hold.queries.ts";
import { obstacleOf } from "./payout-preflight.rules.ts";

/**
 * `counts`, and `sums` of what goes to the bank, are of each state, whatever state and page are listed. The amount of a row
 * has the withheld tax in it. An accountant (`adminId` null) gets what the books need: no contacts, free words or checks of
 * bank details, and no answer to a search for an email.
 */
export async function listPayouts(
  {
    db,
    accountDigest,
    region,
    now,
    adminId,
  }: Accounts<ReadDatabase> & Readonly<{ region: Region; now: string; adminId: number | null }>,
  query: ListPayouts,
) {
  const { page, pageSize, state } = query;
  const seesContacts = adminId !== null;
  const counted = await matchingPayouts(db, query, seesContacts)
    .select("payout.state")
    .select(({ fn }) => [
      fn.countAll<number>().as("count"),
      sql<number>`sum(payout.requested - payout.withheld)::bigint`.as("sum"),
    ])
    .groupBy("payout.state")
    .execute();
  const rows = await selectPayouts(db, region, query, seesContacts)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();

  const counts = { requested: 0, paid: 0, rejected: 0, returned: 0 };
  const sums = { ...counts };
  for (const each of counted) {
    counts[each.state] = each.count;
    sums[each.state] = each.sum;
  }
  const total = state
    ? counts[state]
    : counts.requested + counts.paid + counts.rejected + counts.returned;
  if (adminId === null) return { rows: rows.map(forBooks), total, counts, sums };
  const extras = await extrasOf({ db, accountDigest }, rows, { region, now, adminId });
  return {
    rows: rows.map(({ heldFrom: from, ...row }) => {
      const bankDetailsHoldUntil = row.state === "requested" ? holdAfter(from, now) : null;
      const listed = { ...row, bankDetailsHoldUntil, ...extras(row) };
      const obstacle = obstacleOf(listed);
      /** In words, why the request cannot be in a batch now. */
      return { ...listed, obstacle: obstacle && domainErrors[obstacle].message };
    }),
    total,
    counts,
    sums,
  };
}

export type ExportedPayout = Awaited<ReturnType<typeof listAllPayouts>>[number];

/** The first `max` requests of a list, for a file. */
export async function listAllPayouts(
  { db, region }: Readonly<{ db: ReadDatabase; region: Region }>,
  query: PayoutQuestion,
  max: number,
) {
  return selectPayouts(db, region, query).limit(max).execute();
}

function selectPayouts(
  db: ReadDatabase,
  region: Region,
  query: PayoutQuestion,
  seesContacts = true,
) {
  const { state, sort } = query;
  const matching = matchingPayouts(db, query, seesContacts);
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
      "payout.withheld",
      "payout.requested_at as requested",
      "payout.state",
      sql<boolean>`payout.state = 'paid'`.as("paid"),
      "payout.paid_on as datePaid",
      freeTextIn("payout.reference_id").as("reference"),
      freeTextIn("payout.reason_id").as("reason"),
      hasTaxInvoice(sql.ref("payout.payout_id")),
      isInvoiceCredited(sql.ref("payout.payout_id")),
      heldFrom.as("heldFrom"),
    ])
    .orderBy(sortColumns[sort.by], sort.direction)
    .orderBy("payout.payout_id");
}

function matchingPayouts(
  db: ReadDatabase,
  { search, id }: Partial<Pick<PayoutQuestion, "search" | "id">>,
  seesContacts: boolean,
) {
  const all = db
    .selectFrom("projection.payout_request as payout")
    .leftJoin("account", "account.id", "payout.user_id")
    .leftJoin("bank_detail", "bank_detail.user_id", "payout.user_id");
  const matching = id === undefined ? all : all.where("payout.payout_id", "=", id);
  if (!search) return matching;
  return matching.where(
    everyWord(
      search,
      (word) =>
        sql<SqlBool>`(${isNamed("account", word)} or (${seesContacts} and account.email ilike ${word}))`,
    ),
  );
}

type Row = Readonly<{ id: string; userId: number; amount: number; state: PayoutState }>;

/** Preflight, approvals, open batch, and whether this admin needs another one to pay it, of open requests alone. */
async function extrasOf(
  accounts: Accounts<ReadDatabase>,
  rows: readonly Row[],
  { adminId, ...context }: Readonly<{ region: Region; now: string; adminId: number }>,
) {
  const { db } = accounts;
  const open = rows.filter(({ state }) => state === "requested");
  const ids = open.map(({ id }) => id);
  const out = open.map(({ userId, amount }) => ({ to: { userId }, amount }));
  const [areAbove, lines, approvals, batches] = await Promise.all([
    whichAreAboveLimit(accounts, adminId, out),
    preflightOf(db, ids, context),
    listApprovals(db, ids),
    findInOpenBatch(db, ids),
  ]);
  return ({ id }: Row) => ({
    preflight: lines.get(id) ?? [],
    needsSecondPerson: areAbove[ids.indexOf(id)] ?? false,
    approvals: approvals
      .filter(({ payoutId }) => payoutId === id)
      .map(({ payoutId: _payoutId, ...approval }) => approval),
    batchId: batches.get(id) ?? null,
  });
}

/** By kind and seller's level; the amounts add up to the request's commission. */
export async function getPayoutBreakdown(db: ReadDatabase, payoutId: string) {
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

/** @throws DomainError payout.unknown */
export async function findPayout(db: ReadDatabase, payoutId: string) {
  const row = await db
    .selectFrom("projection.payout_request")
    .select(["user_id as userId", "requested as amount", "state"])
    .select(["requested_at as requestedAt", "settled_at as settledAt", "paid_on as paidOn"])
    .where("payout_id", "=", payoutId)
    .executeTakeFirst();
  if (!row) throw new DomainError("payout.unknown");
  return row;
}

const fullName = sql<string | null>`account.first_name || ' ' || account.last_name`;

const sortColumns = {
  requested: "payout.requested_at",
  fullName,
  amount: sql<number>`payout.requested - payout.withheld`,
} as const;

const approvalRow = z.strictObject({
  payoutId: z.string(),
  by: z.int(),
  name: z.string(),
  at: z.iso.datetime(),
  /** A second admin confirmed it, or a single admin waited long enough: any admin can pay it. */
  isSettled: z.boolean(),
});
type Approval = Readonly<z.infer<typeof approvalRow>>;

/** The approvals of these payouts, the earliest first. */
export async function listApprovals(
  db: ReadDatabase,
  payoutIds: readonly string[],
): Promise<Approval[]> {
  if (payoutIds.length === 0) return [];
  return rowsOf(
    db,
    approvalRow,
    sql`
    select decision.data ->> 'payoutId' as "payoutId", approval.by, approval.at,
      account.first_name || ' ' || account.last_name as name,
      decision.state = 'confirmed' as "isSettled"
    from decision
    cross join lateral (values (decision.proposed_by, decision.proposed_at),
      (case when decision.used_at is null then decision.decided_by end, decision.decided_at)
    ) approval (by, at)
    join account on account.id = approval.by
    where decision.kind = 'payout' and decision.data ->> 'payoutId' in (${sql.join(payoutIds)})
      and (decision.state = 'confirmed' or (decision.state = 'open'
        and (decision.expires_at is null or decision.expires_at > now())))
    order by approval.at`,
  );
}

/** A decision by which a payout above the limit may be paid. */
export type Permission = Readonly<Omit<z.infer<typeof permissionRow>, "proposedBy" | "account">>;
const permissionRow = z.strictObject({
  id: z.guid(),
  payoutId: z.string(),
  /** Else the admin who pays confirms it by that. */
  isConfirmed: z.boolean(),
  confirmedById: z.int().nullable(),
  proposedBy: z.int(),
  /** The digest of it; null for one of an earlier release. */
  account: z.string().nullable(),
});

/** Proposed or confirmed, the earliest first. */
export async function listUnusedApprovals(db: Database, payoutId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("decision")
    .select("id")
    .where("kind", "=", "payout")
    .where(sql<SqlBool>`data ->> 'payoutId' = ${payoutId}`)
    .where("state", "in", ["open", "confirmed"])
    .where("used_at", "is", null)
    .orderBy("proposed_at")
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * The permissions to pay these payouts to the accounts of now, of those that this admin can use or confirm, by the id of the
 * payout.
 */
export async function findPermissions(
  { db, accountDigest }: Accounts<Database | Tx>,
  payoutIds: readonly string[],
  actorId: number,
): Promise<ReadonlyMap<string, Permission>> {
  if (payoutIds.length === 0) return new Map();
  const rows = await rowsOf(
    db,
    permissionRow,
    sql`
    select decision.id, decision.data ->> 'payoutId' as "payoutId",
      decision.state = 'confirmed' as "isConfirmed", decision.decided_by as "confirmedById",
      decision.proposed_by as "proposedBy", decision.words ->> 'accountDigest' as account
    from decision
    join projection.payout_request payout on payout.payout_id = decision.data ->> 'payoutId'
    where decision.kind = 'payout' and decision.used_at is null
      and decision.data ->> 'payoutId' in (${sql.join(payoutIds)})
      and (decision.data ->> 'amount')::bigint = payout.requested
      and is_office(decision.proposed_by)
      and case decision.state
        when 'confirmed' then decision.decided_at > now() - make_interval(secs => ${waits.DECISION_LIFE})
        when 'open' then decision.way = 'confirmed' and decision.expires_at > now() else false end
    order by decision.state desc, decision.proposed_at desc`,
  );
  const circle = await loadCircle(db);
  const own = circle.admins.find(({ id }) => id === actorId);
  const permissions = new Map<string, Permission>();
  const accounts = await digestsOfAccounts({ db, accountDigest }, payoutIds);
  for (const { proposedBy, account, ...permission } of rows) {
    if (account !== null && account !== accounts.get(permission.payoutId)) continue;
    const proposer = circle.admins.find(({ id }) => id === proposedBy);
    const data = { payoutId: permission.payoutId, amount: 0 };
    const mayUse =
      permission.isConfirmed ||
      (own &&
        proposer &&
        tieBetween(
          proposer,
          own,
          circle.closePairs,
          await findParties(db, { kind: "payout", data, words: null }),
        ) === null);
    if (mayUse) permissions.set(permission.payoutId, permission);
  }
  return permissions;
}
