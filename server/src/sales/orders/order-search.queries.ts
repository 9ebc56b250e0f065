import { sql, type RawBuilder, type SqlBool } from "kysely";
import { containing } from "../../platform/db/like-pattern.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";

/** Whom a search found: people who may have bought or sold, and orders of guests by their recipients. */
export type Concerned = Readonly<{
  buyers: readonly number[];
  sellers: readonly number[];
  guestOrders: readonly string[];
}>;

/**
 * Buyers by name or email, sellers by name. A guest has no account: what is known are the recipients that
 * the same browser entered. All of them are looked up first, so that orders are found by them, not looked
 * through.
 */
export async function findConcerned(db: ReadDatabase, search: string): Promise<Concerned> {
  const pattern = containing(search);
  const { rows } = await sql<Concerned>`
    with person as materialized (
      select id, name ilike ${pattern} as is_named
      from (select id, email, search_text, first_name || ' ' || last_name as name from account) known
      where search_text like lower(${pattern}) and (name ilike ${pattern} or email ilike ${pattern})
    )
    select array(select id from person) as buyers,
      array(select id from person where is_named) as sellers,
      array(
        select detail.order_id from address recipient
        join order_detail detail on detail.guest_id = recipient.guest_id
        where recipient.guest_id is not null and recipient.recipient_email || ' '
          || recipient.recipient_first_name || ' ' || recipient.recipient_last_name ilike ${pattern}
      ) as "guestOrders"`.execute(db);
  return rows[0] ?? { buyers: [], sellers: [], guestOrders: [] };
}

/** An order that one of them bought or sold, or a guest's that goes to one of them. */
export function concerns({ buyers, sellers, guestOrders }: Concerned): RawBuilder<SqlBool> {
  return sql<SqlBool>`("order".buyer_id = any(${buyers}::integer[])
    or "order".seller_id = any(${sellers}::integer[])
    or ("order".buyer_id is null and "order".order_id = any(${guestOrders}::uuid[])))`;
}
