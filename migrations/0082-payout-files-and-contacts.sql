-- When the file of a batch first left for the bank, and by whom. What no second admin stood behind then counts from that
-- moment with what this admin let out.
alter table payout_batch add column file_at timestamptz;
alter table payout_batch add column file_by integer references account;
alter table payout_batch add check ((file_at is null) = (file_by is null));
alter table payout_batch_item add column let_out_alone boolean not null default false;

-- When the office last entered an email or cell number for somebody: their payouts are on hold from then on.
alter table account add column contacts_set_at timestamptz;
