import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isSignedOut } from "../../../api/error-message.ts";
import { FakeStream } from "../../../testing/fake-stream.ts";
import { type OpenStream, openStream } from "./live-line.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeStream);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function listen(after: string | null = null) {
  const on = {
    message: vi.fn<Parameters<OpenStream>[1]["message"]>(),
    end: vi.fn<() => void>(),
    error: vi.fn<(error: unknown) => void>(),
  };
  const hangUp = openStream(after, on);
  const stream = FakeStream.last;
  if (!stream) throw new Error("no stream was opened");
  return { on, hangUp, stream };
}

describe("the stream of changes", () => {
  test("resumes after the last event id", () => {
    expect(listen().stream.url).toBe("/trpc/events.live");
    const { searchParams } = new URL(listen("8").stream.url, "http://shop.test");
    expect(JSON.parse(searchParams.get("input") ?? "")).toEqual({ lastEventId: "8" });
  });

  test("reports changed topics, and ignores unknown ones", () => {
    const { on, stream } = listen();
    stream.say("connected", {});
    stream.say("ping");
    expect(on.message).not.toHaveBeenCalled();
    stream.say("message", { topics: ["wallet", "weather", "orders"], changes: [] }, "9");
    expect(on.message).toHaveBeenCalledWith({ id: "9", topics: ["orders", "wallet"] });
    stream.say("message", null, "10");
    expect(on.message).toHaveBeenLastCalledWith({ id: "10", topics: [] });
  });

  test("ends when the server ends it", () => {
    const { on, stream } = listen();
    stream.say("return");
    expect(on.end).toHaveBeenCalledTimes(1);
    expect(stream.isOpen).toBe(false);
  });

  test("distinguishes a refusal from a lost connection, and is closed by either", () => {
    const refused = listen();
    const data = { code: "UNAUTHORIZED", httpStatus: 401, reason: "access.sign-in-required" };
    refused.stream.say("serialized-error", {
      message: "Sign in to continue.",
      code: -32_001,
      data,
    });
    expect(isSignedOut(refused.on.error.mock.lastCall?.[0])).toBe(true);
    expect(refused.stream.isOpen).toBe(false);

    const broken = listen();
    broken.stream.dispatchEvent(new Event("error"));
    expect(isSignedOut(broken.on.error.mock.lastCall?.[0])).toBe(false);
    expect(broken.stream.isOpen).toBe(false);
  });

  test("is closed after a long silence, but not while there are pings", () => {
    const { on, stream } = listen();
    stream.say("connected", {});
    for (let times = 0; times < 6; times++) {
      vi.advanceTimersByTime(10_000);
      stream.say("ping");
    }
    expect(on.error).not.toHaveBeenCalled();
    vi.advanceTimersByTime(25_000);
    expect(on.error).toHaveBeenCalledTimes(1);
    expect(stream.isOpen).toBe(false);
  });

  test("reports nothing after it was closed", () => {
    const { on, hangUp, stream } = listen();
    stream.say("connected", {});
    hangUp();
    vi.advanceTimersByTime(60_000);
    expect(stream.isOpen).toBe(false);
    expect(on.error).not.toHaveBeenCalled();
  });
});
