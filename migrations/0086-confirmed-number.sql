-- Whether messages go to the number: not to one that somebody else typed, until its owner has saved it in the profile. The office
-- gets no codes by phone, and its warnings must not wait for that.
alter table account add column cell_confirmed boolean not null default true;
update account set cell_confirmed = false
where added_by is not null and cell is not null and role not in ('admin', 'accountant') and not exists (
  select from audit_entry saved
  where saved.subject_id = account.id and saved.actor_id = account.id and saved.action = 'profile.changed'
);
