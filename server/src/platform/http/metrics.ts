import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { AppOptions, Deps } from "../../deps.ts";
import { readOnly } from "../db/database.ts";
import { summariseChecks } from "../ledger-checks/ledger-check.store.ts";
import { routePatternOf } from "./request-log.ts";
import { mayMonitor } from "./monitoring.ts";
import { waitingGauges } from "./waiting-gauges.ts";

/** Prometheus text at /metrics, for whoever may monitor: the process, the requests, and what waits in the database. */
export function measure(
  app: FastifyInstance,
  { db, readSource, disks }: Pick<Deps, "db" | "readSource" | "disks">,
  { monitoring, metrics }: Pick<AppOptions, "monitoring" | "metrics">,
): void {
  const registry = new Registry();
  for (const metric of metrics) registry.registerMetric(metric);
  collectDefaultMetrics({ register: registry });
  measureRequests(app, registry);
  const readDatabase = databaseGauges(registry, db);
  const readDisks = diskGauges(registry, { db, disks });
  const readWaiting = waitingGauges(registry, { db, readSource });

  app.get("/metrics", async (request, reply) => {
    if (!mayMonitor(request, monitoring)) throw new DomainError("access.forbidden");
    await readDatabase();
    await readDisks();
    await readWaiting();
    return reply
      .type(registry.contentType)
      .header("cache-control", "no-store")
      .send(await registry.metrics());
  });
}

function measureRequests(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the first byte of a request to the last of its answer.",
    labelNames: ["method", "route", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook("onResponse", async (request, reply) => {
    // A stream lasts as long as somebody looks at a page, which says nothing of our speed.
    if (String(reply.getHeader("content-type")).startsWith("text/event-stream")) return;
    // A route's pattern, not its address: otherwise every order would be a series of its own.
    const route = routePatternOf(request);
    durations.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
}

/** Answers what reads the figures anew, so that they cost nothing until somebody looks. */
function databaseGauges(registry: Registry, db: Deps["db"]): () => Promise<void> {
  const registers = [registry];
  const position = new Gauge({
    name: "ledger_position",
    help: "Position of the newest event of the ledger.",
    registers,
  });
  const lag = new Gauge({
    name: "projection_lag_events",
    help: "Events that a projection has not folded yet.",
    labelNames: ["projection"],
    registers,
  });
  const uncounted = new Gauge({
    name: "sales_count_lag_events",
    help: "Events that the figures of the sales reports do not count yet.",
    registers,
  });
  const notifications = new Gauge({
    name: "card_notifications_open",
    help: "Card notifications without a result, by state.",
    labelNames: ["state"],
    registers,
  });
  const readTries = triesGauge(registers);
  const readChecks = checkGauges(registers);

  return async () => {
    const { rows } = await sql<{ name: string; head: number; lag: number }>`
      select checkpoint.name, head.position as head, head.position - checkpoint.position as lag
      from ledger_head head cross join projection.checkpoint
    `.execute(db);
    for (const row of rows) {
      position.set(row.head);
      lag.set({ projection: row.name }, row.lag);
    }
    const count = await db.selectFrom("sales_count").select("position").executeTakeFirst();
    uncounted.set((rows[0]?.head ?? 0) - (count?.position ?? 0));
    const open = await db
      .selectFrom("card_notification")
      .select("state")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("state", "in", ["received", "parked"])
      .groupBy("state")
      .execute();
    for (const state of ["received", "parked"] as const)
      notifications.set({ state }, open.find((row) => row.state === state)?.count ?? 0);
    await readTries(db);
    await readChecks(db);
  };
}

/** How large the database is, and how much room there is where this process can see the disk. */
function diskGauges(
  registry: Registry,
  { db, disks }: Pick<Deps, "db" | "disks">,
): () => Promise<void> {
  const registers = [registry];
  const size = new Gauge({ name: "database_bytes", help: "Size of the database.", registers });
  const free = new Gauge({
    name: "disk_free_bytes",
    help: "Room left on the disk of the database and of the uploads, where it is on this machine.",
    labelNames: ["of"],
    registers,
  });
  return async () => {
    const { rows } = await sql<{ bytes: number }>`
      select pg_database_size(current_database()) as bytes`.execute(db);
    size.set(rows[0]?.bytes ?? 0);
    for (const { of, freeBytes } of await disks()) free.set({ of }, freeBytes);
  };
}

/** Where somebody guesses, this grows; whoever finds the right password is not counted any more. */
function triesGauge(registers: Registry[]): (db: Deps["db"]) => Promise<void> {
  const tries = new Gauge({
    name: "sign_in_wrong_tries",
    help: "Wrong passwords of the last hour, without those after which the right one was found.",
    registers,
  });
  return async (db) => {
    const row = await db
      .selectFrom("sign_in_failure")
      .select(sql<number>`coalesce(sum(failures), 0)::int`.as("count"))
      .where("last_at", ">", sql<string>`now() - interval '1 hour'`)
      .where("key", "not like", "address %")
      .executeTakeFirst();
    tries.set(row?.count ?? 0);
  };
}

/** What a worker found when it last looked the ledger over. */
function checkGauges(registers: Registry[]): (db: Deps["db"]) => Promise<void> {
  const of = (name: string, help: string) =>
    new Gauge({ name: `ledger_check_${name}`, help, labelNames: ["check"], registers });
  const sound = of("sound", "1 where the last look found nothing wrong, else 0.");
  const position = of("position", "Where the ledger ended at the last look.");
  const age = of("age_seconds", "How long ago the last look began.");
  return async (db) => {
    for (const check of await summariseChecks(readOnly(db))) {
      sound.set({ check: check.name }, check.isSound ? 1 : 0);
      position.set({ check: check.name }, check.position);
      age.set({ check: check.name }, check.ageSeconds);
    }
  };
}
