import { type Kysely, sql } from "kysely";

/**
 * What an order asks for by now: its total, less what was given back of it. Without it nobody can tell delivery that was
 * given back from money that was paid too much, and what came in afterwards stayed hidden behind it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table projection.order_state add column due bigint`.execute(db);
  await sql`
    update projection.order_state set due = case when state = 'cancelled' then 0 else total end
  `.execute(db);
  await lessWhatWasGivenBack(db);
  await sql`alter table projection.order_state alter column due set not null`.execute(db);
  await sql`drop index projection.order_state_overpaid`.execute(db);
  await sql`
    create index order_state_overpaid on projection.order_state (order_number)
    where received - refunded > due
  `.execute(db);

  for (const schema of ["projection", "projection_next"]) {
    await changeFunction(db, `${schema}.load_books(uuid[], uuid[], integer[], integer[], text[])`, [
      ["'paidGoods', r.paid_goods)", "'paidGoods', r.paid_goods, 'due', r.due)"],
    ]);
    await changeFunction(db, `${schema}.save_books(json, bigint, bigint)`, [
      [" accrual, paid_goods)", " accrual, paid_goods, due)"],
      [`r."accrual", r."paidGoods"\n`, `r."accrual", r."paidGoods", r."due"\n`],
      [`"accrual" text, "paidGoods" bigint)`, `"accrual" text, "paidGoods" bigint, "due" bigint)`],
      ["paid_goods = excluded.paid_goods", "paid_goods = excluded.paid_goods, due = excluded.due"],
    ]);
  }
}

/** Few orders were given back after they were paid; their facts say it refund by refund. */
async function lessWhatWasGivenBack(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    declare
      placed record; fact record; open bigint; kept bigint; is_paid boolean;
    begin
      for placed in select order_id, total from projection.order_state
        where refunded > 0 and paid_at is not null and state <> 'cancelled'
      loop
        open := placed.total; kept := 0; is_paid := false;
        for fact in select type, data from ledger_events
          where stream_id = 'order-' || placed.order_id order by stream_version
        loop
          case fact.type
            when 'OrderPaid' then is_paid := true;
            when 'PaymentReceived' then kept := kept + (fact.data->>'amount')::bigint;
            when 'PaymentRefunded' then
              kept := kept - (fact.data->>'amount')::bigint;
              if is_paid then
                open := greatest(0, least(open - (fact.data->>'productAmount')::bigint, kept));
              end if;
            else null;
          end case;
        end loop;
        update projection.order_state set due = open where order_id = placed.order_id;
      end loop;
    end $$
  `.execute(db);
}

/** The functions list the columns of all tables; as in migration 0050, only what concerns the new one is changed. */
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
