import { sql } from "kysely";
import { z } from "zod";
import type { Tx } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { newestOrderNumber } from "../../sales/orders/order.queries.ts";
import { numbersToSkip } from "./skipped-numbers.rules.ts";

const orderNumbers = "public.order_number_seq";

const sequenceRow = z.strictObject({
  name: z.string(),
  /** The number before the first one. */
  before: z.int(),
  last: z.int(),
});

/**
 * Numbers that were given out in the lost time are in links, on bank statements, documents and labels: an account, an upload, a
 * batch or an order that is made now must have none of them. So every sequence goes on behind a gap.
 *
 * @returns the order numbers of the gap
 */
export async function skipNumbers(
  tx: Tx,
  { lifeMs, lostMs }: Readonly<{ lifeMs: number; lostMs: number }>,
): Promise<Readonly<{ first: number; last: number }>> {
  const newestOrder = await newestOrderNumber(tx);
  let skipped = { first: 0, last: 0 };
  for (const { name, before, last } of await sequences(tx)) {
    // An imported history brings order numbers that the sequence has not reached yet.
    const used = name === orderNumbers ? Math.max(last, newestOrder) : last;
    const next = used + numbersToSkip({ given: used - before, lifeMs, lostMs });
    await sql`select setval(${sql.lit(name)}::regclass, ${next})`.execute(tx);
    if (name === orderNumbers) skipped = { first: Math.max(before, newestOrder) + 1, last: next };
  }
  return skipped;
}

function sequences(tx: Tx) {
  return rowsOf(
    tx,
    sequenceRow,
    sql`
    select format('%I.%I', schemaname, sequencename) as name, start_value - 1 as before,
      coalesce(last_value, start_value - 1) as last
    from pg_sequences where schemaname = 'public' order by 1`,
  );
}
