-- The VAT rates of a region and since when orders have them: null is from the beginning; of two of one instant the later row
-- holds. Rows are only added, because a document of a former rate is told by the rate that the region had when it was ordered.
create table region_vat_rate (
  id integer primary key generated always as identity,
  region text not null references region,
  vat_bps integer not null check (vat_bps between 0 and 10000),
  from_at timestamptz
);
create unique index region_vat_rate_first on region_vat_rate (region) where from_at is null;
create index region_vat_rate_from on region_vat_rate (region, from_at);
grant select, insert on region_vat_rate to portal_app;

-- What was changed before is in the audit log.
create temporary table vat_change on commit drop as
  select id, at, details ->> 'region' as region, (details #>> '{changed,vatBps,0}')::integer as former,
    (details #>> '{changed,vatBps,1}')::integer as vat_bps
  from audit_entry
  where action = 'settings.changed' and target = 'region' and details ->> 'region' is not null
    and details #> '{changed,vatBps}' is not null;
insert into region_vat_rate (region, vat_bps)
  select code, coalesce((
    select former from vat_change where region = code order by id limit 1
  ), vat_bps)
  from region;
insert into region_vat_rate (region, vat_bps, from_at)
  select region, vat_bps, at from vat_change order by id;
-- And one that the audit log does not have, as from a restored database.
insert into region_vat_rate (region, vat_bps, from_at)
  select code, region.vat_bps, now() from region
  where region.vat_bps <> (
    select rate.vat_bps from region_vat_rate rate where rate.region = code order by rate.id desc limit 1
  );
