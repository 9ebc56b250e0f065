-- Whether two admins decided on a person's own rate: only such a rate stays below that of all members.
alter table withholding_rate add column decided boolean not null default false;
update withholding_rate rate set decided = true
where exists (select from decision
  where kind = 'withholding' and used_at is not null
    and data ->> 'userId' = rate.user_id::text and data ->> 'bps' = rate.bps::text);
