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
grant select, insert, update, delete on tax_detail to portal_app;
