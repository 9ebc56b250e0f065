import { describe, expect, test } from "vitest";
import { digestOf, newCode } from "./secrets.ts";

describe("a code", () => {
  test.for([3, 6, 8])("has %i characters that can be typed", (length) => {
    for (let count = 0; count < 200; count += 1)
      expect(newCode(length)).toMatch(new RegExp(`^[A-Z0-9]{${length}}$`));
  });

  test("uses each of the 36 characters about as often", () => {
    const counts = new Map<string, number>();
    for (const each of newCode(36_000)) counts.set(each, (counts.get(each) ?? 0) + 1);

    expect(counts.size).toBe(36);
    // Six standard deviations: it fails once in some hundred million runs.
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(190);
  });
});

test("a digest is SHA-256 in hexadecimal digits", async () => {
  expect(await digestOf("abc")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});
