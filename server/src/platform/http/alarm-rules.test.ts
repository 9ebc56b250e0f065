import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect } from "vitest";
import { buildApp } from "../../app.ts";
import type { Deps } from "../../deps.ts";
import { appOptions, test } from "../../testing/shop-test.ts";
import { machineMetrics } from "./machine-metrics.ts";
import { appendMetrics, poolMetrics, refusalMetrics } from "./process-metrics.ts";

const file = fileURLToPath(new URL("../../../../deploy/prometheus/rules.yml", import.meta.url));
const cases = file.replace(/\.yml$/, ".test.yml");
const promtool = "/usr/bin/promtool";

async function metricsOf(deps: Deps): Promise<string> {
  const metrics = [
    poolMetrics({}),
    appendMetrics().metrics,
    refusalMetrics().metrics,
    machineMetrics([], "."),
  ].flat();
  await using app = await buildApp(deps, { ...appOptions, metrics });
  const { body } = await app.inject({ url: "/metrics" });
  return body;
}

describe("the alarms", () => {
  test("use existing metrics", async ({ shop }) => {
    const body = await metricsOf(shop.deps);
    const exported = new Set([...body.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    const rules = await readFile(file, "utf8");
    const named = [...rules.matchAll(/^\s+expr: (.+)$/gm)].flatMap(([, expression = ""]) =>
      [...expression.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map(([name]) => name),
    );
    expect(named.length).toBeGreaterThan(10);
    const unknown = named.filter((name) => !exported.has(name.replace(/_(count|sum|bucket)$/, "")));
    expect(unknown).toEqual([]);
  });

  test("say what was seen and what to do, and each is run by a case", async () => {
    const rules = await readFile(file, "utf8");
    const run = await readFile(cases, "utf8");
    const names = [...rules.matchAll(/- alert: (\w+)$/gm)].map(([, name]) => name);
    const told = run
      .split(/alertname: /)
      .filter((each) => each.includes("exp_alerts:"))
      .map((each) => /^\w+/.exec(each)?.[0]);
    expect(names.filter((name) => !told.includes(name))).toEqual([]);
    const summaries = [...rules.matchAll(/summary: "(.+)" \}$/gm)].map(([, words = ""]) => words);
    expect(summaries).toHaveLength(names.length);
    expect(summaries.filter((words) => !/[.:] .+[.?]$/.test(words))).toEqual([]);
  });

  const missing = existsSync(promtool) ? "" : " (promtool is not on this machine)";
  const testByPrometheus = test.skipIf(missing !== "");

  testByPrometheus(
    `use figures that are named as Prometheus names them${missing}`,
    async ({ shop }) => {
      const check = promisify(execFile)(promtool, ["check", "metrics"]);
      check.child.stdin?.end(await metricsOf(shop.deps));
      expect(await check).toEqual({ stdout: "", stderr: "" });
    },
  );

  testByPrometheus(`are rules that Prometheus takes${missing}`, async () => {
    const { stdout } = await promisify(execFile)(promtool, ["check", "rules", file]);
    expect(stdout).toContain("SUCCESS: 33 rules found");
  });

  testByPrometheus(`speak and keep silent as their cases say${missing}`, async () => {
    const { stdout } = await promisify(execFile)(promtool, ["test", "rules", cases]);
    expect(stdout).toContain("SUCCESS");
  });
});
