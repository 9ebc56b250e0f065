-- Who undid that a transaction returned a payout or paid back commission: for the limit of two admins they count as whoever
-- uploaded it, when it brings a wallet money again.
alter table bank_line add column freed_by integer[] not null default '{}';
