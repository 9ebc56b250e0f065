-- The documents of a period as one ZIP for the office. The file is in the file store, and is deleted after a day.
create table document_archive (
  id uuid primary key,
  asked_by integer not null references account,
  asked_at timestamptz not null,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  progress smallint not null default 0 check (progress between 0 and 100),
  -- How many documents are in the file.
  documents integer,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint,
  finished_at timestamptz,
  check ((state = 'waiting') = (finished_at is null)),
  check ((state = 'ready') = (documents is not null and sha256 is not null and bytes is not null))
);
-- Each prints every document of its period; a second would only slow the first.
create unique index document_archive_waiting on document_archive (state) where state = 'waiting';
create index document_archive_newest on document_archive (asked_at desc);
grant select, insert, update, delete on document_archive to portal_app;
