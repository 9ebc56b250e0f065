import { sql } from "kysely";
import type { Database, ReadDatabase, Tx } from "../../db/database.ts";

/** As the database itself has it: the lowest of all regions, because a wallet does not say its region. */
export async function findPayoutLimit(db: ReadDatabase): Promise<number | null> {
  const { limit } = await db
    .selectFrom("region")
    .select(({ fn }) => fn.min("payout_second_person_above").as("limit"))
    .executeTakeFirstOrThrow();
  return limit;
}

export type Approval = Readonly<{ payoutId: string; by: number; name: string; at: string }>;

/** Who approved these payouts, the earliest first. */
export async function listApprovals(
  db: ReadDatabase,
  payoutIds: readonly string[],
): Promise<Approval[]> {
  if (payoutIds.length === 0) return [];
  return db
    .selectFrom("payout_approval as approval")
    .innerJoin("account", "account.id", "approval.approved_by")
    .select([
      "approval.payout_id as payoutId",
      "approval.approved_by as by",
      sql<string>`account.first_name || ' ' || account.last_name`.as("name"),
      "approval.approved_at as at",
    ])
    .where("approval.payout_id", "in", payoutIds)
    .orderBy("approval.approved_at")
    .execute();
}

/** Those of the payouts that somebody other than `actorId` approved, and who is an admin still. */
export async function findApprovedByOthers(
  db: Database | Tx,
  payoutIds: readonly string[],
  actorId: number,
): Promise<ReadonlySet<string>> {
  if (payoutIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("payout_approval as approval")
    .innerJoin("account", "account.id", "approval.approved_by")
    .select("approval.payout_id as payoutId")
    .where("approval.payout_id", "in", payoutIds)
    .where("approval.approved_by", "<>", actorId)
    .where("account.role", "=", "admin")
    .where("account.active", "=", true)
    .execute();
  return new Set(rows.map(({ payoutId }) => payoutId));
}
