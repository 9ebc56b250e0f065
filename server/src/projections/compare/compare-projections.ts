import type pg from "pg";
import { z } from "zod";
import { clientRowsOf } from "../../platform/db/rows.ts";
import { tablesOf } from "../rebuild/rebuild.ts";
import { compareSnapshot, type ReplayOptions, withShadowReplay } from "../rebuild/replay.ts";
import { compareTotals } from "./compare-totals.ts";
import type { DifferenceReport } from "./difference.ts";

export type ProjectionsComparison = Readonly<{
  report: DifferenceReport;
  conservation: readonly ConservationFinding[];
  isSound: boolean;
}>;

/**
 * Compares the live projections with a replay of the whole ledger, and the figures as of now with the live ones, and checks
 * the conservation laws of money. It changes nothing and uses two connections of `pool`.
 *
 * @throws RebuildUnderWay, ReplayStopped
 */
export function compareProjections(
  pool: pg.Pool,
  options: ReplayOptions = {},
): Promise<ProjectionsComparison> {
  return withShadowReplay(pool, options, async (replay) => {
    const report = await compareSnapshot(replay, tablesOf());
    const conservation = [
      ...(await checkConservation(replay.writer)),
      ...(await checkTotals(replay.writer)),
    ];
    return { report, conservation, isSound: report.isEqual && conservation.length === 0 };
  });
}

/** A violation of a law of money or of the network by the live projections. */
export type ConservationFinding = z.infer<typeof conservationFindingSchema>;
export const conservationFindingSchema = z.object({
  law: z.string(),
  subject: z.string(),
  detail: z.string(),
});

const findingRow = z.strictObject({ subject: z.string(), detail: z.string() });

/** Each law is a statement over the live tables that returns the violations. */
async function checkConservation(client: pg.ClientBase): Promise<ConservationFinding[]> {
  const findings: ConservationFinding[] = [];
  for (const [law, statement] of Object.entries(laws)) {
    const rows = await clientRowsOf(
      client,
      findingRow,
      `select subject, detail from (${statement}) broken order by subject limit ${findingsMax}`,
    );
    findings.push(...rows.map((row) => ({ law, ...row })));
  }
  return findings;
}

/** What `finance totals --as-of` tells of now is what the screens show, by another way through the same fold. */
async function checkTotals(client: pg.ClientBase): Promise<ConservationFinding[]> {
  const law = "Figures as of now equal the live figures";
  const differences = await compareTotals(client);
  return differences.slice(0, findingsMax).map((difference) => ({ law, ...difference }));
}

const findingsMax = 100;

const laws: Readonly<Record<string, string>> = {
  "Each member’s commission equals paid, reversed and unpaid amounts": `
    select 'member ' || user_id as subject,
      format('%s accrued, %s reversed, %s paid, %s unpaid', accrued, reversed, paid, unpaid) as detail
    from contract.conservation where accrued <> reversed + paid + unpaid`,

  "All entries equal the total of all wallets": `
    select 'all members' as subject, format('%s in entries, %s in wallets', entries, wallets) as detail
    from (
      select (select coalesce(sum(amount), 0) from projection.commission_entry) as entries,
        (select coalesce(sum(accrued), 0) from projection.wallet) as wallets
    ) sums where entries <> wallets`,

  "No one’s store credit is negative": `
    select 'member ' || user_id as subject, format('%s in store credit', credit_account) as detail
    from projection.wallet where credit_account < 0`,

  "The amount an order received equals the sum of its payments": `
    select 'order ' || order_number as subject,
      format('%s received, receipts of %s', received, coalesce(receipts, 0)) as detail
    from projection.order_state
    left join (
      select order_id, sum(amount) as receipts from projection.order_payment group by order_id
    ) payment using (order_id)
    where received <> coalesce(receipts, 0)`,

  "Paid orders have received their total, and refunds never exceed payments": `
    select 'order ' || order_number as subject,
      format('%s of %s received, %s refunded', received, total, refunded) as detail
    from projection.order_state
    where (paid_at is not null and received < total) or refunded > received`,

  "An order’s entries equal its commission minus reversals": `
    select 'order ' || order_number as subject,
      format('%s in entries, %s kept with the order', coalesce(entries, 0), kept) as detail
    from (
      select order_id, order_number, (
        select coalesce(sum((entry->>'amount')::bigint - (entry->>'reversed')::bigint), 0)
        from json_array_elements(accrual::json) entry) as kept
      from projection.order_state where paid_at is not null
    ) placed
    left join (
      select order_id, sum(amount) as entries from projection.commission_entry group by order_id
    ) entry using (order_id)
    where coalesce(entries, 0) <> kept`,

  // Reads the lines from the events, because the projections themselves may be wrong.
  "An order’s commission never exceeds the amount paid for its goods, excl. VAT": `
    select 'order ' || order_number as subject,
      format('%s accrued at once, %s in all, %s paid for its goods', accrued, net, coalesce(paid, 0)) as detail
    from (
      select order_id, order_number, max(accrued) as accrued, sum(net) as net
      from (
        select order_id, order_number, position, sum(amount) as net,
          coalesce(sum(amount) filter (where amount > 0), 0) as accrued
        from projection.commission_entry group by order_id, order_number, position
      ) step group by order_id, order_number
    ) entry
    join projection.order_state using (order_id, order_number)
    left join lateral (
      select sum(round((line->>'unitPrice')::numeric * (line->>'quantity')::numeric * 10000
        / (10000 + (event.data->>'vatBps')::numeric))) as paid
      from public.ledger_events event,
        jsonb_array_elements(event.data->'sections') section,
        jsonb_array_elements(section->'lines') line
      where event.position = placed_position and event.type = 'OrderPlaced'
        and (line->>'commissionPrice')::numeric > 0
    ) placed on true
    where greatest(accrued, net) > coalesce(paid, 0)`,

  "The network has no loops": `
    with recursive reached (user_id) as (
      select user_id from projection.member where parent_id is null
      union
      select member.user_id from reached
      join projection.member on member.parent_id = reached.user_id
    )
    select 'member ' || user_id as subject, 'is not below anybody who stands alone' as detail
    from projection.member where user_id not in (select user_id from reached)`,

  "A parent has a lower level number; only a level 1 has a sponsor of its own level": `
    select 'member ' || member.user_id as subject,
      format('level %s below level %s', member.level, parent.level) as detail
    from projection.member join projection.member parent on parent.user_id = member.parent_id
    where parent.kind <> 'distributor'
      or not (parent.level < member.level or (parent.level = 1 and member.level = 1))`,
};
