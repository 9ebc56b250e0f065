import { randomFillSync } from "node:crypto";

const random = Buffer.alloc(16 * 256);
let taken = random.length;

/**
 * A uuid of version 7: it begins with the time, so that new ids are neighbours in the index of event
 * ids, which stays fast however long the ledger grows.
 */
export function newEventId(): string {
  if (taken === random.length) {
    randomFillSync(random);
    taken = 0;
  }
  const bytes = random.subarray(taken, taken + 16);
  taken += 16;
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
