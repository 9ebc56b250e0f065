import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readByteRange } from "./byte-range.ts";

describe("the range of a request", () => {
  test.for([
    ["bytes=0-", { start: 0, end: 999 }],
    ["bytes=0-0", { start: 0, end: 0 }],
    ["bytes=10-19", { start: 10, end: 19 }],
    ["bytes=990-5000", { start: 990, end: 999 }],
    ["bytes=-10", { start: 990, end: 999 }],
    ["bytes=-5000", { start: 0, end: 999 }],
    ["bytes=1000-", null],
    ["bytes=99999999999-", null],
    ["bytes=-0", null],
    ["bytes=9-1", "whole"],
    ["bytes=-", "whole"],
    ["bytes=0-1,5-6", "whole"],
    [`bytes=${"0-,".repeat(1000)}`, "whole"],
    ["bytes=a-b", "whole"],
    ["bytes=1e3-", "whole"],
    ["bytes=99999999999999999999-", "whole"],
    ["lines=1-2", "whole"],
    [undefined, "whole"],
  ] as const)("%s of a thousand bytes", ([header, expected]) => {
    expect(readByteRange(header, 1000)).toEqual(expected);
  });

  // shows R44, T63
  test("stays within the content", () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.nat(), fc.integer({ min: 1 }), (text, a, b, size) => {
        for (const header of [text, `bytes=${text}`, `bytes=${a}-${b}`, `bytes=${a}-`]) {
          const range = readByteRange(header, size);
          if (range === null || range === "whole") continue;
          expect(range.start).toBeGreaterThanOrEqual(0);
          expect(range.end).toBeGreaterThanOrEqual(range.start);
          expect(range.end).toBeLessThan(size);
        }
      }),
    );
  });
});
