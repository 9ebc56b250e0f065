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
  ProjectionName,
  RowsByKey,
  SaleEntryRow,
  WalletRow,
} from "../../platform/read-model/projection-tables.ts";
import { addKeysOfEvent, noKeys } from "../fold/keys-of-event.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";

/** Some rows of a table, and which keys were looked for: one that is missing among them is not there. */
type LoadedRows<Key, Row> = Readonly<{ rows: readonly Row[]; asked: Iterable<Key> }>;

type Loaded = Readonly<{
  members: LoadedRows<number, MemberRow>;
  orders: LoadedRows<string, OrderRow>;
  wallets: LoadedRows<number, WalletRow>;
  payouts: LoadedRows<string, PayoutRow>;
  plans: readonly PlanRow[];
}>;

/** What folding changed or added, per table of the projections. */
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

/** Books that hold the rows which some events need, and know what folding them changed. */
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

/** Answers only for what was looked for: undefined for a row that was never loaded would lose an event. */
function createTrackedRows<Key extends string | number, Row>(
  kind: string,
  loaded: LoadedRows<Key, Row>,
  keyOf: (row: Row) => Key,
): TrackedRows<Key, Row> {
  const rows = new Map(loaded.rows.map((row) => [keyOf(row), row]));
  const asked = new Set(loaded.asked);
  const changed = new Map<Key, Row>();
  return {
    get(key) {
      const row = rows.get(key);
      if (row === undefined && !asked.has(key)) throw new Error(`${kind} ${key} was not loaded`);
      return row;
    },
    put(key, row) {
      rows.set(key, row);
      changed.set(key, row);
    },
    changed: () => [...changed.values()],
  };
}

/** The rows that some events need, and the position that the projections stand at; null where nothing had to be read. */
type ProjectionsAtPosition = Readonly<{ projections: LoadedProjections; position: number | null }>;

/** The answer of `projection.load_rows` (migrations/0003-projections.sql). */
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

/** One round trip for everything that the fold of these events may ask for, or none at all. */
export async function loadProjections(
  tx: Tx | Database,
  events: readonly RecordedLedgerEvent[],
): Promise<ProjectionsAtPosition> {
  const keys = keysToLoad(events);
  const loaded = isNothing(keys) ? nothingLoaded : await readProjections(tx, keys);
  const projections = createLoadedProjections({
    members: { rows: loaded.members, asked: loaded.requestedMembers },
    orders: { rows: loaded.orders, asked: [...keys.orderIds, ...keys.placedIds] },
    wallets: { rows: loaded.wallets, asked: loaded.requestedWallets },
    payouts: { rows: loaded.payouts, asked: [...keys.payoutIds, ...keys.requestedIds] },
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
  if (!loaded) throw new Error("projection.load_rows answered nothing");
  return loaded;
}

type KeysToLoad = ReturnType<typeof keysToLoad>;

/**
 * What a batch makes itself is not looked for. An order that is only placed needs nobody's upline and
 * no wallet, so most commands of a shop load nothing: the seller counts only where commission is made
 * or taken back in the same batch.
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
 * One round trip for all that changed; the checkpoints move from `after` to `position` with it.
 * Answers false, and saves nothing, when the projections stand elsewhere than at `after`.
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
  /** How many events of the ledger it has not seen. */
  lag: number;
  /** The event that stopped it and why; null while it runs. */
  failure: Readonly<{ position: number; message: string }> | null;
}>;

/** Where each projection stands against the head of the ledger. */
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
