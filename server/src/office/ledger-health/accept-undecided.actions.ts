import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { type Database, readOnly } from "../../platform/db/database.ts";
import { wantChecks } from "../../platform/ledger-checks/ledger-check.store.ts";
import { findUndecided } from "./undecided-money.queries.ts";

/**
 * Whoever owns the database has looked into what Ledger health names, and it is as it should be: it stops payouts no more.
 *
 * @param subject the position of an event, or the id of a decision
 * @throws DomainError ledger.not-undecided where the check does not name it
 */
export async function acceptUndecided(
  { db, now }: Readonly<{ db: Database; now: () => string }>,
  subject: string,
): Promise<void> {
  const { events, unsigned } = await findUndecided(readOnly(db));
  if (![...events.map(({ position }) => String(position)), ...unsigned].includes(subject))
    throw new DomainError("ledger.not-undecided");
  await db.transaction().execute(async (tx) => {
    await tx.insertInto("accepted_breach").values({ subject }).execute();
    const operator = { user: null, impersonatedById: null, now };
    await insertAudit(tx, operator, {
      action: "ledger.accepted",
      target: subject,
      details: { from: "command line" },
    });
    await wantChecks(tx, now());
  });
}
