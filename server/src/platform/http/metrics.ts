import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { AppOptions, Deps } from "../../deps.ts";
import { measureClockDrift } from "../db/clock.ts";
import { readOnly } from "../db/database.ts";
import { summariseChecks } from "../ledger-checks/ledger-check.store.ts";
import { classOf, type MessageKind, urgentKinds } from "@portal/shared/office/message-kinds.ts";
import { mayMonitor } from "./monitoring.ts";
import { routePatternOf } from "./request-log.ts";

type Sources = Pick<Deps, "db" | "readSource" | "disks">;

/**
 * Prometheus metrics at /metrics: the process, the requests, and the state of the database.
 *
 * @param options.isReady as /readyz answers; it may throw
 */
export function measure(
  app: FastifyInstance,
  sources: Sources,
  {
    monitoring,
    metrics,
    isReady,
  }: Pick<AppOptions, "monitoring" | "metrics"> & Readonly<{ isReady: () => Promise<boolean> }>,
): void {
  const { registry, durations, readDatabase, readReplica } = registerMetrics(sources, metrics);
  measureRequests(app, durations);

  app.get("/metrics", async (request, reply) => {
    if (!mayMonitor(request, monitoring)) throw new DomainError("access.forbidden");
    await readDatabase(isReady, (error) =>
      request.log.warn({ err: error }, "the database was not measured"),
    );
    await readReplica();
    return reply
      .type(registry.contentType)
      .header("cache-control", "no-store")
      .send(await registry.metrics());
  });
}

/** Every metric of a process with its meaning; docs/metrics.md lists them. None is read yet. */
export function registerMetrics(sources: Sources, metrics: AppOptions["metrics"]) {
  const registry = new Registry();
  for (const metric of metrics) registry.registerMetric(metric);
  registerProcessMetrics(registry);
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const forgetters: (() => void)[] = [];
  const ofDatabase: NewGauge = (name, help, ...labelNames) => {
    const made = gauge(name, help, ...labelNames);
    // A gauge without labels that is only reset is 0, which would mean that all is well.
    forgetters.push(labelNames.length === 0 ? () => made.remove() : () => made.reset());
    return made;
  };
  const readers = [ledgerGauges, diskGauges, clockGauge, queueGauges, messageGauges].map((gauges) =>
    gauges(ofDatabase, sources),
  );
  const isUp = gauge("database_up", "1 where the database answered this scrape, else 0.");
  const ready = gauge("portal_ready", "1 where this process answers /readyz with 200, else 0.");

  /** Without the database the process still tells of itself, and no figure is left that is no longer known. */
  async function readDatabase(
    isReady: () => Promise<boolean>,
    onError: (error: unknown) => void,
  ): Promise<void> {
    try {
      for (const read of readers) await read();
      isUp.set(1);
      ready.set(Number(await isReady().catch(() => false)));
    } catch (error) {
      onError(error);
      for (const forget of forgetters) forget();
      isUp.set(0);
      ready.set(0);
    }
  }

  return {
    registry,
    durations: requestDurations(registry),
    readReplica: replicaGauges(gauge, sources),
    readDatabase,
  };
}

/** Sums over types, which the figures by type contain; they are no counters, as their names would say. */
const misnamed = ["handles", "requests", "resources"].map((each) => `nodejs_active_${each}_total`);

/** Those of prom-client. */
function registerProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
}

function requestDurations(registry: Registry): Histogram {
  return new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the first byte of a request to the last of its answer.",
    labelNames: ["method", "route", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
}

function measureRequests(app: FastifyInstance, durations: Histogram): void {
  app.addHook("onResponse", async (request, reply) => {
    // An event stream lasts as long as its page is open, which says nothing about our speed.
    if (String(reply.getHeader("content-type")).startsWith("text/event-stream")) return;
    // The route's pattern, not the URL: otherwise every order would be a series of its own.
    const route = routePatternOf(request);
    durations.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
}

/** Registers a gauge that is read for each scrape. */
type NewGauge = (name: string, help: string, ...labelNames: string[]) => Gauge;

/** Sets a gauge, or removes it for null: 0 would mean that all is well. */
function setOrRemove(gauge: Gauge, labels: Record<string, string>, value: number | null): void {
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

type Counts = Readonly<{
  received: number;
  parked: number;
  wrongTries: number;
  unsent: number;
  urgent: number;
  dropped: number;
  backupAge: number | null;
}>;

/** What waits in the database: card notifications, messages and jobs; also failed sign-ins and the age of the backup. */
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

function replicaGauges(gauge: NewGauge, { readSource }: Sources): () => Promise<void> {
  const lag = gauge(
    "replica_lag_seconds",
    "How far the replica of DATABASE_READ_URL is behind; absent where it does not answer.",
    "kind",
  );
  const inUse = gauge(
    "replica_in_use",
    "1 while reports are read from the replica of DATABASE_READ_URL, else 0; absent without one.",
    "kind",
  );
  return async () => {
    const { from, ageSeconds, fallback } = readSource();
    const isInUse = from === "replica" ? 1 : 0;
    setOrRemove(lag, { kind: "read" }, ageSeconds);
    setOrRemove(inUse, { kind: "read" }, fallback === "no-replica" ? null : isInUse);
  };
}
