import { Writable } from "node:stream";
import fastify, { type FastifyBaseLogger } from "fastify";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { outageLog } from "./outage-log.ts";
import { requestLog } from "./request-log.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Line = { msg: string; more?: number; err?: { stack?: string; message: string } };

function aLog(): { log: FastifyBaseLogger; lines: Line[]; outages: ReturnType<typeof outageLog> } {
  const outages = outageLog();
  const lines: Line[] = [];
  const { logger } = requestLog("info", null, outages);
  const { log } = fastify({ logger: Object.assign(logger, { stream: kept(lines) }) });
  outages.use(log);
  return { log, lines, outages };
}

function kept(lines: Line[]): Writable {
  return new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(JSON.parse(line.toString()));
      done();
    },
  });
}

const away = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

describe("an outage of the database in the log", () => {
  test("is one line with a stack, then one every ten seconds with how many more there were", () => {
    const { log, lines } = aLog();
    for (let at = 0; at < 1000; at++)
      log.child({ reqId: `${at}` }).warn({ err: away() }, "not ready");
    expect(lines).toHaveLength(1);
    expect(lines[0]?.err?.stack).toContain("ECONNREFUSED");
    vi.advanceTimersByTime(10_000);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({ msg: "not ready", more: 999, seconds: 10 });
    expect(lines[1]?.err?.stack).toBeUndefined();
    expect(lines[1]).not.toHaveProperty("reqId");
    for (let second = 0; second < 60; second++) {
      vi.advanceTimersByTime(1000);
      log.warn({ err: away() }, "not ready");
    }
    const told = lines.reduce((sum, { more = 0 }) => sum + more, 1);
    expect(lines.length).toBeLessThanOrEqual(9);
    expect(told).toBeGreaterThanOrEqual(1050);
  });

  test("loses no failure: what was not told yet is told at the end", () => {
    const { log, lines, outages } = aLog();
    for (let at = 0; at < 25; at++) {
      log.warn({ err: away() }, "not ready");
      vi.advanceTimersByTime(1700);
    }
    outages.flush();
    const stacks = lines.filter(({ err }) => err?.stack !== undefined).length;
    expect(stacks + lines.reduce((sum, { more = 0 }) => sum + more, 0)).toBe(25);
    outages.flush();
    expect(stacks).toBe(1);
  });

  test("is told anew, with its stack, where it comes again after ten quiet seconds", () => {
    const { log, lines } = aLog();
    log.warn({ err: away() }, "not ready");
    vi.advanceTimersByTime(10_000);
    log.warn({ err: away() }, "not ready");
    expect(lines.map(({ err }) => err?.stack !== undefined)).toEqual([true, true]);
  });

  test("is told for each kind, and behind a refusal too", () => {
    const { log, lines } = aLog();
    const stopped = Object.assign(new Error("the database is shutting down"), { code: "57P01" });
    log.warn({ err: away() }, "not ready");
    log.warn({ err: stopped }, "not ready");
    log.error({ err: away() }, "the ledger could not be read");
    const refused = new Error("busy", { cause: away() });
    log.warn({ err: refused }, "not ready");
    expect(lines).toHaveLength(3);
  });

  test("hides no other failure, however often it comes", () => {
    const { log, lines } = aLog();
    for (let at = 0; at < 30; at++) {
      log.error({ err: new TypeError("x is not a function") }, "request failed");
      log.warn({ status: 503 }, "answered");
      log.info("hello");
    }
    expect(lines).toHaveLength(90);
  });
});
