import type pg from "pg";
import type { Recorded } from "../../ledger/recorded-event.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";
import { applyToBooks } from "./books.fold.ts";
import type { Books, MemberRow, OrderRow, PayoutRow, PlanRow, WalletRow } from "./books.ts";
import { type BooksFold, ledgerEvents } from "./books-fold.ts";
import * as tables from "./books-tables.ts";
import { createBoundedRows } from "./bounded-rows.ts";
import { createBulkWriter } from "./bulk-writer.ts";
import { ReplayStopped } from "./replay-events.ts";
import { readRows } from "./table-rows.ts";

export type BulkBooksOptions = Readonly<{
  /** `projection`, or the schema beside it where a rebuild works. */
  schema?: string;
  fold?: BooksFold;
  /** How many orders, and how many payouts, are kept in memory. */
  rowsMax?: number;
  /** The tables are empty and were made in this transaction. */
  isFresh?: boolean;
  /** Called once, before rows are first looked up: the tables may have no indexes until then. */
  beforeLookup?: () => Promise<void>;
}>;

export type BulkBooks = Readonly<{
  /** Folds events in order of position, thousands at a time. */
  project: (events: readonly Recorded[]) => Promise<void>;
  /** Saves what is still in memory; afterwards the tables are complete. More events may follow. */
  save: () => Promise<void>;
}>;

const liveSchema = "projection";
const rowsInMemory = 20_000;

/**
 * The fold for rebuilds and imports: rows stay in memory from page to page, new ones are written by
 * COPY. Works within a transaction that the caller begins and commits on `client`, a connection
 * without pipelining. Nobody else may write the tables meanwhile; an import holds the append lock.
 */
export async function openBulkBooks(
  client: pg.ClientBase,
  options: BulkBooksOptions = {},
): Promise<BulkBooks> {
  const { schema = liveSchema, fold = applyToBooks, rowsMax = rowsInMemory } = options;
  const members = createBoundedRows(({ userId }: MemberRow) => userId);
  const wallets = createBoundedRows(({ userId }: WalletRow) => userId);
  const orders = createBoundedRows(({ orderId }: OrderRow) => orderId, rowsMax);
  const payouts = createBoundedRows(({ payoutId }: PayoutRow) => payoutId, rowsMax);
  const books: Books = {
    ...{ members, wallets, orders, payouts },
    ...{ plans: [], orderPayments: [], saleEntries: [], commissionEntries: [] },
  };
  if (!options.isFresh) {
    members.fill(await readRows<MemberRow>(client, { schema, table: tables.memberTable }));
    wallets.fill(await readRows<WalletRow>(client, { schema, table: tables.walletTable }));
    books.plans.push(...(await readRows<PlanRow>(client, { schema, table: tables.planTable })));
  }
  let plansSaved = books.plans.length;
  let isFresh = options.isFresh ?? false;
  const writer = createBulkWriter(client, { schema, isFrozen: () => isFresh });
  let position = 0;
  let prepareLookup = options.beforeLookup;

  /** Brings the orders and payouts that the events name into memory, but for those that they make. */
  async function load(events: readonly RecordedLedgerEvent[]): Promise<void> {
    const orderIds = new Set<string>();
    const payoutIds = new Set<string>();
    for (const { type, data } of events) {
      if ("payoutId" in data && type !== "PayoutRequested" && !payouts.has(data.payoutId))
        payoutIds.add(data.payoutId);
      if ("orderId" in data && type !== "OrderPlaced" && !orders.has(data.orderId))
        orderIds.add(data.orderId);
    }
    for (const { type, data } of events) {
      if (type === "OrderPlaced") orderIds.delete(data.orderId);
      if (type === "PayoutRequested") payoutIds.delete(data.payoutId);
    }
    if (orderIds.size + payoutIds.size === 0) return;

    await writer.finish();
    await prepareLookup?.();
    prepareLookup = undefined;
    const order = { schema, table: tables.orderTable, keys: [...orderIds] };
    const payout = { schema, table: tables.payoutTable, keys: [...payoutIds] };
    if (orderIds.size > 0) orders.fill(await readRows<OrderRow>(client, order));
    if (payoutIds.size > 0) payouts.fill(await readRows<PayoutRow>(client, payout));
  }

  /** Entries go out with every page; orders and payouts when there are too many of them. */
  function collect({ everything }: { everything: boolean }): void {
    writer.add(tables.orderPaymentTable, books.orderPayments.splice(0));
    writer.add(tables.saleEntryTable, books.saleEntries.splice(0));
    writer.add(tables.commissionEntryTable, books.commissionEntries.splice(0));
    writer.save(tables.orderTable, orders.takeUnsaved({ everything }));
    writer.save(tables.payoutTable, payouts.takeUnsaved({ everything }));
    if (!everything) return;
    writer.save(tables.memberTable, members.takeUnsaved({ everything }));
    writer.save(tables.walletTable, wallets.takeUnsaved({ everything }));
    writer.add(tables.planTable, books.plans.slice(plansSaved));
    plansSaved = books.plans.length;
  }

  return {
    async project(recorded) {
      const events = ledgerEvents(recorded);
      await load(events);
      for (const event of events) apply(fold, books, event);
      position = events.at(-1)?.position ?? position;
      collect({ everything: false });
      await writer.sendIfMany();
    },
    async save() {
      collect({ everything: true });
      await writer.finish();
      isFresh = false;
      if (schema === liveSchema && position > 0) await moveCheckpoints(client, position);
    },
  };
}

function apply(fold: BooksFold, books: Books, event: RecordedLedgerEvent): void {
  try {
    fold(books, event);
  } catch (error) {
    throw new ReplayStopped(event.position, error);
  }
}

async function moveCheckpoints(client: pg.ClientBase, position: number): Promise<void> {
  await client.query("select projection.save_books('{}', null, $1)", [position]);
}
