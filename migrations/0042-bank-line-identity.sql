-- What identifies a bank transaction is compared value by value (server/src/sales/bank-lines/known-lines.rules.ts): a bank's
-- own id may be given to several transactions. The fingerprint is of lines that an older server added.
alter table bank_line alter column fingerprint drop not null;
alter table bank_line add column bank_id text;
-- Minor units, after the transaction, if the bank states it.
alter table bank_line add column balance bigint;
-- A stored transaction that may be the same money, as another file of the same account writes it.
alter table bank_line add column repeats bigint references bank_line;
-- SHA-256 of the bytes; null for files that an older server took.
alter table bank_statement add column file_hash text check (file_hash ~ '^[0-9a-f]{64}$');
