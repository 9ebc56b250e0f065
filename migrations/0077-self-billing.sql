-- That a member agreed to tax invoices which the shop writes in the member's name (self-billing), and as whom. Without a VAT
-- number there is none, so it is deleted with the tax details.
create table self_billing (
  user_id integer primary key references tax_detail (user_id) on delete cascade,
  agreed_on date not null,
  supplier_name text not null check (supplier_name <> ''),
  supplier_address text not null check (supplier_address <> ''),
  updated_at timestamptz not null,
  updated_by integer not null references account (id)
);
-- The supplier on the tax invoice of a payout, as they were when it was paid; rate and amount are in the ledger.
create table self_billed_invoice (
  payout_id text primary key,
  user_id integer not null references account (id) on delete cascade,
  supplier_name text not null,
  supplier_address text not null,
  vat_number text not null
);
create index self_billed_invoice_user_idx on self_billed_invoice (user_id);
grant select, insert, update, delete on self_billing to portal_app;
-- An issued document never changes; erasing a person deletes it.
grant select, insert, delete on self_billed_invoice to portal_app;
