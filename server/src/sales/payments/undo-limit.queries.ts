import { waits } from "@portal/shared/platform/acts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Caller } from "../../caller.ts";
import type { Tx } from "../../platform/db/database.ts";
import { rowOf } from "../../platform/db/rows.ts";
import { isOfLookback } from "../../platform/proposals/money-out.queries.ts";
import { findSecondPersonLimit } from "../../platform/proposals/second-person-limit.queries.ts";

/**
 * The EFTs that admins undid without a second one and whose order was not paid in full after it, with the position that
 * paid it again, if any. One that was recorded twice leaves its order paid.
 *
 * @param which of ledger_events `event`
 */
const undoneEfts = (which: RawBuilder<unknown>) => sql`
  select event.position, event.type, event.recorded_at, event.metadata ->> 'actorId' as admin,
    (event.data ->> 'amount')::bigint as amount,
    (select min(paid.position) from ledger_events paid where paid.stream_id = event.stream_id
      and paid.type = 'OrderPaid' and paid.position > event.position) as paid_again
  from ledger_events event
  where event.type = 'PaymentUndone' and event.metadata ->> 'actorId' is not null
    and not event.metadata ? 'decisionId' and ${which}
    and 0 > (
      select sum(case earlier.type when 'PaymentReceived' then (earlier.data ->> 'amount')::bigint
        when 'OrderPlaced' then -(earlier.data ->> 'total')::bigint
        else -(earlier.data ->> 'amount')::bigint end)
      from ledger_events earlier
      where earlier.stream_id = event.stream_id and earlier.position <= event.position
        and earlier.type in ('OrderPlaced', 'PaymentReceived', 'PaymentRefunded', 'PaymentUndone'))`;

/**
 * With them, returned payouts and repaid commission that admins undid without a second one: the transaction is free for
 * something else by that, which the sum bounds.
 *
 * @param which of ledger_events `event`
 */
const undoneAlone = (which: RawBuilder<unknown>) => sql`
  ${undoneEfts(which)}
  union all
  select event.position, event.type, event.recorded_at, event.metadata ->> 'actorId',
    (event.data ->> 'amount')::bigint - coalesce((event.data ->> 'withheld')::bigint, 0), null
  from ledger_events event
  where event.type in ('PayoutReturnUndone', 'CommissionRepaymentUndone')
    and event.metadata ->> 'actorId' is not null and not event.metadata ? 'decisionId' and ${which}`;

/**
 * With what the same admin undid in `LOOKBACK` before, but for orders that were paid again by then: position, type,
 * recorded_at, sum.
 *
 * @param which of ledger_events `event`: at least a `LOOKBACK`
 */
export const sumsUndoneAlone = (which: RawBuilder<unknown>) => sql`
  with undone as materialized (${undoneAlone(which)})
  select undone.position, undone.type, undone.recorded_at, sum(near.amount) as sum
  from undone join undone near on near.admin = undone.admin and near.recorded_at <= undone.recorded_at
    and near.recorded_at >= undone.recorded_at - make_interval(secs => ${waits.LOOKBACK})
    and coalesce(near.paid_again > undone.position, true)
  group by undone.position, undone.type, undone.recorded_at`;

const sumRow = z.strictObject({ sum: z.int() });

/**
 * For the side writes of a command that undoes EFTs, returned payouts or repaid commission: what this admin undid in `LOOKBACK`,
 * EFTs of orders that are not paid since.
 * Else payments that nobody made could be taken back once their commission is spent, and payments of real orders recorded
 * for a friend's, without a trace at the month end.
 *
 * @throws DomainError decision.needed
 */
export async function requireUndoneWithinLimit(
  tx: Tx,
  { decision = null, user }: Pick<Caller, "decision" | "user">,
): Promise<void> {
  if (decision !== null || user === null) return;
  const limit = await findSecondPersonLimit(tx);
  if (limit === null) return;
  const { sum } = await rowOf(
    tx,
    sumRow,
    sql`
    select coalesce(sum(amount), 0)::bigint as sum
    from (${undoneAlone(isOfLookback)}) undone
    where admin = ${String(user.id)} and paid_again is null`,
  );
  if (sum > limit) throw new DomainError("decision.needed");
}
