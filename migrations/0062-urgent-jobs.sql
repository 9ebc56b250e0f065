-- The urgent jobs of a queue run before those that wait longer.
alter table job_outbox add column is_urgent boolean not null default false;
