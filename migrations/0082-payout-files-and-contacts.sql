-- When the file of a batch first left for the bank without a second admin, and to whom: from then on its payments count
-- with what that admin let out.
alter table payout_batch add column file_at timestamptz;
alter table payout_batch add column file_by integer references account;
alter table payout_batch add check ((file_at is null) = (file_by is null));

-- When the office last entered an email or cell number for somebody, and who did: the hold of their payouts.
alter table account add column contacts_set_at timestamptz;
alter table account add column contacts_set_by integer references account;
alter table account add check ((contacts_set_at is null) = (contacts_set_by is null));
