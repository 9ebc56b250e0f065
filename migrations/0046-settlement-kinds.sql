-- What kind a line is follows from the type that the provider writes, and is read from it: reversals were stored as "other".
-- The release before still writes the column; a later one drops it.
alter table public.settlement_line alter column kind drop not null;
