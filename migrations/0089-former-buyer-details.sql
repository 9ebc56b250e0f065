-- What a buyer with an account was called on documents before each change: an issued document shows what held when it was issued.
-- Empty is what the buyer had not entered.
create table former_buyer_details (
  id integer primary key generated always as identity,
  user_id integer not null references account (id) on delete cascade,
  until timestamptz not null,
  name text not null,
  company text not null,
  company_address text not null,
  vat_no text not null
);
create index former_buyer_details_of_user on former_buyer_details (user_id, until);
-- Erasing a person deletes them.
grant select, insert, delete on former_buyer_details to portal_app;
