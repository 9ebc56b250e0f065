-- Of a stored transaction, the later statement that covers its day and does not have it.
alter table bank_line add column missing_from bigint references bank_statement;
alter table bank_debit add column missing_from bigint references bank_statement;

-- Whether a stockist's own VAT rate was below that of all when it was entered: only such a rate, on which two admins decided, stays
-- below it. A rate of before is one where it is below that of all now, in the region of the shop's newest order.
alter table account add column stockist_vat_lower boolean not null default false;
update account set stockist_vat_lower = true
where stockist_vat_bps < (
  select rate.vat_bps from region_vat_rate rate
  where rate.region = coalesce(
      (select "order".region from projection.order_state "order" order by "order".order_number desc limit 1), 'za')
    and (rate.from_at is null or rate.from_at <= now())
  order by rate.from_at desc nulls last, rate.id desc limit 1);
