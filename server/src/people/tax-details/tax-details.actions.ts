import type { SaveTaxDetails } from "@portal/shared/people/tax-details.ts";
import { isTaxNumber, taxNumbersOf } from "@portal/shared/people/tax-numbers.ts";
import { bareNumber, isVatNumber } from "@portal/shared/platform/vat-numbers.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { type ReadDatabase, readOnly, type Tx } from "../../platform/db/database.ts";
import { endSelfBillingIn, lockVatNumber } from "./self-billing.actions.ts";
import { findSelfBilling } from "./self-billing.queries.ts";

/** With the tax number masked ("•••• 9050"), for its owner and the office alike; null: none. */
export async function getTaxDetails(db: ReadDatabase, userId: number) {
  const row = await db
    .selectFrom("tax_detail")
    .select(["kind", "number", "vat_number as vatNumber", "updated_at as updatedAt"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!row) return null;
  const selfBilling = await findSelfBilling(db, userId);
  return { ...row, number: `•••• ${row.number.slice(-4)}`, selfBilling };
}

/** Reads the database that commands write, so that a change is seen at once. */
export async function getOwnTaxDetails({ db }: Pick<Caller, "db">, userId: number) {
  return getTaxDetails(readOnly(db), userId);
}

/**
 * Without a number the stored one of this kind stays. Another VAT number ends an agreement to self-billing.
 *
 * @throws DomainError tax.wrong-kind, tax.wrong-number, tax.wrong-vat-number, each with its field
 */
export async function saveTaxDetails(
  caller: Caller,
  userId: number,
  { kind, number: typed, vatNumber: typedVat }: SaveTaxDetails,
): Promise<{ userId: number }> {
  const { region } = caller.shop;
  if (!taxNumbersOf[region].includes(kind))
    throw new DomainError("tax.wrong-kind", { field: "kind" });
  const vatNumber = bareNumber(typedVat);
  if (vatNumber !== "" && !isVatNumber(region, vatNumber))
    throw new DomainError("tax.wrong-vat-number", { field: "vatNumber" });
  await caller.db.transaction().execute(async (tx) => {
    const formerVat = await lockVatNumber(tx, userId);
    const number = bareNumber(typed) || (await storedNumber(tx, userId, kind));
    if (number === null || !isTaxNumber(kind, number))
      throw new DomainError("tax.wrong-number", { field: "number" });
    const columns = { kind, number, vat_number: vatNumber || null, updated_at: caller.now() };
    await tx
      .insertInto("tax_detail")
      .values({ user_id: userId, ...columns })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(columns))
      .execute();
    await insertAudit(tx, caller, { action: "tax-details.saved", subjectId: userId });
    if (columns.vat_number !== formerVat) await endSelfBillingIn(tx, caller, userId);
  });
  return { userId };
}

/** Locked, so that a change at the same time is not undone. */
async function storedNumber(
  tx: Tx,
  userId: number,
  kind: SaveTaxDetails["kind"],
): Promise<string | null> {
  const row = await tx
    .selectFrom("tax_detail")
    .select("number")
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .forUpdate()
    .executeTakeFirst();
  return row?.number ?? null;
}
