import { createHash } from "node:crypto";
import type { CardEnvironment } from "../../gateways/card/card-gateway.ts";

/** Ours alone; it must never change, because it makes a repeated notification the same command. */
const notificationNamespace = "5b0f7a52-1c1d-4f0e-9c9b-3f6c2b1f7d10";

/**
 * The same for every copy of one notification, so that the ledger takes it once (RFC 9562, version 5). The sandbox
 * counts its payments for itself: a number of its is another payment than the same number of the live account.
 */
export function commandIdOfNotification(
  environment: CardEnvironment,
  pfPaymentId: string,
  status: string,
): string {
  const world = environment === "sandbox" ? "sandbox:" : "";
  const hash = createHash("sha1")
    .update(Buffer.from(notificationNamespace.replaceAll("-", ""), "hex"))
    .update(`itn:${world}${pfPaymentId}:${status}`)
    .digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash
    .toString("hex")
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
