import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { alarmsIn, listMetrics, metricsPage } from "./metrics-page.ts";
import { root } from "./run-program.ts";

test("docs/metrics.md lists every metric, and every alarm beside what it watches", async () => {
  const page = await readFile(path.join(root, "docs/metrics.md"), "utf8");
  const rules = await readFile(path.join(root, "deploy/prometheus/rules.yml"), "utf8");
  const metrics = listMetrics();
  const alarms = alarmsIn(rules);

  expect(page).toBe(await metricsPage());
  expect(metrics.length).toBeGreaterThan(50);
  expect(metrics.filter(({ name }) => !page.includes(`\`${name}\``))).toEqual([]);
  expect(alarms.map(({ name }) => name)).toEqual(
    [...rules.matchAll(/- alert: (\w+)$/gm)].map(([, name]) => name),
  );
  expect(page).toMatch(/^\| `disk_free_bytes` \| gauge \| `of` \| .* \| DiskNearlyFull \|$/m);
  expect(page).toMatch(/^\| `requests_failed_total` \| counter .* \| RequestsFail \|$/m);
  // `up` is made by Prometheus.
  const beside = alarms.filter(
    ({ name, expression }) =>
      !/\bup\b/.test(expression) && !new RegExp(String.raw`[|,] ${name}(?:,| \|$)`, "m").test(page),
  );
  expect(beside).toEqual([]);
});
