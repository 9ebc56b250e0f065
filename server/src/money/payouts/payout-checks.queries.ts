import { dayOf, daysBetween } from "@portal/shared/platform/calendar.ts";
import type { PreflightLine } from "@portal/shared/money/payouts.ts";
import type { LedgerCheck, PayoutStop } from "@portal/shared/office/ledger-health.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { hasMixedSales } from "../../catalogue/shop/one-currency.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { summariseChecks } from "../../platform/ledger-checks/ledger-check.store.ts";
import { canBeAccount } from "./account-number.rules.ts";
import { preflight } from "./payout-preflight.rules.ts";
import { heldFrom } from "./payout-hold.queries.ts";

/** The ledger checks that the balances depend on, and whether money went without its decision. */
const decisiveChecks: readonly LedgerCheck[] = ["chain", "replay", "decisions"];

/**
 * Why payouts are stopped: the last check found that events were changed, or that projections disagree with them, or
 * money above the limit that no two admins decided; or wallets have sums of two currencies. Empty where payouts are allowed, also before the first check.
 */
export async function findPayoutStops(db: ReadDatabase): Promise<readonly PayoutStop[]> {
  const [checks, isMixed] = await Promise.all([summariseChecks(db), hasMixedSales(db)]);
  const unsound = checks.filter(({ name, isSound }) => decisiveChecks.includes(name) && !isSound);
  return [...unsound.map(({ name }) => name), ...(isMixed ? ["currencies" as const] : [])];
}

/**
 * While a check has failed orders continue, but payouts wait, because money that was paid out does not come back.
 *
 * @param db the primary, not a replica
 * @throws DomainError payout.stopped
 */
export async function requirePayoutsGoOn(db: ReadDatabase): Promise<void> {
  if ((await findPayoutStops(db)).length > 0) throw new DomainError("payout.stopped");
}

type RegionNow = Readonly<{ region: Region; now: string }>;

/** The checks before paying, for each of these requests, without account numbers. */
export async function preflightOf(
  db: ReadDatabase,
  ids: readonly string[],
  context: RegionNow,
): Promise<ReadonlyMap<string, readonly PreflightLine[]>> {
  const [facts, { timeZone }] = await Promise.all([
    listPaymentFacts(db, ids),
    loadRegion(db, context.region),
  ]);
  return new Map(facts.map((payout) => [payout.id, linesFor(payout, { ...context, timeZone })]));
}

function linesFor(
  payout: PaymentFacts,
  { region, now, timeZone }: RegionNow & Readonly<{ timeZone: string }>,
): readonly PreflightLine[] {
  const { account } = payout;
  // Calendar days of the shop: a change late yesterday was one day ago.
  const daysSince = (instant: string) =>
    Math.max(0, daysBetween(dayOf(instant, timeZone), dayOf(now, timeZone)));
  const changedAt = account?.changedAt ?? null;
  return preflight({
    hasBankDetails: account !== null,
    canBeAccount: account !== null && canBeAccount(account, region),
    changedDays: changedAt === null ? null : daysSince(changedAt),
    reversed: payout.reversed,
    others: payout.others,
    age: daysSince(payout.requestedAt),
  });
}

export type PaymentFacts = Awaited<ReturnType<typeof listPaymentFacts>>[number];

/**
 * Requests with their members and bank accounts, in the order of the ids, without unknown ones. Account numbers are in
 * it, so it must not be a response to the browser.
 */
export async function listPaymentFacts(db: ReadDatabase, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("projection.payout_request as payout")
    .leftJoin("account", "account.id", "payout.user_id")
    .leftJoin("bank_detail", "bank_detail.user_id", "payout.user_id")
    .select([
      "payout.payout_id as id",
      "payout.user_id as userId",
      sql<string>`coalesce(account.first_name || ' ' || account.last_name, '')`.as("fullName"),
      "payout.requested as amount",
      "payout.withheld",
      "payout.state",
      "payout.requested_at as requestedAt",
      "bank_detail.bank_name as bankName",
      "bank_detail.account_name as accountName",
      "bank_detail.account_number as accountNumber",
      "bank_detail.branch_code as branchCode",
      "bank_detail.cheque_or_savings as type",
      "bank_detail.updated_at as updatedAt",
      "bank_detail.changed_at as changedAt",
      heldFrom.as("heldFrom"),
      reversedAfterCutoff.as("reversed"),
      peopleOfSameAccount.as("others"),
    ])
    .where("payout.payout_id", "in", ids)
    .execute();
  const found = new Map(
    rows.map(({ bankName, accountName, accountNumber, branchCode, type, ...row }) => {
      const { updatedAt, changedAt, ...payout } = row;
      // A row of bank details has all of these.
      const account =
        bankName && accountName && accountNumber && type && updatedAt
          ? { bankName, accountName, accountNumber, branchCode, type, updatedAt, changedAt }
          : null;
      return [row.id, { ...payout, account }];
    }),
  );
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** A positive sum, with returned payouts and repaid commission that were undone. */
const reversedAfterCutoff = sql<number>`(coalesce((
  select -sum(entry.amount) from projection.commission_entry entry
  where entry.beneficiary_id = payout.user_id and entry.position > payout.cutoff_position
    and entry.amount < 0
), 0) + coalesce((
  select sum((undone.data ->> 'amount')::bigint) from ledger_events undone
  where undone.stream_id = 'wallet-' || payout.user_id and undone.position > payout.cutoff_position
    and undone.type in ('PayoutReturnUndone', 'CommissionRepaymentUndone')
), 0))::bigint`;

/** How many other users have the same account. */
const peopleOfSameAccount = sql<number>`(
  select count(*) from bank_detail other
  where other.user_id <> payout.user_id
    and regexp_replace(other.account_number, '[^0-9A-Za-z]', '', 'g')
      = regexp_replace(bank_detail.account_number, '[^0-9A-Za-z]', '', 'g')
)::integer`;
