import { sql } from "kysely";
import type { KnownNumber } from "../../platform/messages/cell-change.ts";
import type { Database, ReadDatabase, Tx } from "../../platform/db/database.ts";

export type ProfileRow = Readonly<{
  firstName: string;
  lastName: string;
  email: string;
  /** International form. */
  cell: string | null;
  /** Where codes went before `cell` was given. */
  formerCell: string | null;
  cellChangedAt: string | null;
  area: string | null;
  verified: boolean;
  company: string | null;
  vatNo: string | null;
}>;

export async function findProfile(db: Database, userId: number): Promise<ProfileRow> {
  return db
    .selectFrom("account")
    .select([
      "first_name as firstName",
      "last_name as lastName",
      "email",
      "cell",
      "former_cell as formerCell",
      "cell_changed_at as cellChangedAt",
      "area",
      "verified",
      "company",
      "vat_no as vatNo",
    ])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}

export type ProfileChange = Readonly<{
  firstName: string;
  lastName: string;
  email: string;
  number: KnownNumber;
  /** Undefined where it stays as it is. */
  area?: string;
  /** False where the email is a new one. */
  verified: boolean;
}>;

/** @returns false where the email belongs to another account; then the transaction is to be given up. */
export async function changeProfile(
  tx: Tx,
  userId: number,
  change: ProfileChange,
  now: string,
): Promise<boolean> {
  try {
    await tx
      .updateTable("account")
      .set({
        first_name: change.firstName,
        last_name: change.lastName,
        email: change.email,
        cell: change.number.cell,
        former_cell: change.number.formerCell,
        cell_changed_at: change.number.cellChangedAt,
        verified: change.verified,
        updated_at: now,
        ...(change.area !== undefined && { area: change.area }),
      })
      .where("id", "=", userId)
      .execute();
    return true;
  } catch (error) {
    // Of two people who want it at once the database knows who was first.
    if (error instanceof Error && "constraint" in error && error.constraint === "account_email_key")
      return false;
    throw error;
  }
}

export type OfficeViewRow = { at: string; until: string | null; adminName: string; reason: string };

/** When the office was signed in as this person, the latest first. */
export async function listOfficeViewsOf(
  db: ReadDatabase,
  userId: number,
): Promise<OfficeViewRow[]> {
  return db
    .selectFrom("audit_entry as begun")
    .innerJoin("account as admin", "admin.id", "begun.actor_id")
    .select((row) => [
      "begun.at",
      row
        .selectFrom("audit_entry as ended")
        .select("ended.at")
        .whereRef("ended.subject_id", "=", "begun.subject_id")
        .whereRef("ended.target", "=", "begun.target")
        .where("ended.action", "=", "impersonation.ended")
        .orderBy("ended.at")
        .limit(1)
        .as("until"),
      row
        .fn<string>("concat_ws", [row.val(" "), "admin.first_name", "admin.last_name"])
        .as("adminName"),
      sql<string>`coalesce(
        (select text from free_text where id = (begun.details #>> '{reason,textId}')::uuid), '')`.as(
        "reason",
      ),
    ])
    .where("begun.subject_id", "=", userId)
    .where("begun.action", "=", "impersonation.started")
    .orderBy("begun.at", "desc")
    .limit(100)
    .execute();
}
