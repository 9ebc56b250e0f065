import type { ColumnType } from "kysely";
import type {
  CommissionEntryRow,
  MemberPathRow,
  MemberRow,
  OrderPaymentRow,
  OrderRow,
  PayoutRow,
  PlanRow,
  SaleEntryRow,
  WalletRow,
  ProjectionName,
} from "../read-model/projection-tables.ts";

type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${SnakeCase<Tail>}`
    : `_${Lowercase<Head>}${SnakeCase<Tail>}`
  : "";

/** The columns of a row, read-only to every query: only the fold changes them. */
type FoldedTable<Row> = {
  [Field in keyof Row & string as SnakeCase<Field>]: ColumnType<Row[Field], never, never>;
};

type LedgerEntryRow = Readonly<{ order: string; beneficiary: number; seller: number }> &
  Omit<
    CommissionEntryRow,
    | "orderId"
    | "beneficiaryId"
    | "beneficiaryLevel"
    | "sellerId"
    | "planPosition"
    | "refundedGoods"
    | "cappedBy"
  >;

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
  /** The position up to which each projection has folded, and what stopped it, if anything did. */
  "projection.checkpoint": FoldedTable<{
    name: ProjectionName;
    position: number;
    failedPosition: number | null;
    failure: string | null;
  }>;
  ledger_entries: FoldedTable<LedgerEntryRow>;
};
