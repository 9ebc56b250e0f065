-- Shop and office on hosts of which neither is below the other share no cookie: a session of one is handed over to the
-- other once. It ends with the session that it comes from.
alter table session
  -- SHA-256 of the code in the address and of what only the browser that asked holds.
  add column hand_over_hash text unique check (hand_over_hash ~ '^[0-9a-f]{64}$'),
  add column hand_over_until timestamptz,
  add column handed_from_id text references session on delete cascade on update cascade,
  add constraint hand_over_is_whole check ((hand_over_hash is null) = (hand_over_until is null));
create index session_handed_over on session (handed_from_id) where handed_from_id is not null;
