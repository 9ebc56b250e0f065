import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import type { Database, Tx } from "../../platform/db/database.ts";

/** Whether this installation takes orders for real; in the provider's sandbox all of them are play. */
export function isLiveShop({ card }: Pick<Caller, "card">): boolean {
  return card.mode !== "sandbox";
}

/** The active member behind a link's code; capitals do not matter. A live shop does not know the code of a test account. */
export async function findMemberByCode(
  { db, card }: Pick<Caller, "card"> & Readonly<{ db: Database | Tx }>,
  code: string,
): Promise<{ userId: number; firstName: string } | null> {
  const row = await db
    .selectFrom("projection.member as member")
    .innerJoin("account", "account.id", "member.user_id")
    .select(["member.user_id as userId", "account.first_name as firstName"])
    .where(sql<string>`lower(member.code)`, "=", code.toLowerCase())
    .where("member.active", "=", true)
    .$if(isLiveShop({ card }), (members) => members.where("account.test", "=", false))
    .executeTakeFirst();
  return row ?? null;
}
