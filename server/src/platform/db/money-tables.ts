import type { ArchiveKind } from "@portal/shared/money/archives.ts";
import type { OpeningKind } from "@portal/shared/money/books.ts";
import type {
  PayoutBatchState,
  PayoutItemState,
  PayoutLayout,
} from "@portal/shared/money/payouts.ts";
import type { CommissionPlan } from "@portal/shared/network/commission-plan.ts";
import type { CardLineKind, CardProvider } from "@portal/shared/sales/card-match.ts";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { MadeAt } from "./outside-tables.ts";

/** Payout batches, and the tax and documents of payouts; that a payout was paid is in the ledger alone. */
export type PayoutTables = {
  payout_batch: {
    id: GeneratedAlways<number>;
    layout: PayoutLayout;
    pay_on: string;
    own_account: string;
    own_branch_code: Generated<string>;
    own_name: Generated<string>;
    own_bank: Generated<string>;
    own_id: Generated<string>;
    item_count: number;
    total: number;
    hash_total: string;
    state: Generated<PayoutBatchState>;
    made_at: MadeAt;
    made_by: number;
    /** The first download of the file. */
    file_at: string | null;
    file_by: number | null;
    settled_at: string | null;
    settled_by: number | null;
  };
  /** The tax withheld of a person's payouts. */
  withholding_rate: {
    user_id: number;
    bps: number;
    /** By two admins. */
    decided: Generated<boolean>;
    updated_at: string;
    updated_by: number | null;
  };
  self_billing: {
    user_id: number;
    agreed_on: string;
    /** The last day; null: none. */
    agreed_until: Generated<string | null>;
    supplier_name: string;
    supplier_address: string;
    updated_at: string;
    updated_by: number;
  };
  /** Written once. */
  self_billed_invoice: {
    payout_id: string;
    user_id: number;
    supplier_name: string;
    supplier_address: string;
    vat_number: string;
  };
  /** Where payouts went that no second admin stood behind. */
  payout_account: {
    payout_id: string;
    /** Of a file for the bank; null: of a payment without one. */
    batch_id: number | null;
    account_digest: string;
    let_out_at: string;
  };
  payout_batch_item: {
    batch_id: number;
    payout_id: string;
    user_id: number;
    amount: number;
    withheld: Generated<number>;
    reference: string;
    bank_details_at: string;
    state: Generated<PayoutItemState>;
    /** No second admin stood behind it when the file was downloaded. */
    let_out_alone: Generated<boolean>;
    failure: string | null;
    proof_day: string | null;
    proof_text: string | null;
    proof_line: number | null;
  };
};

/** Reminders of unpaid orders, the links in them, and the addresses that get none. */
export type ReminderTables = {
  payment_reminder: {
    order_id: string;
    day: string;
    email_hash: string;
    asked_at: string;
    asked_by: number;
  };
  reminder_link: {
    token_hash: string;
    order_id: string;
    email_hash: string;
    created_at: string;
  };
  reminder_stop: { email_hash: string; stopped_at: string };
};

type PlanColumn = ColumnType<CommissionPlan, string, never>;

/** Plan simulations and planned plans, and the settlement files of the card provider. */
export type PlanTables = {
  document_archive: {
    id: string;
    kind: ArchiveKind;
    asked_by: number;
    asked_at: string;
    from_day: string;
    to_day: string;
    state: Generated<"waiting" | "ready" | "failed">;
    progress: Generated<number>;
    documents: number | null;
    sha256: string | null;
    bytes: number | null;
    finished_at: string | null;
    is_open: Generated<boolean>;
    failure: string | null;
    waiting_kind: GeneratedAlways<ArchiveKind | null>;
  };
  plan_simulation: {
    id: string;
    asked_by: number;
    asked_at: MadeAt;
    plan: PlanColumn;
    plan_hash: string;
    from_day: string;
    to_day: string;
    in_force_position: number;
    state: Generated<"waiting" | "ready" | "failed">;
    progress: Generated<number>;
    through_position: number | null;
    sales: number | null;
    actual: number | null;
    simulated: number | null;
    finished_at: string | null;
  };
  plan_simulation_member: {
    simulation_id: string;
    member_id: number;
    level: number;
    actual: number;
    simulated: number;
    delta: GeneratedAlways<number>;
  };
  planned_plan: {
    id: string;
    simulation_id: string;
    plan: PlanColumn;
    publish_on: string;
    publish_at: string;
    planned_by: number;
    planned_at: MadeAt;
    state: Generated<"planned" | "published" | "withdrawn">;
    settled_at: string | null;
  };
  /** The days that a statement of the bank covers. */
  bank_statement: {
    id: GeneratedAlways<number>;
    account: string;
    from_day: string;
    to_day: string;
    uploaded_at: string;
    uploaded_by: number;
    file_hash: string | null;
    opening: number | null;
    closing: number | null;
  };
  settlement_file: {
    id: GeneratedAlways<number>;
    name: string;
    from_day: string;
    to_day: string;
    uploaded_at: MadeAt;
    uploaded_by: number;
    provider: Generated<CardProvider>;
    opening: number | null;
    closing: number | null;
    has_payments: Generated<boolean>;
  };
  opening_balance: {
    kind: OpeningKind;
    entry_id: string;
    day: string;
    amount: number;
    booked_at: string;
    booked_by: number;
  };
  vat_rounding: {
    entry_id: string;
    from_day: string;
    to_day: string;
    booked_at: string;
    booked_by: number;
  };
  settlement_line: {
    id: GeneratedAlways<number>;
    fingerprint: string;
    file_id: number;
    line: number;
    day: string;
    type: string;
    payment_id: string | null;
    order_number: number | null;
    order_id: string | null;
    gross: number;
    fee: number;
    net: number;
    paid_out_on: string | null;
    fee_entry_id: string | null;
    transaction_id: string | null;
    written_day: string | null;
    explained_as: CardLineKind | null;
    entry_id: string | null;
    explained_at: string | null;
    explained_by: number | null;
  };
};
