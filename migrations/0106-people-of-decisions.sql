-- Whom a decision pays or makes the seller, as they were called when it was proposed: a keyed digest of name and email,
-- because whoever proposes it could call an accomplice by a customer's name until it is confirmed. Never changed.
create table decision_person (
  decision_id uuid not null references decision on delete cascade,
  user_id integer not null references account,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  primary key (decision_id, user_id)
);
create index decision_person_user on decision_person (user_id);
grant select, insert, delete on decision_person to portal_app;
