import { execFile } from "node:child_process";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { reportText } from "../bench/report.ts";
import { type Round, summarize, summarizeWait } from "../bench/summary.ts";
import { environmentWith, root } from "./run-program.ts";

const contest = {
  name: "append, 8 clients",
  unit: "events",
  limitName: "raw INSERT",
  productName: "ledger.append",
  ratio: { must: 0.5, target: 0.7 },
  p95Ms: { must: 10, target: 5 },
  cpuMs: { must: 4, target: 2 },
} as const;

function rounds(...ratios: number[]): Round[] {
  return ratios.map((ratio) => ({
    limit: { perSecond: 1000 },
    product: { perSecond: 1000 * ratio, p95Ms: 4, cpuMs: 2, memoryMb: 100 * ratio },
  }));
}

describe("the summary of a contest", () => {
  test("has the medians of its rounds, and every ratio", () => {
    const result = summarize(contest, rounds(0.9, 0.6, 0.65), true);

    expect(result).toMatchObject({
      limit: 1000,
      product: 650,
      ratio: { value: 0.65 },
      p95Ms: { value: 4 },
      cpuMs: { value: 2 },
      memoryMb: 90,
    });
    expect(result.ratios).toEqual([0.9, 0.6, 0.65]);
  });

  test.each([
    ["target", rounds(0.71)],
    ["must", rounds(0.5)],
    ["missed", rounds(0.49)],
    ["must", [{ limit: { perSecond: 1 }, product: { perSecond: 1, p95Ms: 6 } }]],
    ["missed", [{ limit: { perSecond: 1 }, product: { perSecond: 1, p95Ms: 11 } }]],
    ["must", [{ limit: { perSecond: 1 }, product: { perSecond: 1, cpuMs: 2.1 } }]],
    ["missed", [{ limit: { perSecond: 1 }, product: { perSecond: 1, cpuMs: 4.1 } }]],
  ])("judges %s", (verdict, measured) => {
    expect(summarize(contest, measured, true).verdict).toBe(verdict);
  });

  test("has no verdict if results are not judged, or there is no goal", () => {
    expect(summarize(contest, rounds(0.1), false).verdict).toBeNull();
    const { name, unit, limitName, productName } = contest;
    const without = { name, unit, limitName, productName };
    expect(summarize(without, rounds(0.1), true).verdict).toBeNull();
  });
});

const wait = (name: string, ...ms: number[]) =>
  summarizeWait({ name, rounds: ms, goal: { must: 3000, target: 2500 } }, true);

describe("the summary of a wait", () => {
  test("judges the median", () => {
    expect(wait("wallet", 2500, 9000, 2400)).toMatchObject({
      ms: { value: 2500 },
      verdict: "target",
    });
    expect(wait("wallet", 3000).verdict).toBe("must");
    expect(wait("wallet", 3001).verdict).toBe("missed");
  });

  test("has no verdict if results are not judged, or there is no goal", () => {
    const goal = { must: 1, target: 1 };
    expect(summarizeWait({ name: "wallet", rounds: [2], goal }, false).verdict).toBeNull();
    expect(summarizeWait({ name: "wallet", rounds: [2], goal: null }, true).verdict).toBeNull();
  });
});

describe("the report", () => {
  test("shows the ratio with its spread and the limit", () => {
    const text = reportText({
      measuredAt: "2026-11-21T08:00:00.000Z",
      isQuick: false,
      conditions: {
        node: "v24",
        postgres: "18.4",
        cores: 2,
        processor: "some processor",
        settings: { fsync: "off" },
        isDurable: false,
      },
      busyWindows: 2,
      notes: ["server: first answer after 700 ms"],
      contests: [summarize(contest, rounds(0.9, 0.6, 0.65), true)],
      waits: [wait("wallet", 2400, 2700, 3100)],
    });

    expect(text).toContain(
      "| append, 8 clients | 1,000 events/s, raw INSERT | 650 events/s, ledger.append | 0.65 (0.60–0.90), ≥ 0.5, 0.7 | 4.0 ms, ≤ 10, 5 | 2.0 ms, ≤ 4, 2 | 90 MB | ✓ |",
    );
    expect(text).toContain("| wallet | 2,700 (2,400–3,100), ≤ 3000, 2500 | ✓ |");
    expect(text).toContain("Commits are not durable with these settings, so nothing is judged.");
    expect(text).toContain("- 2 windows began although the machine was busy");
  });
});

describe("npm run bench", () => {
  test("places orders over HTTP and verifies them in the ledger", async () => {
    const { exitCode, stdout, stderr } = await bench("--quick", "--only", "orders");

    expect(exitCode, stderr).toBe(0);
    expect(stdout).toContain("| guest order over HTTP, 32 connections |");
  });

  test.each([
    [
      ["--only", "everything"],
      "There is no scenario everything. Choose one: append, rebuild, orders, reads, limits, pages, peers, processes.",
    ],
    [["--fast"], "npm run bench [-- --quick] [--only NAME]... [--peers]: Unknown option '--fast'"],
  ])("refuses %j", async (args, sentence) => {
    const { exitCode, stderr } = await bench(...args);

    expect(exitCode).toBe(2);
    expect(stderr).toContain(sentence);
  });
});

function bench(...args: string[]): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const env = environmentWith({ DATABASE_URL: process.env["TEST_DATABASE_URL"] });
  return new Promise((resolve) => {
    const script = path.join(root, "scripts", "bench.ts");
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) => {
      const exitCode = typeof error?.code === "number" ? error.code : error ? -1 : 0;
      resolve({ exitCode, stdout, stderr });
    });
  });
}
