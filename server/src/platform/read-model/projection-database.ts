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
import type { MemberPathRow, ProjectionName } from "./projection-tables.ts";

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
export type BooksTables = {
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
