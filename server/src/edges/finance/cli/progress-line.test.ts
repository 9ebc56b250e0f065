import { describe, expect, test } from "vitest";
import { createProgress, progressText } from "./progress-line.ts";

describe("progress", () => {
  test("shows the part done, the rate and the time left", () => {
    const text = progressText({
      label: "Importing",
      unit: "events",
      done: 25_000,
      total: 100_000,
      elapsedMs: 1000,
    });

    expect(text).toBe(
      "Importing  ██████░░░░░░░░░░░░░░░░░░ 25% · 25 000 events · 25 000 events/s · 3 s left",
    );
  });

  test("shows count and rate where the end is not known", () => {
    const text = progressText({
      label: "Importing",
      unit: "events",
      done: 500,
      total: undefined,
      elapsedMs: 500,
    });

    expect(text).toBe("Importing  500 events · 1 000 events/s");
  });

  test("writes nothing where nobody watches", () => {
    const written: string[] = [];
    const progress = createProgress(
      { write: (text) => written.push(text), isTerminal: false },
      { label: "Importing", unit: "events", now: () => 0 },
    );

    progress.advance(1, 2);
    progress.finish();

    expect(written).toEqual([]);
  });

  test("paints at most ten times a second and clears its line at the end", () => {
    const written: string[] = [];
    let time = 0;
    const progress = createProgress(
      { write: (text) => written.push(text), isTerminal: true },
      { label: "Importing", unit: "events", now: () => time },
    );

    progress.advance(1, 10);
    time = 50;
    progress.advance(2, 10);
    time = 100;
    progress.advance(3, 10);
    progress.finish();

    expect(written).toHaveLength(3);
    expect(written.at(-1)).toBe("\r\u001b[2K");
  });
});
