import type { Currency } from "@portal/shared/platform/money.ts";
import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import type { CommissionPlan } from "@portal/shared/network/commission-plan.ts";

/**
 * The projections are all rows that the ledger's money events are folded into: the network, the orders,
 * the commission entries and the wallets. One fold (`projections.fold.ts`) writes them, for a batch of one
 * inside a command's transaction and for a batch of thousands in a rebuild or an import; what differs
 * is only how rows are loaded and saved (`projection-store.ts`). Every row type is one table of schema
 * `projection`, its columns the snake_case of the fields.
 */
export type Projections = Readonly<{
  members: RowsByKey<number, MemberRow>;
  plans: PlanRow[];
  orders: RowsByKey<string, OrderRow>;
  wallets: RowsByKey<number, WalletRow>;
  payouts: RowsByKey<string, PayoutRow>;
  /** Rows that are only ever added. */
  orderPayments: OrderPaymentRow[];
  saleEntries: SaleEntryRow[];
  commissionEntries: CommissionEntryRow[];
}>;

/** Rows at hand, by key. `put` replaces a row whole; what was put is what a store has to save. */
export type RowsByKey<Key, Row> = Readonly<{
  get: (key: Key) => Row | undefined;
  put: (key: Key, row: Row) => void;
}>;

/** table projection.member, key user_id */
export type MemberRow = Readonly<{
  userId: number;
  kind: "distributor" | "stockist";
  level: MemberLevel;
  parentId: number | null;
  code: string;
  active: boolean;
  /** Stockists only, else null. */
  marginBps: number | null;
  distributorBps: number | null;
  vatRegistered: boolean | null;
  enrolledAt: string;
  /** Set by an uplift: where the earlier life as a level 2 stood, and when and where it ended. */
  upliftedAt: string | null;
  upliftPosition: number | null;
  upliftedUnderId: number | null;
}>;

/** table projection.commission_plan, key position. Position 0 is the default plan and has no row. */
export type PlanRow = Readonly<{ position: number; publishedAt: string; plan: CommissionPlan }>;

export type OrderState = "placed" | "paid" | "cancelled" | "partly-refunded" | "refunded";

/** table projection.order_state, key order_id */
export type OrderRow = Readonly<{
  orderId: string;
  orderNumber: number;
  buyerId: number | null;
  sellerId: number | null;
  region: "za" | "uk" | "usa";
  currency: Currency;
  vatBps: number;
  live: boolean;
  deliveryService: string | null;
  total: number;
  /** Σ unitPrice × quantity of the lines with a commission price: what a refund is measured against. */
  goods: number;
  /** What commission is reckoned on: Σ exclVat(commissionPrice × quantity), each line rounded. */
  value: number;
  units: number;
  state: OrderState;
  received: number;
  refunded: number;
  /** Goods and units given back since the order was paid; a refund before that gives back money only. */
  refundedGoods: number;
  refundedUnits: number;
  placedAt: string;
  paidAt: string | null;
  cancelledAt: string | null;
  placedPosition: number;
  paidPosition: number | null;
  /**
   * Whose sale it counts as since it was paid, and at which level: null before payment, for a house
   * sale and for an order that is not live. The level is that of the sale, so that what is taken back
   * later comes off where it was added.
   */
  soldById: number | null;
  soldAtLevel: MemberLevel | null;
  /** quoted, collection-booked or shipped; the courier's own references beside it. */
  fulfilment: "quoted" | "collection-booked" | "shipped" | "ready-to-collect" | null;
  quoteNumber: string | null;
  collectionReference: string | null;
  waybill: string | null;
  /** The entries made for the present seller and how much of each is reversed: jsonb. */
  accrual: readonly AccruedEntry[];
  /** What was charged for the goods, without VAT, each line rounded: the ceiling of the commission. */
  paidGoods: number;
  /** What it asks for by now: the total, less what was given back of it; nothing once it is cancelled. */
  due: number;
}>;

export type CommissionKind = "own" | "upline" | "stockist" | "leader";

export type AccruedEntry = Readonly<{
  beneficiaryId: number;
  beneficiaryLevel: MemberLevel;
  kind: CommissionKind;
  sellerId: number;
  sellerLevel: MemberLevel;
  rateBps: number;
  /** What the rate was applied to: the order's value, or for a leader bonus the level 1's entries. */
  value: number;
  amount: number;
  /** How much of `amount` was taken back so far (0 ≤ reversed ≤ amount). */
  reversed: number;
  /** Position of the plan in force, 0 for the default plan. */
  planPosition: number;
  /** How much the ceiling took off: without it, `amount` would have been so much more. Left out where it took nothing. */
  cappedBy?: number;
}>;

/** table projection.order_payment, key (order_id, payment_id) */
export type OrderPaymentRow = Readonly<{
  position: number;
  orderId: string;
  paymentId: string;
  method: "card" | "eft" | "credit";
  amount: number;
  fee: number;
  receivedAt: string;
}>;

/** table projection.sale_entry, key (position, entry_no): what a seller sold, refunds and reassignments negative. */
export type SaleEntryRow = Readonly<{
  position: number;
  entryNo: number;
  orderId: string;
  sellerId: number;
  sellerLevel: MemberLevel;
  units: number;
  value: number;
  /** Goods as charged, incl. VAT. */
  charged: number;
  currency: Currency;
  occurredAt: string;
}>;

/** table projection.commission_entry, key (position, entry_no); view `ledger_entries` */
export type CommissionEntryRow = Readonly<{
  position: number;
  entryNo: number;
  orderId: string;
  orderNumber: number;
  beneficiaryId: number;
  beneficiaryLevel: MemberLevel;
  kind: CommissionKind | `reversal-of-${CommissionKind}`;
  sellerId: number;
  sellerLevel: MemberLevel;
  rateBps: number;
  value: number;
  /** Negative for a reversal. */
  amount: number;
  currency: Currency;
  planPosition: number;
  /** For a reversal by refund: goods refunded so far, this one included; the order's `goods` is the whole. Null: reversed whole by a reassignment. */
  refundedGoods: number | null;
  occurredAt: string;
  /**
   * How much the ceiling of the order took off the entry, or off the one that this reverses; null where
   * it took nothing. The value at the rate is what the entry would have been.
   */
  cappedBy: number | null;
}>;

/** table projection.wallet, key user_id: everyone who ever earned, sold, or held credit. Figures of docs/domain.md, "Wallet". */
export type WalletRow = Readonly<{
  userId: number;
  units: number;
  commissionable: number;
  accrued: number;
  /** Σ commission of paid requests. */
  paid: number;
  /** Commission turned into store credit, less what paid requests netted. */
  credit: number;
  /** The credit account: granted + converted + restored − spent. */
  creditAccount: number;
  /** Entries by the seller's level, reversals included, leader bonuses apart. */
  commissionLevel1: number;
  commissionLevel2: number;
  commissionLevel3: number;
  commissionLevel4: number;
  leaderBonus: number;
  openPayoutId: string | null;
  /** Cut-off of the last paid request (0: none), and what had accrued by then. */
  lastPaidCutoff: number;
  accruedAtLastPaidCutoff: number;
}>;

/** table projection.payout_request, key payout_id */
export type PayoutRow = Readonly<{
  payoutId: string;
  userId: number;
  commission: number;
  credit: number;
  /** The cash: commission less credit. */
  requested: number;
  /** The commission is of entries after the first of these positions up to the second, the cut-off. */
  afterPosition: number;
  cutoffPosition: number;
  /** What had accrued by the cut-off: where "since last payout" starts once this is paid. */
  accruedAtCutoff: number;
  state: "requested" | "paid" | "rejected";
  requestedAt: string;
  settledAt: string | null;
  paidOn: string | null;
  /** Where the words are (`free_text`). */
  referenceId: string | null;
  reasonId: string | null;
}>;
