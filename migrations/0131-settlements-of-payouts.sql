-- A report of payouts alone has no payments, and says of no day that it had none.
alter table settlement_file add column has_payments boolean not null default true;
