-- Copies of one notification are one row of the list, which counts them.
create index card_notification_copies on card_notification (copy_of) where copy_of is not null;
