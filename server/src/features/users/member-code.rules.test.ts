import { memberCodeSchema } from "@portal/shared/users/user-forms.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeFrom } from "./member-code.rules.ts";

const free = () => false;

describe("a code that is made", () => {
  test.each([
    ["Thandi", "THANDI"],
    ["Anna-Marié", "ANNAMARIE"],
    ["José Ángel", "JOSEANGEL"],
    ["李明", "M7"],
    ["Ö", "M7"],
  ])("from %s is %s", (firstName, code) => {
    expect(codeFrom(firstName, 7, free)).toBe(code);
  });

  test("gets a number where others have it already", () => {
    const taken = new Set(["THANDI", "THANDI2"]);
    expect(codeFrom("Thandi", 7, (code) => taken.has(code))).toBe("THANDI3");
  });

  test("is one that could have been given, whatever the name is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(50), (firstName, others) => {
        const taken = new Set<string>();
        for (let other = 0; other < others; other++)
          taken.add(codeFrom(firstName, 7, (code) => taken.has(code)));
        expect(taken.size).toBe(others);
        for (const code of taken) expect(memberCodeSchema.parse(code)).toBe(code);
      }),
    );
  });
});
