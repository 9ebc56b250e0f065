import type { LedgerCheck } from "@portal/shared/office/ledger-health.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { CardMatchState } from "@portal/shared/sales/card-match.ts";
import type { BankKind, LineKind, RuleKind } from "@portal/shared/sales/bank-debits.ts";
import type { ColumnRole } from "@portal/shared/sales/bank-lines.ts";
import type { HandledAs, NotificationState } from "@portal/shared/sales/notifications.ts";
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";

/** Instants are read and written as ISO text; the database fills in those of a new row. */
export type MadeAt = ColumnType<string, string | undefined, never>;
export type ChangedAt = ColumnType<string, string | undefined, string>;
/** Written only by functions of the database. */
export type ReadTable<Row> = { [Column in keyof Row]: ColumnType<Row[Column], never, never> };

/** Data of providers and banks, the sandboxes, and the tables of the server's own operation. */
export type OutsideTables = {
  card_notification: {
    id: GeneratedAlways<number>;
    received_at: MadeAt;
    raw: Uint8Array;
    peer_ip: string;
    headers: JSONColumnType<Record<string, string>>;
    sha256: Uint8Array;
    copy_of: number | null;
    pf_payment_id: string | null;
    payment_status: string | null;
    order_id: string | null;
    state: Generated<NotificationState>;
    reason: string | null;
    checks: ColumnType<readonly NotificationCheck[], string | undefined, string>;
    decided_at: string | null;
    amount: number | null;
    confirmed_at: string | null;
    handled_as: HandledAs | null;
    handled_at: string | null;
    handled_by: number | null;
    provider: Generated<"payfast" | "stripe">;
    currency: Currency | null;
  };
  card_session: {
    order_id: string;
    attempt: number;
    environment: "local" | "sandbox" | "live";
    amount: number;
    currency: Currency;
    site: string;
    expires_at: string;
    session_id: string | null;
    ended_at: string | null;
  };
  sandbox_checkout: {
    id: string;
    fields: JSONColumnType<Record<string, string>>;
    idempotency_key: string | null;
    state: Generated<"open" | "complete" | "expired">;
    payment_intent: string;
    expires_at: string;
    created_at: MadeAt;
  };
  sandbox_payment: {
    id: string;
    fields: JSONColumnType<Record<string, string>>;
    state: Generated<"waiting" | "pending" | "complete" | "failed" | "cancelled">;
    pf_payment_id: GeneratedAlways<number>;
    created_at: MadeAt;
  };
  sandbox_sent: { sha256: Uint8Array; payment_id: string; sent_at: MadeAt };
  bank_line: {
    id: GeneratedAlways<number>;
    fingerprint: string | null;
    bank_id: string | null;
    balance: number | null;
    repeats: number | null;
    account: string;
    booked_on: string;
    amount: number;
    description: string;
    named_orders: number[] | null;
    file_name: string;
    uploaded_at: MadeAt;
    uploaded_by: number;
    state: Generated<"open" | "applied" | "ignored">;
    decided_at: string | null;
    decided_by: number | null;
    reason: string | null;
    kind: LineKind | null;
    entry_id: string | null;
    missing_from: Generated<number | null>;
    freed_by: Generated<number[]>;
  };
  bank_debit: {
    id: GeneratedAlways<number>;
    account: string;
    booked_on: string;
    amount: number;
    description: string;
    named_orders: number[];
    bank_id: string | null;
    balance: number | null;
    repeats: number | null;
    file_name: string;
    uploaded_at: string;
    uploaded_by: number;
    kind: BankKind | "refund" | null;
    entry_id: string | null;
    missing_from: Generated<number | null>;
    refund_position: number | null;
    decided_at: string | null;
    decided_by: number | null;
  };
  known_bank_account: { account: string; known_since: Generated<string> };
  bank_rule: {
    id: GeneratedAlways<number>;
    way: "in" | "out";
    contains: string;
    kind: RuleKind;
    made_at: string;
    made_by: number;
  };
  bank_columns: {
    id: GeneratedAlways<number>;
    account: string;
    fingerprint: string;
    columns: ColumnRole[];
    day_order: "day-first" | "month-first" | null;
    chosen_at: string;
    chosen_by: number;
  };
  free_text: {
    id: string;
    user_id: number | null;
    order_id: string | null;
    bank_line_id: number | null;
    text: string;
    created_at: string;
  };
  ignored_card_exception: {
    id: GeneratedAlways<number>;
    state: CardMatchState;
    payment_id: string | null;
    order_id: string | null;
    order_number: number | null;
    settled_on: string | null;
    settled_amount: number | null;
    note_id: string;
    ignored_at: string;
    ignored_by: number;
    amount: number | null;
    recorded_by: number | null;
  };
  accepted_difference: {
    id: GeneratedAlways<number>;
    key: string;
    note_id: string;
    accepted_at: string;
    accepted_by: number;
    amount: number | null;
    recorded_by: number | null;
  };
  bank_line_use: { line_id: number; order_number: number; amount: number };
  app_log: {
    id: GeneratedAlways<number>;
    at: string;
    level: number;
    text: string;
    details: JSONColumnType<object>;
  };
  erased_person: { digest: string; erased_at: string };
  job_outbox: {
    id: GeneratedAlways<number>;
    name: string;
    data: JSONColumnType<object>;
    is_urgent: Generated<boolean>;
    start_after_seconds: number;
    created_at: GeneratedAlways<string>;
  };
  collection_point: {
    only_row: Generated<boolean>;
    company: string;
    street_address: string;
    suburb: string;
    town: string;
    province: string;
    postal_code: string;
    contact_name: string;
    cell: string;
    email: string;
  };
  courier_booking: {
    order_id: string;
    generation: Generated<number>;
    section: number;
    service: string;
    customer_reference: string;
    state: "asked" | "unclear" | "refused" | "booked" | "cancelled";
    asked_at: string;
    shipment_id: number | null;
    tracking_reference: string | null;
    tracking_status: string | null;
    tracked_at: string | null;
    status_asked_at: string | null;
    delivered_at: string | null;
    /** Tracking references of further shipments of this parcel, until the office has taken them back. */
    surplus_references: Generated<string[]>;
  };
  /** What the owner of the database accepted of what the check `decisions` found. */
  accepted_breach: { subject: string; accepted_at: Generated<string> };
  ledger_check: {
    name: LedgerCheck;
    /** Null until the first run. */
    checked_at: string | null;
    /** The head of the ledger at that run. */
    position: number;
    took_ms: number;
    wanted_at: string | null;
    result: ColumnType<unknown, never, string>;
  };
  last_backup: {
    only_one: Generated<boolean>;
    made_at: string;
    position: number;
  };
  sandbox_shipment: {
    id: GeneratedAlways<number>;
    label_key: string;
    tracking_reference: string;
    customer_reference: string;
    request: JSONColumnType<object>;
    status: Generated<string>;
    created_at: MadeAt;
  };
};

/** The result of one check of a notification. */
export type NotificationCheck = Readonly<{
  check: "signature" | "source" | "merchant" | "order" | "amount" | "confirmation";
  passed: boolean;
  reason: string | null;
}>;
