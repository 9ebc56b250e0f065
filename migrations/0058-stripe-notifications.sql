drop index concurrently if exists card_notification_stripe;
create index concurrently card_notification_stripe on card_notification (pf_payment_id)
  where provider = 'stripe';
