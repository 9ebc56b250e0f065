import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import type { ColumnType } from "kysely";
import type {
  CommissionEntryRow,
  MemberRow,
  OrderPaymentRow,
  OrderRow,
  PayoutRow,
  PlanRow,
  SaleEntryRow,
  WalletRow,
} from "./projection-rows.ts";

/** An ancestor of a member by parent or sponsor; every member is its own at depth 0. */
export type MemberPathRow = Readonly<{ ancestorId: number; descendantId: number; depth: number }>;

export const projectionNames = ["orders", "network", "commissions", "wallets"] as const;
export type ProjectionName = (typeof projectionNames)[number];

/** json-text is JSON in a column of text, which costs the server nothing. */
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
  /** Whom a row is about, where it is about a member. */
  owner?: string;
  columns: Readonly<Record<string, SqlType>>;
}>;

type TableOf<Row> = ProjectionTable &
  Readonly<{
    key: readonly (keyof Row & string)[];
    owner?: keyof Row & string;
    columns: Readonly<Record<keyof Row & string, SqlType>>;
  }>;

export const memberTable = {
  name: "member",
  projection: "network",
  key: ["userId"],
  owner: "userId",
  columns: {
    userId: "integer",
    kind: "text",
    level: "integer",
    parentId: "integer",
    code: "text",
    active: "boolean",
    marginBps: "integer",
    distributorBps: "integer",
    vatRegistered: "boolean",
    enrolledAt: "timestamptz",
    upliftedAt: "timestamptz",
    upliftPosition: "bigint",
    upliftedUnderId: "integer",
  },
} as const satisfies TableOf<MemberRow>;

export const memberPathTable = {
  name: "member_path",
  projection: "network",
  key: ["descendantId", "ancestorId"],
  owner: "descendantId",
  columns: { ancestorId: "integer", descendantId: "integer", depth: "integer" },
} as const satisfies TableOf<MemberPathRow>;

export const planTable = {
  name: "commission_plan",
  projection: "commissions",
  key: ["position"],
  columns: { position: "bigint", publishedAt: "timestamptz", plan: "jsonb" },
} as const satisfies TableOf<PlanRow>;

export const orderTable = {
  name: "order_state",
  projection: "orders",
  key: ["orderId"],
  columns: {
    orderId: "uuid",
    orderNumber: "bigint",
    buyerId: "integer",
    sellerId: "integer",
    region: "text",
    currency: "text",
    vatBps: "integer",
    live: "boolean",
    deliveryService: "text",
    total: "bigint",
    goods: "bigint",
    value: "bigint",
    units: "integer",
    state: "text",
    received: "bigint",
    refunded: "bigint",
    refundedGoods: "bigint",
    refundedUnits: "integer",
    placedAt: "timestamptz",
    paidAt: "timestamptz",
    cancelledAt: "timestamptz",
    placedPosition: "bigint",
    paidPosition: "bigint",
    soldById: "integer",
    soldAtLevel: "integer",
    fulfilment: "text",
    quoteNumber: "text",
    collectionReference: "text",
    waybill: "text",
    accrual: "json-text",
    paidGoods: "bigint",
    due: "bigint",
  },
} as const satisfies TableOf<OrderRow>;

export const orderPaymentTable = {
  name: "order_payment",
  projection: "orders",
  key: ["orderId", "paymentId"],
  columns: {
    position: "bigint",
    orderId: "uuid",
    paymentId: "text",
    method: "text",
    amount: "bigint",
    fee: "bigint",
    receivedAt: "timestamptz",
  },
} as const satisfies TableOf<OrderPaymentRow>;

export const saleEntryTable = {
  name: "sale_entry",
  projection: "commissions",
  key: ["position", "entryNo"],
  owner: "sellerId",
  columns: {
    position: "bigint",
    entryNo: "integer",
    orderId: "uuid",
    sellerId: "integer",
    sellerLevel: "integer",
    units: "integer",
    value: "bigint",
    charged: "bigint",
    currency: "text",
    occurredAt: "timestamptz",
  },
} as const satisfies TableOf<SaleEntryRow>;

export const commissionEntryTable = {
  name: "commission_entry",
  projection: "commissions",
  key: ["position", "entryNo"],
  owner: "beneficiaryId",
  columns: {
    position: "bigint",
    entryNo: "integer",
    orderId: "uuid",
    orderNumber: "bigint",
    beneficiaryId: "integer",
    beneficiaryLevel: "integer",
    kind: "text",
    sellerId: "integer",
    sellerLevel: "integer",
    rateBps: "integer",
    value: "bigint",
    amount: "bigint",
    currency: "text",
    planPosition: "bigint",
    refundedGoods: "bigint",
    occurredAt: "timestamptz",
    cappedBy: "bigint",
  },
} as const satisfies TableOf<CommissionEntryRow>;

export const walletTable = {
  name: "wallet",
  projection: "wallets",
  key: ["userId"],
  owner: "userId",
  columns: {
    userId: "integer",
    units: "bigint",
    commissionable: "bigint",
    accrued: "bigint",
    paid: "bigint",
    credit: "bigint",
    creditAccount: "bigint",
    commissionLevel1: "bigint",
    commissionLevel2: "bigint",
    commissionLevel3: "bigint",
    commissionLevel4: "bigint",
    leaderBonus: "bigint",
    openPayoutId: "text",
    lastPaidCutoff: "bigint",
    accruedAtLastPaidCutoff: "bigint",
  },
} as const satisfies TableOf<WalletRow>;

export const payoutTable = {
  name: "payout_request",
  projection: "wallets",
  key: ["payoutId"],
  owner: "userId",
  columns: {
    payoutId: "text",
    userId: "integer",
    commission: "bigint",
    credit: "bigint",
    requested: "bigint",
    afterPosition: "bigint",
    cutoffPosition: "bigint",
    accruedAtCutoff: "bigint",
    state: "text",
    requestedAt: "timestamptz",
    settledAt: "timestamptz",
    paidOn: "date",
    referenceId: "uuid",
    reasonId: "uuid",
  },
} as const satisfies TableOf<PayoutRow>;

/** Everything that a rebuild makes anew, in the order in which it is made. */
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

/** `accruedAtLastPaidCutoff` is column `accrued_at_last_paid_cutoff`; digits stay with their word. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${SnakeCase<Tail>}`
    : `_${Lowercase<Head>}${SnakeCase<Tail>}`
  : "";

/** A row as SQL sees it. What is folded is read-only to every query: a fact changes it, or nothing does. */
type FoldedTable<Row> = {
  [Field in keyof Row & string as SnakeCase<Field>]: ColumnType<Row[Field], never, never>;
};

/** How far a projection has read the ledger, and what stopped it, if something did. */
type CheckpointRow = Readonly<{
  name: ProjectionName;
  position: number;
  failedPosition: number | null;
  failure: string | null;
}>;

/** A row of view `ledger_entries`. */
type LedgerEntryRow = Readonly<{
  order: string;
  beneficiary: number;
  kind: CommissionEntryRow["kind"];
  seller: number;
  sellerLevel: MemberLevel;
  rateBps: number;
  value: number;
  amount: number;
  position: number;
  entryNo: number;
  orderNumber: number;
  currency: CommissionEntryRow["currency"];
  occurredAt: string;
}>;

/** Tables of schema `projection` and the view over them, for the `Database` type. */
export type ProjectionsTables = {
  "projection.member": FoldedTable<MemberRow>;
  "projection.member_path": FoldedTable<MemberPathRow>;
  "projection.commission_plan": FoldedTable<PlanRow>;
  "projection.order_state": FoldedTable<Omit<OrderRow, "accrual"> & { accrual: string }>;
  "projection.order_payment": FoldedTable<OrderPaymentRow>;
  "projection.sale_entry": FoldedTable<SaleEntryRow>;
  "projection.commission_entry": FoldedTable<CommissionEntryRow>;
  "projection.wallet": FoldedTable<WalletRow>;
  "projection.payout_request": FoldedTable<PayoutRow>;
  "projection.checkpoint": FoldedTable<CheckpointRow>;
  ledger_entries: FoldedTable<LedgerEntryRow>;
};
