-- By which number the tax authority knows a member, and the VAT number of one who is registered. What numbers are possible is
-- checked by the program.
create table tax_detail (
  user_id integer primary key references account (id) on delete cascade,
  kind text not null check (
    kind in ('za-tax', 'za-id', 'uk-utr', 'uk-nino', 'us-ssn', 'us-itin', 'us-ein')
  ),
  number text not null,
  vat_number text,
  updated_at timestamptz not null
);
-- From how much paid in a year on a contractor in the USA gets a 1099-NEC, of payments of 2027 and later; it is adjusted yearly.
alter table shop_setting
  add column contractor_form_from bigint not null default 200000 check (contractor_form_from >= 0);
grant select, insert, update, delete on tax_detail to portal_app;
