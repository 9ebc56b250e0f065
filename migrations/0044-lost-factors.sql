-- An admin who lost every factor and recovery code asks for a new one by a mailed link and the password.
alter table account_link drop constraint account_link_purpose_check;
alter table account_link add constraint account_link_purpose_check check (
  purpose in ('register', 'reset-password', 'confirm-email', 'undo-contact-change', 'invitation', 'set-up-factor', 'come-back', 'lost-factor')
);
