-- Against scripts that fill the ledger and the addresses; per account, or per client address of guests.
alter table shop_setting
  add column orders_per_hour integer not null default 100 check (orders_per_hour between 10 and 10000),
  add column recipients_per_hour integer not null default 300 check (recipients_per_hour between 10 and 10000);
