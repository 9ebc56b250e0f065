import type pg from "pg";
import { z } from "zod";
import { clientRowOf, clientRowsOf } from "../../platform/db/rows.ts";
import type { Recorded } from "../../platform/ledger/event-catalogue.ts";
import {
  type MemberRow,
  type OrderRow,
  type PayoutRow,
  type PlanRow,
  type Projections,
  type ProjectionTable,
  type RowsByKey,
  type WalletRow,
  commissionEntryTable,
  memberTable,
  orderPaymentTable,
  orderTable,
  payoutTable,
  planTable,
  saleEntryTable,
  walletTable,
} from "../../platform/read-model/projection-tables.ts";
import {
  applyToProjections,
  type ProjectionsFold,
  ledgerEvents,
} from "../fold/projections.fold.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";
import { ReplayStopped } from "../rebuild/replay-events.ts";
import { liveSchema } from "../rebuild/shadow-tables.ts";
import { copyLines, copyRows, readRows, replaceRows } from "./table-rows.ts";
import { deleteMovedPaths, insertPaths, movedRow, moveCheckpointsTo } from "./table-statements.ts";

export type BulkProjectionsOptions = Readonly<{
  /** The live schema by default. Other tables are empty and were created in this transaction. */
  schema?: string;
  fold?: ProjectionsFold;
  /** How many orders, and how many payouts, to keep in memory. */
  rowsMax?: number;
  /** Called once before the first lookup of rows: the tables may have no indexes until then. */
  beforeLookup?: () => Promise<void>;
}>;

export type BulkProjections = Readonly<{
  /** Folds a page of events, in order of position. @throws ReplayStopped */
  project: (events: readonly Recorded[]) => Promise<void>;
  /** Writes unsaved rows, so that the tables are complete. More events may follow. */
  save: () => Promise<void>;
}>;

const rowsInMemory = 20_000;

/**
 * The fold for rebuilds and imports: rows stay in memory from page to page, and new ones are written with COPY. The
 * caller begins and commits the transaction on `client` and has to be the only writer of the tables; an import holds
 * the append lock.
 */
export async function openBulkProjections(
  client: pg.ClientBase,
  options: BulkProjectionsOptions = {},
): Promise<BulkProjections> {
  const { schema = liveSchema, fold = applyToProjections, rowsMax = rowsInMemory } = options;
  const rows = createBulkRows(rowsMax);
  let isFresh = schema !== liveSchema;
  if (!isFresh) await loadMembers(rows, client, schema);
  const writer = createBulkWriter(client, { schema, isFrozen: () => isFresh });
  let position = schema === liveSchema ? await checkpointOf(client) : 0;
  let plansSaved = rows.plans.length;
  let { beforeLookup } = options;

  async function load(events: readonly RecordedLedgerEvent[]): Promise<void> {
    const missing = missingKeys(rows, events);
    if (missing.orderIds.length + missing.payoutIds.length === 0) return;
    await writer.finish();
    await beforeLookup?.();
    beforeLookup = undefined;
    await loadMissing(rows, missing, { client, schema });
  }

  return {
    async project(recorded) {
      const events = ledgerEvents(recorded);
      await load(events);
      for (const event of events) {
        requireNext(event, position);
        apply(fold, rows, event);
        ({ position } = event);
      }
      flushPage(rows, writer);
      await writer.sendIfMany();
    },
    async save() {
      flushAll(rows, writer, plansSaved);
      plansSaved = rows.plans.length;
      await writer.finish();
      isFresh = false;
      if (schema === liveSchema) await moveCheckpoints(client, position);
    },
  };
}

/** A gap in the events would make the projections wrong without an error. */
function requireNext(event: RecordedLedgerEvent, position: number): void {
  if (event.position !== position + 1)
    throw new Error(
      `The projections are at position ${position} and cannot continue with ${event.position}: rebuild them first.`,
    );
}

function apply(fold: ProjectionsFold, projections: Projections, event: RecordedLedgerEvent): void {
  try {
    fold(projections, event);
  } catch (error) {
    throw new ReplayStopped(event.position, error);
  }
}

const checkpointRow = z.strictObject({ position: z.int() });

async function checkpointOf(client: pg.ClientBase): Promise<number> {
  const { position } = await clientRowOf(
    client,
    checkpointRow,
    "select min(position) as position from projection.checkpoint",
  );
  return position;
}

async function moveCheckpoints(client: pg.ClientBase, position: number): Promise<void> {
  await client.query(moveCheckpointsTo, [position]);
}

/** Projections with all members and wallets, and the recently used orders and payouts, in memory. */
type BulkRows = Projections &
  Readonly<{
    members: BoundedRows<number, MemberRow>;
    wallets: BoundedRows<number, WalletRow>;
    orders: BoundedRows<string, OrderRow>;
    payouts: BoundedRows<string, PayoutRow>;
  }>;

function createBulkRows(rowsMax: number): BulkRows {
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

async function loadMembers(rows: BulkRows, client: pg.ClientBase, schema: string) {
  rows.members.fill(await readRows<MemberRow>(client, { schema, table: memberTable }));
  rows.wallets.fill(await readRows<WalletRow>(client, { schema, table: walletTable }));
  rows.plans.push(...(await readRows<PlanRow>(client, { schema, table: planTable })));
}

/** The orders and payouts that the events need, except those in memory and those that the events create. */
function missingKeys(
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

async function loadMissing(
  { orders, payouts }: BulkRows,
  { orderIds, payoutIds }: ReturnType<typeof missingKeys>,
  { client, schema }: { client: pg.ClientBase; schema: string },
): Promise<void> {
  const order = { schema, table: orderTable, keys: orderIds };
  const payout = { schema, table: payoutTable, keys: payoutIds };
  if (orderIds.length > 0) orders.fill(await readRows<OrderRow>(client, order));
  if (payoutIds.length > 0) payouts.fill(await readRows<PayoutRow>(client, payout));
}

/** Entries are written with every page, orders and payouts when they are evicted. */
function flushPage(rows: BulkRows, writer: BulkWriter): void {
  writer.add(orderPaymentTable, rows.orderPayments.splice(0));
  writer.add(saleEntryTable, rows.saleEntries.splice(0));
  writer.add(commissionEntryTable, rows.commissionEntries.splice(0));
  writer.save(orderTable, rows.orders.takeEvicted());
  writer.save(payoutTable, rows.payouts.takeEvicted());
}

function flushAll(rows: BulkRows, writer: BulkWriter, plansSaved: number): void {
  flushPage(rows, writer);
  writer.save(orderTable, rows.orders.takeUnsaved());
  writer.save(payoutTable, rows.payouts.takeUnsaved());
  writer.save(memberTable, rows.members.takeUnsaved());
  writer.save(walletTable, rows.wallets.takeUnsaved());
  writer.add(planTable, rows.plans.slice(plansSaved));
}

type Slot<Row> = { row: Row; state: "new" | "changed" | "saved" };

/** Rows to insert and rows to update. */
type UnsavedRows<Row> = Readonly<{ added: readonly Row[]; changed: readonly Row[] }>;

/** A cache of recently used rows of a table of any size. */
type BoundedRows<Key, Row> = RowsByKey<Key, Row> &
  Readonly<{
    has: (key: Key) => boolean;
    /** Adds rows that were read from the table. */
    fill: (rows: readonly Row[]) => void;
    /** Evicts the older half if there are too many rows, and returns its unsaved rows. */
    takeEvicted: () => UnsavedRows<Row>;
    /** Returns all unsaved rows without evicting any. */
    takeUnsaved: () => UnsavedRows<Row>;
  }>;

/**
 * Two generations: a row that is used moves to the young one, and when that is full the old one is evicted. An order
 * is placed, paid and then rarely touched, so this is nearly as good as an exact LRU at the cost of a Map lookup.
 */
function createBoundedRows<Key, Row>(
  keyOf: (row: Row) => Key,
  rowsMax = Number.POSITIVE_INFINITY,
): BoundedRows<Key, Row> {
  let young = new Map<Key, Slot<Row>>();
  let old = new Map<Key, Slot<Row>>();

  function find(key: Key): Slot<Row> | undefined {
    const slot = young.get(key);
    if (slot) return slot;
    const older = old.get(key);
    if (!older) return undefined;
    old.delete(key);
    young.set(key, older);
    return older;
  }

  return {
    has: (key) => find(key) !== undefined,
    get: (key) => find(key)?.row,
    put(key, row) {
      const slot = find(key);
      if (!slot) {
        young.set(key, { row, state: "new" });
        return;
      }
      slot.row = row;
      if (slot.state === "saved") slot.state = "changed";
    },
    fill(rows) {
      for (const row of rows) young.set(keyOf(row), { row, state: "saved" });
    },
    takeEvicted() {
      if (young.size < rowsMax / 2) return { added: [], changed: [] };
      const evicted = unsavedOf([old]);
      old = young;
      young = new Map();
      return evicted;
    },
    takeUnsaved: () => unsavedOf([old, young]),
  };
}

function unsavedOf<Key, Row>(generations: readonly Map<Key, Slot<Row>>[]): UnsavedRows<Row> {
  const added: Row[] = [];
  const changed: Row[] = [];
  for (const generation of generations) {
    for (const slot of generation.values()) {
      if (slot.state === "new") added.push(slot.row);
      if (slot.state === "changed") changed.push(slot.row);
      slot.state = "saved";
    }
  }
  return { added, changed };
}

type FieldValues = Readonly<Record<string, unknown>>;

/** Writes rows while the next events are folded, so that the database and this process work in parallel. */
type BulkWriter = Readonly<{
  add: (table: ProjectionTable, rows: readonly FieldValues[]) => void;
  save: (table: ProjectionTable, rows: UnsavedRows<FieldValues>) => void;
  /** If enough is buffered: waits for the write in progress and starts the next one. */
  sendIfMany: () => Promise<void>;
  /** Writes everything. */
  finish: () => Promise<void>;
}>;

const charactersPerSend = 4_000_000;

function createBulkWriter(
  client: pg.ClientBase,
  options: Readonly<{ schema: string; isFrozen: () => boolean }>,
): BulkWriter {
  const { schema, isFrozen } = options;
  let waiting = new Map<ProjectionTable, string>();
  let underWay: Promise<void> = Promise.resolve();
  let afterwards: (() => Promise<void>)[] = [];

  function add(table: ProjectionTable, rows: readonly FieldValues[]) {
    if (rows.length === 0) return;
    waiting.set(table, `${waiting.get(table) ?? ""}${copyLines(table, rows)}`);
  }

  function save(table: ProjectionTable, { added, changed }: UnsavedRows<FieldValues>) {
    add(table, added);
    if (changed.length > 0)
      afterwards.push(() => replaceRows(client, { schema, table, rows: changed }));
    const saved = [...added, ...changed];
    if (table === memberTable && saved.length > 0)
      afterwards.push(() => savePaths(saved.map(({ userId }) => userId)));
  }

  async function send() {
    await underWay;
    underWay = write(waiting, afterwards);
    // The next `await underWay` reports a failure; until then it must not count as unhandled.
    underWay.catch(() => {});
    waiting = new Map();
    afterwards = [];
  }

  async function write(copies: ReadonlyMap<ProjectionTable, string>, rest: typeof afterwards) {
    for (const [table, lines] of copies)
      await copyRows(client, { schema, table, lines, isFrozen: isFrozen() });
    for (const task of rest) await task();
  }

  async function savePaths(memberIds: readonly unknown[]): Promise<void> {
    const rows = await clientRowsOf(client, movedRow, deleteMovedPaths(schema), [memberIds]);
    await client.query(insertPaths(schema), [rows.map(({ userId }) => userId)]);
  }

  return {
    add,
    save,
    async sendIfMany() {
      const characters = [...waiting.values()].reduce((sum, lines) => sum + lines.length, 0);
      if (characters >= charactersPerSend) await send();
    },
    async finish() {
      await send();
      await underWay;
    },
  };
}
