-- Who an erased member was to the tax authority, because the shop has to file a certificate for a year in which it paid them.
-- Nothing but the certificates reads it, and a job deletes it five years after the end of that tax year.
create table kept_tax_identity (
  user_id integer primary key references account (id) on delete cascade,
  first_name text not null,
  last_name text not null,
  kind text check (
    kind in ('za-tax', 'za-id', 'uk-utr', 'uk-nino', 'us-ssn', 'us-itin', 'us-ein')
  ),
  number text,
  id_number text,
  vat_number text,
  tax_year_end date not null
);
-- It is written once, when the person is erased.
grant select, insert, delete on kept_tax_identity to portal_app;
