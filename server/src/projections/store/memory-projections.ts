import type {
  Projections,
  MemberRow,
  OrderRow,
  PayoutRow,
  RowsByKey,
  WalletRow,
} from "../../platform/read-model/projection-tables.ts";

type MemoryRows<Key, Row> = RowsByKey<Key, Row> & Readonly<{ all: ReadonlyMap<Key, Row> }>;

/** Complete projections in memory, for totals, tests and the check of an import. */
export type MemoryProjections = Projections &
  Readonly<{
    members: MemoryRows<number, MemberRow>;
    orders: MemoryRows<string, OrderRow>;
    wallets: MemoryRows<number, WalletRow>;
    payouts: MemoryRows<string, PayoutRow>;
  }>;

export function createMemoryProjections(): MemoryProjections {
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
