import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { accountDigestWith } from "./account-digest.ts";

// shows T358
test("the digest of an account is one for each key and account", () => {
  const [digest, other] = [accountDigestWith(randomBytes(32)), accountDigestWith(randomBytes(32))];
  const numbers = fc.stringMatching(/^[0-9]{8,12}$/);
  fc.assert(
    fc.property(numbers, numbers, (one, two) => {
      expect(digest(one)).toMatch(/^[0-9a-f]{64}$/);
      expect(digest(one) === digest(two)).toBe(one === two);
      expect(other(one)).not.toBe(digest(one));
    }),
  );
});
