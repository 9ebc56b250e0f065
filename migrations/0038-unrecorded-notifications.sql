-- The payments that wait for the office; the dashboard counts them.
drop index concurrently if exists card_notification_unrecorded;
create index concurrently card_notification_unrecorded on card_notification (id)
  where state = 'rejected' and confirmed_at is not null and handled_at is null;
