-- How long a job has waited to be passed on: a relay that stands still is seen by it.
alter table job_outbox add column created_at timestamptz not null default now();
