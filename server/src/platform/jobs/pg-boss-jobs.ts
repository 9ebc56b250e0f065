import pg from "pg";
import { type JobResult, PgBoss } from "pg-boss";
import type { Log } from "../../caller.ts";
import { closeIdleConnections, portalRole } from "../db/connect.ts";
import type { JobHandlers, JobName, JobQueue } from "./jobs.ts";
import { pollingLoop } from "./polling-loop.ts";

/** One for the relay's transaction, one for the library's statements, which are short. */
const connectionsMax = 2;

/** Longer than any of the library's statements takes. */
const silentMs = 60_000;
/** How often is looked for jobs whose process died: with the heartbeat, another one has them within a minute. */
const superviseSeconds = 10;
/** A job whose process died is taken up again after its heartbeat is missed, not after a long expiry. */
const queueOptions = {
  retryLimit: 12,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3600,
  heartbeatSeconds: 30,
  expireInSeconds: 300,
  deleteAfterSeconds: 7 * 24 * 3600,
} as const;

const schedules: readonly [JobName, string][] = [
  ["housekeeping", "*/10 * * * *"],
  ["retention", "20 1 * * *"],
];
/** How often is looked, and how many are done side by side. Somebody is waiting for a code; the rest may take its time. */
const workOptions: Record<JobName, { pollingIntervalSeconds: number; batchSize: number }> = {
  // Most were settled right when they came in; after a crash there can be many that were not.
  "card-notification": { pollingIntervalSeconds: 1, batchSize: 20 },
  message: { pollingIntervalSeconds: 0.5, batchSize: 10 },
  "quote-delivery": { pollingIntervalSeconds: 2, batchSize: 5 },
  "track-shipment": { pollingIntervalSeconds: 1, batchSize: 5 },
  "simulate-plan": { pollingIntervalSeconds: 1, batchSize: 1 },
  "publish-plan": { pollingIntervalSeconds: 2, batchSize: 1 },
  housekeeping: { pollingIntervalSeconds: 2, batchSize: 1 },
  retention: { pollingIntervalSeconds: 2, batchSize: 1 },
};
const queueNames: readonly JobName[] = [
  "card-notification",
  "message",
  "quote-delivery",
  "track-shipment",
  "simulate-plan",
  "publish-plan",
  "housekeeping",
  "retention",
];

/** Does what is asked for until it is stopped. A process that only answers requests asks (`jobQueue`) and does nothing. */
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
  // The database is away for a moment: the library tries again by itself.
  boss.on("error", (error) => log.warn({ err: error }, "jobs: the database did not answer"));
  await boss.start();
  for (const name of queueNames) await boss.createQueue(name, queueOptions);

  for (const name of queueNames)
    await boss.work<never>(name, { ...workOptions[name], perJobResults: true }, (jobs) =>
      Promise.all(jobs.map(({ id, data }) => settle(id, () => handlers[name](data)))),
    );
  const passingOn = startOutboxRelay({ pool, boss, log });
  for (const [name, cron] of schedules) await boss.schedule(name, cron, {});
  // What was parked for a setting that is right now is looked at without waiting for the clock, and a
  // machine that sleeps at night forgets what is old all the same.
  for (const [name] of schedules) await boss.send(name, {});
  return {
    async stop() {
      await passingOn.stop();
      await boss.stop({ graceful: true, timeout: 15_000 });
      await pool.end();
    },
  };
}

/** One that fails is tried again by itself; those beside it are done. */
async function settle(id: string, work: () => Promise<void>): Promise<JobResult> {
  try {
    await work();
    return { id, status: "completed" };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { id, status: "failed", output: { name, message } };
  }
}

/**
 * A pool of its own, because the library reads values as the driver gives them, and not the library's
 * own, because that one ends the process when a connection breaks at the wrong moment.
 */
function jobPool(url: string, log: Log): pg.Pool {
  const pool = new pg.Pool({
    connectionString: withRole(url),
    application_name: "portal-jobs",
    max: connectionsMax,
    connectionTimeoutMillis: 5000,
  });
  pool.on("error", (error) => log.warn({ err: error }, "jobs: the database hung up"));
  pool.on("connect", (client) => client.on("error", () => {}));
  closeIdleConnections(pool, silentMs);
  return pool;
}

/** The library makes and owns its tables as the small role, whoever the url signs in as. */
function withRole(url: string): string {
  const parsed = new URL(url);
  const given = parsed.searchParams.get("options") ?? "";
  parsed.searchParams.set("options", `${given} -c role=${portalRole}`.trim());
  return parsed.href;
}

/** Notes the work where its reason is written; `startOutboxRelay` hands it to the workers' queue. */
export const jobQueue: JobQueue = {
  async enqueue(tx, name, data, { startAfterSeconds = 0 } = {}) {
    await tx
      .insertInto("job_outbox")
      .values({ name, data: JSON.stringify(data), start_after_seconds: startAfterSeconds })
      .execute();
  },
};

const pauseMs = 200;
/** Somebody waits for a code: once the database is back, not long. */
const pauseMaxMs = 5000;
const atOnce = 500;

type Wanted = Readonly<{ name: string; data: object; startAfter: number }>;

/** Moves wanted jobs into the workers' queue, every one exactly once, until it is told to stop. */
function startOutboxRelay(options: {
  pool: pg.Pool;
  boss: Pick<PgBoss, "insert">;
  log: Log;
}): Readonly<{ stop: () => Promise<void> }> {
  const { pool, boss, log } = options;
  return pollingLoop({
    round: async () => (await passOn(pool, boss)) >= atOnce,
    pauseMs,
    pauseMaxMs,
    undone: "jobs that are wanted were not passed on",
    log,
  });
}

/** One transaction takes them out here and puts them in there. */
async function passOn(pool: pg.Pool, boss: Pick<PgBoss, "insert">): Promise<number> {
  const { rowCount } = await pool.query("select from job_outbox limit 1");
  if (!rowCount) return 0;
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { rows } = await client.query<Wanted>(takeWanted, [atOnce]);
    for (const [queue, jobs] of Map.groupBy(rows, ({ name }) => name)) {
      await boss.insert(
        queue,
        jobs.map(({ data, startAfter }) => ({ data, startAfter })),
        { db: { executeSql: (text, values) => client.query(text, values) } },
      );
    }
    await client.query("commit");
    client.release();
    return rows.length;
  } catch (error) {
    // Closing the connection undoes what it began.
    client.release(true);
    throw error;
  }
}

const takeWanted = `
  with taken as (
    delete from job_outbox where id in
      (select id from job_outbox order by id limit $1 for update skip locked)
    returning id, name, data, start_after_seconds
  )
  select name, data, start_after_seconds as "startAfter" from taken order by id`;
