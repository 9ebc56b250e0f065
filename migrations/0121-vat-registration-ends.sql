-- The last day on which the seller is registered for VAT; null while it has none.
alter table region
  add column vat_registered_until text check (vat_registered_until ~ '^20\d\d-\d\d-\d\d$');
