import { sql } from "kysely";
import type { Database, ReadDatabase, Tx } from "../../platform/db/database.ts";

export type Approval = Readonly<{
  payoutId: string;
  by: number;
  name: string;
  at: string;
  /** Two answer for it, or it waited long enough where there is one alone: anybody in the office pays it. */
  isSettled: boolean;
}>;

/** Who approved these payouts, the earliest first. */
export async function listApprovals(
  db: ReadDatabase,
  payoutIds: readonly string[],
): Promise<Approval[]> {
  if (payoutIds.length === 0) return [];
  const { rows } = await sql<Approval>`
    select proposal.data ->> 'payoutId' as "payoutId", approval.by, approval.at,
      account.first_name || ' ' || account.last_name as name,
      proposal.state = 'confirmed' as "isSettled"
    from proposal
    cross join lateral (values (proposal.proposed_by, proposal.proposed_at),
      (case when proposal.used_at is null then proposal.decided_by end, proposal.decided_at)
    ) approval (by, at)
    join account on account.id = approval.by
    where proposal.kind = 'payout' and proposal.data ->> 'payoutId' in (${sql.join(payoutIds)})
      and (proposal.state = 'confirmed' or (proposal.state = 'open' and proposal.expires_at > now()))
    order by approval.at`.execute(db);
  return rows;
}

/** Those of the payouts that this person may pay, because somebody else approved them. */
export async function findApprovedByOthers(
  db: Database | Tx,
  payoutIds: readonly string[],
  actorId: number,
): Promise<ReadonlySet<string>> {
  if (payoutIds.length === 0) return new Set();
  const { rows } = await sql<{ payoutId: string }>`
    select data ->> 'payoutId' as "payoutId" from proposal
    where kind = 'payout' and used_at is null
      and data ->> 'payoutId' in (${sql.join(payoutIds)})
      and proposed_by in (select id from account where role = 'admin' and active)
      and (state = 'confirmed' or (state = 'open' and expires_at > now()
        and ${actorId} in (select proposal_others(proposed_by))))`.execute(db);
  return new Set(rows.map(({ payoutId }) => payoutId));
}
