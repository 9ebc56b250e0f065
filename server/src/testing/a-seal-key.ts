import { generateKeyPairSync } from "node:crypto";
import type { SealKey } from "../platform/ledger/seal-keys.ts";

/** A key in memory only. */
export function aSealKey(): SealKey {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const der = publicKey.export({ type: "spki", format: "der" });
  return { privateKey, publicKey: der.toString("base64") };
}
