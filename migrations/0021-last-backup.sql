-- When the newest backup of the nightly ones was made and checked, for alarms and the page of the ledger's health.
create table last_backup (
  only_one boolean primary key default true check (only_one),
  made_at timestamptz not null,
  position bigint not null
);
grant select on last_backup to portal_app;
