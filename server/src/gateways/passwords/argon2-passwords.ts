import { hash, verify } from "@node-rs/argon2";
import { commonPasswords } from "./common-passwords.ts";
import type { Passwords } from "./passwords.ts";

/** Argon2id with 19 MiB and two passes, which is the library's default and OWASP's least. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function argon2Passwords(): Passwords {
  /** Nobody's password: what an unknown account is checked against, so that it takes as long. */
  const nobody = hash(crypto.randomUUID(), cost);

  return {
    hash: (password) => hash(password, cost),
    async isRight(known, password) {
      const isMatch = await verify(known ?? (await nobody), password);
      return known !== null && isMatch;
    },
    isCommon: commonPasswords(),
  };
}
