import pg from "pg";
import { type JobResult, PgBoss } from "pg-boss";
import type { Log } from "../log.ts";
import { closeIdleConnections, keepAlive, portalRole, timeoutsWith, urlAs } from "../db/connect.ts";
import type { JobHandlers, JobName, JobQueue } from "./jobs.ts";
import { pollingLoop } from "../polling-loop.ts";

/** One for the relay's transaction, one for pg-boss, whose statements are short. */
const connectionsMax = 2;

/** Longer than any statement of pg-boss takes. */
const silentMs = 60_000;
const timeouts = { statement_timeout: 50_000, lock_timeout: 15_000 };
/** The interval of checks for jobs whose process died: with the heartbeat, they are retried within a minute. */
const superviseSeconds = 10;
/** A job whose process died is retried after a missed heartbeat, long before it expires. */
const queueOptions = {
  retryLimit: 12,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3600,
  heartbeatSeconds: 30,
  expireInSeconds: 300,
  // One that waits is never deleted: pg-boss does after 14 days, and tells nobody.
  retentionSeconds: 10 * 365 * 24 * 3600,
  deleteAfterSeconds: 7 * 24 * 3600,
} as const;

const ownOptions: Partial<Record<JobName, object>> = {
  /** The message itself says when it is given up (`sendingLifeSeconds`): the queue retries for as long. */
  message: { retryLimit: 10_000, retryDelayMax: 900 },
  /** Thousands of documents take minutes to print. */
  "write-archive": { expireInSeconds: 3600 },
  /** Both end by themselves long before (`job-handlers.ts`); the schedule repeats what failed. */
  housekeeping: { retryLimit: 0, expireInSeconds: 1800 },
  retention: { retryLimit: 2, retryDelay: 600, expireInSeconds: 7200 },
};
const queueOptionsOf = (name: JobName) => ({ ...queueOptions, ...ownOptions[name] });

const schedules: readonly [JobName, string][] = [
  ["housekeeping", "*/10 * * * *"],
  ["retention", "20 1 * * *"],
];
/** How often each queue is polled, and how many jobs run concurrently. Codes are urgent; the others may take longer. */
const workOptions: Record<JobName, { pollingIntervalSeconds: number; batchSize: number }> = {
  // Most notifications are settled when they arrive; after a crash many may be left.
  "card-notification": { pollingIntervalSeconds: 1, batchSize: 20 },
  message: { pollingIntervalSeconds: 0.5, batchSize: 10 },
  "quote-delivery": { pollingIntervalSeconds: 2, batchSize: 5 },
  "track-shipment": { pollingIntervalSeconds: 1, batchSize: 5 },
  "simulate-plan": { pollingIntervalSeconds: 1, batchSize: 1 },
  "write-archive": { pollingIntervalSeconds: 1, batchSize: 1 },
  "publish-plan": { pollingIntervalSeconds: 2, batchSize: 1 },
  housekeeping: { pollingIntervalSeconds: 2, batchSize: 1 },
  retention: { pollingIntervalSeconds: 2, batchSize: 1 },
};
const queueNames = Object.keys(workOptions).filter((name): name is JobName => name in workOptions);

/** Runs jobs until it is stopped. A process without workers only enqueues them (`jobQueue`). */
export async function startJobs(
  options: Readonly<{ databaseUrl: string; handlers: JobHandlers; log: Log }>,
): Promise<{ stop: () => Promise<void> }> {
  const { handlers, log } = options;
  const pool = jobPool(options.databaseUrl, log);
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: "pgboss",
    createSchema: false,
    supervise: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    schedule: true,
  });
  // pg-boss retries by itself when the database is away.
  boss.on("error", (error) => log.warn({ err: error }, "jobs: the database did not answer"));
  await boss.start();
  for (const name of queueNames) {
    await boss.createQueue(name, queueOptionsOf(name));
    // An existing queue keeps the options of the version that made it.
    await boss.updateQueue(name, queueOptionsOf(name));
  }

  for (const name of queueNames)
    await boss.work<never>(name, { ...workOptions[name], perJobResults: true }, (jobs) =>
      Promise.all(
        jobs.map(({ id, data }) => settle({ id, name, log }, () => handlers[name](data))),
      ),
    );
  // Moves jobs from the outbox to pg-boss, each exactly once.
  const relay = pollingLoop({
    round: async () => (await moveJobs(pool, boss)) >= batchMax,
    pauseMs: 200,
    // Short, because users wait for codes once the database is back.
    pauseMaxMs: 5000,
    undone: "jobs that are wanted were not passed on",
    log,
  });
  for (const [name, cron] of schedules) await boss.schedule(name, cron, {});
  // Also at the start: work that was parked for a wrong setting need not wait for the schedule, and a machine that is off
  // at night still purges old data.
  for (const [name] of schedules) await boss.send(name, {});
  return {
    async stop() {
      await relay.stop();
      await boss.stop({ graceful: true, timeout: 15_000 });
      await pool.end();
    },
  };
}

type RunningJob = Readonly<{ id: string; name: JobName; log: Log }>;

/** A job that fails does not fail the others of its batch. */
async function settle(
  { id, name, log }: RunningJob,
  work: () => Promise<void>,
): Promise<JobResult> {
  try {
    await work();
    return { id, status: "completed" };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    // Sent emails says why a message is not out; with its mail server away there are hundreds.
    if (name !== "message") log.warn({ err: error, queue: name }, "a job failed");
    return { id, status: "failed", output: { name: error.name, message: error.message } };
  }
}

/**
 * A pool without our type parsers, which pg-boss cannot work with. The pool of pg-boss itself would end the process when a
 * connection breaks at the wrong moment.
 */
function jobPool(url: string, log: Log): pg.Pool {
  const pool = new pg.Pool({
    // pg-boss creates and owns its tables with this role.
    connectionString: urlAs(url, portalRole),
    application_name: "portal-jobs",
    max: connectionsMax,
    connectionTimeoutMillis: 5000,
    ...timeoutsWith(timeouts),
    ...keepAlive,
  });
  pool.on("error", (error) => log.warn({ err: error }, "jobs: an idle connection broke"));
  pool.on("connect", (client) => client.on("error", () => {}));
  closeIdleConnections(pool, silentMs);
  return pool;
}

/** Writes to the job outbox, from where `startJobs` moves jobs to pg-boss. */
export const jobQueue: JobQueue = {
  async enqueue(tx, name, data, { startAfterSeconds = 0, isUrgent = false } = {}) {
    await tx
      .insertInto("job_outbox")
      .values({
        name,
        data: JSON.stringify(data),
        start_after_seconds: startAfterSeconds,
        is_urgent: isUrgent,
      })
      .execute();
  },
};

const batchMax = 500;

type OutboxRow = Readonly<{ name: string; data: object; startAfter: number; priority: number }>;

/** Deletes and inserts in one transaction. A job that a newer release wants waits for a worker of that release. */
async function moveJobs(pool: pg.Pool, boss: Pick<PgBoss, "insert">): Promise<number> {
  const { rowCount } = await pool.query("select from job_outbox where name = any($1) limit 1", [
    queueNames,
  ]);
  if (!rowCount) return 0;
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { rows } = await client.query<OutboxRow>(takeFromOutbox, [batchMax, queueNames]);
    for (const [queue, jobs] of Map.groupBy(rows, ({ name }) => name)) {
      await boss.insert(
        queue,
        jobs.map(({ data, startAfter, priority }) => ({ data, startAfter, priority })),
        { db: { executeSql: (text, values) => client.query(text, values) } },
      );
    }
    await client.query("commit");
    client.release();
    return rows.length;
  } catch (error) {
    // Closing the connection rolls its transaction back.
    client.release(true);
    throw error;
  }
}

const takeFromOutbox = `
  with taken as (
    delete from job_outbox where id in
      (select id from job_outbox where name = any($2) order by id limit $1 for update skip locked)
    returning id, name, data, start_after_seconds, is_urgent
  )
  select name, data, start_after_seconds as "startAfter", is_urgent::integer as priority
  from taken order by id`;
