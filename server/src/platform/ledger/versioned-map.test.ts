import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emptyVersionedMap } from "./decider.ts";

const keys = [1, 2, 3, 4];
const anyChange = fc.record({
  /** The index of the version that is changed: the newest, or an older one. */
  from: fc.nat(),
  key: fc.constantFrom(...keys),
  value: fc.integer(),
});

describe("a versioned map", () => {
  test("keeps every version as it was, whichever is read or changed next", () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 30 }), fc.array(fc.nat()), (changes, reads) => {
        const versions = [{ map: emptyVersionedMap<number, number>(), plain: new Map() }];
        for (const { from, key, value } of changes) {
          const base = versions[from % versions.length];
          if (!base) continue;
          const plain = new Map(base.plain).set(key, value);
          versions.push({ map: base.map.with(key, value), plain });
        }

        for (const read of [...reads, ...versions.keys()]) {
          const version = versions[read % versions.length];
          expect(keys.map((key) => version?.map.get(key))).toEqual(
            keys.map((key) => version?.plain.get(key)),
          );
        }
      }),
    );
  });
});
