import type pg from "pg";
import { withConnection } from "../platform/db/connect.ts";
import { projectionsOf } from "./recorded-facts.ts";
import {
  projectionTables,
  type ProjectionTable,
  memberTable,
  memberPathTable,
  planTable,
  orderTable,
  orderPaymentTable,
  saleEntryTable,
  commissionEntryTable,
  walletTable,
  payoutTable,
} from "../platform/read-model/projection-tables.ts";
import { replayEvents } from "../projections/rebuild/replay-events.ts";
import { readRows } from "../projections/store/table-rows.ts";
import type { RecordedLedgerEvent } from "../projections/ledger-catalogue.ts";

type Rows = Readonly<Record<string, readonly object[]>>;

/** The rows of every projection table, ordered by key. */
export function rowsInTables(pool: pg.Pool, schema = "projection"): Promise<Rows> {
  return withConnection(pool, async (client) => {
    const tables: Record<string, readonly object[]> = {};
    for (const table of projectionTables)
      tables[table.name] = sorted(await readRows(client, { schema, table }), table);
    return tables;
  });
}

/** The expected rows, folded from the whole ledger in memory. */
export async function rowsOfReplay(pool: pg.Pool): Promise<Rows> {
  const projections = projectionsOf(await eventsIn(pool));
  const members = [...projections.members.all.values()];
  const paths = members.flatMap(({ userId }) => {
    const path: object[] = [];
    let ancestor = projections.members.get(userId);
    for (let depth = 0; ancestor; depth++) {
      path.push({ ancestorId: ancestor.userId, descendantId: userId, depth });
      ancestor =
        ancestor.parentId === null ? undefined : projections.members.get(ancestor.parentId);
    }
    return path;
  });
  return {
    member: sorted(members, memberTable),
    member_path: sorted(paths, memberPathTable),
    commission_plan: sorted(projections.plans, planTable),
    order_state: sorted([...projections.orders.all.values()], orderTable),
    order_payment: sorted(projections.orderPayments, orderPaymentTable),
    sale_entry: sorted(projections.saleEntries, saleEntryTable),
    commission_entry: sorted(projections.commissionEntries, commissionEntryTable),
    wallet: sorted([...projections.wallets.all.values()], walletTable),
    payout_request: sorted([...projections.payouts.all.values()], payoutTable),
  };
}

/** Ordered by key. */
function sorted(rows: readonly object[], { key }: ProjectionTable): readonly object[] {
  return rows
    .map((row) => ({ row, text: JSON.stringify(key.map((field) => Reflect.get(row, field))) }))
    .toSorted((one, other) => (one.text < other.text ? -1 : 1))
    .map(({ row }) => row);
}

export function eventsIn(pool: pg.Pool): Promise<readonly RecordedLedgerEvent[]> {
  return withConnection(pool, async (client) => {
    const events: RecordedLedgerEvent[] = [];
    const range = { after: 0, through: Number.MAX_SAFE_INTEGER };
    for await (const page of replayEvents(client, range)) events.push(...page);
    return events;
  });
}
