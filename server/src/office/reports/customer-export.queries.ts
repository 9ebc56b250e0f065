import type { Currency } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { isListed } from "../../people/users/user-list.queries.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";

/** A customer as the office takes it along: never a password, a hash or a link (docs/decisions.md, 23). */
export type ExportedCustomer = {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  cell: string | null;
  altNumber: string | null;
  company: string | null;
  /** Whose customer it is. */
  distributor: string | null;
  /** Days of the shop. */
  registeredOn: string;
  lastSeenOn: string | null;
  verified: boolean;
  hasPassword: boolean;
  /** Orders that were paid, and what for, less what was given back. */
  orders: number;
  total: number;
  currency: Currency | null;
  firstOrderOn: string | null;
  lastOrderOn: string | null;
};

const pageSize = 1000;
/** Who comes back: a second order makes a repeat customer. */
const repeatOrders = 2;

/**
 * Every active customer by number, page after page, so that no more than one page is ever in memory.
 *
 * @param repeatOnly those alone who paid for two orders or more
 */
export async function* listExportedCustomers(
  db: ReadDatabase,
  region: Region,
  repeatOnly: boolean,
): AsyncGenerator<ExportedCustomer> {
  let after = 0;
  for (;;) {
    const page = await listPage(db, region, after);
    const last = page.at(-1);
    if (!last) return;
    for (const customer of page) if (!repeatOnly || customer.orders >= repeatOrders) yield customer;
    after = last.id;
  }
}

async function listPage(
  db: ReadDatabase,
  region: Region,
  after: number,
): Promise<ExportedCustomer[]> {
  const { rows } = await sql<ExportedCustomer>`
    select account.id, account.first_name as "firstName", account.last_name as "lastName",
      account.email, account.cell, account.alt_number as "altNumber", account.company,
      parent.first_name || ' ' || parent.last_name as distributor,
      ${dayOf(sql`account.created_at`)} as "registeredOn",
      ${dayOf(sql`account.last_seen_at`)} as "lastSeenOn",
      account.verified, account.password_hash is not null as "hasPassword",
      coalesce(bought.orders, 0) as orders, coalesce(bought.total, 0) as total, bought.currency,
      ${dayOf(sql`bought.first_at`)} as "firstOrderOn", ${dayOf(sql`bought.last_at`)} as "lastOrderOn"
    from (
      select * from account
      where role = 'customer' and id > ${after} and ${isListed} order by id limit ${pageSize}
    ) account
    join region on region.code = ${region}
    left join account parent on parent.id = account.parent_id
    left join lateral (
      select count(*)::integer as orders, sum(total - refunded)::bigint as total,
        min(currency) as currency, min(placed_at) as first_at, max(placed_at) as last_at
      from projection.order_state "order"
      where buyer_id = account.id and ${isLive()} and paid_at is not null
      having count(*) > 0
    ) bought on true
    order by account.id`.execute(db);
  return rows;
}

function dayOf(instant: ReturnType<typeof sql>) {
  return sql`(${instant} at time zone region.time_zone)::date`;
}
