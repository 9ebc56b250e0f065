-- The views that auditors and other programs rely on: their names and columns stay. Each stands on a
-- function whose body is text and is looked up when a query runs, so that a swap of the tables below
-- does not break it; a function of this shape is inlined into the query, so indexes serve it as if it
-- were not there.
create function contract.ledger_entries_rows() returns table (
  "order" uuid, beneficiary integer, kind text, seller integer, seller_level integer,
  rate_bps integer, value bigint, amount bigint, "position" bigint, entry_no integer,
  order_number bigint, currency text, occurred_at timestamptz
) language sql stable as $$
  select order_id, beneficiary_id, kind, seller_id, seller_level, rate_bps, value, amount,
    position, entry_no, order_number, currency, occurred_at from projection.commission_entry
$$;
alter function contract.ledger_entries_rows() owner to portal_app;
create view public.ledger_entries as select * from contract.ledger_entries_rows();
grant select on public.ledger_entries to portal_app;

create function contract.orders_rows() returns table (
  number bigint, uuid uuid, state text, total_cents bigint, live boolean
) language sql stable as $$
  select order_number, order_id, state, total, live from projection.order_state
$$;
alter function contract.orders_rows() owner to portal_app;
create view contract.orders as select * from contract.orders_rows();
grant select on contract.orders to portal_app;

-- Summed from the entries and the requests, beside what the wallets say is unpaid.
create function contract.conservation_rows() returns table (
  user_id integer, accrued bigint, reversed bigint, paid bigint, unpaid bigint
) language sql stable as $$
  select coalesce(wallet.user_id, entry.user_id), coalesce(entry.accrued, 0::bigint),
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
  ) payout on payout.user_id = coalesce(wallet.user_id, entry.user_id)
$$;
alter function contract.conservation_rows() owner to portal_app;
create view contract.conservation as select * from contract.conservation_rows();
grant select on contract.conservation to portal_app;

create function contract.inbox_rows() returns table (
  id bigint, pf_payment_id text, state text, reason text
) language sql stable as $$
  select id, pf_payment_id, state, reason from public.card_notification
$$;
alter function contract.inbox_rows() owner to portal_app;
create view contract.inbox as select * from contract.inbox_rows();
grant select on contract.inbox to portal_app;

create function contract.audit_rows() returns table (
  at timestamptz, actor integer, subject integer, action text, target text
) language sql stable as $$
  select at, actor_id, subject_id, action, target from public.audit_entry
$$;
alter function contract.audit_rows() owner to portal_app;
create view contract.audit as select * from contract.audit_rows();
grant select on contract.audit to portal_app;

create function contract.tree_rows() returns table (
  id integer, parent_id integer, level integer
) language sql stable as $$
  select user_id, parent_id, level from projection.member
$$;
alter function contract.tree_rows() owner to portal_app;
create view contract.tree as select * from contract.tree_rows();
grant select on contract.tree to portal_app;
