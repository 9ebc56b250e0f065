import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { setTimeout as delay } from "node:timers/promises";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { AppOptions, Deps } from "../../deps.ts";
import { databaseGauges, type NewGauge, setOrRemove } from "./database-gauges.ts";
import { isOfMonitoring, mayMonitor } from "./monitoring.ts";
import { routePatternOf } from "./request-log.ts";

type Sources = Pick<Deps, "db" | "readDb" | "readSource" | "disks">;

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
  const { registry, ofRequests, readDatabase, readReplica, print } = registerMetrics(
    sources,
    metrics,
  );
  measureRequests(app, ofRequests);

  app.get("/metrics", async (request, reply) => {
    if (!mayMonitor(request, monitoring)) throw new DomainError("access.forbidden");
    const onFailure: OnFailure = (err, figures) =>
      request.log.warn({ err, figures }, "some figures were not measured");
    await readDatabase(isReady, onFailure);
    readReplica();
    return reply
      .type(registry.contentType)
      .header("cache-control", "no-store")
      .send(await print(onFailure));
  });
}

type OnFailure = (error: unknown, figures: string) => void;

/** Prometheus waits for ten seconds by default, and then knows nothing of the process. */
const scrapeMs = 8000;
const partMs = 2000;

/** Every metric of a process with its meaning; docs/metrics.md lists them. None is read yet. */
export function registerMetrics(sources: Sources, metrics: AppOptions["metrics"]) {
  const registry = new Registry();
  for (const metric of metrics) registry.registerMetric(metric);
  registerProcessMetrics(registry);
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const parts = Object.entries(databaseGauges).map(([figures, register]) => {
    const forgetters: (() => void)[] = [];
    const read = register((name, help, ...labelNames) => {
      const made = gauge(name, help, ...labelNames);
      // A gauge without labels that is only reset is 0, which would mean that all is well.
      forgetters.push(labelNames.length === 0 ? () => made.remove() : () => made.reset());
      return made;
    }, sources);
    const forget = () => {
      for (const each of forgetters) each();
    };
    return { figures, read, forget };
  });
  const isUp = gauge("database_up", "1 where the database answered this scrape, else 0.");
  const ready = gauge("portal_ready", "1 where this process answers /readyz with 200, else 0.");
  const readReplica = replicaGauges(gauge, sources);
  const ofRequests = requestMetrics(registry);
  // The last one, so that it tells of those that could not be printed.
  const failures = new Counter({
    name: "metrics_failures_total",
    help: "Figures that could not be read for a scrape, by which they are.",
    labelNames: ["figures"],
    registers: [registry],
  });
  for (const { figures } of parts) failures.inc({ figures }, 0);
  const failed = (error: unknown, figures: string, onFailure: OnFailure) => {
    failures.inc({ figures });
    onFailure(error, figures);
  };

  /** Without the database the process still tells of itself, and no figure is left that is no longer known. */
  async function readDatabase(isReady: () => Promise<boolean>, onFailure: OnFailure) {
    const end = performance.now() + scrapeMs;
    try {
      await within(partMs, answers(sources));
    } catch (error) {
      onFailure(error, "database");
      for (const part of parts) part.forget();
      isUp.set(0);
      ready.set(0);
      return;
    }
    isUp.set(1);
    ready.set(Number(await within(partMs, isReady()).catch(() => false)));
    for (const { figures, read, forget } of parts)
      try {
        await within(Math.min(partMs, end - performance.now()), read());
      } catch (error) {
        forget();
        failed(error, figures, onFailure);
      }
  }

  /** One that throws is left out. */
  async function print(onFailure: OnFailure): Promise<string> {
    const printed: string[] = [];
    for (const { name } of registry.getMetricsAsArray())
      try {
        printed.push(await registry.getSingleMetricAsString(name));
      } catch (error) {
        failed(error, name, onFailure);
      }
    return `${printed.join("\n\n")}\n`;
  }

  return { registry, ofRequests, readDatabase, readReplica, print };
}

/** Two pools, because one whose connections are all in use does not answer either. */
function answers({ db, readDb }: Sources): Promise<unknown> {
  return Promise.any([db, readDb].map((each) => sql`select 1`.execute(each)));
}

/** @throws Error where it takes longer */
async function within<Answer>(ms: number, work: Promise<Answer>): Promise<Answer> {
  const done = new AbortController();
  const late = delay(Math.max(0, ms), undefined, { signal: done.signal, ref: false }).then(() => {
    throw new Error(`it took longer than ${Math.round(ms)} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}

/** Sums over types, which the figures by type contain; they are no counters, as their names would say. */
const misnamed = ["handles", "requests", "resources"].map((each) => `nodejs_active_${each}_total`);

/** Those of prom-client. */
function registerProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
}

type RequestMetrics = Readonly<{ durations: Histogram; failed: Counter }>;

function requestMetrics(registry: Registry): RequestMetrics {
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the first byte of a request to the last of its answer.",
    labelNames: ["method", "route", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  // By itself and from 0: Prometheus sees no increase in the first request of a route and a status, which is all that fails in
  // a small shop.
  const failed = new Counter({
    name: "requests_failed_total",
    help: "Requests that ended with a 5xx, without those about the process itself.",
    registers: [registry],
  });
  return { durations, failed };
}

function measureRequests(app: FastifyInstance, { durations, failed }: RequestMetrics): void {
  app.addHook("onResponse", async (request, reply) => {
    if (reply.statusCode >= 500 && !isOfMonitoring(request)) failed.inc();
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

function replicaGauges(gauge: NewGauge, { readSource }: Sources): () => void {
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
  return () => {
    const { from, ageSeconds, fallback } = readSource();
    const isInUse = from === "replica" ? 1 : 0;
    setOrRemove(lag, { kind: "read" }, ageSeconds);
    setOrRemove(inUse, { kind: "read" }, fallback === "no-replica" ? null : isInUse);
  };
}
