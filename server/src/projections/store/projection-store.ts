import { sql } from "kysely";
import type { Database, ReadDatabase, Tx } from "../../platform/db/database.ts";
import type {
  Projections,
  CommissionEntryRow,
  MemberRow,
  OrderPaymentRow,
  OrderRow,
  PayoutRow,
  PlanRow,
  RowsByKey,
  SaleEntryRow,
  WalletRow,
} from "../../platform/read-model/projection-rows.ts";
import type { ProjectionName } from "../../platform/read-model/projection-tables.ts";
import { addKeysOfEvent, noKeys } from "../fold/keys-of-event.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";

/** Some rows of a table and the keys that were requested: a requested key without a row does not exist. */
type LoadedRows<Key, Row> = Readonly<{ rows: readonly Row[]; requested: Iterable<Key> }>;

type Loaded = Readonly<{
  members: LoadedRows<number, MemberRow>;
  orders: LoadedRows<string, OrderRow>;
  wallets: LoadedRows<number, WalletRow>;
  payouts: LoadedRows<string, PayoutRow>;
  plans: readonly PlanRow[];
}>;

/** The rows that folding changed or added, by table. */
type ChangedRows = Readonly<{
  member: readonly MemberRow[];
  commission_plan: readonly PlanRow[];
  order_state: readonly OrderRow[];
  order_payment: readonly OrderPaymentRow[];
  sale_entry: readonly SaleEntryRow[];
  commission_entry: readonly CommissionEntryRow[];
  wallet: readonly WalletRow[];
  payout_request: readonly PayoutRow[];
}>;

/** Projections with the rows that some events need, which track the changes of folding them. */
type LoadedProjections = Projections & Readonly<{ changes: () => ChangedRows }>;

function createLoadedProjections(loaded: Loaded): LoadedProjections {
  const members = createTrackedRows("member", loaded.members, ({ userId }) => userId);
  const orders = createTrackedRows("order", loaded.orders, ({ orderId }) => orderId);
  const wallets = createTrackedRows("wallet", loaded.wallets, ({ userId }) => userId);
  const payouts = createTrackedRows("payout", loaded.payouts, ({ payoutId }) => payoutId);
  const plans = [...loaded.plans];
  const orderPayments: OrderPaymentRow[] = [];
  const saleEntries: SaleEntryRow[] = [];
  const commissionEntries: CommissionEntryRow[] = [];
  return {
    members,
    orders,
    wallets,
    payouts,
    plans,
    orderPayments,
    saleEntries,
    commissionEntries,
    changes: () => ({
      member: members.changed(),
      commission_plan: plans.slice(loaded.plans.length),
      order_state: orders.changed(),
      order_payment: orderPayments,
      sale_entry: saleEntries,
      commission_entry: commissionEntries,
      wallet: wallets.changed(),
      payout_request: payouts.changed(),
    }),
  };
}

type TrackedRows<Key, Row> = RowsByKey<Key, Row> & Readonly<{ changed: () => readonly Row[] }>;

/** Throws for a key that was not requested: returning undefined for a row that was not loaded would lose an event. */
function createTrackedRows<Key extends string | number, Row>(
  kind: string,
  loaded: LoadedRows<Key, Row>,
  keyOf: (row: Row) => Key,
): TrackedRows<Key, Row> {
  const rows = new Map(loaded.rows.map((row) => [keyOf(row), row]));
  const requested = new Set(loaded.requested);
  const changed = new Map<Key, Row>();
  return {
    get(key) {
      const row = rows.get(key);
      if (row === undefined && !requested.has(key))
        throw new Error(`${kind} ${key} was not loaded`);
      return row;
    },
    put(key, row) {
      rows.set(key, row);
      changed.set(key, row);
    },
    changed: () => [...changed.values()],
  };
}

/** The position of the projections is null if nothing had to be read. */
type ProjectionsAtPosition = Readonly<{ projections: LoadedProjections; position: number | null }>;

/** The result of `projection.load_rows` (migrations/0003-projections.sql). */
type LoadedJson = Readonly<{
  position: number;
  orders: readonly OrderRow[];
  payouts: readonly PayoutRow[];
  members: readonly MemberRow[];
  wallets: readonly WalletRow[];
  plans: readonly PlanRow[];
  requestedMembers: readonly number[];
  requestedWallets: readonly number[];
}>;

/** Loads all rows that the fold of these events may read, in one round trip, or none if it needs no rows. */
export async function loadProjections(
  tx: Tx | Database,
  events: readonly RecordedLedgerEvent[],
): Promise<ProjectionsAtPosition> {
  const keys = keysToLoad(events);
  const loaded = isNothing(keys) ? nothingLoaded : await readProjections(tx, keys);
  const projections = createLoadedProjections({
    members: { rows: loaded.members, requested: loaded.requestedMembers },
    orders: { rows: loaded.orders, requested: [...keys.orderIds, ...keys.placedIds] },
    wallets: { rows: loaded.wallets, requested: loaded.requestedWallets },
    payouts: { rows: loaded.payouts, requested: [...keys.payoutIds, ...keys.requestedIds] },
    plans: loaded.plans,
  });
  return { projections, position: loaded.position };
}

export async function positionOfProjections(tx: Tx | Database): Promise<number> {
  const { position } = await tx
    .selectFrom("projection.checkpoint")
    .select(({ fn }) => fn.min("position").as("position"))
    .executeTakeFirstOrThrow();
  return position;
}

async function readProjections(tx: Tx | Database, keys: KeysToLoad): Promise<LoadedJson> {
  const { rows } = await sql<{ loaded: LoadedJson }>`
    select projection.load_rows(
      ${[...keys.orderIds]}::uuid[], ${[...keys.accruingIds]}::uuid[],
      ${[...keys.memberIds]}::integer[], ${[...keys.walletIds]}::integer[],
      ${[...keys.payoutIds]}::text[]) as loaded`.execute(tx);
  const loaded = rows[0]?.loaded;
  if (!loaded) throw new Error("projection.load_rows returned no row");
  return loaded;
}

type KeysToLoad = ReturnType<typeof keysToLoad>;

/**
 * Rows that the batch itself creates are not loaded. An order that is only placed needs no members or wallets, so
 * most commands load nothing: the seller is needed only if commission accrues or is reversed in the same batch.
 */
function keysToLoad(events: readonly RecordedLedgerEvent[]) {
  const keys = noKeys();
  const accruingIds = new Set<string>();
  const placedIds = new Set<string>();
  const requestedIds = new Set<string>();
  for (const event of events) {
    if (isAccruing(event)) accruingIds.add(event.data.orderId);
    if (event.type === "OrderPlaced") placedIds.add(event.data.orderId);
    if (event.type === "PayoutRequested") requestedIds.add(event.data.payoutId);
  }
  for (const event of events)
    if (event.type !== "OrderPlaced" || accruingIds.has(event.data.orderId))
      addKeysOfEvent(keys, event);
  return {
    ...keys,
    orderIds: without(keys.orderIds, placedIds),
    payoutIds: without(keys.payoutIds, requestedIds),
    accruingIds: without(accruingIds, placedIds),
    placedIds,
    requestedIds,
  };
}

function without(ids: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...ids].filter((id) => !others.has(id)));
}

function isNothing({ orderIds, memberIds, walletIds, payoutIds }: KeysToLoad): boolean {
  return orderIds.size + memberIds.size + walletIds.size + payoutIds.size === 0;
}

const nothingLoaded = {
  position: null,
  orders: [],
  payouts: [],
  members: [],
  wallets: [],
  plans: [],
  requestedMembers: [],
  requestedWallets: [],
} as const;

type AccruingEvent = Extract<
  RecordedLedgerEvent,
  { type: "OrderPaid" | "PaymentRefunded" | "PaymentUndone" | "OrderReassigned" }
>;

function isAccruing(event: RecordedLedgerEvent): event is AccruingEvent {
  return (
    event.type === "OrderPaid" ||
    event.type === "PaymentRefunded" ||
    event.type === "PaymentUndone" ||
    event.type === "OrderReassigned"
  );
}

/**
 * Saves all changes and moves the checkpoints from `after` to `position` in one round trip.
 *
 * @returns false, without saving anything, if the projections are not at `after`
 */
export async function saveProjections(
  tx: Tx | Database,
  changes: ChangedRows,
  { after, position }: { after: number; position: number },
): Promise<boolean> {
  const changed = Object.entries(changes).filter(([, rows]) => rows.length > 0);
  const json = JSON.stringify(Object.fromEntries(changed));
  const { rows } = await sql<{ saved: boolean }>`
    select projection.save_rows(${json}::json, ${after}::bigint, ${position}::bigint) as saved
  `.execute(tx);
  return rows[0]?.saved ?? false;
}

export type ProjectionStatus = Readonly<{
  name: ProjectionName;
  position: number;
  /** The number of events that it has not folded yet. */
  lag: number;
  /** The event that stopped the projection and why; null while it runs. */
  failure: Readonly<{ position: number; message: string }> | null;
}>;

/** The position of each projection relative to the head of the ledger. */
export async function projectionStatus(db: ReadDatabase): Promise<ProjectionStatus[]> {
  const rows = await db
    .selectFrom("projection.checkpoint")
    .innerJoin("ledger_head", (join) => join.onTrue())
    .select([
      "projection.checkpoint.name",
      "projection.checkpoint.position",
      "projection.checkpoint.failed_position",
      "projection.checkpoint.failure",
      "ledger_head.position as head",
    ])
    .orderBy("projection.checkpoint.name")
    .execute();
  return rows.map(({ name, position, head, failed_position, failure }) => ({
    name,
    position,
    lag: head - position,
    failure:
      failed_position === null ? null : { position: failed_position, message: failure ?? "" },
  }));
}
