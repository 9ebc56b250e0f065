import { sql } from "kysely";
import type { Database, Tx } from "../../db/database.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";
import type { MemberRow, OrderRow, PayoutRow, PlanRow, WalletRow } from "./books.ts";
import { addKeysOfEvent, noKeys } from "./keys-of-event.ts";
import { createLoadedBooks, type LoadedBooks } from "./loaded-books.ts";

/** The rows that some events need, and the position that the books stood at when they were read. */
export type BooksAtPosition = Readonly<{ books: LoadedBooks; position: number }>;

/** The answer of `projection.load_books` (migration 0002). */
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

/** One round trip for everything that the fold of these events may ask for. */
export async function loadBooks(
  tx: Tx | Database,
  events: readonly RecordedLedgerEvent[],
): Promise<BooksAtPosition> {
  const { orderIds, accruingIds, memberIds, walletIds, payoutIds } = keysToLoad(events);
  const { rows } = await sql<{ loaded: LoadedJson }>`
    select projection.load_books(
      ${[...orderIds]}::uuid[], ${[...accruingIds]}::uuid[], ${[...memberIds]}::integer[],
      ${[...walletIds]}::integer[], ${[...payoutIds]}::text[]) as loaded`.execute(tx);
  const loaded = rows[0]?.loaded;
  if (!loaded) throw new Error("projection.load_books answered nothing");

  const books = createLoadedBooks({
    members: { rows: loaded.members, asked: loaded.askedMembers },
    orders: { rows: loaded.orders, asked: orderIds },
    wallets: { rows: loaded.wallets, asked: loaded.askedWallets },
    payouts: { rows: loaded.payouts, asked: payoutIds },
    plans: loaded.plans,
  });
  return { books, position: loaded.position };
}

/**
 * An order that is only placed needs nobody's upline and no wallet: most commands of a shop. So the
 * seller counts only where commission is made or taken back in the same batch.
 */
function keysToLoad(events: readonly RecordedLedgerEvent[]) {
  const accruingIds = new Set<string>();
  for (const event of events) if (isAccruing(event)) accruingIds.add(event.data.orderId);

  const keys = noKeys();
  for (const event of events) {
    if (event.type === "OrderPlaced" && !accruingIds.has(event.data.orderId))
      keys.orderIds.add(event.data.orderId);
    else addKeysOfEvent(keys, event);
  }
  return { ...keys, accruingIds };
}

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
