import { waits } from "@portal/shared/platform/acts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Tx } from "../../platform/db/database.ts";
import { rowOf } from "../../platform/db/rows.ts";
import { isOfLookback, sameAccountAs } from "../../platform/proposals/money-out.queries.ts";
import { takesAnother } from "../../platform/proposals/second-person-limit.queries.ts";

const sumsRow = z.strictObject({ isOwn: z.boolean(), inDay: z.int(), toMember: z.int() });

/**
 * For the side writes of a command by which a transaction puts money into a member's wallet, from where the member spends it
 * alone. What one admin both uploaded and recorded counts together as money out does: in `DAY`, and for one person or bank
 * account in `LOOKBACK`. Above the limit of two admins another one records it than who uploaded it, where there is another.
 * The event is in the sums already.
 *
 * @throws DomainError bankline.own-upload
 */
export async function requireOwnUploadsWithinLimit(
  tx: Tx,
  { lineId, memberId, userId }: Readonly<{ lineId: number; memberId: number; userId: number }>,
): Promise<void> {
  const { isOwn, inDay, toMember } = await rowOf(
    tx,
    sumsRow,
    sql`
    select coalesce(bool_or(line.id = ${lineId}), false) as "isOwn",
      coalesce(sum(line.amount) filter (where event.recorded_at > now() - make_interval(secs => ${waits.DAY})),
        0)::bigint as "inDay",
      coalesce(sum(line.amount) filter (where (event.data ->> 'userId')::integer
        in (${sameAccountAs(sql`${memberId}::integer`)})), 0)::bigint as "toMember"
    from ledger_events event
    join bank_line line on line.id = (event.data ->> 'bankLineId')::bigint
    where event.type in ('PayoutReturned', 'CommissionRepaid') and ${isOfLookback}
      and (event.metadata ->> 'actorId')::integer = ${userId} and line.uploaded_by = ${userId}`,
  );
  if (isOwn && (await takesAnother(tx, { amount: Math.max(inDay, toMember), userId })))
    throw new DomainError("bankline.own-upload");
}
