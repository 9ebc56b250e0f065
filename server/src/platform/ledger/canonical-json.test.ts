import { describe, expect, test } from "vitest";
import { canonicalJson, requestHash } from "./canonical-json.ts";

describe("canonical JSON", () => {
  test("does not depend on the order of keys, at any depth", () => {
    const one = { b: 1, a: { d: [{ y: 1, x: 2 }], c: null } };
    const other = { a: { c: null, d: [{ x: 2, y: 1 }] }, b: 1 };

    expect(canonicalJson(one)).toBe('{"a":{"c":null,"d":[{"x":2,"y":1}]},"b":1}');
    expect(requestHash(one)).toEqual(requestHash(other));
  });

  test("depends on every value and on the order of a list", () => {
    const texts = [{ a: 1 }, { a: "1" }, { a: [1, 2] }, { a: [2, 1] }, {}, null, undefined];

    expect(new Set(texts.map(canonicalJson)).size).toBe(6);
  });
});
