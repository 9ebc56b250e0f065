-- The accounts of the books as the office named them, by key: `1200 Bank`. Empty: the default chart.
alter table shop_setting
  add column chart jsonb not null default '{}',
  add column product_accounts text not null default '';
