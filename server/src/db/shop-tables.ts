import type { accountTypes } from "@portal/shared/bank-details.ts";
import type { addressKinds } from "@portal/shared/addresses.ts";
import type { MessageChannel, MessageState } from "@portal/shared/messages.ts";
import type { Currency } from "@portal/shared/money.ts";
import type { NotificationState } from "@portal/shared/notifications.ts";
import type { Region } from "@portal/shared/region.ts";
import type { Role } from "@portal/shared/roles.ts";
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { MessageKind } from "../features/messages/message-kinds.ts";

/** Instants are ISO text both ways; the database fills those that a row is made with. */
type MadeAt = ColumnType<string, string | undefined, never>;
type ChangedAt = ColumnType<string, string | undefined, string>;

/** The plain tables of migrations 0003 and after: rows that can change, and of which the ledger holds ids only. */
export type ShopTables = {
  region: {
    code: Region;
    currency: Currency;
    vat_bps: number;
    unit_value: number;
    phone_country: string;
    time_zone: string;
    delivery_flat: number | null;
  };
  shop_setting: {
    only_row: Generated<boolean>;
    bf_enabled: Generated<boolean>;
    bf_discount_bps: Generated<number>;
    sign_in_code_length: Generated<number>;
    shop_name: Generated<string>;
    shop_address: Generated<string>;
    vat_no: Generated<string>;
    company_no: Generated<string>;
    bank_name: Generated<string>;
    bank_account_name: Generated<string>;
    bank_account_type: Generated<string>;
    bank_account_number: Generated<string>;
    bank_branch_code: Generated<string>;
    updated_at: ChangedAt;
  };
  product: {
    id: Generated<number>;
    name: string;
    description: Generated<string>;
    price: number;
    original_price: number | null;
    image_id: number | null;
    product_code: string;
    product_group: "50" | "50c" | "100" | "100c" | null;
    weight_in_grams: Generated<number>;
    dimensions: Generated<string>;
    out_of_stock: Generated<boolean>;
    out_of_stock_button: Generated<string>;
    out_of_stock_message: Generated<string>;
    hide: Generated<boolean>;
    created_at: MadeAt;
    updated_at: ChangedAt;
  };
  account: {
    id: Generated<number>;
    email: string;
    password_hash: string | null;
    first_name: string;
    last_name: string;
    cell: string | null;
    role: Role;
    developer: Generated<boolean>;
    test: Generated<boolean>;
    active: Generated<boolean>;
    verified: Generated<boolean>;
    parent_id: number | null;
    margin_bps: number | null;
    alt_number: string | null;
    area: string | null;
    company: string | null;
    company_address: string | null;
    vat_no: string | null;
    school: Generated<boolean>;
    influencer: Generated<boolean>;
    distributor_version: Generated<number>;
    stockist_vat_bps: number | null;
    referred_by: string | null;
    added_by: number | null;
    last_seen_at: string | null;
    /** Name, email, cell and company in small letters; the database writes it (migration 0008). */
    search_text: GeneratedAlways<string>;
    sort_name: GeneratedAlways<string>;
    created_at: MadeAt;
    updated_at: ChangedAt;
  };
  session: {
    id: string;
    user_id: number;
    expires_at: string;
    created_at: MadeAt;
    handle: Generated<string>;
    last_seen_at: ChangedAt;
    password_at: string | null;
    device: Generated<string>;
    impersonator_id: number | null;
    set_aside_id: string | null;
  };
  sign_in_code: {
    id: string;
    user_id: number;
    purpose: CodePurpose;
    request_hash: string;
    guest_id: string | null;
    code_hash: string | null;
    wrong_tries: Generated<number>;
    created_at: MadeAt;
    expires_at: string;
    ended_at: string | null;
  };
  account_link: {
    token_hash: string;
    user_id: number;
    purpose: LinkPurpose;
    created_at: MadeAt;
    expires_at: string;
    ended_at: string | null;
  };
  message: {
    id: GeneratedAlways<number>;
    message_key: string;
    channel: MessageChannel;
    kind: MessageKind;
    user_id: number | null;
    to_address: string | null;
    about: JSONColumnType<object>;
    subject: string | null;
    html: string | null;
    text: string | null;
    state: Generated<MessageState>;
    attempts: Generated<number>;
    failure: string | null;
    created_at: MadeAt;
    sent_at: string | null;
  };
  message_budget: { key: string; hour: string; used: number };
  captcha_key: { only_row: Generated<boolean>; key: Generated<string> };
  captcha_answer: { hash: string; expires_at: string };
  allowance: { key: string; used_at: readonly string[] };
  sign_in_failure: { key: string; failures: number; last_at: string };
  address: {
    id: Generated<number>;
    owner_id: number | null;
    guest_id: string | null;
    recipient_first_name: string;
    recipient_last_name: string;
    recipient_cell: string;
    recipient_email: string;
    business_or_residential: (typeof addressKinds)[number];
    street_address: string;
    complex_building: string | null;
    suburb: string;
    town: string;
    province: string;
    postal_code: string;
    created_at: MadeAt;
    updated_at: ChangedAt;
    deleted_at: string | null;
    recipient_alt_number: string | null;
    vat_no: string | null;
    former_ids: Generated<number[]>;
  };
  bank_detail: {
    user_id: number;
    bank_name: string;
    account_name: string;
    account_number: string;
    branch_code: string | null;
    cheque_or_savings: (typeof accountTypes)[number];
    notes: string | null;
    updated_at: ChangedAt;
    changed_at: string | null;
  };
  order_detail: {
    order_id: string;
    guest_id: string | null;
    card_environment: "local" | "sandbox" | "live" | null;
    delivery_notes: Generated<string>;
    gclid: string | null;
    fbclid: string | null;
    collection: JSONColumnType<object> | null;
    created_at: MadeAt;
  };
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
  };
  sandbox_payment: {
    id: string;
    fields: JSONColumnType<Record<string, string>>;
    state: Generated<"waiting" | "complete" | "cancelled">;
    pf_payment_id: GeneratedAlways<number>;
    created_at: MadeAt;
  };
  sandbox_sent: { sha256: Uint8Array; payment_id: string; sent_at: MadeAt };
  bank_line: {
    id: GeneratedAlways<number>;
    fingerprint: string;
    account: string;
    booked_on: string;
    amount: number;
    description: string;
    file_name: string;
    uploaded_at: MadeAt;
    uploaded_by: number;
    state: Generated<"open" | "applied" | "ignored">;
    decided_at: string | null;
    decided_by: number | null;
    reason: string | null;
  };
  bank_line_use: { line_id: number; order_number: number; amount: number };
  audit_entry: {
    id: GeneratedAlways<number>;
    at: MadeAt;
    actor_id: number | null;
    impersonated_by_id: number | null;
    subject_id: number | null;
    action: string;
    target: string | null;
    details: ColumnType<object, string | undefined, never>;
  };
};

export type CodePurpose = "sign-in" | "sign-up";
export type LinkPurpose = "register" | "reset-password" | "confirm-email";

/** What one check of a notification found; the reason says so in words. */
export type NotificationCheck = Readonly<{
  check: "signature" | "source" | "merchant" | "order" | "amount" | "confirmation";
  passed: boolean;
  reason: string | null;
}>;
