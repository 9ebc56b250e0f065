-- Differences between card settlement and orders that the office put aside. A row answers for the difference as it
-- was seen: where the state, the day or the amount becomes another, the difference is open again.
create table ignored_card_exception (
  id bigint generated always as identity primary key,
  state text not null,
  payment_id text,
  order_id uuid,
  order_number bigint,
  -- What the settlement says, amounts in minor units; null where it does not name the payment.
  settled_on date,
  settled_amount bigint,
  -- The text is in free_text, which can forget.
  note_id uuid not null,
  ignored_at timestamptz not null,
  ignored_by integer not null references account,
  unique nulls not distinct (state, payment_id, order_id, order_number, settled_on, settled_amount)
);
grant select, insert, delete on ignored_card_exception to portal_app;
