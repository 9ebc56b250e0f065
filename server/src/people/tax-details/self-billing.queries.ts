import type { ReadDatabase } from "../../platform/db/database.ts";

/** A member's agreement to self-billing, and who the member is on the invoices. */
export type SelfBilling = Readonly<{
  agreedOn: string;
  name: string;
  address: string;
  vatNumber: string;
}>;

/** Null without an agreement or without a VAT number. */
export async function findSelfBilling(
  db: ReadDatabase,
  userId: number,
): Promise<SelfBilling | null> {
  const row = await db
    .selectFrom("self_billing")
    .innerJoin("tax_detail", "tax_detail.user_id", "self_billing.user_id")
    .select(["agreed_on as agreedOn", "supplier_name as name", "supplier_address as address"])
    .select("vat_number as vatNumber")
    .where("self_billing.user_id", "=", userId)
    .executeTakeFirst();
  if (!row || row.vatNumber === null) return null;
  return { ...row, vatNumber: row.vatNumber };
}
