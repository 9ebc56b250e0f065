import type { Database, Tx } from "../../db/database.ts";
import type { Passwords } from "../../gateways/passwords/passwords.ts";

/**
 * Makes the code of a request at the moment when it is sent, and keeps a hash of it. A second try to
 * send makes another one, and the first is wrong from then on.
 *
 * @returns null when the request has ended meanwhile, or is too old.
 */
export async function mintCode(
  _db: Database | Tx,
  _passwords: Passwords,
  _codeId: string,
  _now: string,
): Promise<string | null> {
  throw new Error("not built yet");
}
