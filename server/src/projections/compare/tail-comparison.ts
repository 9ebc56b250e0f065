import type pg from "pg";
import type { BookTable } from "../../platform/read-model/projection-tables.ts";
import { areEqual, type RowFilter } from "./compare-tables.ts";

/**
 * Whether live and replayed books agree on everything that the events after a position can have
 * touched. Looks at those rows alone (at all of the tables that do not grow with the sales), because
 * nothing is appended until it is answered.
 */
export async function isTailEqual(
  client: pg.ClientBase,
  tables: readonly BookTable[],
  after: number,
): Promise<boolean> {
  const touched = await touchedBy(client, after);
  if (touched.events === 0) return true;
  const filters: Readonly<Record<string, RowFilter>> = {
    order_state: { where: "order_id = any($1::uuid[])", values: [touched.orders] },
    order_payment: { where: "order_id = any($1::uuid[])", values: [touched.orders] },
    payout_request: { where: "payout_id = any($1)", values: [touched.payouts] },
    sale_entry: { where: "position > $1", values: [after] },
    commission_entry: { where: "position > $1", values: [after] },
  };
  for (const table of tables) {
    const filter = filters[table.name] ?? { where: "true", values: [] };
    if (!(await areEqual(client, table, filter))) return false;
  }
  return true;
}

type Touched = { events: number; orders: string[]; payouts: string[] };

async function touchedBy(client: pg.ClientBase, after: number): Promise<Touched> {
  const { rows } = await client.query<Touched>(
    `select count(*) as events,
       coalesce(array_agg(distinct data->>'orderId') filter (where data ? 'orderId'), '{}') as orders,
       coalesce(array_agg(distinct data->>'payoutId') filter (where data ? 'payoutId'), '{}') as payouts
     from public.ledger_events where position > $1`,
    [after],
  );
  return rows[0] ?? { events: 0, orders: [], payouts: [] };
}
