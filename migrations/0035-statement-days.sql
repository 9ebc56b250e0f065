-- Which days the uploaded statements of the bank cover, by account, so that the end of a month can say which days
-- nobody has looked at. `account` is as the file writes it, empty where it does not.
create table bank_statement (
  id bigint generated always as identity primary key,
  account text not null,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  uploaded_at timestamptz not null,
  uploaded_by integer not null references account
);
create index bank_statement_days on bank_statement (to_day);
grant select, insert on bank_statement to portal_app;

-- Of earlier files only the incoming lines are known that no other file had.
insert into bank_statement (account, from_day, to_day, uploaded_at, uploaded_by)
select account, min(booked_on), max(booked_on), uploaded_at, uploaded_by
from bank_line group by account, uploaded_at, uploaded_by, file_name;
