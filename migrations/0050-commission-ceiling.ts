import { type Kysely, sql } from "kysely";

/**
 * What the ceiling of an order's commission needs (what was paid for its goods without VAT) and what it
 * took off an entry. Orders of before are filled from the ledger; their entries are what they were
 * until the tables are rebuilt.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table projection.order_state add column paid_goods bigint`.execute(db);
  await sql`
    update projection.order_state placed set paid_goods = (
      select coalesce(sum(round(
        (line->>'unitPrice')::numeric * (line->>'quantity')::numeric * 10000 / (10000 + placed.vat_bps)
      )), 0)
      from ledger_events event,
        jsonb_array_elements(event.data->'sections') section,
        jsonb_array_elements(section->'lines') line
      where event.position = placed.placed_position and (line->>'commissionPrice')::bigint > 0)
  `.execute(db);
  await sql`alter table projection.order_state alter column paid_goods set not null`.execute(db);
  await sql`alter table projection.commission_entry add column capped_by bigint`.execute(db);

  for (const schema of ["projection", "projection_next"]) {
    await changeFunction(db, `${schema}.load_books(uuid[], uuid[], integer[], integer[], text[])`, [
      ["'accrual', r.accrual::json)", "'accrual', r.accrual::json, 'paidGoods', r.paid_goods)"],
    ]);
    await changeFunction(db, `${schema}.save_books(json, bigint, bigint)`, [
      [" accrual)", " accrual, paid_goods)"],
      [`r."accrual"\n`, `r."accrual", r."paidGoods"\n`],
      [`"accrual" text)`, `"accrual" text, "paidGoods" bigint)`],
      [
        "accrual = excluded.accrual",
        "accrual = excluded.accrual, paid_goods = excluded.paid_goods",
      ],
      [" refunded_goods, occurred_at)", " refunded_goods, occurred_at, capped_by)"],
      [`r."refundedGoods", r."occurredAt"\n`, `r."refundedGoods", r."occurredAt", r."cappedBy"\n`],
      [
        `"refundedGoods" bigint, "occurredAt" timestamptz)`,
        `"refundedGoods" bigint, "occurredAt" timestamptz, "cappedBy" bigint)`,
      ],
    ]);
  }
}

/**
 * The functions list the columns of all tables. Only what concerns the new ones is changed in them, so
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
