import type {
  Books,
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

/** Some rows of a table, and which keys were looked for: one that is missing among them is not there. */
export type LoadedRows<Key, Row> = Readonly<{ rows: readonly Row[]; asked: Iterable<Key> }>;

export type Loaded = Readonly<{
  members: LoadedRows<number, MemberRow>;
  orders: LoadedRows<string, OrderRow>;
  wallets: LoadedRows<number, WalletRow>;
  payouts: LoadedRows<string, PayoutRow>;
  plans: readonly PlanRow[];
}>;

/** What folding changed or added, per table of the books. */
export type ChangedRows = Readonly<{
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
export type LoadedBooks = Books & Readonly<{ changes: () => ChangedRows }>;

export function createLoadedBooks(loaded: Loaded): LoadedBooks {
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
