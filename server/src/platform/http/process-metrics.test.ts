import { randomUUID } from "node:crypto";
import { Registry } from "prom-client";
import { describe, expect } from "vitest";
import { buildApp } from "../../app.ts";
import { createInlineProjector } from "../../projections/live/inline-projector.ts";
import { ledgerCatalogue } from "../../projections/ledger-catalogue.ts";
import { aGuestOrder, appOptions, test } from "../../testing/shop-test.ts";
import { createLedger } from "../ledger/ledger.ts";
import { appendMetrics, poolMetrics, refusalMetrics } from "./process-metrics.ts";

/** The lines of one figure, as Prometheus reads them. */
async function linesOf(metrics: Parameters<Registry["registerMetric"]>[0][], name: string) {
  const registry = new Registry();
  for (const metric of metrics) registry.registerMetric(metric);
  const text = await registry.metrics();
  return text.split("\n").filter((line) => line.startsWith(name));
}

describe("the metrics of a process", () => {
  test("show the used, idle and waiting connections of each pool", async ({ pool }) => {
    const one = await pool.connect();
    try {
      const metrics = [...poolMetrics({ reads: pool })];
      const [used] = await linesOf(metrics, 'db_pool_connections{pool="reads",state="used"}');
      expect(used).toBe(
        `db_pool_connections{pool="reads",state="used"} ${pool.totalCount - pool.idleCount}`,
      );
      expect(pool.totalCount - pool.idleCount).toBeGreaterThan(0);
      expect(await linesOf(metrics, "db_pool_waiting{")).toEqual([
        'db_pool_waiting{pool="reads"} 0',
      ]);
    } finally {
      one.release();
    }
  });

  test("count appended events and the size of batches", async ({ shop, pool }) => {
    const { observe, metrics } = appendMetrics();
    const projector = createInlineProjector();
    const ledger = createLedger({ pool, catalogue: ledgerCatalogue, projector, onBatch: observe });
    await aGuestOrder({ ...shop, as: (id, changes) => shop.as(id, { ...changes, ledger }) });
    await ledger.close();
    const events = await linesOf([...metrics], "ledger_events_appended_total");
    expect(events).toEqual(["ledger_events_appended_total 1"]);
    expect(await linesOf([...metrics], "ledger_append_batch_commands_count")).toEqual([
      "ledger_append_batch_commands_count 1",
    ]);
    expect(await linesOf([...metrics], "ledger_append_wait_seconds_count")).toEqual([
      "ledger_append_wait_seconds_count 1",
    ]);
  });

  test("count refusals for overload and rate limits only", async ({ shop, onTestFinished }) => {
    const { metrics, count } = refusalMetrics();
    const app = await buildApp(shop.deps, { ...appOptions, metrics, countRefusal: count });
    onTestFinished(() => app.close());
    const ask = async () =>
      app.inject({
        method: "POST",
        url: "/trpc/auth.forgotPassword",
        headers: { "content-type": "application/json" },
        payload: { email: `${randomUUID()}@people.test` },
      });
    let status = 200;
    for (let tries = 0; tries < 200 && status !== 429; tries += 1)
      status = (await ask()).statusCode;
    expect(status).toBe(429);
    await app.inject({ url: "/trpc/orders.list?input={}" });
    await app.inject({ url: "/nowhere" });
    const { body } = await app.inject({ url: "/metrics" });
    const counted = body.split("\n").filter((line) => line.startsWith("requests_refused_total{"));
    expect(counted).toEqual([
      'requests_refused_total{reason="request.busy"} 0',
      expect.stringMatching(/^requests_refused_total\{reason="access\.[a-z-]+"\} 1$/),
    ]);
  });
});
