import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { LedgerCheck, PayoutStop } from "@portal/shared/office/ledger-health.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { hasMixedSales } from "../../catalogue/shop/one-currency.queries.ts";
import { summariseChecks } from "../../platform/ledger-checks/ledger-check.store.ts";

/** Of the looks at the ledger those that say whether what somebody is owed can be trusted. */
const trusted: readonly LedgerCheck[] = ["chain", "books"];

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
 * Orders go on while the books are in doubt; what leaves the house for good waits.
 *
 * @param db the database that decides, not a replica
 * @throws DomainError payout.stopped
 */
export async function requirePayoutsGoOn(db: ReadDatabase): Promise<void> {
  if ((await findPayoutStops(db)).length > 0) throw new DomainError("payout.stopped");
}
