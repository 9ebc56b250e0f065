alter table settlement_line
  -- The provider's own id of the line, which no other line has; null where it gives none, and for lines of older releases.
  add column transaction_id text,
  -- The day that the file writes, which differs from `day` where its times are in UTC; null for lines of older releases, which
  -- have it as their day.
  add column written_day date;
-- A later file tells what an earlier one did not: the id, and the payout that contained a payment which was still held.
grant update (transaction_id, paid_out_on) on settlement_line to portal_app;
