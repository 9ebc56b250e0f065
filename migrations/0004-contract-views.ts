import { type Kysely, sql } from "kysely";

const runtimeRole = "portal_app";

/** The views that auditors and other programs rely on: their names and columns stay. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`create schema contract authorization ${runtimeRole}`);
  for (const [name, view] of Object.entries(views))
    for (const statement of viewStatements(name, view)) await run(statement);
}

type View = Readonly<{ columns: string; body: string }>;

/**
 * What outsiders read. Each view stands on a function whose body is text and is looked up when a query
 * runs, so that a swap of the tables below does not break it; a function of this shape is inlined into
 * the query, so indexes serve it as if it were not there.
 */
const views: Readonly<Record<string, View>> = {
  "public.ledger_entries": {
    columns: `"order" uuid, beneficiary integer, kind text, seller integer, seller_level integer,
      rate_bps integer, value bigint, amount bigint, "position" bigint, entry_no integer,
      order_number bigint, currency text, occurred_at timestamptz`,
    body: `select order_id, beneficiary_id, kind, seller_id, seller_level, rate_bps, value, amount,
      position, entry_no, order_number, currency, occurred_at from projection.commission_entry`,
  },
  "contract.orders": {
    columns: "number bigint, uuid uuid, state text, total_cents bigint, live boolean",
    body: "select order_number, order_id, state, total, live from projection.order_state",
  },
  /** Summed from the entries and the requests, beside what the wallets say is unpaid. */
  "contract.conservation": {
    columns: "user_id integer, accrued bigint, reversed bigint, paid bigint, unpaid bigint",
    body: `select coalesce(wallet.user_id, entry.user_id), coalesce(entry.accrued, 0::bigint),
      coalesce(entry.reversed, 0::bigint), coalesce(payout.paid, 0::bigint),
      coalesce(wallet.accrued - wallet.paid, 0::bigint)
    from projection.wallet
    full join (
      select beneficiary_id as user_id,
        (sum(amount) filter (where amount > 0))::bigint as accrued,
        (-sum(amount) filter (where amount < 0))::bigint as reversed
      from projection.commission_entry group by beneficiary_id
    ) entry on entry.user_id = wallet.user_id
    left join (
      select user_id, sum(commission)::bigint as paid
      from projection.payout_request where state = 'paid' group by user_id
    ) payout on payout.user_id = coalesce(wallet.user_id, entry.user_id)`,
  },
  "contract.inbox": {
    columns: "id bigint, pf_payment_id text, state text, reason text",
    body: "select id, pf_payment_id, state, reason from public.card_notification",
  },
  "contract.audit": {
    columns: "at timestamptz, actor integer, subject integer, action text, target text",
    body: "select at, actor_id, subject_id, action, target from public.audit_entry",
  },
  "contract.tree": {
    columns: "id integer, parent_id integer, level integer",
    body: "select user_id, parent_id, level from projection.member",
  },
};

function viewStatements(name: string, view: View): string[] {
  // Beside the views of schema contract also for the one in public, where the server may make nothing.
  const rows = `contract.${name.slice(name.indexOf(".") + 1)}_rows`;
  return [
    `create function ${rows}() returns table (${view.columns}) language sql stable as $$ ${view.body} $$`,
    `alter function ${rows}() owner to ${runtimeRole}`,
    `create view ${name} as select * from ${rows}()`,
    `grant select on ${name} to ${runtimeRole}`,
  ];
}
