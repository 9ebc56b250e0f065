import { type Currency, currencies } from "@portal/shared/platform/money.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { StartError } from "../../platform/start-error.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

/**
 * Events of wallets and payouts name no currency, because a portal has only one: that of its region.
 *
 * @returns whether some orders are in another currency
 * @throws StartError when all orders are in another currency
 */
export async function requireOwnCurrency(
  db: ReadDatabase,
  region: Region,
): Promise<Readonly<{ isMixed: boolean }>> {
  const { currency } = await loadRegion(db, region);
  const found = await findOrderCurrencies(db);
  const others = found.filter((each) => each !== currency);
  if (others.length > 0 && !found.includes(currency))
    throw new StartError(
      `The orders in this database are in ${others.join(" and ")}, but REGION=${region} sells in ${currency}. A portal uses one currency. Set REGION to the country of the orders, or give ${region} its own database (DATABASE_URL or another DATA_DIR).`,
    );
  return { isMixed: others.length > 0 };
}

/** The currencies of the orders in this ledger. */
export async function findOrderCurrencies(db: ReadDatabase): Promise<readonly Currency[]> {
  const { rows } = await sql<{ currency: Currency }>`
    select currency from unnest(${[...currencies]}::text[]) currency
    where exists (select from projection.order_state where order_state.currency = currency.currency)`.execute(
    db,
  );
  return rows.map(({ currency }) => currency);
}

/** Whether sales in more than one currency were counted: then wallets add up both. */
export async function hasMixedSales(db: ReadDatabase): Promise<boolean> {
  const { rows } = await sql<{ isMixed: boolean }>`
    select count(distinct currency) > 1 as "isMixed" from sales_kind`.execute(db);
  return rows[0]?.isMixed === true;
}
