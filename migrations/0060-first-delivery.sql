-- The service of the courier that a buyer is offered first; empty where it is the soonest.
alter table shop_setting add column first_delivery text not null default '';
