import { type RawBuilder, type Selectable, sql } from "kysely";
import { keptTaxIdentityDays } from "../../money/statements/kept-tax-identity.store.ts";
import { keyOfTries } from "../../people/accounts/sign-in-attempts.store.ts";
import type { Tables } from "../../platform/db/database.ts";
import { erasedText } from "../../platform/free-text/free-text.rules.ts";
import { addressDigest } from "../../platform/messages/address-digest.ts";

/** What finds somebody's rows in the tables. */
export type Person = Readonly<{
  /** Null for somebody without an account. */
  userId: number | null;
  /** In small letters; none that belongs to another person's account. */
  emails: readonly string[];
  orderIds: readonly string[];
  orderNumbers: readonly number[];
  /** Recipients that were entered without an account. */
  addressIds: readonly number[];
  /** Ids of what was left without an account, by `listed.as` of its table. */
  left: Readonly<Record<string, readonly string[]>>;
}>;

/** Puts `erasedText` in the place of a text; null stays null. */
type Values<Column extends string> = Readonly<{
  [Name in Column]?: string | null | Uint8Array | RawBuilder<string>;
}>;

type Retention<Column extends string> = Readonly<{
  days: number;
  since: Column;
  /** Of these rows only. */
  rows?: RawBuilder<unknown>;
  /** What these columns are set to; without it, the row is deleted. */
  set?: Values<Column>;
}>;

type Description<Column extends string> = Readonly<{
  /** A person's rows; without it, they are left to their retention. */
  whose?: (person: Person) => RawBuilder<unknown>;
  /** Deletes the row, or sets these columns. */
  erase?: "row" | Values<Column>;
  /** A function of the database that sets them for these ids, where only its owner may. */
  through?: string;
  /** Without it, rows are kept until they are erased: orders, payments and the ledger for ever, as tax law requires. */
  kept?: readonly Retention<Column>[];
  /** Of what people leave with their email and no account: each row is on the list of erased people by its own id. */
  listed?: Readonly<{ as: string; id: Column; email: Column; inWords: string }>;
}>;

export type PersonalTable = Description<string> & Readonly<{ table: string }>;

function personal<Table extends keyof Tables>(
  table: Table,
  description: Description<keyof Selectable<Tables[Table]> & string>,
): PersonalTable {
  return { table, ...description };
}

/** `message.kind` is one of these. */
function kinds(...names: readonly Selectable<Tables["message"]>["kind"][]) {
  return sql`kind in (${sql.join(names.map((name) => sql.lit(name)))})`;
}

const isSettled = sql`state in ('applied', 'rejected', 'noted')`;
/** The digest of the body stays, to recognise a repeated notification. */
const withoutBody = { raw: new Uint8Array(), peer_ip: "", headers: "{}" };

/** An undecided transaction may be money for the order, so it stays unchanged. */
function isDecidedLineOf({ orderNumbers }: Person) {
  return sql`(state = 'applied' and id in (
      select line_id from bank_line_use where order_number = any(${orderNumbers}::bigint[]))
    or state = 'ignored' and named_orders && ${orderNumbers}::bigint[])`;
}

function addressHashes({ emails }: Person) {
  return sql`array(
    select ${addressDigest(sql`email`)} from unnest(${emails}::text[]) email)`;
}

/** The SQL equivalent of `erasedEmail`. */
export const erasedEmailInTable = sql<string>`'erased-' || id || '@erased.invalid'`;

/**
 * Where data is that tells who somebody is: how a person's rows are found, what erasing does to them, and how long they are
 * kept. Erasing, the list of erased people and the daily purge are made from it (docs/architecture.md); a test holds
 * it against the migrated database. Erased in this order: what refers to another row comes before it.
 */
export const personalData: readonly PersonalTable[] = [
  personal("message", {
    // Messages to others contain the name of who asked, invited, signed in or moved.
    whose: ({ userId, emails, orderIds, left }) => sql`
      user_id = ${userId} or lower(to_address) = any(${emails}::text[])
      or about ->> 'orderId' = any(${orderIds}::text[])
      or about ->> 'alertId' = any(${left["stock-alert"]}::text[])
      or about ->> 'contactId' in (
        select id::text from contact_message where command_id = any(${left["contact"]}::uuid[]))
      or about ->> 'questionId' in (select id::text from entry_question where asked_by = ${userId})
      or about ->> 'invitationId' in (select id::text from invitation where invited_by = ${userId})
      or ${kinds("office-day")} and about -> 'actorIds' @> to_jsonb(${userId}::integer)
      or ${kinds("admin-sign-in")} and about ->> 'aboutId' = ${userId}::text
      or ${kinds("network-changed")}
        and ${userId}::text in (about ->> 'memberId', about ->> 'parentId')`,
    erase: "row",
    kept: [
      // Longer than a mail server may be away.
      { days: 2, since: "created_at", rows: kinds("back-in-stock") },
      // Codes are most of the messages, and are of no use after a month.
      { days: 30, since: "created_at", rows: kinds("sign-in-code", "sign-up-code") },
      { days: 365, since: "created_at", rows: kinds("contact-received", "contact-acknowledged") },
      // The row stays, so that the message is never sent twice.
      {
        days: 365,
        since: "created_at",
        rows: sql`state <> 'queued'`,
        set: { to_address: null, html: null, text: null, failure: null },
      },
    ],
  }),
  personal("account", {
    // The row stays, because orders and commission refer to its id.
    whose: ({ userId }) => sql`id = ${userId}`,
    erase: {
      email: erasedEmailInTable,
      pending_email: null,
      first_name: "Erased",
      last_name: "account",
      cell: null,
      former_cell: null,
      cell_changed_at: null,
      alt_number: null,
      area: null,
      company: null,
      company_address: null,
      vat_no: null,
      referred_by: null,
      password_hash: null,
    },
  }),
  personal("order_detail", {
    whose: ({ orderIds }) => sql`order_id = any(${orderIds}::uuid[])`,
    erase: {
      delivery_notes: "",
      gclid: null,
      fbclid: null,
      collection: null,
      buyer_first_name: null,
      buyer_last_name: null,
      buyer_email: null,
      buyer_cell: null,
    },
    // The ids of advertisements are of no use once the campaign was evaluated.
    kept: [{ days: 90, since: "created_at", set: { gclid: null, fbclid: null } }],
  }),
  personal("order_parcel", {
    whose: ({ orderIds }) => sql`order_id = any(${orderIds}::uuid[])`,
    erase: "row",
  }),
  personal("card_notification", {
    whose: ({ orderIds }) => sql`order_id = any(${orderIds}::uuid[]) and ${isSettled}`,
    erase: withoutBody,
    kept: [
      {
        // Longer than a card payment can be disputed; one that the office has to decide on stays whole.
        days: 180,
        since: "received_at",
        rows: sql`${isSettled}
          and not (state = 'rejected' and confirmed_at is not null and handled_at is null)`,
        set: withoutBody,
      },
    ],
  }),
  // The sandbox stand-ins store what real providers would.
  personal("sandbox_payment", {
    whose: ({ orderIds }) => sql`fields ->> 'm_payment_id' = any(${orderIds}::text[])`,
    erase: "row",
  }),
  personal("sandbox_checkout", {
    whose: ({ orderIds }) => sql`fields ->> 'client_reference_id' = any(${orderIds}::text[])`,
    erase: "row",
  }),
  personal("sandbox_shipment", {
    whose: ({ orderIds }) => sql`customer_reference in (
      select customer_reference from courier_booking where order_id = any(${orderIds}::uuid[]))`,
    erase: "row",
  }),
  personal("free_text", {
    whose: (person) => sql`
      user_id = ${person.userId} or order_id = any(${person.orderIds}::uuid[])
      or bank_line_id in (select id from bank_line where ${isDecidedLineOf(person)})`,
    erase: "row",
  }),
  // What the bank wrote may name the payer; a recorded payment needs only amount and order.
  personal("bank_line", {
    whose: isDecidedLineOf,
    erase: { description: erasedText, reason: erasedText },
  }),
  personal("bank_debit", {
    // The debit of a whole batch names none of its people.
    whose: ({ userId, orderNumbers }) => sql`
      named_orders && ${orderNumbers}::bigint[]
      or id in (select proof_line from payout_batch_item where user_id = ${userId})
        and not exists (
          select from payout_batch_item where proof_line = bank_debit.id and user_id <> ${userId})`,
    erase: { description: erasedText },
  }),
  personal("payout_batch_item", {
    whose: ({ userId }) => sql`user_id = ${userId}`,
    erase: { proof_text: null },
  }),
  // Keyed digests, which outlive the person: else erasing one would free the limit of the account. A day longer than sums look back.
  personal("payout_account", { kept: [{ days: 31, since: "let_out_at" }] }),
  personal("address", {
    whose: ({ userId, addressIds }) =>
      sql`owner_id = ${userId} or id = any(${addressIds}::integer[])`,
    erase: "row",
  }),
  personal("bank_detail", {
    whose: ({ userId }) => sql`user_id = ${userId}`,
    erase: "row",
  }),
  personal("tax_detail", {
    whose: ({ userId }) => sql`user_id = ${userId}`,
    erase: "row",
  }),
  // Written when a person is erased whom the shop paid: it still has to file their certificate.
  personal("kept_tax_identity", {
    kept: [{ days: keptTaxIdentityDays, since: "tax_year_end" }],
  }),
  personal("self_billing", {
    whose: ({ userId }) => sql`user_id = ${userId}`,
    erase: "row",
  }),
  personal("self_billed_invoice", {
    whose: ({ userId }) => sql`user_id = ${userId}`,
    erase: "row",
  }),
  personal("former_buyer_details", {
    whose: ({ userId }) => sql`user_id = ${userId}`,
    erase: "row",
  }),
  personal("withholding_rate", {
    whose: ({ userId }) => sql`user_id = ${userId}`,
    erase: "row",
  }),
  personal("entry_question", {
    // An answer may greet by name.
    whose: ({ userId }) => sql`asked_by = ${userId}`,
    erase: { question: erasedText, answer: erasedText },
  }),
  personal("decision", {
    // What the office typed about somebody or their order, and digests of bank accounts, until it is carried out.
    whose: ({
      userId,
      orderIds,
    }) => sql`words is not null and ((data ->> 'userId')::integer = ${userId}
      or data ->> 'uuid' = any(${orderIds}::text[])
      or data -> 'payouts' @> jsonb_build_array(jsonb_build_object('userId', ${userId}::integer))
      or data ->> 'payoutId' in (
        select payout_id from projection.payout_request where user_id = ${userId}))`,
    erase: { words: null },
    through: "forget_decision_words",
  }),
  personal("decision_person", {
    // Keyed digests of names, which an erased person does not have any more.
    whose: ({ userId }) => sql`user_id = ${userId}`,
    erase: "row",
  }),
  personal("contact_message", {
    whose: ({ left }) => sql`command_id = any(${left["contact"]}::uuid[])`,
    erase: "row",
    // By the privacy policy: some contain health data, so none is kept longer than answering it can need.
    kept: [{ days: 365, since: "received_at" }],
    listed: { as: "contact", id: "command_id", email: "email", inWords: "message to the shop" },
  }),
  personal("stock_alert", {
    whose: ({ left }) => sql`id = any(${left["stock-alert"]}::uuid[])`,
    erase: "row",
    kept: [
      { days: 2, since: "told_at" },
      // Six months, by the privacy policy, for products that did not come back.
      { days: 180, since: "asked_at" },
    ],
    listed: { as: "stock-alert", id: "id", email: "email", inWords: "stock alert" },
  }),
  // Digests of addresses, which a person's address can be compared with.
  personal("payment_reminder", {
    whose: (person) => sql`
      order_id = any(${person.orderIds}::uuid[]) or email_hash = any(${addressHashes(person)})`,
    erase: "row",
    kept: [{ days: 365, since: "asked_at" }],
  }),
  personal("reminder_link", {
    whose: (person) => sql`
      order_id = any(${person.orderIds}::uuid[]) or email_hash = any(${addressHashes(person)})`,
    erase: "row",
    // The link in a mail works for a year.
    kept: [{ days: 365, since: "created_at" }],
  }),
  personal("reminder_stop", {
    whose: (person) => sql`email_hash = any(${addressHashes(person)})`,
    erase: "row",
  }),
  personal("session", { whose: ({ userId }) => sql`user_id = ${userId}`, erase: "row" }),
  personal("sign_in_code", { whose: ({ userId }) => sql`user_id = ${userId}`, erase: "row" }),
  personal("account_link", { whose: ({ userId }) => sql`user_id = ${userId}`, erase: "row" }),
  personal("known_browser", { whose: ({ userId }) => sql`user_id = ${userId}`, erase: "row" }),
  personal("factor", { whose: ({ userId }) => sql`user_id = ${userId}`, erase: "row" }),
  personal("recovery_code", { whose: ({ userId }) => sql`user_id = ${userId}`, erase: "row" }),
  personal("factor_try", { whose: ({ userId }) => sql`user_id = ${userId}`, erase: "row" }),
  personal("invitation", {
    whose: ({ userId }) => sql`user_id = ${userId} or invited_by = ${userId}`,
    erase: "row",
  }),
  personal("sign_in_failure", {
    whose: ({ emails }) => sql`key ^@ any(${emails.map(keyOfTries)}::text[])`,
    erase: "row",
  }),
  // Ids of a user or a browser; longer than any client retries a request.
  personal("idempotency_key", { kept: [{ days: 1, since: "saved_at" }] }),
  // Ids only, but for what an error of a library may say.
  personal("app_log", { kept: [{ days: 14, since: "at" }] }),
];
