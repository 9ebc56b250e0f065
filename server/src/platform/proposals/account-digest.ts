import { createHmac, hkdfSync } from "node:crypto";
import { accountDigitsOf } from "./independence.rules.ts";

/** Names a bank account without telling its number. By a key, because all numbers of ten digits could be tried. */
export type AccountDigest = (account: string) => string;

/** Of the number alone, however it is written; null where it has no digits. */
export function digestOfNumber(accountDigest: AccountDigest, number: string): string | null {
  const digits = accountDigitsOf(number);
  return digits === "" ? null : accountDigest(digits);
}

/** @param key 32 bytes, which the database never sees */
export function accountDigestWith(key: Buffer): AccountDigest {
  const own = Buffer.from(hkdfSync("sha256", key, "", "digests of bank accounts", 32));
  return (account) => createHmac("sha256", own).update(account).digest("hex");
}
