import { CompiledQuery, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Database, ReadDatabase, Tx } from "../../platform/db/database.ts";
import { rowOf } from "../../platform/db/rows.ts";
import {
  type CommissionEntryRow,
  type MemberRow,
  type OrderPaymentRow,
  type OrderRow,
  type PayoutRow,
  type PlanRow,
  type ProjectionName,
  type ProjectionTable,
  type SaleEntryRow,
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
import { addKeysOfEvent, noKeys } from "../fold/keys-of-event.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";
import { liveSchema } from "../rebuild/shadow-tables.ts";
import {
  deleteMovedPaths,
  insertPaths,
  jsonFields,
  movedRow,
  saveStatement,
} from "./table-statements.ts";

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
    /** What folding changed or added. */
    changes: () => ({
      saves: [
        ...save.members(tracked.members.changed()),
        ...save.plans(plans.slice(loaded.plans.length)),
        ...save.orders(tracked.orders.changed()),
        ...save.orderPayments(orderPayments),
        ...save.saleEntries(saleEntries),
        ...save.commissionEntries(commissionEntries),
        ...save.wallets(tracked.wallets.changed()),
        ...save.payouts(tracked.payouts.changed()),
      ],
      memberIds: tracked.members.changed().map(({ userId }) => userId),
    }),
  };
}

type Changes = ReturnType<ReturnType<typeof createLoadedProjections>["changes"]>;

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

/**
 * The answer of `loadStatement`; the position is null if nothing was read. It is not parsed: a payment loads whole branches of
 * the network under the ledger's lock, and both the columns and these types follow from the description of the tables.
 */
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

const rowsOf = (table: ProjectionTable, where: string) => `
  (select coalesce(json_agg(row), '[]')
   from (select ${jsonFields(table)} from ${liveSchema}.${table.name} where ${where}) row)`;

const keysIn = (field: keyof KeysToLoad, type: "uuid" | "integer" | "text") =>
  `array(select json_array_elements_text(keys->'${field}')::${type} from key)`;

/**
 * What follows from the keys: the sellers of `accruingIds` (orders whose commission is made or taken back), with everybody
 * above them and above the members named; the wallets of all these and of whoever earned from those orders. It runs for
 * every payment, so it is planned once: the lists stand in one JSON value, because where they are parameters PostgreSQL
 * plans anew for each call, which takes longer than the work.
 */
const loadStatement = sql.raw(`
  accruing as materialized (
    select seller_id, sold_by_id, accrual from projection.order_state
    where order_id = any(${keysIn("accruingIds", "uuid")})
  ), named as materialized (
    select json_array_elements_text(keys->'memberIds')::integer as user_id from key
    union
    select seller_id from accruing where seller_id is not null
  ), requested_member as materialized (
    select ancestor_id as user_id from projection.member_path
    where descendant_id = any(array(select user_id from named))
    union
    select user_id from named
  ), requested_wallet as materialized (
    select json_array_elements_text(keys->'walletIds')::integer as user_id from key
    union
    select user_id from requested_member
    union
    select sold_by_id from accruing where sold_by_id is not null
    union
    select (entry->>'beneficiaryId')::integer
    from accruing, json_array_elements(accrual::json) entry
  )
  select (select min(position) from projection.checkpoint) as position,
    ${rowsOf(orderTable, `order_id = any(${keysIn("orderIds", "uuid")})`)} as orders,
    ${rowsOf(payoutTable, `payout_id = any(${keysIn("payoutIds", "text")})`)} as payouts,
    ${rowsOf(memberTable, "user_id = any(array(select user_id from requested_member))")} as members,
    ${rowsOf(walletTable, "user_id = any(array(select user_id from requested_wallet))")} as wallets,
    ${rowsOf(planTable, "exists (select from requested_member) order by position")} as plans,
    (select coalesce(json_agg(user_id), '[]') from requested_member) as "requestedMembers",
    (select coalesce(json_agg(user_id), '[]') from requested_wallet) as "requestedWallets"`);

async function readProjections(tx: Tx | Database, keys: KeysToLoad): Promise<LoadedJson> {
  const lists = Object.entries(keys).map(([field, values]) => [field, [...values]]);
  const json = JSON.stringify(Object.fromEntries(lists));
  const { rows } = await sql<LoadedJson>`
    with key as materialized (select ${json}::json as keys), ${loadStatement}`.execute(tx);
  const [loaded] = rows;
  if (!loaded) throw new Error("the statement that loads projections returned no row");
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

const savedRow = z.strictObject({ saved: z.boolean() });

/**
 * Saves all changes and moves the checkpoints from `after` to `position` in one round trip.
 *
 * @returns false, without saving anything, if the projections are not at `after`
 */
export async function saveProjections(
  tx: Tx | Database,
  { saves, memberIds }: Changes,
  { after, position }: { after: number; position: number },
): Promise<boolean> {
  const { saved } = await rowOf(
    tx,
    savedRow,
    sql`
    with moved as (
      update projection.checkpoint
      set position = ${position}::bigint, failed_position = null, failure = null
      where position < ${position}::bigint
        and ${after}::bigint = (select min(position) from projection.checkpoint)
      returning name
    ) ${sql.join(saves, sql.raw(""))}
    select exists (select from moved) as saved`,
  );
  if (!saved) return false;
  if (memberIds.length > 0) await saveMemberPaths(tx, memberIds);
  return true;
}

/** The statement stays the same for a set of tables, so that it is prepared: a batch changes one of some twenty sets. */
const save = {
  members: saving(memberTable),
  plans: saving(planTable),
  orders: saving(orderTable),
  orderPayments: saving(orderPaymentTable),
  saleEntries: saving(saleEntryTable),
  commissionEntries: saving(commissionEntryTable),
  wallets: saving(walletTable),
  payouts: saving(payoutTable),
};

function saving(table: ProjectionTable) {
  const where = "exists (select from moved)";
  const [before, after] = saveStatement(table, { schema: liveSchema, where });
  const head = sql.raw(`, saved_${table.name} as (${before}`);
  const tail = sql.raw(`::json${after})`);
  return (rows: readonly object[]): RawBuilder<unknown>[] =>
    rows.length === 0 ? [] : [sql`${head}${JSON.stringify(rows)}${tail}`];
}

async function saveMemberPaths(tx: Tx | Database, memberIds: readonly number[]): Promise<void> {
  const deleted = CompiledQuery.raw(deleteMovedPaths(liveSchema), [memberIds]);
  const { rows } = await tx.executeQuery(deleted);
  const affected = rows.map((row) => movedRow.parse(row).userId);
  if (affected.length > 0)
    await tx.executeQuery(CompiledQuery.raw(insertPaths(liveSchema), [affected]));
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
