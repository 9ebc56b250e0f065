import { dayOf, daysBetween } from "@portal/shared/platform/calendar.ts";
import type { PayoutState } from "@portal/shared/money/payout-terms.ts";
import type { PreflightLine } from "@portal/shared/money/payouts.ts";
import type { LedgerCheck, PayoutStop } from "@portal/shared/office/ledger-health.ts";
import type { accountTypes } from "@portal/shared/people/bank-details.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { hasMixedSales } from "../../catalogue/shop/one-currency.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { summariseChecks } from "../../platform/ledger-checks/ledger-check.store.ts";
import { canBeAccount } from "./bank-file.rules.ts";
import { preflight } from "./payout-preflight.rules.ts";

/** Of the looks at the ledger those that say whether what somebody is owed can be trusted. */
const trusted: readonly LedgerCheck[] = ["chain", "replay"];

/**
 * Why nothing is paid out: the last look found events that are not what was appended, or tables that do
 * not agree with them; or wallets are sums of two currencies. Empty while payouts go on; where nobody
 * looked yet, nothing is known.
 */
export async function findPayoutStops(db: ReadDatabase): Promise<readonly PayoutStop[]> {
  const [checks, isMixed] = await Promise.all([summariseChecks(db), hasMixedSales(db)]);
  const unsound = checks.filter(({ name, isSound }) => trusted.includes(name) && !isSound);
  return [...unsound.map(({ name }) => name), ...(isMixed ? ["currencies" as const] : [])];
}

/**
 * Orders go on while the projections are in doubt; what leaves the house for good waits.
 *
 * @param db the database that decides, not a replica
 * @throws DomainError payout.stopped
 */
export async function requirePayoutsGoOn(db: ReadDatabase): Promise<void> {
  if ((await findPayoutStops(db)).length > 0) throw new DomainError("payout.stopped");
}

type RegionNow = Readonly<{ region: Region; now: string }>;

/** The look before paying, for each of these requests. No account number is in it. */
export async function preflightOf(
  db: ReadDatabase,
  ids: readonly string[],
  place: RegionNow,
): Promise<ReadonlyMap<string, readonly PreflightLine[]>> {
  const [facts, { timeZone }] = await Promise.all([
    listPaymentFacts(db, ids),
    loadRegion(db, place.region),
  ]);
  return new Map(facts.map((payout) => [payout.id, linesFor(payout, { ...place, timeZone })]));
}

function linesFor(
  payout: PaymentFacts,
  { region, now, timeZone }: RegionNow & Readonly<{ timeZone: string }>,
): readonly PreflightLine[] {
  const { account } = payout;
  // Days of the shop's calendar: what was changed late yesterday was changed yesterday, not today.
  const daysSince = (instant: string) =>
    Math.max(0, daysBetween(dayOf(instant, timeZone), dayOf(now, timeZone)));
  const changedAt = account?.changedAt ?? null;
  return preflight({
    hasBankDetails: account !== null,
    canBeAccount: account !== null && canBeAccount(account, region === "za"),
    changedDays: changedAt === null ? null : daysSince(changedAt),
    reversed: payout.reversed,
    others: payout.others,
    age: daysSince(payout.requestedAt),
  });
}

/** A request, its person, and where the money would go; without bank details all of `account` is null. */
export type PaymentFacts = Readonly<{
  id: string;
  userId: number;
  fullName: string;
  amount: number;
  state: PayoutState;
  requestedAt: string;
  /** Minor units taken back after the cut-off, as a positive sum. */
  reversed: number;
  /** How many other people are paid to the same account. */
  others: number;
  account: Readonly<{
    bankName: string;
    accountName: string;
    accountNumber: string;
    branchCode: string | null;
    type: (typeof accountTypes)[number];
    updatedAt: string;
    changedAt: string | null;
  }> | null;
}>;

/** In the order of the ids; an id that nobody has is left out. Never answered to a browser as it is. */
export async function listPaymentFacts(
  db: ReadDatabase,
  ids: readonly string[],
): Promise<PaymentFacts[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("projection.payout_request as payout")
    .leftJoin("account", "account.id", "payout.user_id")
    .leftJoin("bank_detail as bank", "bank.user_id", "payout.user_id")
    .select([
      "payout.payout_id as id",
      "payout.user_id as userId",
      sql<string>`coalesce(account.first_name || ' ' || account.last_name, '')`.as("fullName"),
      "payout.requested as amount",
      "payout.state",
      "payout.requested_at as requestedAt",
      "bank.bank_name as bankName",
      "bank.account_name as accountName",
      "bank.account_number as accountNumber",
      "bank.branch_code as branchCode",
      "bank.cheque_or_savings as type",
      "bank.updated_at as updatedAt",
      "bank.changed_at as changedAt",
      reversedAfterCutoff.as("reversed"),
      peopleOfSameAccount.as("others"),
    ])
    .where("payout.payout_id", "in", ids)
    .execute();
  const found = new Map(
    rows.map(({ bankName, accountName, accountNumber, branchCode, type, ...row }) => {
      const { updatedAt, changedAt, ...payout } = row;
      // Names and numbers are there together or not at all.
      const account =
        bankName && accountName && accountNumber && type && updatedAt
          ? { bankName, accountName, accountNumber, branchCode, type, updatedAt, changedAt }
          : null;
      return [row.id, { ...payout, account }];
    }),
  );
  return ids.flatMap((id) => found.get(id) ?? []);
}

const reversedAfterCutoff = sql<number>`coalesce((
  select -sum(entry.amount) from projection.commission_entry entry
  where entry.beneficiary_id = payout.user_id and entry.position > payout.cutoff_position
    and entry.amount < 0
), 0)::bigint`;

const peopleOfSameAccount = sql<number>`(
  select count(*) from bank_detail other
  where other.user_id <> payout.user_id
    and regexp_replace(other.account_number, '[^0-9A-Za-z]', '', 'g')
      = regexp_replace(bank.account_number, '[^0-9A-Za-z]', '', 'g')
)::integer`;
