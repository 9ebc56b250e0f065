import { type Selectable, sql } from "kysely";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database, Tables } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { test } from "../../testing/database-test.ts";
import { personalData } from "./personal-data.ts";

type ColumnsOfTables = Readonly<{
  [Table in keyof Tables]?: readonly (keyof Selectable<Tables[Table]> & string)[];
}>;

/** Columns of text, JSON or bytes that hold no personal data, by the reason. Those of a few fixed values are not named. */
const impersonal: Readonly<Record<string, ColumnsOfTables>> = {
  "of the shop itself, or published": {
    bank_rule: ["contains"],
    collection_point: [
      "company",
      "street_address",
      "suburb",
      "town",
      "province",
      "postal_code",
      "contact_name",
      "cell",
      "email",
    ],
    email_copy: ["kind", "subject", "body", "button_label", "sms"],
    email_copy_test: ["kind", "subject", "body", "button_label", "sms"],
    former_company_details: ["name", "address", "vat_no", "company_no"],
    known_bank_account: ["account"],
    former_year_begin: ["through", "begins_in"],
    payout_batch: ["own_account", "own_branch_code", "own_name", "own_bank", "own_id"],
    plan_simulation: ["plan"],
    planned_plan: ["plan"],
    product: [
      "name",
      "description",
      "product_code",
      "dimensions",
      "out_of_stock_button",
      "out_of_stock_message",
    ],
    "projection.commission_plan": ["plan"],
    region: ["time_zone", "vat_registered_from", "vat_registered_until", "vat_registered_earlier"],
    region_vat_registration: ["registered_from", "registered_until", "earlier"],
    shop_setting: [
      "shop_name",
      "shop_address",
      "vat_no",
      "company_no",
      "bank_name",
      "bank_account_name",
      "bank_account_type",
      "bank_account_number",
      "bank_branch_code",
      "checkout_popup_text",
      "stock_issues",
      "whatsapp_url",
      "facebook_url",
      "instagram_url",
      "contact_email",
      "payout_originator_id",
      "first_delivery",
      "chart",
      "product_accounts",
      "year_begins_in",
    ],
    site_copy: ["var_name", "copy"],
    site_copy_version: ["var_name", "copy"],
    testimonial: ["name", "town", "words"],
    upload: ["title", "description", "filename", "content_type"],
    upload_captions: ["vtt"],
  },
  "written again by the database from columns that are erased": {
    account: ["search_text", "sort_name"],
  },
  "ids, codes, states and amounts": {
    accepted_breach: ["subject"],
    accepted_difference: ["key"],
    audit_entry: ["action", "target", "details"],
    card_notification: [
      "pf_payment_id",
      "payment_status",
      "reason",
      "checks",
      "handled_as",
      "provider",
      "currency",
    ],
    card_session: ["currency", "site", "session_id"],
    courier_booking: [
      "service",
      "customer_reference",
      "tracking_reference",
      "tracking_status",
      "surplus_references",
    ],
    decision: ["kind", "data", "failure", "proof"],
    decision_frozen: ["commission"],
    document_archive: ["waiting_kind", "failure"],
    ignored_card_exception: ["state", "payment_id"],
    job_outbox: ["name", "data"],
    ledger_check: ["result"],
    ledger_commands: ["command_id", "actor", "answer"],
    ledger_events: ["stream_id", "type", "data", "metadata"],
    ledger_run: ["matching", "result"],
    ledger_streams: ["stream_id"],
    payout_batch_item: ["payout_id", "reference", "failure"],
    "projection.checkpoint": ["name", "failure"],
    "projection.commission_entry": ["kind", "currency"],
    "projection.member": ["kind", "code"],
    "projection.order_payment": ["payment_id", "method"],
    "projection.order_state": [
      "region",
      "currency",
      "delivery_service",
      "state",
      "fulfilment",
      "quote_number",
      "collection_reference",
      "waybill",
      "accrual",
    ],
    "projection.payout_request": ["payout_id", "state"],
    "projection.sale_entry": ["currency"],
    "projection.wallet": ["open_payout_id"],
    sales_count: ["projections"],
    sales_kind: ["region", "currency"],
    sales_late: ["type"],
    settlement_line: ["type", "payment_id", "transaction_id"],
  },
  "the shop's own accounts, and the columns and names of its banks' files": {
    bank_columns: ["account", "fingerprint", "columns"],
    bank_debit: ["account", "bank_id", "file_name"],
    bank_line: ["account", "bank_id", "file_name"],
    bank_statement: ["account"],
    settlement_file: ["name"],
  },
  "keys, digests and signatures": {
    captcha_key: ["key"],
    card_notification: ["sha256"],
    // Goes with its session.
    factor_challenge: ["secret"],
    ledger_commands: ["request_hash"],
    ledger_events: ["previous_hash", "hash"],
    ledger_seal_keys: ["public_key", "signature"],
    ledger_seals: ["previous_root", "root", "public_key", "signature"],
    ledger_streams: ["hash"],
    rate_limit: ["key"],
    sandbox_sent: ["sha256"],
  },
};

const columnRow = z.strictObject({ table: z.string(), column: z.string() });
type Column = z.infer<typeof columnRow>;

/** The columns that can hold words or bytes: without those of fixed values, digests, and references to another table. */
function columnsOf(db: Database): Promise<Column[]> {
  return rowsOf(
    db,
    columnRow,
    sql`
    select case nspname when 'public' then relname else nspname || '.' || relname end as "table",
      attname as "column"
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped
      and nspname in ('public', 'projection') and relname not like 'kysely_%'
      and atttypid::regtype::text ~ '^(text|character varying|jsonb?|bytea)'
      and not exists (
        select from pg_constraint where conrelid = attrelid and (
          contype = 'f' and conkey = array[attnum]
          or contype = 'c' and pg_get_constraintdef(oid) ~
            ('^CHECK [(][(]' || attname || ' (= ANY [(]ARRAY|~ ''[\\^][[](0-9|A-Z))')))
    order by 1, attnum`,
  );
}

/** What the description says of the column: the row goes, or the column is set. */
function isDescribed({ table, column }: Column): boolean {
  const described = personalData.find((row) => row.table === table);
  if (!described) return false;
  const { erase = "row" } = described;
  return erase === "row" || column in erase;
}

function isImpersonal({ table, column }: Column): boolean {
  return Object.values(impersonal).some((tables) =>
    Object.entries(tables).some(([name, columns]) => name === table && isOneOf(columns, column)),
  );
}

function isOneOf(columns: readonly string[], column: string): boolean {
  return columns.includes(column);
}

const named = ({ table, column }: Column) => `${table}.${column}`;

/** Neither described nor listed as holding no personal data. */
const forgottenIn = (columns: readonly Column[]) =>
  columns.filter((column) => !isDescribed(column) && !isImpersonal(column)).map(named);

describe("every column that can hold words", () => {
  // shows T125
  test("is described, or holds no personal data for a reason", async ({ db }) => {
    const columns = await columnsOf(db);

    expect(columns.length).toBeGreaterThan(200);
    expect(forgottenIn(columns)).toEqual([]);
  });

  test.for([
    ["account", "nickname"],
    ["bank_line", "payer"],
    ["product", "bought_by"],
    ["review", "words"],
  ] as const)("is named when it is forgotten: %s.%s", async ([table, column], { db }) => {
    const columns = [...(await columnsOf(db)), { table, column }];

    expect(forgottenIn(columns)).toEqual([`${table}.${column}`]);
  });

  test("needs no mention beside its description, nor after it is gone", async ({ db }) => {
    const columns = await columnsOf(db);
    const listed = Object.values(impersonal).flatMap((tables) =>
      Object.entries(tables).flatMap(([table, names]) =>
        names.map((column: string) => ({ table, column })),
      ),
    );
    const migrated = new Set(columns.map(named));
    const surplus = listed.filter((column) => !migrated.has(named(column)) || isDescribed(column));

    expect(surplus.map(named)).toEqual([]);
    expect(new Set(listed.map(named)).size).toBe(listed.length);
  });
});

describe("the description of personal data", () => {
  test("has each table once, which is either erased or kept for some days", () => {
    const tables = personalData.map(({ table }) => table);
    const idle = personalData.filter(
      ({ whose, erase, kept = [] }) => !(whose && erase) && kept.length === 0,
    );

    expect(new Set(tables).size).toBe(tables.length);
    expect(idle).toEqual([]);
  });
});
