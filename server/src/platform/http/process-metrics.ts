import { type DomainErrorCode, domainErrors } from "@portal/shared/platform/domain-error.ts";
import type pg from "pg";
import { Counter, Gauge, Histogram, type Metric } from "prom-client";
import type { AppendedBatch } from "../ledger/appender.ts";

// Exported where `measure` names them; made once for a process, which has one registry.
const registers = [] as const;

/** Connections of each pool of this process, and who waits for one; read when somebody looks. */
export function poolMetrics(
  pools: Readonly<Record<string, Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount">>>,
): readonly Metric[] {
  const connections = new Gauge({
    name: "db_pool_connections",
    help: "Open connections to the database, by pool and by whether something runs on them.",
    labelNames: ["pool", "state"],
    registers: [...registers],
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
    registers: [...registers],
    collect() {
      for (const [pool, { waitingCount }] of Object.entries(pools))
        this.set({ pool }, waitingCount);
    },
  });
  return [connections, waiting];
}

/** What the ledger of this process appends; `rate(ledger_events_appended_total)` is events a second. */
export function appendMetrics(): Readonly<{
  metrics: readonly Metric[];
  observe: (batch: AppendedBatch) => void;
}> {
  const events = new Counter({
    name: "ledger_events_appended_total",
    help: "Events that this process appended.",
    registers: [...registers],
  });
  const commands = new Histogram({
    name: "ledger_append_batch_commands",
    help: "Commands that were appended in one transaction.",
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers: [...registers],
  });
  const waits = new Histogram({
    name: "ledger_append_wait_seconds",
    help: "From when the first command of a batch wanted to be appended until its transaction began.",
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [...registers],
  });
  return {
    metrics: [events, commands, waits],
    observe(batch) {
      events.inc(batch.events);
      commands.observe(batch.commands);
      waits.observe(batch.waitedMs / 1000);
    },
  };
}

const counted: ReadonlySet<string> = new Set(["SERVICE_UNAVAILABLE", "TOO_MANY_REQUESTS"]);

/** Refusals that say that there is too much to do, or too much asked of one; the rest is about what was asked. */
export function refusalMetrics(): Readonly<{
  metrics: readonly Metric[];
  count: (code: DomainErrorCode) => void;
}> {
  const refused = new Counter({
    name: "requests_refused_total",
    help: "Calls that were refused because the portal was busy, or because someone asked too often, by code.",
    labelNames: ["reason"],
    registers: [...registers],
  });
  return {
    metrics: [refused],
    count(reason) {
      if (counted.has(domainErrors[reason].status)) refused.inc({ reason });
    },
  };
}
