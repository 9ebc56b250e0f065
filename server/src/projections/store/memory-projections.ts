import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";
import { applyToBooks } from "../fold/projections.fold.ts";
import type {
  Books,
  MemberRow,
  OrderRow,
  PayoutRow,
  RowsByKey,
  WalletRow,
} from "../../platform/read-model/projection-rows.ts";

/** Rows in memory, all of them there to be looked through. */
type MemoryRows<Key, Row> = RowsByKey<Key, Row> & Readonly<{ all: ReadonlyMap<Key, Row> }>;

/** Whole books in memory: for totals, tests and the check of an import. */
export type MemoryBooks = Books &
  Readonly<{
    members: MemoryRows<number, MemberRow>;
    orders: MemoryRows<string, OrderRow>;
    wallets: MemoryRows<number, WalletRow>;
    payouts: MemoryRows<string, PayoutRow>;
  }>;

export function createMemoryBooks(): MemoryBooks {
  return {
    members: createMemoryRows(),
    plans: [],
    orders: createMemoryRows(),
    wallets: createMemoryRows(),
    payouts: createMemoryRows(),
    orderPayments: [],
    saleEntries: [],
    commissionEntries: [],
  };
}

/** The books that a history of recorded events comes to. */
export function booksOf(events: Iterable<RecordedLedgerEvent>): MemoryBooks {
  const books = createMemoryBooks();
  for (const event of events) applyToBooks(books, event);
  return books;
}

export function createMemoryRows<Key, Row>(): MemoryRows<Key, Row> {
  const all = new Map<Key, Row>();
  return {
    all,
    get: (key) => all.get(key),
    put: (key, row) => {
      all.set(key, row);
    },
  };
}
