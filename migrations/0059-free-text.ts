import { type Kysely, sql } from "kysely";

/**
 * What people type (reasons, references) gets a table that may forget. Events and audit entries from here on hold the
 * id of a row of it, and nothing of what it says. Of what the ledger holds already the words are copied out under the
 * id of their event, so that nothing has to read them from the event any more; in the audit, which is no chain, they
 * are replaced by their id. Words about somebody who is erased already are copied nowhere.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table free_text (
      id uuid primary key,
      -- Whom and what it is about: with any of these it is erased.
      user_id integer,
      order_id uuid,
      bank_line_id bigint,
      text text not null check (text <> ''),
      created_at timestamptz not null
    )
  `.execute(db);
  for (const subject of ["user_id", "order_id", "bank_line_id"])
    await sql`
      create index on free_text (${sql.id(subject)}) where ${sql.id(subject)} is not null
    `.execute(db);
  await sql`grant select, insert, delete on free_text to portal_app`.execute(db);

  await copyWordsOfEvents(db);
  await changeTables(db);
  await moveWordsOfAudit(db);
}

/** Whoever is erased, and what they bought. */
const isErased = (user: string, order: string) =>
  sql.raw(`(exists (select from account where account.id = ${user}
        and account.email = 'erased-' || account.id || '@erased.invalid')
      or exists (select from projection.order_state placed join account on account.id = placed.buyer_id
        where placed.order_id = ${order} and account.email = 'erased-' || account.id || '@erased.invalid'))`);

/** As the upcasts of these events have it: an own reference stays in the event (see free-text.rules.ts). */
async function copyWordsOfEvents(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into free_text (id, user_id, order_id, text, created_at)
    select event_id, user_id, order_id, text, recorded_at
    from (
      select event_id, recorded_at, (data ->> 'userId')::integer as user_id,
        (data ->> 'orderId')::uuid as order_id,
        coalesce(data ->> 'reason', data ->> 'reference') as text
      from ledger_events
      where schema_version = 1 and (
        type in ('PaymentRefunded', 'OrderCancelled', 'PayoutPaid', 'PayoutRejected', 'CreditGranted')
        or type = 'PaymentReceived' and data ->> 'method' <> 'card'
          and data ->> 'reference' !~ '^(RH[0-9]{1,10}|bank line [0-9]{1,10}|store credit)$')
    ) typed
    where text <> '' and not ${isErased("typed.user_id", "typed.order_id")}
  `.execute(db);
}

/** Payouts hold the ids instead of the words; what a payment was called is nobody's question to the tables. */
async function changeTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table projection.payout_request
      add column reference_id uuid, add column reason_id uuid
  `.execute(db);
  await sql`
    update projection.payout_request payout
    set reference_id = case when event.type = 'PayoutPaid' then event.event_id end,
      reason_id = case when event.type = 'PayoutRejected' then event.event_id end
    from ledger_events event
    where event.schema_version = 1 and event.type in ('PayoutPaid', 'PayoutRejected')
      and event.stream_id = 'wallet-' || payout.user_id
      and event.data ->> 'payoutId' = payout.payout_id
      and coalesce(event.data ->> 'reason', event.data ->> 'reference') <> ''
  `.execute(db);
  await sql`
    alter table projection.payout_request drop column reference, drop column reason
  `.execute(db);
  await sql`alter table projection.order_payment drop column reference`.execute(db);

  for (const schema of ["projection", "projection_next"]) {
    await changeFunction(db, `${schema}.load_books(uuid[], uuid[], integer[], integer[], text[])`, [
      [
        "'reference', r.reference, 'reason', r.reason)",
        "'referenceId', r.reference_id, 'reasonId', r.reason_id)",
      ],
    ]);
    await changeFunction(db, `${schema}.save_books(json, bigint, bigint)`, [
      [" fee, reference, received_at)", " fee, received_at)"],
      [`r."fee", r."reference", r."receivedAt"`, `r."fee", r."receivedAt"`],
      [`"fee" bigint, "reference" text, "receivedAt"`, `"fee" bigint, "receivedAt"`],
      [" paid_on, reference, reason)", " paid_on, reference_id, reason_id)"],
      [`r."reference", r."reason"`, `r."referenceId", r."reasonId"`],
      [`"reference" text, "reason" text)`, `"referenceId" uuid, "reasonId" uuid)`],
      [
        "reference = excluded.reference, reason = excluded.reason",
        "reference_id = excluded.reference_id, reason_id = excluded.reason_id",
      ],
    ]);
  }
}

async function moveWordsOfAudit(db: Kysely<unknown>): Promise<void> {
  await sql`
    create temporary table moved_words on commit drop as
    select entry.id, gen_random_uuid() as text_id, field.name as field,
      entry.details ->> field.name as text, entry.at, entry.subject_id as user_id,
      case when entry.action like 'order.%' then entry.target::uuid end as order_id,
      case when entry.action like 'bank-line.%'
        then substring(entry.target from '^bank line ([0-9]+)$')::bigint end as bank_line_id
    from audit_entry entry, (values ('reason'), ('reference')) field (name)
    where entry.details ->> field.name <> '' and entry.action in (
      'order.cancelled', 'order.refunded', 'order.eft-recorded', 'order.shipment-cancelled',
      'payout.paid', 'payout.rejected', 'impersonation.started', 'bank-line.ignored')
  `.execute(db);
  await sql`
    insert into free_text (id, user_id, order_id, bank_line_id, text, created_at)
    select text_id, user_id, order_id, bank_line_id, text, at from moved_words moved
    where not ${isErased("moved.user_id", "moved.order_id")}
  `.execute(db);
  await sql`alter table audit_entry disable trigger audit_entry_append_only`.execute(db);
  await sql`
    update audit_entry entry
    set details = jsonb_set(entry.details, array[moved.field], jsonb_build_object('textId', moved.text_id))
    from moved_words moved where moved.id = entry.id
  `.execute(db);
  await sql`alter table audit_entry enable always trigger audit_entry_append_only`.execute(db);
}

/**
 * The functions list the columns of all tables. Only what concerns the changed ones is changed in them, so
 * that nothing is lost that another migration added; a part that is not there exactly once is an error.
 */
async function changeFunction(
  db: Kysely<unknown>,
  name: string,
  changes: readonly (readonly [from: string, to: string])[],
): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef(${name}::regprocedure) as definition`.execute(db);
  let definition = rows[0]?.definition ?? "";
  for (const [from, to] of changes) {
    if (definition.split(from).length !== 2) throw new Error(`${name} has not one ${from}`);
    definition = definition.replace(from, () => to);
  }
  await sql.raw(definition).execute(db);
}
