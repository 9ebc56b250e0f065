-- The company's details that documents named before each change: an issued document shows what held when it was issued. Details
-- without a name were never on a document that counts, so the first ones that are saved hold for all time before.
create table former_company_details (
  id integer primary key generated always as identity,
  until timestamptz not null,
  name text not null check (name <> ''),
  address text not null,
  vat_no text not null,
  company_no text not null
);
create index former_company_details_until on former_company_details (until);
grant select, insert on former_company_details to portal_app;
