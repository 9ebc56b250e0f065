-- The month with which financial years begin, `01` to `12`; null for that of the region's tax year.
alter table shop_setting
  add column year_begins_in text check (year_begins_in ~ '^(0[1-9]|1[0-2])$');

-- The choice that closed months were closed under, with the last of them: their trial balances keep it.
create table former_year_begin (
  through text primary key check (through ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  begins_in text not null check (begins_in ~ '^(0[1-9]|1[0-2])$')
);
grant select, insert on former_year_begin to portal_app;
