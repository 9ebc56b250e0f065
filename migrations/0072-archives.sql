-- One job writes the statements and tax years of all members and the package of a month too, beside the documents of a period.
alter table document_archive
  add column kind text not null default 'documents' check (
    kind in ('documents', 'statements', 'tax-packs', 'month-end')
  ),
  -- What it is of was not closed when it was written: the name of the file says so.
  add column is_open boolean not null default false;
-- The job has another name now, so nobody would write one that is waiting: the screen says that it failed, and it is asked for
-- again.
update document_archive set state = 'failed', finished_at = now() where state = 'waiting';
-- One of each kind at a time.
drop index document_archive_waiting;
alter table document_archive
  add column waiting_kind text unique generated always as (case when state = 'waiting' then kind end) stored;
