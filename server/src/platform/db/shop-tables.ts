import type { MonthOfYear } from "@portal/shared/catalogue/financial-year.ts";
import type { AccountKey } from "@portal/shared/catalogue/chart.ts";
import type { TaxNumberKind } from "@portal/shared/people/tax-numbers.ts";
import type { accountTypes } from "@portal/shared/people/bank-details.ts";
import type { addressKinds } from "@portal/shared/people/addresses.ts";
import type { ContactSource } from "@portal/shared/office/contact.ts";
import type { MessageChannel, MessageState } from "@portal/shared/platform/messages.ts";
import type { Country } from "@portal/shared/platform/region.ts";
import type { Role } from "@portal/shared/platform/roles.ts";
import type { FactorKind, SetUpBy } from "@portal/shared/people/factors.ts";
import type { InvitedRole } from "@portal/shared/people/users/user-forms.ts";
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { ChangedAt, MadeAt, OutsideTables } from "./outside-tables.ts";
import type { MessageKind } from "@portal/shared/office/message-kinds.ts";

/** The plain tables, whose rows can change. The ledger holds their ids only. */
export type ShopTables = OutsideTables & {
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
    checkout_popup_enabled: Generated<boolean>;
    checkout_popup_text: Generated<string>;
    stock_issues: Generated<string>;
    first_delivery: Generated<string>;
    whatsapp_url: Generated<string>;
    facebook_url: Generated<string>;
    instagram_url: Generated<string>;
    contact_email: Generated<string>;
    payout_hold_days: Generated<number>;
    payout_originator_id: Generated<string>;
    payout_minimum: Generated<number>;
    withholding_bps: Generated<number>;
    contractor_form_from: Generated<number>;
    credit_password_above: Generated<number>;
    orders_per_hour: Generated<number>;
    recipients_per_hour: Generated<number>;
    stockist_margin_default_bps: Generated<number>;
    stockist_percent_default_bps: Generated<number>;
    stockist_margin_max_bps: Generated<number>;
    stockist_percent_max_bps: Generated<number>;
    chart: ColumnType<Partial<Record<AccountKey, string>>, string | undefined, string>;
    product_accounts: Generated<string>;
    year_begins_in: Generated<MonthOfYear | null>;
    updated_at: ChangedAt;
  };
  entry_question: {
    id: GeneratedAlways<number>;
    command_id: string;
    position: number;
    entry_no: number;
    asked_by: number;
    asked_at: string;
    question: string;
    answered_by: number | null;
    answered_at: string | null;
    answer: string | null;
    credit: number | null;
  };
  idempotency_key: {
    saved_by: string;
    kind: "address" | "product" | "testimonial";
    command_id: string;
    request_hash: Buffer;
    item_id: number | null;
    saved_at: string;
  };
  stock_alert: {
    id: string;
    product_id: number;
    email: string;
    asked_at: string;
    told_at: string | null;
  };
  contact_message: {
    id: GeneratedAlways<number>;
    command_id: string;
    source: ContactSource;
    email: string;
    name: string | null;
    surname: string | null;
    age: number | null;
    cell_number: string | null;
    residing_town: string | null;
    where_did_you_hear: string | null;
    existing_customer: boolean | null;
    order_number: string | null;
    text: string;
    received_at: MadeAt;
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
    pending_email: string | null;
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
    stockist_vat_lower: Generated<boolean>;
    referred_by: string | null;
    added_by: number | null;
    last_seen_at: string | null;
    /** Where codes go until the hold on the number of `cell_changed_at` is over. */
    former_cell: string | null;
    cell_changed_at: string | null;
    /** Not where somebody else typed the number, until its owner has saved it (migrations/0086-confirmed-number.sql). */
    cell_confirmed: Generated<boolean>;
    contacts_set_at: string | null;
    /** Of an admin's account (migrations/0029-admin-accounts.sql). */
    locked_at: Generated<string | null>;
    held_until: Generated<string | null>;
    left_office_at: Generated<string | null>;
    is_first_admin: Generated<boolean>;
    /** Name, email, cell and company in lower case (migrations/0004-accounts.sql). */
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
    hand_over_hash: Generated<string | null>;
    hand_over_until: Generated<string | null>;
    handed_from_id: string | null;
    factor_at: string | null;
    proved_at: Generated<string | null>;
    acted_at: Generated<string | null>;
    set_up_by: SetUpBy | null;
    comes_back: Generated<boolean>;
  };
  factor: {
    id: string;
    user_id: number;
    kind: FactorKind;
    name: string;
    made_at: MadeAt;
    last_used_at: Generated<string | null>;
    ended_at: Generated<string | null>;
    rp_id: Generated<string | null>;
    credential_id: Generated<string | null>;
    public_key: Generated<Buffer | null>;
    sign_count: Generated<number | null>;
    transports: Generated<readonly string[] | null>;
    secret: Generated<Buffer | null>;
    last_step: Generated<number | null>;
  };
  recovery_code: {
    id: GeneratedAlways<number>;
    user_id: number;
    code_hash: string;
    made_at: MadeAt;
    used_at: Generated<string | null>;
  };
  factor_challenge: {
    challenge_hash: string;
    session_id: string;
    purpose: "set-up" | "sign-in" | "recent" | "decision";
    secret: Generated<Buffer | null>;
    made_at: MadeAt;
    expires_at: string;
  };
  factor_try: {
    user_id: number;
    tried_at: readonly string[];
    wants_password: Generated<boolean>;
  };
  sign_in_code: {
    id: string;
    user_id: number;
    purpose: CodePurpose;
    request_hash: string;
    guest_id: string | null;
    code_hash: string | null;
    mailed_to: string | null;
    sms_code_hash: string | null;
    wrong_tries: Generated<number>;
    created_at: MadeAt;
    expires_at: string;
    ended_at: string | null;
    registration: JSONColumnType<object | null, string | null | undefined, string | null>;
  };
  account_link: {
    token_hash: string;
    user_id: number;
    purpose: LinkPurpose;
    sent_to: string | null;
    invitation_id: string | null;
    created_at: MadeAt;
    expires_at: string;
    ended_at: string | null;
  };
  invitation: {
    id: string;
    user_id: number;
    invited_by: number;
    role: InvitedRole;
    parent_id: number;
    created_at: MadeAt;
    expires_at: string;
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
  captcha_key: { only_row: Generated<boolean>; key: Generated<string> };
  captcha_answer: { hash: string; expires_at: string };
  rate_limit: { key: string; used_at: readonly string[] };
  sign_in_failure: { key: string; failures: number; last_at: string };
  known_browser: { token_hash: string; user_id: number; seen_at: string };
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
    country: Generated<Country>;
    line_2: Generated<string | null>;
    line_3: Generated<string | null>;
    place_id: Generated<number | null>;
    manual_suburb: Generated<boolean>;
    latitude: Generated<number | null>;
    longitude: Generated<number | null>;
  };
  tax_detail: {
    user_id: number;
    kind: TaxNumberKind;
    number: string;
    /** A South African ID number beside an income tax number. */
    id_number: string | null;
    vat_number: string | null;
    updated_at: string;
  };
  kept_tax_identity: {
    user_id: number;
    first_name: string;
    last_name: string;
    /** These are null where the person gave none. */
    kind: TaxNumberKind | null;
    number: string | null;
    id_number: string | null;
    vat_number: string | null;
    /** Of the last tax year in which the person was paid. */
    tax_year_end: string;
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
    buyer_first_name: Generated<string | null>;
    buyer_last_name: Generated<string | null>;
    buyer_email: Generated<string | null>;
    buyer_cell: Generated<string | null>;
  };
  order_parcel: {
    order_id: string;
    section: number;
    delivery_notes: Generated<string>;
    gift_message: Generated<string>;
    promised_day: Generated<string | null>;
  };
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
export type LinkPurpose =
  | "register"
  | "reset-password"
  | "confirm-email"
  | "undo-contact-change"
  | "invitation"
  | "set-up-factor"
  | "come-back"
  | "lost-factor";
