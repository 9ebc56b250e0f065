-- A booking whose answer was lost is booked anew after some minutes. Where the lost one was carried out after all, the courier
-- has two shipments of one parcel: the other one stands here until the office has taken it back.
alter table courier_booking add column surplus_references text[] not null default '{}';
