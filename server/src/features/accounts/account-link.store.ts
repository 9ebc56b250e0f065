import type { Database, Tx } from "../../db/database.ts";
import type { LinkPurpose } from "../../db/shop-tables.ts";

/**
 * Makes the secret of a link: 128 random bits, written as a uuid, of which only a hash is kept. A
 * newer link for the same purpose ends the older ones. Registrations live for a week, resets and
 * confirmations for an hour.
 */
export async function mintLink(
  _db: Database | Tx,
  _userId: number,
  _purpose: LinkPurpose,
  _now: string,
): Promise<string> {
  throw new Error("not built yet");
}
