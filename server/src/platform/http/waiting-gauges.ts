import { sql } from "kysely";
import { Gauge, type Registry } from "prom-client";
import type { Deps } from "../../deps.ts";

type Databases = Pick<Deps, "db" | "readSource">;

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
    help: "How far the replica of DATABASE_READ_URL is behind; absent where it does not answer.",
    labelNames: ["kind"],
    registers,
  });
  const replicaInUse = new Gauge({
    name: "replica_in_use",
    help: "1 while reports are read from the replica of DATABASE_READ_URL, else 0; absent without one.",
    labelNames: ["kind"],
    registers,
  });
  return async () => {
    const { db, readSource } = databases;
    await readJobs();
    const { rows } = await sql<{ unsent: number; backupAge: number | null }>`
      select (select count(*)::integer from message where state = 'queued') as unsent,
        (select extract(epoch from now() - made_at)::float8 from last_backup) as "backupAge"`.execute(
      db,
    );
    const [state = { unsent: 0, backupAge: null }] = rows;
    unsent.set(state.unsent);
    setOrRemove(backupAge, { kind: "nightly" }, state.backupAge);
    const { from, ageSeconds, fallback } = readSource();
    const isInUse = from === "replica" ? 1 : 0;
    setOrRemove(replicaLag, { kind: "read" }, ageSeconds);
    setOrRemove(replicaInUse, { kind: "read" }, fallback === "no-replica" ? null : isInUse);
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
