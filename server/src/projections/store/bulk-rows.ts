import type pg from "pg";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";
import type {
  Books,
  MemberRow,
  OrderRow,
  PayoutRow,
  PlanRow,
  WalletRow,
} from "../../platform/read-model/projection-rows.ts";
import {
  commissionEntryTable,
  memberTable,
  orderPaymentTable,
  orderTable,
  payoutTable,
  planTable,
  saleEntryTable,
  walletTable,
} from "../../platform/read-model/projection-tables.ts";
import { type BoundedRows, createBoundedRows } from "./bounded-rows.ts";
import type { BulkWriter } from "./bulk-writer.ts";
import { readRows } from "./table-rows.ts";

/** Books whose members and wallets are in memory, and of the orders and payouts those lately used. */
export type BulkRows = Books &
  Readonly<{
    members: BoundedRows<number, MemberRow>;
    wallets: BoundedRows<number, WalletRow>;
    orders: BoundedRows<string, OrderRow>;
    payouts: BoundedRows<string, PayoutRow>;
  }>;

export function createBulkRows(rowsMax: number): BulkRows {
  return {
    members: createBoundedRows(({ userId }) => userId),
    wallets: createBoundedRows(({ userId }) => userId),
    orders: createBoundedRows(({ orderId }) => orderId, rowsMax),
    payouts: createBoundedRows(({ payoutId }) => payoutId, rowsMax),
    plans: [],
    orderPayments: [],
    saleEntries: [],
    commissionEntries: [],
  };
}

export async function loadEverybody(rows: BulkRows, client: pg.ClientBase, schema: string) {
  rows.members.fill(await readRows<MemberRow>(client, { schema, table: memberTable }));
  rows.wallets.fill(await readRows<WalletRow>(client, { schema, table: walletTable }));
  rows.plans.push(...(await readRows<PlanRow>(client, { schema, table: planTable })));
}

/** The orders and payouts that the events need and that are not in memory, but for those that they make. */
export function missingKeys(
  { orders, payouts }: BulkRows,
  events: readonly RecordedLedgerEvent[],
): Readonly<{ orderIds: readonly string[]; payoutIds: readonly string[] }> {
  const orderIds = new Set<string>();
  const payoutIds = new Set<string>();
  for (const { data } of events) {
    if ("payoutId" in data && !payouts.has(data.payoutId)) payoutIds.add(data.payoutId);
    if ("orderId" in data && !orders.has(data.orderId)) orderIds.add(data.orderId);
  }
  for (const { type, data } of events) {
    if (type === "OrderPlaced") orderIds.delete(data.orderId);
    if (type === "PayoutRequested") payoutIds.delete(data.payoutId);
  }
  return { orderIds: [...orderIds], payoutIds: [...payoutIds] };
}

export async function loadMissing(
  { orders, payouts }: BulkRows,
  { orderIds, payoutIds }: ReturnType<typeof missingKeys>,
  { client, schema }: { client: pg.ClientBase; schema: string },
): Promise<void> {
  const order = { schema, table: orderTable, keys: orderIds };
  const payout = { schema, table: payoutTable, keys: payoutIds };
  if (orderIds.length > 0) orders.fill(await readRows<OrderRow>(client, order));
  if (payoutIds.length > 0) payouts.fill(await readRows<PayoutRow>(client, payout));
}

/** Entries go out with every page; orders and payouts when there are too many of them. */
export function handOver(rows: BulkRows, writer: BulkWriter): void {
  writer.add(orderPaymentTable, rows.orderPayments.splice(0));
  writer.add(saleEntryTable, rows.saleEntries.splice(0));
  writer.add(commissionEntryTable, rows.commissionEntries.splice(0));
  writer.save(orderTable, rows.orders.takeForgotten());
  writer.save(payoutTable, rows.payouts.takeForgotten());
}

export function handOverAll(rows: BulkRows, writer: BulkWriter, plansSaved: number): void {
  handOver(rows, writer);
  writer.save(orderTable, rows.orders.takeUnsaved());
  writer.save(payoutTable, rows.payouts.takeUnsaved());
  writer.save(memberTable, rows.members.takeUnsaved());
  writer.save(walletTable, rows.wallets.takeUnsaved());
  writer.add(planTable, rows.plans.slice(plansSaved));
}
