import { randomBytes } from "node:crypto";
import path from "node:path";
import { readOrCreate } from "../../platform/files/write-durably.ts";
import { StartError } from "../../platform/start-error.ts";

const keyBytes = 32;

/**
 * The key that encrypts the secrets of one-time codes and makes digests of bank accounts, made on first use in
 * `DATA_DIR/keys`. Where it is lost, codes are wrong and their owners use a passkey or a recovery code, and open decisions
 * on payouts are void.
 *
 * @throws StartError naming the file, where it is damaged or cannot be made
 */
export async function loadFactorKey(folder: string): Promise<Buffer> {
  const file = path.join(folder, "factor.key");
  const key = await readOrCreate(file, () => randomBytes(keyBytes));
  if (key.length !== keyBytes)
    throw new StartError(
      `${file} is damaged: it has to hold ${keyBytes} bytes. Restore it from a copy of DATA_DIR. Without one, move it away: codes of apps are void then, and open decisions on payouts.`,
    );
  return key;
}
