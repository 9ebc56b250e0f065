import { type DomainErrorCode, domainErrors } from "@portal/shared/platform/domain-error.ts";
import type pg from "pg";
import { Counter, Gauge, Histogram, type Metric, type Registry } from "prom-client";
import type { AppendedBatch } from "../ledger/appender.ts";

// `measure` registers them; in the default registry they could exist once in a process only.
const registers: Registry[] = [];

/** The connections of each pool of this process, read for each scrape. */
export function poolMetrics(
  pools: Readonly<Record<string, Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount">>>,
): readonly Metric[] {
  const connections = new Gauge({
    name: "db_pool_connections",
    help: "Open connections to the database, by pool and by whether something runs on them.",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount }] of Object.entries(pools)) {
        this.set({ pool, state: "idle" }, idleCount);
        this.set({ pool, state: "used" }, totalCount - idleCount);
      }
    },
  });
  const waiting = new Gauge({
    name: "db_pool_waiting",
    help: "How many wait for a connection of the pool.",
    labelNames: ["pool"],
    registers,
    collect() {
      for (const [pool, { waitingCount }] of Object.entries(pools))
        this.set({ pool }, waitingCount);
    },
  });
  return [connections, waiting];
}

/** `rate(ledger_events_appended_total)` is the events that this process appends a second. */
export function appendMetrics() {
  const events = new Counter({
    name: "ledger_events_appended_total",
    help: "Events that this process appended.",
    registers,
  });
  const commands = new Histogram({
    name: "ledger_append_batch_commands",
    help: "Commands that were appended in one transaction.",
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers,
  });
  const waits = new Histogram({
    name: "ledger_append_wait_seconds",
    help: "From when the first command of a batch wanted to be appended until its transaction began.",
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });
  return {
    metrics: [events, commands, waits],
    observe: (batch: AppendedBatch): void => {
      events.inc(batch.events);
      commands.observe(batch.commands);
      waits.observe(batch.waitedMs / 1000);
    },
  };
}

const counted: ReadonlySet<string> = new Set(["SERVICE_UNAVAILABLE", "TOO_MANY_REQUESTS"]);

/** Counts refusals for overload and rate limits; all others are about the content of a request. */
export function refusalMetrics() {
  const refused = new Counter({
    name: "requests_refused_total",
    help: "Calls that were refused because the portal was busy, or because someone asked too often, by code.",
    labelNames: ["reason"],
    registers,
  });
  // Prometheus sees an increase from 0 only.
  refused.inc({ reason: "request.busy" }, 0);
  return {
    metrics: [refused],
    count: (reason: DomainErrorCode): void => {
      if (counted.has(domainErrors[reason].status)) refused.inc({ reason });
    },
  };
}
