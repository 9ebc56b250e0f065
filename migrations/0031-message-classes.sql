-- Why a message was not sent: `refused` for good by the provider; `dropped` because its class has a limit that drops, or an
-- equal one had just been sent; `failed` was given up at the end of its life, or nobody needed it any more.
alter table message drop constraint message_state_check;
alter table message add constraint message_state_check
  check (state in ('queued', 'sent', 'kept', 'refused', 'dropped', 'failed'));
