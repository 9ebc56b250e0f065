import { sql } from "kysely";
import type { Gauge } from "prom-client";
import { classOf, type MessageKind, urgentKinds } from "@portal/shared/office/message-kinds.ts";
import type { Deps } from "../../deps.ts";
import { measureClockDrift } from "../db/clock.ts";
import { readOnly } from "../db/database.ts";
import { summariseChecks } from "../ledger-checks/ledger-check.store.ts";

type Sources = Pick<Deps, "db" | "disks">;

/** Registers a gauge that is read for each scrape. */
export type NewGauge = (name: string, help: string, ...labelNames: string[]) => Gauge;

/** Sets a gauge, or removes it for null: 0 would mean that all is well. */
export function setOrRemove(
  gauge: Gauge,
  labels: Record<string, string>,
  value: number | null,
): void {
  if (value === null) gauge.remove(labels);
  else gauge.set(labels, value);
}

function ledgerGauges(gauge: NewGauge, { db }: Sources): () => Promise<void> {
  const position = gauge("ledger_position", "Position of the newest event of the ledger.");
  const lag = gauge(
    "projection_lag_events",
    "Events that a projection has not folded yet.",
    "projection",
  );
  const uncounted = gauge(
    "sales_count_lag_events",
    "Events that the figures of the sales reports do not count yet.",
  );
  const sound = gauge(
    "ledger_check_sound",
    "1 where the last check found nothing wrong, else 0.",
    "check",
  );
  const checkPosition = gauge(
    "ledger_check_position",
    "Where the ledger ended at the last check.",
    "check",
  );
  const checkAge = gauge("ledger_check_age_seconds", "How long ago the last check began.", "check");
  const unsealed = gauge(
    "ledger_unsealed_seconds",
    "How long ago the oldest event without a seal was recorded; 0 where all are sealed.",
  );
  return async () => {
    const { rows } = await sql<{ name: string; head: number; lag: number }>`
      select checkpoint.name, head.position as head, head.position - checkpoint.position as lag
      from ledger_head head cross join projection.checkpoint
    `.execute(db);
    for (const row of rows) {
      position.set(row.head);
      lag.set({ projection: row.name }, row.lag);
    }
    unsealed.set(await unsealedSeconds(db));
    const count = await db.selectFrom("sales_count").select("position").executeTakeFirst();
    uncounted.set((rows[0]?.head ?? 0) - (count?.position ?? 0));
    for (const check of await summariseChecks(readOnly(db))) {
      sound.set({ check: check.name }, check.isSound ? 1 : 0);
      checkPosition.set({ check: check.name }, check.position);
      checkAge.set({ check: check.name }, check.ageSeconds);
    }
  };
}

async function unsealedSeconds(db: Deps["db"]): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(extract(epoch from now() - recorded_at), 0)::float8 as seconds
    from ledger_events where position = 1 + (
      select coalesce(max(through_position), 0) from ledger_seals)`.execute(db);
  return rows[0]?.seconds ?? 0;
}

function diskGauges(gauge: NewGauge, { db, disks }: Sources): () => Promise<void> {
  const size = gauge("database_size_bytes", "Size of the database.");
  const free = gauge(
    "disk_free_bytes",
    "Room left on the disk of the database and of the uploads, where it is on this machine.",
    "of",
  );
  return async () => {
    const { rows } = await sql<{ bytes: number }>`
      select pg_database_size(current_database()) as bytes`.execute(db);
    size.set(rows[0]?.bytes ?? 0);
    for (const { of, freeBytes } of await disks()) free.set({ of }, freeBytes);
  };
}

function clockGauge(gauge: NewGauge, { db }: Sources): () => Promise<void> {
  const drift = gauge(
    "clock_drift_seconds",
    "How far the clock of this process is ahead of the database's; negative where it is behind.",
  );
  return async () => drift.set(await measureClockDrift(db));
}

/** PostgreSQL's own archive of its log (docs/point-in-time.md). */
function archiveGauge(gauge: NewGauge, { db }: Pick<Sources, "db">): () => Promise<void> {
  const waits = gauge(
    "wal_archive_waits_seconds",
    "How long ago PostgreSQL last archived a file of its log while the next one waits or failed; 0 where none does, absent without an archive.",
    "of",
  );
  return async () => setOrRemove(waits, { of: "database" }, await archiveWaitSeconds(db));
}

/**
 * A try that fails is told by PostgreSQL; one that hangs only by the distance of the file that is written now. On a server that
 * only reads the log is not its own.
 *
 * @returns null without an archive
 */
export async function archiveWaitSeconds(db: Deps["db"]): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    with written as (
      select case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_lsn()) end as file,
        4294967296 / pg_size_bytes(current_setting('wal_segment_size')) as files_of_log
    ), number_of as (
      select ('x' || substr(written.file, 9, 8))::bit(32)::bigint * files_of_log
          + ('x' || substr(written.file, 17, 8))::bit(32)::bigint as written,
        ('x' || substr(archived.file, 9, 8))::bit(32)::bigint * files_of_log
          + ('x' || substr(archived.file, 17, 8))::bit(32)::bigint as archived
      from written, (
        select substring(last_archived_wal from '^[0-9A-F]{24}') as file from pg_stat_archiver) archived
    )
    select case
      when current_setting('archive_mode') = 'off' or pg_is_in_recovery() then null
      when last_failed_time > coalesce(last_archived_time, '-infinity') or written - archived > 1
      then extract(epoch from now()
        - coalesce(last_archived_time, stats_reset, pg_postmaster_start_time()))::float8
      else 0 end as seconds
    from pg_stat_archiver, number_of`.execute(db);
  return rows[0]?.seconds ?? null;
}

type Counts = Readonly<{
  received: number;
  parked: number;
  wrongTries: number;
  unsent: number;
  urgent: number;
  dropped: number;
  backupAge: number | null;
}>;

/** What waits in the database: card notifications and messages; also failed sign-ins and the age of the backup. */
function queueGauges(gauge: NewGauge, { db }: Sources): () => Promise<void> {
  const notifications = gauge(
    "card_notifications_open",
    "Card notifications without a result, by state.",
    "state",
  );
  const tries = gauge(
    "sign_in_wrong_tries",
    "Wrong passwords of the last hour, without those after which the right one was found.",
  );
  const unsent = gauge("messages_unsent", "Emails and SMS that are asked for and not sent yet.");
  const urgent = gauge(
    "messages_urgent_unsent",
    "Codes, links and warnings that have waited for a quarter of an hour.",
  );
  const dropped = gauge(
    "messages_dropped",
    "Emails and SMS of the last hour that a limit dropped: someone may be filling mailboxes.",
  );
  const backupAge = gauge(
    "backup_age_seconds",
    "How long ago the newest nightly backup was made; absent before the first, and for one that a wrong clock made in the future.",
    "kind",
  );
  return async () => {
    const { rows } = await sql<Counts>`
      select
        (select count(*)::integer from card_notification where state = 'received') as received,
        (select count(*)::integer from card_notification where state = 'parked') as parked,
        (select coalesce(sum(failures), 0)::integer from sign_in_failure
          where last_at > now() - interval '1 hour' and key not like 'address %' and key not like '% everywhere') as "wrongTries",
        (select count(*)::integer from message where state = 'queued') as unsent,
        (select count(*)::integer from message where state = 'queued'
          and kind in (${sql.join(urgentKinds)})
          and created_at < now() - interval '15 minutes') as urgent,
        (select count(*)::integer from message where state = 'dropped'
          and created_at > now() - interval '1 hour') as dropped,
        (select extract(epoch from now() - made_at)::float8 from last_backup
          where made_at < now() + interval '1 hour') as "backupAge"
    `.execute(db);
    for (const counts of rows) {
      notifications.set({ state: "received" }, counts.received);
      notifications.set({ state: "parked" }, counts.parked);
      tries.set(counts.wrongTries);
      unsent.set(counts.unsent);
      urgent.set(counts.urgent);
      dropped.set(counts.dropped);
      setOrRemove(backupAge, { kind: "nightly" }, counts.backupAge);
    }
  };
}

function jobGauges(gauge: NewGauge, { db }: Sources): () => Promise<void> {
  const depth = gauge("job_queue_depth", "Jobs that are due and not done.", "queue");
  const oldest = gauge(
    "job_queue_oldest_seconds",
    "How long the oldest job that nothing has begun yet has been due.",
    "queue",
  );
  const failed = gauge(
    "job_queue_failed",
    "Jobs of the last seven days that were given up.",
    "queue",
  );
  return async () => {
    for (const { queue, ...state } of await readJobQueues(db)) {
      depth.set({ queue }, state.depth);
      oldest.set({ queue }, state.oldest);
      failed.set({ queue }, state.failed);
    }
  };
}

/** By class (docs/domain.md, "Messages"); those that depend on a proof count as work. */
function messageGauges(gauge: NewGauge, { db }: Sources): () => Promise<void> {
  const failed = gauge(
    "messages_failed",
    "Emails and SMS of the last thirty days that were given up and came by no other way, by class.",
    "class",
  );
  const refused = gauge(
    "messages_refused",
    "Emails and SMS of the last thirty days that the address refused for good and that came by no other way, by class.",
    "class",
  );
  const oldest = gauge(
    "messages_oldest_seconds",
    "How long the oldest email or SMS has waited that is not sent yet, by class.",
    "class",
  );
  return async () => {
    const { rows } = await sql<MessageCounts>`
      select kind,
        (count(*) filter (where state = 'failed' and attempts > 0 and ${cameNoOtherWay}))::integer as failed,
        (count(*) filter (where state = 'refused' and ${cameNoOtherWay}))::integer as refused,
        coalesce(extract(epoch from now() - min(created_at) filter (where state = 'queued')), 0)::float8 as oldest
      from message
      where state = 'queued' or state in ('failed', 'refused') and created_at > now() - interval '30 days'
      group by kind`.execute(db);
    const ofClass = Map.groupBy(rows, ({ kind }) => classOf(kind, true));
    for (const each of ["secret", "warning", "work", "stranger"] as const) {
      const kinds = ofClass.get(each) ?? [];
      failed.set(
        { class: each },
        kinds.reduce((sum, kind) => sum + kind.failed, 0),
      );
      refused.set(
        { class: each },
        kinds.reduce((sum, kind) => sum + kind.refused, 0),
      );
      oldest.set({ class: each }, Math.max(0, ...kinds.map((kind) => kind.oldest)));
    }
  };
}

type MessageCounts = Readonly<{
  kind: MessageKind;
  failed: number;
  refused: number;
  oldest: number;
}>;

const cameNoOtherWay = sql`not exists (
  select from message other where other.message_key = message.message_key
    and other.state in ('sent', 'kept'))`;

type QueueState = Readonly<{ queue: string; depth: number; oldest: number; failed: number }>;

/**
 * The queues, and the outbox from which a worker passes jobs on to them. pg-boss creates its tables when the first worker
 * starts.
 */
async function readJobQueues(db: Deps["db"]): Promise<readonly QueueState[]> {
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('pgboss.job') is not null as "exists"`.execute(db);
  if (found[0]?.exists !== true) return [];
  const { rows } = await sql<QueueState>`
    select 'outbox' as queue, count(*)::integer as depth,
      coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest, 0 as failed
    from job_outbox
    union all
    select queue.name,
      count(*) filter (where state in ('created', 'retry', 'active') and start_after <= now())::integer as depth,
      coalesce(extract(epoch from now() - min(start_after)
        filter (where state in ('created', 'retry') and start_after <= now())), 0)::float8 as oldest,
      count(*) filter (where state = 'failed')::integer as failed
    from pgboss.queue left join pgboss.job on job.name = queue.name
    group by queue.name`.execute(db);
  return rows;
}

/** What is read from the database for each scrape; each part fails by itself. */
export const databaseGauges = {
  ledger: ledgerGauges,
  disks: diskGauges,
  clock: clockGauge,
  queues: queueGauges,
  jobs: jobGauges,
  messages: messageGauges,
  archive: archiveGauge,
} as const;
