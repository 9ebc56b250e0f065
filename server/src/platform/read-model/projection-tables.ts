import type { CommissionPlan } from "@portal/shared/network/commission-plan.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { MemberLevel } from "@portal/shared/platform/roles.ts";

export const projectionNames = ["orders", "network", "commissions", "wallets"] as const;
export type ProjectionName = (typeof projectionNames)[number];

/** json-text is JSON in a text column, which the server does not parse. */
export type SqlType =
  | "integer"
  | "bigint"
  | "text"
  | "uuid"
  | "boolean"
  | "timestamptz"
  | "date"
  | "jsonb"
  | "json-text";

/** What loading, saving and comparing need to know of a table; fields in the order of its columns. */
export type ProjectionTable = Readonly<{
  name: string;
  projection: ProjectionName;
  key: readonly string[];
  /** The field with the member that a row belongs to. */
  owner?: string;
  /** No row is ever replaced. */
  isOnlyAdded?: true;
  columns: Readonly<Record<string, SqlType>>;
}>;

/** A column's SQL type, which carries the type of its values for the compiler alone. */
type Column<Value> = SqlType & Readonly<{ value?: Value }>;

const column = <Value>(type: SqlType): Column<Value> => type;

const integer = column<number>("integer");
const integerOrNull = column<number | null>("integer");
const bigint = column<number>("bigint");
const bigintOrNull = column<number | null>("bigint");
const boolean = column<boolean>("boolean");
const text = column<string>("text");
const textOrNull = column<string | null>("text");
const uuid = column<string>("uuid");
const uuidOrNull = column<string | null>("uuid");
const instant = column<string>("timestamptz");
const instantOrNull = column<string | null>("timestamptz");
const level = column<MemberLevel>("integer");
const currency = column<Currency>("text");

function table<const Own extends Record<string, SqlType>>(
  description: Readonly<{
    name: string;
    projection: ProjectionName;
    key: readonly (keyof Own & string)[];
    owner?: keyof Own & string;
    isOnlyAdded?: true;
    columns: Own;
  }>,
) {
  return description;
}

type RowOf<Table extends ProjectionTable> = {
  readonly [Field in keyof Table["columns"]]: Table["columns"][Field] extends Column<infer Value>
    ? Value
    : never;
};

export type MemberRow = RowOf<typeof memberTable>;
export const memberTable = table({
  name: "member",
  projection: "network",
  key: ["userId"],
  owner: "userId",
  columns: {
    userId: integer,
    kind: column<"distributor" | "stockist">("text"),
    level,
    parentId: integerOrNull,
    code: text,
    active: boolean,
    /** Null for distributors, like the next two. */
    marginBps: integerOrNull,
    distributorBps: integerOrNull,
    vatRegistered: column<boolean | null>("boolean"),
    enrolledAt: instant,
    /** Set by an uplift: when and where the earlier life as a level 2 ended, and under whom it was. */
    upliftedAt: instantOrNull,
    upliftPosition: bigintOrNull,
    upliftedUnderId: integerOrNull,
  },
});

/** An ancestor of a member by parent or sponsor; every member is its own ancestor at depth 0. */
export type MemberPathRow = RowOf<typeof memberPathTable>;
export const memberPathTable = table({
  name: "member_path",
  projection: "network",
  key: ["descendantId", "ancestorId"],
  owner: "descendantId",
  columns: { ancestorId: integer, descendantId: integer, depth: integer },
});

/** The default plan is position 0 and has no row. */
export type PlanRow = RowOf<typeof planTable>;
export const planTable = table({
  name: "commission_plan",
  projection: "commissions",
  key: ["position"],
  columns: { position: bigint, publishedAt: instant, plan: column<CommissionPlan>("jsonb") },
});

export type OrderState = "placed" | "paid" | "cancelled" | "partly-refunded" | "refunded";
export type OrderRow = RowOf<typeof orderTable>;
export const orderTable = table({
  name: "order_state",
  projection: "orders",
  key: ["orderId"],
  columns: {
    orderId: uuid,
    orderNumber: bigint,
    buyerId: integerOrNull,
    sellerId: integerOrNull,
    region: column<Region>("text"),
    currency,
    vatBps: integer,
    live: boolean,
    deliveryService: textOrNull,
    total: bigint,
    /** Σ unitPrice × quantity of the lines with a commission price: a refund is measured against it. */
    goods: bigint,
    /** The base of the commission: Σ exclVat(commissionPrice × quantity), each line rounded. */
    value: bigint,
    units: integer,
    state: column<OrderState>("text"),
    received: bigint,
    refunded: bigint,
    /** Goods and units given back since the order was paid; a refund before that gives back money only. */
    refundedGoods: bigint,
    refundedUnits: integer,
    placedAt: instant,
    paidAt: instantOrNull,
    cancelledAt: instantOrNull,
    placedPosition: bigint,
    paidPosition: bigintOrNull,
    /**
     * Whose sale it counts as since it was paid, and the level at that time: a later reversal is subtracted where the sale
     * was added. Null before payment, for a house sale, and for an order that is not live.
     */
    soldById: integerOrNull,
    soldAtLevel: column<MemberLevel | null>("integer"),
    /** The next three are the courier's references for it. */
    fulfilment: column<"quoted" | "collection-booked" | "shipped" | "ready-to-collect" | null>(
      "text",
    ),
    quoteNumber: textOrNull,
    collectionReference: textOrNull,
    waybill: textOrNull,
    /** The entries made for the present seller and how much of each is reversed. */
    accrual: column<readonly AccruedEntry[]>("json-text"),
    /** What was charged for the goods, without VAT, each line rounded: the ceiling of the commission. */
    paidGoods: bigint,
    /** The total less what was refunded of it; 0 once it is cancelled. */
    due: bigint,
  },
});

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
  /** How much of `amount` was reversed so far (0 ≤ reversed ≤ amount). */
  reversed: number;
  /** Position of the plan in force, 0 for the default plan. */
  planPosition: number;
  /** How much the ceiling reduced `amount`. Left out where it did not. */
  cappedBy?: number;
}>;

export type OrderPaymentRow = RowOf<typeof orderPaymentTable>;
export const orderPaymentTable = table({
  name: "order_payment",
  projection: "orders",
  key: ["orderId", "paymentId"],
  isOnlyAdded: true,
  columns: {
    position: bigint,
    orderId: uuid,
    paymentId: text,
    method: column<"card" | "eft" | "credit">("text"),
    amount: bigint,
    fee: bigint,
    receivedAt: instant,
  },
});

/** What a seller sold; refunds and reassignments are negative. */
export type SaleEntryRow = RowOf<typeof saleEntryTable>;
export const saleEntryTable = table({
  name: "sale_entry",
  projection: "commissions",
  key: ["position", "entryNo"],
  owner: "sellerId",
  isOnlyAdded: true,
  columns: {
    position: bigint,
    entryNo: integer,
    orderId: uuid,
    sellerId: integer,
    sellerLevel: level,
    units: integer,
    value: bigint,
    /** Goods as charged, incl. VAT. */
    charged: bigint,
    currency,
    occurredAt: instant,
  },
});

/** Also in view `ledger_entries`. */
export type CommissionEntryRow = RowOf<typeof commissionEntryTable>;
export const commissionEntryTable = table({
  name: "commission_entry",
  projection: "commissions",
  key: ["position", "entryNo"],
  owner: "beneficiaryId",
  isOnlyAdded: true,
  columns: {
    position: bigint,
    entryNo: integer,
    orderId: uuid,
    orderNumber: bigint,
    beneficiaryId: integer,
    beneficiaryLevel: level,
    kind: column<CommissionKind | `reversal-of-${CommissionKind}`>("text"),
    sellerId: integer,
    sellerLevel: level,
    rateBps: integer,
    value: bigint,
    /** Negative for a reversal. */
    amount: bigint,
    currency,
    planPosition: bigint,
    /**
     * For a reversal by refund: goods refunded so far, this one included; the order's `goods` is the whole. Null for a
     * full reversal by a reassignment.
     */
    refundedGoods: bigintOrNull,
    occurredAt: instant,
    /** How much the order's ceiling reduced the entry, or the one that this reverses; null where it did not. */
    cappedBy: bigintOrNull,
  },
});

/** Everyone who ever earned, sold or held credit. The figures are those of docs/domain.md, "Wallet". */
export type WalletRow = RowOf<typeof walletTable>;
export const walletTable = table({
  name: "wallet",
  projection: "wallets",
  key: ["userId"],
  owner: "userId",
  columns: {
    userId: integer,
    units: bigint,
    commissionable: bigint,
    accrued: bigint,
    /** Σ commission of paid requests. */
    paid: bigint,
    /** Commission converted to store credit, less what paid requests netted. */
    credit: bigint,
    /** The credit account: granted + converted + restored − spent. */
    creditAccount: bigint,
    /** Entries by the seller's level, reversals included, without leader bonuses. */
    commissionLevel1: bigint,
    commissionLevel2: bigint,
    commissionLevel3: bigint,
    commissionLevel4: bigint,
    leaderBonus: bigint,
    openPayoutId: textOrNull,
    /** Cut-off of the last paid request (0: none), and what had accrued by then. */
    lastPaidCutoff: bigint,
    accruedAtLastPaidCutoff: bigint,
  },
});

export type PayoutRow = RowOf<typeof payoutTable>;
export const payoutTable = table({
  name: "payout_request",
  projection: "wallets",
  key: ["payoutId"],
  owner: "userId",
  columns: {
    payoutId: text,
    userId: integer,
    commission: bigint,
    credit: bigint,
    /** The cash: commission less credit. */
    requested: bigint,
    /** The commission is of entries after the first of these positions up to the second, the cut-off. */
    afterPosition: bigint,
    cutoffPosition: bigint,
    /** What had accrued by the cut-off: where "since last payout" starts once this is paid. */
    accruedAtCutoff: bigint,
    state: column<"requested" | "paid" | "rejected" | "returned">("text"),
    requestedAt: instant,
    settledAt: instantOrNull,
    paidOn: column<string | null>("date"),
    /** These two are ids in `free_text`. */
    referenceId: uuidOrNull,
    reasonId: uuidOrNull,
    /** The tax kept of the cash; the rest goes to the bank. */
    withheld: bigint,
  },
});

/** All tables of a rebuild, in the order in which it creates them. */
export const projectionTables: readonly ProjectionTable[] = [
  memberTable,
  memberPathTable,
  planTable,
  orderTable,
  orderPaymentTable,
  saleEntryTable,
  commissionEntryTable,
  walletTable,
  payoutTable,
];

/**
 * The rows that the fold (`projections.fold.ts`) reads and writes: in a command's transaction for one batch of events, in
 * a rebuild or an import for thousands. Only loading and saving differ (`projection-store.ts`).
 */
export type Projections = Readonly<{
  members: RowsByKey<number, MemberRow>;
  plans: PlanRow[];
  orders: RowsByKey<string, OrderRow>;
  wallets: RowsByKey<number, WalletRow>;
  payouts: RowsByKey<string, PayoutRow>;
  orderPayments: OrderPaymentRow[];
  saleEntries: SaleEntryRow[];
  commissionEntries: CommissionEntryRow[];
}>;

/** Loaded rows by key. `put` replaces a whole row and marks it to be saved. */
export type RowsByKey<Key, Row> = Readonly<{
  get: (key: Key) => Row | undefined;
  put: (key: Key, row: Row) => void;
}>;

/** `accruedAtLastPaidCutoff` is column `accrued_at_last_paid_cutoff`; digits stay with their word. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
