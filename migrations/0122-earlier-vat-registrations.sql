-- Registrations for VAT that ended before the present one began: an array of `{"from", "until"}`, whose days are all closed.
alter table region
  add column vat_registered_earlier jsonb not null default '[]'
  check (jsonb_typeof(vat_registered_earlier) = 'array');
