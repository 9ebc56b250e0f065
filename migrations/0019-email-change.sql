-- A new email waits here until somebody who reads it has confirmed it; until then the one of before stays in force.
alter table account add column pending_email text check (pending_email = lower(pending_email));

-- The link "This was not me" puts back what was known before, for whoever reads the mail of before.
alter table account_link drop constraint account_link_purpose_check;
alter table account_link add constraint account_link_purpose_check check (
  purpose in ('register', 'reset-password', 'confirm-email', 'undo-contact-change', 'invitation')
);
