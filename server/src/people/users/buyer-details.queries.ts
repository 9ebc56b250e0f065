import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { detailsThen } from "../../platform/db/details-then.rules.ts";

/** A buyer with an account as documents name them; what they had not entered is empty. */
export type BuyerDetails = Readonly<
  Record<"name" | "company" | "companyAddress" | "vatNo", string>
>;

/**
 * The details of a buyer as they held at an instant: what was issued then keeps them, whatever is saved later. What was empty
 * then was not typed yet. Null without an account.
 */
export async function buyerDetailsAt(
  db: ReadDatabase,
  userId: number,
  at: string,
): Promise<BuyerDetails | null> {
  const former = await db
    .selectFrom("former_buyer_details")
    .select(["name", "company", "company_address as companyAddress", "vat_no as vatNo"])
    .where("user_id", "=", userId)
    .where("until", ">", at)
    .orderBy("until")
    .orderBy("id")
    .execute();
  const present = await db
    .selectFrom("account")
    .select([
      sql<string>`first_name || ' ' || last_name`.as("name"),
      sql<string>`coalesce(company, '')`.as("company"),
      sql<string>`coalesce(company_address, '')`.as("companyAddress"),
      sql<string>`coalesce(vat_no, '')`.as("vatNo"),
    ])
    .where("id", "=", userId)
    .executeTakeFirst();
  return present ? detailsThen(former, present) : null;
}
