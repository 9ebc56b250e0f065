import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { hasErrorCode } from "../../platform/error-code.ts";

const keyBytes = 32;

/**
 * The key that encrypts the secrets of one-time codes and makes digests of bank accounts, made on first use in
 * `DATA_DIR/keys`. Where it is lost, codes are wrong and their owners use a passkey or a recovery code, and open decisions
 * on payouts are void.
 */
export async function loadFactorKey(folder: string): Promise<Buffer> {
  const file = path.join(folder, "factor.key");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, randomBytes(keyBytes), { mode: 0o600 });
    // Of processes that start together one links its whole key; the others read that one.
    await link(draft, file);
  } catch (error) {
    if (!hasErrorCode(error, "EEXIST")) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const key = await readFile(file);
  if (key.length !== keyBytes) throw new Error(`${file} has to hold ${keyBytes} bytes.`);
  return key;
}
