-- The days of the registration for VAT, and since when they were known: null is from the beginning; of two of one instant the later
-- row holds. Rows are only added, so that figures as known on a day have the documents of then.
create table region_vat_registration (
  id integer primary key generated always as identity,
  region text not null references region,
  registered_from text not null check (registered_from in ('always', 'never') or registered_from ~ '^20\d\d-\d\d-\d\d$'),
  registered_until text check (registered_until ~ '^20\d\d-\d\d-\d\d$'),
  earlier jsonb not null default '[]' check (jsonb_typeof(earlier) = 'array'),
  known_at timestamptz
);
create index region_vat_registration_known on region_vat_registration (region, known_at);
grant select, insert on region_vat_registration to portal_app;

-- What was changed before is in the audit log: of each change the fields that it changed, with their values before and after.
create temporary table registration_change on commit drop as
  select id, at, details ->> 'region' as region, details -> 'changed' as changed
  from audit_entry
  where action = 'settings.changed' and target = 'region' and details ->> 'region' is not null
    and jsonb_typeof(details -> 'changed') = 'object'
    and details -> 'changed' ?| array['vatRegistered', 'vatRegisteredFrom', 'vatRegisteredUntil'];
create temporary table registration_state on commit drop as
  with fields as (
    select code,
      case when vat_registered_from in ('always', 'never') then vat_registered_from else 'from' end as registered,
      case when vat_registered_from not in ('always', 'never') then vat_registered_from end as first_day,
      vat_registered_until as last_day
    from region
  ), moment as (
    select code, null::integer as id, null::timestamptz as at from fields
    union all
    select region, id, at from registration_change
  )
  select moment.code, moment.id, moment.at, field.name,
    coalesce(
      (select changed -> field.name -> 1 from registration_change
       where region = moment.code and registration_change.id <= moment.id and changed ? field.name
       order by registration_change.id desc limit 1),
      (select changed -> field.name -> 0 from registration_change
       where region = moment.code and changed ? field.name
       order by registration_change.id limit 1),
      to_jsonb(field.value)
    ) #>> '{}' as value
  from moment
  join fields on fields.code = moment.code
  cross join lateral (values
    ('vatRegistered', fields.registered), ('vatRegisteredFrom', fields.first_day), ('vatRegisteredUntil', fields.last_day)
  ) field (name, value);
insert into region_vat_registration (region, registered_from, registered_until, earlier, known_at)
  select code, coalesce(case when registered in ('always', 'never') then registered else first_day end, 'always'), last_day,
    -- Those that were present before and are not now.
    coalesce((
      select jsonb_agg(kept) from region, jsonb_array_elements(region.vat_registered_earlier) kept
      where region.code = state.code and exists (
        select from (
          select former.id, max(value) filter (where name = 'vatRegisteredFrom') as first_day,
            max(value) filter (where name = 'vatRegisteredUntil') as last_day
          from registration_state former
          where former.code = state.code and (state.id is not null and coalesce(former.id, 0) < state.id)
          group by former.id
        ) former
        where kept ->> 'until' = former.last_day and kept ->> 'from' in (former.first_day, 'always')
          and kept ->> 'until' is distinct from state.last_day
      )
    ), '[]'),
    at
  from (
    select code, id, at,
      max(value) filter (where name = 'vatRegistered') as registered,
      max(value) filter (where name = 'vatRegisteredFrom') as first_day,
      max(value) filter (where name = 'vatRegisteredUntil') as last_day
    from registration_state
    group by code, id, at
  ) state
  order by id nulls first;
-- And one that the audit log does not have, as from a restored database.
insert into region_vat_registration (region, registered_from, registered_until, earlier, known_at)
  select code, vat_registered_from, vat_registered_until, vat_registered_earlier, now() from region
  where (vat_registered_from, vat_registered_until, vat_registered_earlier) is distinct from (
    select (registered_from, registered_until, earlier) from region_vat_registration
    where region = code order by id desc limit 1
  );
