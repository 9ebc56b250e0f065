import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";
import type {
  MemberRow,
  OrderRow,
  PayoutRow,
  PlanRow,
  WalletRow,
} from "../../platform/read-model/projection-rows.ts";
import { addKeysOfEvent, noKeys } from "../fold/keys-of-event.ts";
import { createLoadedBooks, type LoadedBooks } from "./loaded-projections.ts";

/** The rows that some events need, and the position that the books stand at; null where nothing had to be read. */
export type BooksAtPosition = Readonly<{ books: LoadedBooks; position: number | null }>;

/** The answer of `projection.load_books` (migrations/0003-projections.sql). */
type LoadedJson = Readonly<{
  position: number;
  orders: readonly OrderRow[];
  payouts: readonly PayoutRow[];
  members: readonly MemberRow[];
  wallets: readonly WalletRow[];
  plans: readonly PlanRow[];
  askedMembers: readonly number[];
  askedWallets: readonly number[];
}>;

/** One round trip for everything that the fold of these events may ask for, or none at all. */
export async function loadBooks(
  tx: Tx | Database,
  events: readonly RecordedLedgerEvent[],
): Promise<BooksAtPosition> {
  const keys = keysToLoad(events);
  const loaded = isNothing(keys) ? nothingLoaded : await readBooks(tx, keys);
  const books = createLoadedBooks({
    members: { rows: loaded.members, asked: loaded.askedMembers },
    orders: { rows: loaded.orders, asked: [...keys.orderIds, ...keys.placedIds] },
    wallets: { rows: loaded.wallets, asked: loaded.askedWallets },
    payouts: { rows: loaded.payouts, asked: [...keys.payoutIds, ...keys.requestedIds] },
    plans: loaded.plans,
  });
  return { books, position: loaded.position };
}

export async function positionOfBooks(tx: Tx | Database): Promise<number> {
  const { position } = await tx
    .selectFrom("projection.checkpoint")
    .select(({ fn }) => fn.min("position").as("position"))
    .executeTakeFirstOrThrow();
  return position;
}

async function readBooks(tx: Tx | Database, keys: KeysToLoad): Promise<LoadedJson> {
  const { rows } = await sql<{ loaded: LoadedJson }>`
    select projection.load_books(
      ${[...keys.orderIds]}::uuid[], ${[...keys.accruingIds]}::uuid[],
      ${[...keys.memberIds]}::integer[], ${[...keys.walletIds]}::integer[],
      ${[...keys.payoutIds]}::text[]) as loaded`.execute(tx);
  const loaded = rows[0]?.loaded;
  if (!loaded) throw new Error("projection.load_books answered nothing");
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
  askedMembers: [],
  askedWallets: [],
} as const;

type AccruingEvent = Extract<
  RecordedLedgerEvent,
  { type: "OrderPaid" | "PaymentRefunded" | "OrderReassigned" }
>;

function isAccruing(event: RecordedLedgerEvent): event is AccruingEvent {
  return (
    event.type === "OrderPaid" ||
    event.type === "PaymentRefunded" ||
    event.type === "OrderReassigned"
  );
}
