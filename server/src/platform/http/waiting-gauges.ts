import { sql } from "kysely";
import { Gauge, type Registry } from "prom-client";
import type { Deps } from "../../deps.ts";

type Databases = Pick<Deps, "db" | "readDb">;

/** What waits: jobs, messages, a replica, and the next backup. Answers what reads the figures anew. */
export function waitingGauges(registry: Registry, databases: Databases): () => Promise<void> {
  const registers = [registry];
  const readJobs = jobGauges(registers, databases);
  const unsent = new Gauge({
    name: "messages_unsent",
    help: "Emails and SMS that are asked for and not sent yet.",
    registers,
  });
  const backupAge = new Gauge({
    name: "backup_age_seconds",
    help: "How long ago the newest nightly backup was made; absent before the first.",
    labelNames: ["kind"],
    registers,
  });
  const replicaLag = new Gauge({
    name: "replica_lag_seconds",
    help: "How far DATABASE_READ_URL is behind; absent where it is no replica.",
    labelNames: ["kind"],
    registers,
  });
  return async () => {
    const { db, readDb } = databases;
    await readJobs();
    const { rows } = await sql<{ unsent: number; backupAge: number | null }>`
      select (select count(*)::integer from message where state = 'queued') as unsent,
        (select extract(epoch from now() - made_at)::float8 from last_backup) as "backupAge"`.execute(
      db,
    );
    const [state = { unsent: 0, backupAge: null }] = rows;
    unsent.set(state.unsent);
    setOrRemove(backupAge, { kind: "nightly" }, state.backupAge);
    const { rows: replicas } = await sql<{ lag: number | null }>`
      select case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
        else extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 end as lag
      where pg_is_in_recovery()`.execute(readDb);
    setOrRemove(replicaLag, { kind: "read" }, replicas[0]?.lag ?? null);
  };
}

/** A figure that is not known is absent: 0 would mean that all is well. */
function setOrRemove(gauge: Gauge, labels: Readonly<{ kind: string }>, value: number | null): void {
  if (value === null) gauge.remove(labels);
  else gauge.set(labels, value);
}

type QueueState = Readonly<{ queue: string; depth: number; oldest: number; failed: number }>;

function jobGauges(registers: Registry[], { db }: Databases): () => Promise<void> {
  const of = (name: string, help: string) =>
    new Gauge({ name: `job_queue_${name}`, help, labelNames: ["queue"], registers });
  const depth = of("depth", "Jobs that are due and not done.");
  const oldest = of("oldest_seconds", "How long the oldest of them has been due.");
  const failed = of("failed", "Jobs of the last seven days that were given up.");
  return async () => {
    for (const { queue, ...state } of await readQueues(db)) {
      depth.set({ queue }, state.depth);
      oldest.set({ queue }, state.oldest);
      failed.set({ queue }, state.failed);
    }
  };
}

/** The library's tables are there once a worker has started. */
async function readQueues(db: Deps["db"]): Promise<readonly QueueState[]> {
  const { rows: found } = await sql<{ isThere: boolean }>`
    select to_regclass('pgboss.job') is not null as "isThere"`.execute(db);
  if (found[0]?.isThere !== true) return [];
  const { rows } = await sql<QueueState>`
    select queue.name as queue,
      count(*) filter (where state in ('created', 'retry', 'active') and start_after <= now())::integer as depth,
      coalesce(extract(epoch from now() - min(start_after)
        filter (where state in ('created', 'retry', 'active') and start_after <= now())), 0)::float8 as oldest,
      count(*) filter (where state = 'failed')::integer as failed
    from pgboss.queue left join pgboss.job on job.name = queue.name
    group by queue.name`.execute(db);
  return rows;
}
