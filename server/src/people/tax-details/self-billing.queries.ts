import { endingAgreementDays } from "@portal/shared/people/tax-details.ts";
import { addDays, type Day } from "@portal/shared/platform/calendar.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";

/** A member's agreement to self-billing, and who the member is on the invoices. */
export type SelfBilling = Readonly<{
  agreedOn: string;
  /** The last day; null: none. */
  until: string | null;
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
    .select(["agreed_on as agreedOn", "agreed_until as until", "vat_number as vatNumber"])
    .select(["supplier_name as name", "supplier_address as address"])
    .where("self_billing.user_id", "=", userId)
    .executeTakeFirst();
  if (!row || row.vatNumber === null) return null;
  return { ...row, vatNumber: row.vatNumber };
}

/**
 * The agreements that have ended or end soon, and where the law wants a last day those without one; the earliest end first.
 */
export async function listEndingAgreements(
  db: ReadDatabase,
  { region, today }: Readonly<{ region: Region; today: Day }>,
) {
  return db
    .selectFrom("self_billing")
    .innerJoin("account", "account.id", "self_billing.user_id")
    .select(["self_billing.user_id as userId", "agreed_until as until"])
    .select(sql<string>`first_name || ' ' || last_name`.as("name"))
    .select(sql<boolean>`coalesce(agreed_until < ${today}, false)`.as("isOver"))
    .where((where) =>
      where.or([
        where("agreed_until", "<=", addDays(today, endingAgreementDays)),
        ...(region === "uk" ? [where("agreed_until", "is", null)] : []),
      ]),
    )
    .orderBy("agreed_until", (order) => order.asc().nullsFirst())
    .orderBy("self_billing.user_id")
    .execute();
}
