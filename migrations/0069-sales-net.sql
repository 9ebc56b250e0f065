-- Goods and delivery without VAT, beside the figures of 0014 and 0034 that include it.
alter table sales_day add column net bigint not null default 0;
alter table sales_person_day add column net bigint not null default 0;
alter table sales_person_month add column net bigint not null default 0;
alter table sales_late add column net bigint not null default 0;

-- Everything is counted again; until then the reports say that sales are still being added.
update sales_count set projections = '', position = 0;
