-- Browsers in which somebody signed in before: whoever guesses at the account from elsewhere keeps its owner out of none of
-- these. The secret is in a cookie and proves nothing else.
create table known_browser (
  token_hash text not null check (token_hash ~ '^[0-9a-f]{64}$'),
  user_id integer not null references account on delete cascade,
  seen_at timestamptz not null,
  primary key (token_hash, user_id)
);
create index known_browser_of_user on known_browser (user_id);
create index known_browser_by_time on known_browser (seen_at);
grant select, insert, update, delete on known_browser to portal_app;
