import { memberCodeSchema } from "@portal/shared/people/users/user-forms.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeFrom } from "./enrol-member.actions.ts";

describe("a generated code", () => {
  // shows R77, T118
  test("is a plant with the account's number, without personal data", () => {
    expect(codeFrom(17, () => false)).toBe("PROTEA17");
    expect(codeFrom(26, () => false)).toBe("ALOE26");
  });

  test("gets a suffix if it is taken", () => {
    const taken = new Set(["PROTEA17", "PROTEA17-2"]);
    expect(codeFrom(17, (code) => taken.has(code))).toBe("PROTEA17-3");
  });

  test("is valid, and unique for each member", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 31 - 1 })), (userIds) => {
        const taken = new Set<string>();
        for (const userId of userIds) taken.add(codeFrom(userId, (code) => taken.has(code)));
        expect(taken.size).toBe(userIds.length);
        for (const code of taken) expect(memberCodeSchema.parse(code)).toBe(code);
      }),
    );
  });
});
