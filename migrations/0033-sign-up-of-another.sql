-- What a person typed at the sign-up, until the code proves that the email is theirs: another person may have begun to
-- register with it. Deleted with the code.
alter table sign_in_code add column registration jsonb;
