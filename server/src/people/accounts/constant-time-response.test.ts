import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { answerInConstantTime } from "./sign-in-attempts.store.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const after = (milliseconds: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** The response time for work of that duration, in milliseconds. */
async function answeredAfter(work: () => Promise<unknown>): Promise<number> {
  const startedAt = Date.now();
  let answeredAt = 0;
  const note = () => void (answeredAt = Date.now());
  void answerInConstantTime(work).then(note, note);
  await vi.advanceTimersByTimeAsync(1000);
  return answeredAt - startedAt;
}

describe("a constant-time response", () => {
  test.for([0, 5, 60, 149])("to work of %i ms takes 150 ms", async (milliseconds) => {
    expect(await answeredAfter(() => after(milliseconds))).toBe(150);
  });

  // shows R33, T42
  test("takes as long for a rejection", async () => {
    expect(await answeredAfter(() => Promise.reject(new Error("no")))).toBe(150);
  });

  test("waits for work that takes longer", async () => {
    expect(await answeredAfter(() => after(400))).toBe(400);
  });
});
