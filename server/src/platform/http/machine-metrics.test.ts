import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServer } from "node:tls";
import { promisify } from "node:util";
import { type Metric, Registry } from "prom-client";
import { describe, expect, test as base, vi } from "vitest";
import { certificateMetrics, copyMetrics } from "./machine-metrics.ts";

const test = base.extend("folder", async ({}, { onCleanup }) => {
  const folder = await mkdtemp(path.join(tmpdir(), "portal-machine-"));
  onCleanup(() => rm(folder, { recursive: true }));
  return folder;
});

/** As Prometheus reads it. */
function scrapeOf(metrics: readonly Metric[]): () => Promise<string> {
  const registry = new Registry();
  for (const metric of metrics) registry.registerMetric(metric);
  return () => registry.metrics();
}

describe("the certificate of an address", () => {
  test("is looked at as browsers are shown it, once an hour", async ({ folder }) => {
    const [key, cert] = [path.join(folder, "key.pem"), path.join(folder, "cert.pem")];
    const request = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 10";
    const names = ["-subj", "/CN=localhost", "-keyout", key, "-out", cert];
    await promisify(execFile)("openssl", [...request.split(" "), ...names]);
    const server = createServer({ key: await readFile(key), cert: await readFile(cert) });
    const greeted = vi.fn<() => void>();
    server.on("connection", greeted);
    server.listen(0, "localhost");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    let now = Date.now();
    const scrape = scrapeOf(
      certificateMetrics([`https://localhost:${port}`, "http://localhost:1"], () => now),
    );

    expect(await scrape()).not.toMatch(/^certificate_seconds_left\{/m);
    const ten = await vi.waitFor(async () => {
      const [, seconds] =
        /^certificate_seconds_left\{host="localhost"\} (\S+)$/m.exec(await scrape()) ?? [];
      expect(seconds).toBeDefined();
      return Number(seconds);
    });
    expect(ten).toBeGreaterThan(9.9 * 86_400);
    expect(ten).toBeLessThanOrEqual(10 * 86_400);
    expect(greeted).toHaveBeenCalledOnce();

    server.close();
    now += 61 * 60 * 1000;
    await scrape();
    // An address that does not answer has no figure, and is no certificate that ends.
    await vi.waitFor(async () =>
      expect(await scrape()).not.toMatch(/^certificate_seconds_left\{/m),
    );
  });
});

describe("a copy on another machine", () => {
  test("is as old as its mark, and none is known before the first", async ({ folder }) => {
    const now = Date.parse("2026-03-10T04:20:00Z");
    const scrape = scrapeOf(copyMetrics(folder, () => now));
    expect(await scrape()).not.toMatch(/^copy_age_seconds\{/m);

    for (const name of ["copied-backups", "copied-", "erased-people.txt"])
      await writeFile(path.join(folder, name), "");
    const hourAgo = new Date(now - 3_600_000);
    await utimes(path.join(folder, "copied-backups"), hourAgo, hourAgo);
    expect((await scrape()).match(/^copy_age_seconds\{.*$/gm)).toEqual([
      'copy_age_seconds{of="backups"} 3600',
    ]);
    expect(await scrapeOf(copyMetrics(path.join(folder, "nowhere")))()).not.toMatch(
      /^copy_age_seconds\{/m,
    );
  });
});
