-- How much each accepted difference was, and who had recorded what the bank or the card provider never had: above the limit of
-- two admins another one accepts it. Earlier ones count nothing.
alter table accepted_difference add column amount bigint;
alter table accepted_difference add column recorded_by integer references account;
alter table ignored_card_exception add column amount bigint;
alter table ignored_card_exception add column recorded_by integer references account;
