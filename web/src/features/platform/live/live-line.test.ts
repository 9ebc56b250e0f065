import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { gather } from "./live-mark.tsx";
import { keepLine, type OpenStream } from "./live-line.ts";

type Handlers = Parameters<OpenStream>[1];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A fake server: records its calls, and emits what the test passes in. */
function aServer() {
  const opened: { after: string | null; on: Handlers }[] = [];
  const hangUp = vi.fn<() => void>();
  const open: OpenStream = (after, on) => {
    opened.push({ after, on });
    return hangUp;
  };
  const say = (id: string, ...topics: readonly ("orders" | "wallet")[]) =>
    opened.at(-1)?.on.message({ id, topics });
  return { opened, hangUp, open, say, newest: () => opened.at(-1)?.on };
}

function aPage(server: ReturnType<typeof aServer>, isWorthTrying = true) {
  const topics = vi.fn<(topics: readonly string[]) => void>();
  const state = vi.fn<(state: string) => void>();
  const line = keepLine(server.open, { topics, state, error: () => isWorthTrying });
  return { topics, state, line };
}

describe("the live connection", () => {
  test("is live with the first message, and reports the changed topics", () => {
    const server = aServer();
    const { topics, state } = aPage(server);
    server.say("7");
    expect(state).toHaveBeenLastCalledWith("live");
    expect(topics).not.toHaveBeenCalled();
    server.say("8", "wallet");
    expect(topics).toHaveBeenCalledWith(["wallet"]);
  });

  test("reconnects after an end and after failures, with backoff and the last event id", () => {
    const server = aServer();
    const { state } = aPage(server);
    server.say("8", "wallet");
    server.newest()?.end();
    expect(state).toHaveBeenLastCalledWith("connecting");
    vi.advanceTimersByTime(500);
    server.newest()?.error(new Error("gone"));
    vi.advanceTimersByTime(999);
    expect(server.opened).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(server.opened.map(({ after }) => after)).toEqual([null, "8", "8"]);
  });

  test("does not reconnect after a final error", () => {
    const server = aServer();
    aPage(server, false);
    server.newest()?.error(new Error("signed out"));
    vi.advanceTimersByTime(120_000);
    expect(server.opened).toHaveLength(1);
  });

  test("pauses and resumes without missing events", () => {
    const server = aServer();
    const { line, topics } = aPage(server);
    server.say("8");
    line.pause();
    expect(server.hangUp).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(3_600_000);
    expect(server.opened).toHaveLength(1);
    line.resume();
    line.resume();
    expect(server.opened.map(({ after }) => after)).toEqual([null, "8"]);
    server.say("9", "orders");
    expect(topics).toHaveBeenCalledWith(["orders"]);
  });

  test("that first connects late reports all topics", () => {
    const server = aServer();
    const { topics } = aPage(server);
    vi.advanceTimersByTime(5000);
    server.say("8");
    expect(topics).toHaveBeenCalledWith(["orders", "wallet", "payouts", "network", "office"]);
  });
});

describe("throttling", () => {
  test("passes on the first at once, and the following together", async () => {
    const hand = vi.fn<(things: ReadonlySet<string>) => Promise<void>>(async () => {});
    const changes = gather<string>(1000, hand);
    changes.add(["a"]);
    expect(hand).toHaveBeenLastCalledWith(new Set(["a"]));
    changes.add(["b"]);
    changes.add(["b", "c"]);
    expect(hand).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(hand).toHaveBeenLastCalledWith(new Set(["b", "c"]));
    await vi.advanceTimersByTimeAsync(5000);
    expect(hand).toHaveBeenCalledTimes(2);
    changes.add(["d"]);
    expect(hand).toHaveBeenCalledTimes(3);
  });

  test("waits until what was passed on is handled, also where that fails", async () => {
    const reading = Promise.withResolvers<void>();
    const hand = vi.fn<(things: ReadonlySet<string>) => Promise<void>>(() => reading.promise);
    const changes = gather<string>(1000, hand);
    changes.add(["a"]);
    changes.add(["b"]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(hand).toHaveBeenCalledTimes(1);
    reading.reject(new Error("no line"));
    await vi.advanceTimersByTimeAsync(1000);
    expect(hand).toHaveBeenLastCalledWith(new Set(["b"]));
    changes.add(["c"]);
    changes.stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(hand).toHaveBeenCalledTimes(2);
  });
});
