import type { SaveTaxDetails } from "@portal/shared/people/tax-details.ts";
import {
  isTaxNumber,
  type TaxNumberKind,
  taxNumbersOf,
} from "@portal/shared/people/tax-numbers.ts";
import { bareNumber, isVatNumber } from "@portal/shared/platform/vat-numbers.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { type ReadDatabase, readOnly, type Tx } from "../../platform/db/database.ts";
import { endSelfBillingIn, lockVatNumber } from "./self-billing.actions.ts";
import { findSelfBilling } from "./self-billing.queries.ts";

/** With the tax numbers masked ("•••• 9050"), for its owner and the office alike; null: none. */
export async function getTaxDetails(db: ReadDatabase, userId: number) {
  const row = await db
    .selectFrom("tax_detail")
    .select([
      "kind",
      "number",
      "id_number as idNumber",
      "vat_number as vatNumber",
      "updated_at as updatedAt",
    ])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!row) return null;
  const selfBilling = await findSelfBilling(db, userId);
  const { number, idNumber } = row;
  return {
    ...row,
    number: masked(number),
    idNumber: idNumber === null ? null : masked(idNumber),
    selfBilling,
  };
}

function masked(number: string): string {
  return `•••• ${number.slice(-4)}`;
}

/** Reads the database that commands write, so that a change is seen at once. */
export async function getOwnTaxDetails({ db }: Pick<Caller, "db">, userId: number) {
  return getTaxDetails(readOnly(db), userId);
}

/**
 * Without a number the stored one of this kind stays; an ID number stays beside an income tax number. Another VAT number ends an agreement to self-billing.
 *
 * @throws DomainError tax.wrong-kind, tax.wrong-number, tax.wrong-vat-number, each with its field
 */
export async function saveTaxDetails(
  caller: Caller,
  userId: number,
  { kind, number: typed, idNumber: typedId, vatNumber: typedVat }: SaveTaxDetails,
): Promise<{ userId: number }> {
  const { region } = caller.shop;
  if (!taxNumbersOf[region].includes(kind))
    throw new DomainError("tax.wrong-kind", { field: "kind" });
  const vatNumber = bareNumber(typedVat);
  if (vatNumber !== "" && !isVatNumber(region, vatNumber))
    throw new DomainError("tax.wrong-vat-number", { field: "vatNumber" });
  await caller.db.transaction().execute(async (tx) => {
    const formerVat = await lockVatNumber(tx, userId);
    const stored = await storedNumbers(tx, userId);
    const number = bareNumber(typed) || stored[kind];
    if (!number || !isTaxNumber(kind, number))
      throw new DomainError("tax.wrong-number", { field: "number" });
    const idNumber = kind === "za-tax" ? bareNumber(typedId) || stored["za-id"] || null : null;
    if (idNumber !== null && !isTaxNumber("za-id", idNumber))
      throw new DomainError("tax.wrong-number", { field: "idNumber" });
    const columns = {
      kind,
      number,
      id_number: idNumber,
      vat_number: vatNumber || null,
      updated_at: caller.now(),
    };
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

/** By their kinds; locked, so that a change at the same time is not undone. */
async function storedNumbers(
  tx: Tx,
  userId: number,
): Promise<Readonly<Partial<Record<TaxNumberKind, string>>>> {
  const row = await tx
    .selectFrom("tax_detail")
    .select(["kind", "number", "id_number as idNumber"])
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return {};
  return { ...(row.idNumber !== null && { "za-id": row.idNumber }), [row.kind]: row.number };
}
