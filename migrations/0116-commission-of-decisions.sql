-- What the orders of a decision bring each member, as it was proposed, and whose sale they are: whoever proposes it could put in
-- a seller, or change tree or terms, until it is confirmed. Every decision has a row; one of an earlier release has none. Never changed.
create table decision_frozen (
  decision_id uuid primary key references decision on delete cascade,
  commission jsonb not null check (jsonb_typeof(commission) = 'array')
);
grant select, insert on decision_frozen to portal_app;
