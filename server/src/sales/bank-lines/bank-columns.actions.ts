import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { SavedColumns } from "../../gateways/bank-files/bank-file.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { ReadDatabase, Tx } from "../../platform/db/database.ts";

type Context = Pick<Caller, "db" | "user" | "impersonatedById" | "now">;

/** What was chosen for the columns of files, and when. */
export async function listBankColumns(
  db: ReadDatabase,
): Promise<readonly (SavedColumns & Readonly<{ id: number; chosenAt: string }>)[]> {
  return db
    .selectFrom("bank_columns")
    .select([
      "id",
      "account",
      "fingerprint",
      "columns",
      "day_order as dayOrder",
      "chosen_at as chosenAt",
    ])
    .orderBy("id")
    .execute();
}

/** Keeps the choice for the next file of the same account and names; a later choice replaces it. */
export async function saveBankColumns(
  tx: Tx,
  context: Context,
  user: SignedInUser,
  { account, fingerprint, columns, dayOrder }: SavedColumns,
): Promise<void> {
  const choice = {
    columns: [...columns],
    day_order: dayOrder,
    chosen_at: context.now(),
    chosen_by: user.id,
  };
  await tx
    .insertInto("bank_columns")
    .values({ account, fingerprint, ...choice })
    .onConflict((row) => row.columns(["account", "fingerprint"]).doUpdateSet(choice))
    .execute();
  await insertAudit(tx, context, { action: "bank-columns.chosen", details: { columns, dayOrder } });
}

/** The next file of its kind is asked about again; what was stored stays. */
export async function forgetBankColumns(
  context: Context,
  columnsId: number,
): Promise<{ columnsId: number }> {
  await context.db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom("bank_columns")
      .where("id", "=", columnsId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new DomainError("bankline.columns-unknown");
    await insertAudit(tx, context, { action: "bank-columns.forgotten" });
  });
  return { columnsId };
}
