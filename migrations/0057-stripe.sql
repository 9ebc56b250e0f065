-- Card payments in pounds and dollars: notifications of a second provider, and its pages on which orders are paid.
alter table card_notification
  -- 'payfast' or 'stripe'.
  add column provider text not null default 'payfast',
  -- Of the amount, where the notification says it; otherwise it is the order's.
  add column currency text;

-- A page on which an order is paid. Its number is part of the idempotency key, so that no order has two that are open.
create table card_session (
  order_id uuid not null,
  attempt integer not null check (attempt > 0),
  environment text not null check (environment in ('local', 'sandbox', 'live')),
  amount bigint not null check (amount > 0),
  currency text not null,
  -- Where the buyer comes from and returns to.
  site text not null,
  expires_at timestamptz not null,
  -- The provider's id; null until it has answered.
  session_id text unique,
  -- Paid, expired or replaced: nothing can be paid there any more.
  ended_at timestamptz,
  primary key (order_id, attempt)
);
create index card_session_open on card_session (order_id) where ended_at is null;

alter table settlement_line
  -- The day of the payout that contained it, where the file says it of each line.
  add column paid_out_on date;

-- The memory of the built-in stand-in of Stripe.
create table sandbox_checkout (
  id text primary key,
  -- The parameters as they were sent.
  fields jsonb not null,
  idempotency_key text unique,
  state text not null default 'open' check (state in ('open', 'complete', 'expired')),
  payment_intent text not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

grant select, insert, update on card_session to portal_app;
grant select, insert, update, delete on sandbox_checkout to portal_app;
