import { type PayoutDocument, payoutDocumentText } from "@portal/shared/money/payout-requests.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";

export type PayoutRequester = { userId: number; fullName: string; email: string };

/** Everybody who ever asked for a payout, whoever waits first. */
export async function listPayoutRequesters(db: ReadDatabase): Promise<PayoutRequester[]> {
  return db
    .selectFrom("projection.payout_request as payout")
    .innerJoin("account", "account.id", "payout.user_id")
    .select([
      "account.id as userId",
      sql<string>`account.first_name || ' ' || account.last_name`.as("fullName"),
      "account.email",
    ])
    .groupBy(["account.id", "account.first_name", "account.last_name", "account.email"])
    .orderBy(sql`bool_or(payout.state = 'requested')`, "desc")
    .orderBy("account.first_name")
    .orderBy("account.id")
    .limit(1000)
    .execute();
}

/** The editor's document for one person; its text is what `before` of a save is held against. */
export async function getPayoutRequests(
  db: ReadDatabase,
  userId: number,
): Promise<{ userId: number; text: string }> {
  return { userId, text: payoutDocumentText(await findDocument(db, userId)) };
}

export async function findDocument(db: ReadDatabase, userId: number): Promise<PayoutDocument> {
  const rows = await db
    .selectFrom("projection.payout_request")
    .select(["payout_id as id", "cutoff_position as through", "commission", "credit", "requested"])
    .where("user_id", "=", userId)
    .where("state", "=", "requested")
    .execute();
  const requests = rows.map(({ id, through, ...amounts }) => ({
    id,
    state: "requested" as const,
    reason: null,
    through,
    ...amounts,
  }));
  return { requests, creditGranted: [] };
}

/** Σ of the person's entries up to a position: what a request with that cut-off is reckoned from. */
export async function accruedThrough(
  db: ReadDatabase,
  userId: number,
  position: number,
): Promise<number> {
  const { accrued } = await db
    .selectFrom("projection.commission_entry")
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as("accrued"))
    .where("beneficiary_id", "=", userId)
    .where("position", "<=", position)
    .executeTakeFirstOrThrow();
  return accrued;
}
