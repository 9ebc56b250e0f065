import { sql } from "kysely";
import { expect } from "vitest";
import { test } from "../../testing/database-test.ts";
import { recorded } from "../../testing/recorded-facts.ts";
import { reassigned, someOrderId } from "../../testing/some-facts.ts";
import { loadProjections } from "./projection-store.ts";

const people = 2000;
const orders = 5000;

// It runs for every payment: a plan that walks a table would cost more with every order.
test("the rows of a payment are found by index, with a plan that is made once", async ({
  db,
  superuser,
}) => {
  await sql`
    insert into projection.member (user_id, kind, level, parent_id, code, active, enrolled_at)
    select n, 'distributor', 2, case when n > 10 then n / 10 end, 'C' || n, true, now()
    from generate_series(1, ${people}::integer) n`.execute(superuser);
  await sql`
    insert into projection.member_path (ancestor_id, descendant_id, depth)
    with recursive upwards (ancestor_id, descendant_id, depth, next_id) as (
      select user_id, user_id, 0, parent_id from projection.member
      union all
      select member.user_id, descendant_id, depth + 1, member.parent_id
      from upwards join projection.member on member.user_id = next_id)
    select ancestor_id, descendant_id, depth from upwards`.execute(superuser);
  await sql`
    insert into projection.wallet
    select n, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null, 0, 0
    from generate_series(1, ${people}::integer) n`.execute(superuser);
  const accrual = JSON.stringify([{ beneficiaryId: 7, amount: 500, reversed: 0 }]);
  await sql`
    insert into projection.order_state (order_id, order_number, seller_id, region, currency, vat_bps,
      live, total, goods, value, units, state, received, refunded, refunded_goods, refunded_units,
      placed_at, placed_position, accrual, paid_goods, due)
    select replace(${someOrderId(0)}, '000000000000', lpad(n::text, 12, '0'))::uuid, n, 1000 + n % 1000, 'za',
      'ZAR', 1500, true, 1000, 1000, 1000, 1, 'placed', 0, 0, 0, 0, now(), n, ${accrual}, 1000, 1000
    from generate_series(1, ${orders}::integer) n`.execute(superuser);
  await sql`analyze`.execute(superuser);

  await db.connection().execute(async (connection) => {
    for (let number = 1; number <= 10; number++) {
      const walked = await connection.transaction().execute(async (tx) => {
        const { projections } = await loadProjections(tx, recorded(reassigned(number, 42)));
        expect(projections.wallets.get(7)).toMatchObject({ userId: 7 });
        expect(projections.members.get(42)).toMatchObject({ parentId: 4 });
        const { rows } = await sql`
          select relname from pg_stat_xact_user_tables
          where schemaname = 'projection' and seq_tup_read > 100`.execute(tx);
        return rows;
      });
      expect(walked).toEqual([]);
    }
    const { rows } = await sql<{ once: boolean }>`
      select generic_plans > 0 as once from pg_prepared_statements
      where statement like ${"%requested_wallet%"}`.execute(connection);
    expect(rows).toEqual([{ once: true }]);
  });
});
