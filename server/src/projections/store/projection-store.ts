import { sql } from "kysely";
import type { Database, ReadDatabase, Tx } from "../../platform/db/database.ts";
import type {
  CommissionEntryRow,
  MemberRow,
  OrderPaymentRow,
  OrderRow,
  PayoutRow,
  PlanRow,
  ProjectionName,
  SaleEntryRow,
  WalletRow,
} from "../../platform/read-model/projection-tables.ts";
import { addKeysOfEvent, noKeys } from "../fold/keys-of-event.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";

/** Projections with the rows that some events need, which track the changes of folding them. */
function createLoadedProjections(loaded: LoadedJson, keys: KeysToLoad) {
  const orderIds = [...keys.orderIds, ...keys.placedIds];
  const payoutIds = [...keys.payoutIds, ...keys.requestedIds];
  const tracked = {
    members: trackRows("userId", loaded.members, loaded.requestedMembers),
    orders: trackRows("orderId", loaded.orders, orderIds),
    wallets: trackRows("userId", loaded.wallets, loaded.requestedWallets),
    payouts: trackRows("payoutId", loaded.payouts, payoutIds),
  };
  const plans = [...loaded.plans];
  const orderPayments: OrderPaymentRow[] = [];
  const saleEntries: SaleEntryRow[] = [];
  const commissionEntries: CommissionEntryRow[] = [];
  return {
    ...tracked,
    plans,
    orderPayments,
    saleEntries,
    commissionEntries,
    /** The rows that folding changed or added, by table. */
    changes: () => ({
      member: tracked.members.changed(),
      commission_plan: plans.slice(loaded.plans.length),
      order_state: tracked.orders.changed(),
      order_payment: orderPayments,
      sale_entry: saleEntries,
      commission_entry: commissionEntries,
      wallet: tracked.wallets.changed(),
      payout_request: tracked.payouts.changed(),
    }),
  };
}

type ChangedRows = ReturnType<ReturnType<typeof createLoadedProjections>["changes"]>;

/** Throws for a key that was not requested: returning undefined for a row that was not loaded would lose an event. */
function trackRows<Row, KeyName extends keyof Row>(
  keyName: KeyName,
  loaded: readonly Row[],
  requestedKeys: readonly Row[KeyName][],
) {
  type Key = Row[KeyName];
  const rows = new Map(loaded.map((row) => [row[keyName], row]));
  const requested = new Set(requestedKeys);
  const changed = new Map<Key, Row>();
  return {
    get(key: Key): Row | undefined {
      const row = rows.get(key);
      if (row === undefined && !requested.has(key))
        throw new Error(`the row with ${String(keyName)} ${String(key)} was not loaded`);
      return row;
    },
    put(key: Key, row: Row): void {
      rows.set(key, row);
      changed.set(key, row);
    },
    changed: () => [...changed.values()],
  };
}

/** The result of `projection.load_rows` (migrations/0003-projections.sql); the position is null if nothing was read. */
type LoadedJson = Readonly<{
  position: number | null;
  orders: readonly OrderRow[];
  payouts: readonly PayoutRow[];
  members: readonly MemberRow[];
  wallets: readonly WalletRow[];
  plans: readonly PlanRow[];
  requestedMembers: readonly number[];
  requestedWallets: readonly number[];
}>;

/** Loads all rows that the fold of these events may read, in one round trip, or none if it needs no rows. */
export async function loadProjections(tx: Tx | Database, events: readonly RecordedLedgerEvent[]) {
  const keys = keysToLoad(events);
  const loaded = isNothing(keys) ? nothingLoaded : await readProjections(tx, keys);
  return { projections: createLoadedProjections(loaded, keys), position: loaded.position };
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

const nothingLoaded: LoadedJson = {
  position: null,
  orders: [],
  payouts: [],
  members: [],
  wallets: [],
  plans: [],
  requestedMembers: [],
  requestedWallets: [],
};

const accruingTypes = ["OrderPaid", "PaymentRefunded", "PaymentUndone", "OrderReassigned"] as const;
type AccruingEvent = Extract<RecordedLedgerEvent, { type: (typeof accruingTypes)[number] }>;

function isAccruing(event: RecordedLedgerEvent): event is AccruingEvent {
  return accruingTypes.some((type) => type === event.type);
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
