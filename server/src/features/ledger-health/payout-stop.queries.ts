import { DomainError } from "@portal/shared/domain-error.ts";
import type { LedgerCheck } from "@portal/shared/ledger-health.ts";
import type { ReadDatabase } from "../../db/database.ts";
import { summariseChecks } from "./ledger-check.store.ts";

/** Of the looks at the ledger those that say whether what somebody is owed can be trusted. */
const trusted: readonly LedgerCheck[] = ["chain", "books"];

/**
 * What the last look found wrong, and why nothing is paid out: events that are not what was appended,
 * tables that do not agree with them. Empty while payouts go on; where nobody looked yet, nothing is known.
 */
export async function findPayoutStops(db: ReadDatabase): Promise<readonly LedgerCheck[]> {
  const checks = await summariseChecks(db);
  return checks.flatMap(({ name, isSound }) => (trusted.includes(name) && !isSound ? [name] : []));
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
