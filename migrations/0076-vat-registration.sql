-- From which day on the seller is registered for VAT: a day, 'always' as before, or 'never'.
alter table region
  add column vat_registered_from text not null default 'always'
  check (vat_registered_from in ('always', 'never') or vat_registered_from ~ '^20\d\d-\d\d-\d\d$');
