-- The last day of an agreement to self-billing, which the United Kingdom wants on it; null: it has none.
alter table self_billing
  add column agreed_until date,
  add constraint self_billing_ends_later check (agreed_until >= agreed_on);
