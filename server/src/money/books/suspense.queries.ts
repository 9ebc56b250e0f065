import type { Day } from "@portal/shared/platform/calendar.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { listAccepted } from "../../sales/accepted-differences/accepted-difference.store.ts";

const row = z.strictObject({
  /** The key under which it is accepted. */
  thing: z.string(),
  day: z.iso.date(),
  /** Minor units, negative for money that left. */
  amount: z.int(),
  text: z.string(),
  at: z.enum(["in", "out", "card"]),
});
export type UnexplainedLine = Readonly<z.infer<typeof row>>;

/**
 * The transactions that are booked to the account Unexplained, the newest first: "Other" as somebody said, and other tax of an
 * earlier release. The ledger says what each was booked as.
 */
export async function listUnexplained(
  db: ReadDatabase,
  to: Day,
): Promise<readonly UnexplainedLine[]> {
  return rowsOf(
    db,
    row,
    sql`
    select 'unexplained ' || moved.entry_id as thing, day, amount, text, at
    from (
      select entry_id, booked_on as day, amount, description as text, 'in' as at
        from bank_line where kind in ('other', 'tax')
      union all select entry_id, booked_on, -amount, description, 'out'
        from bank_debit where kind in ('other', 'tax')
      union all select entry_id, day, net, type, 'card'
        from settlement_line where explained_as = 'card-unexplained') moved
    join ledger_events booked on booked.stream_id = 'bank-' || moved.entry_id
      and booked.type = 'MoneyBooked'
      and booked.data ->> 'kind' in ('unexplained', 'card-unexplained')
    where day <= ${to}::date
    order by day desc, thing`,
  );
}

const nothing = { count: 0, sum: 0, before: 0 };

/**
 * What is left on the account Unexplained at the end of a day without what somebody accepted; nothing where it comes to 0.
 *
 * @param days.from `before` is how many of them are of days before it
 */
export async function countUnexplained(
  db: ReadDatabase,
  { from, to }: Readonly<{ from: Day; to: Day }>,
): Promise<Readonly<typeof nothing>> {
  const lines = await listUnexplained(db, to);
  if (lines.length === 0) return nothing;
  const accepted = await listAccepted(db);
  const left = lines.filter(({ thing }) => !accepted.has(thing));
  const sum = left.reduce((total, { amount }) => total + amount, 0);
  if (sum === 0) return nothing;
  const before = left.filter(({ day }) => day < from).length;
  return { count: left.length, sum: Math.abs(sum), before };
}
