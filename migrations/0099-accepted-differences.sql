-- What the ledger and the stored bank statements have otherwise, and somebody accepted as it is: an entry that is on no
-- statement, or a payout of the card provider that is on one side alone. The key names it as it was seen.
create table accepted_difference (
  id bigint generated always as identity primary key,
  key text not null unique,
  -- The text is in free_text, which can forget.
  note_id uuid not null,
  accepted_at timestamptz not null,
  accepted_by integer not null references account
);
grant select, insert, delete on accepted_difference to portal_app;
