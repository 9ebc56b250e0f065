-- A repayment that was undone is paid again, so that earned = paid + reversed + unpaid holds.
create or replace function contract.conservation_rows() returns table (
  user_id integer, accrued bigint, reversed bigint, paid bigint, unpaid bigint
) language sql stable as $$
  select coalesce(wallet.user_id, entry.user_id), coalesce(entry.accrued, 0::bigint),
    coalesce(entry.reversed, 0::bigint),
    coalesce(payout.paid, 0::bigint) - coalesce(back.repaid, 0::bigint),
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
  left join (
    select (data ->> 'userId')::integer as user_id,
      sum(case when type = 'CommissionRepaymentUndone' then -1 else 1 end
        * (data ->> 'amount')::bigint)::bigint as repaid
    from public.ledger_events
    where type in ('CommissionRepaid', 'CommissionRepaymentUndone', 'CreditSetOff', 'CommissionWrittenOff')
    group by 1
  ) back on back.user_id = coalesce(wallet.user_id, entry.user_id)
$$;
