import { waits } from "@portal/shared/platform/acts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Tx } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { isOfLookback, sameAccountAs } from "../../platform/proposals/money-out.queries.ts";
import { takesAnother } from "../../platform/proposals/second-person-limit.queries.ts";

const sumsRow = z.strictObject({ firstId: z.int(), inDay: z.int(), toMember: z.int() });

/**
 * For the side writes of a command by which a transaction puts money into a member's wallet, from where the member spends it
 * alone. What one admin recorded of the uploads of themselves, or of one who is close to them, counts together as money out does: in
 * `DAY`, and for one person or bank account in `LOOKBACK`. Whoever undid what a transaction had brought counts as who uploaded it,
 * because one that is true pays once, and what was undone stays in the sums. Above the limit of two admins another one records it,
 * where there is another. The event is in the sums already.
 *
 * @throws DomainError bankline.own-upload
 */
export async function requireOwnUploadsWithinLimit(
  tx: Tx,
  { lineId, memberId, userId }: Readonly<{ lineId: number; memberId: number; userId: number }>,
): Promise<void> {
  const sums = await rowsOf(
    tx,
    sumsRow,
    sql`
    with first as (
      select uploaded_by as id from bank_line where id = ${lineId}
      union select unnest(freed_by) from bank_line where id = ${lineId}
    )
    select first.id as "firstId",
      coalesce(sum(line.amount) filter (where event.recorded_at > now() - make_interval(secs => ${waits.DAY})),
        0)::bigint as "inDay",
      coalesce(sum(line.amount) filter (where (event.data ->> 'userId')::integer
        in (${sameAccountAs(sql`${memberId}::integer`)})), 0)::bigint as "toMember"
    from ledger_events event
    join bank_line line on line.id = (event.data ->> 'bankLineId')::bigint
    join first on first.id = line.uploaded_by or first.id = any (line.freed_by)
    where event.type in ('PayoutReturned', 'CommissionRepaid') and ${isOfLookback}
      and (event.metadata ->> 'actorId')::integer = ${userId}
    group by first.id`,
  );
  for (const { firstId, inDay, toMember } of sums) {
    const step = { amount: Math.max(inDay, toMember), firstId, userId, pays: [memberId] };
    if (await takesAnother(tx, step)) throw new DomainError("bankline.own-upload");
  }
}
