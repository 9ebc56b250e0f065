import { createHmac, hkdfSync } from "node:crypto";

/** Names a bank account without telling its number. By a key, because all numbers of ten digits could be tried. */
export type AccountDigest = (account: string) => string;

/** @param key 32 bytes, which the database never sees */
export function accountDigestWith(key: Buffer): AccountDigest {
  const own = Buffer.from(hkdfSync("sha256", key, "", "digests of bank accounts", 32));
  return (account) => createHmac("sha256", own).update(account).digest("hex");
}
