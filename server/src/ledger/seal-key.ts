import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What seals are signed with. It lives beside the database, not in it. */
export type SealKey = Readonly<{
  privateKey: KeyObject;
  /** SubjectPublicKeyInfo in base64: what others check with. */
  publicKey: string;
}>;

/**
 * The key of this installation, made on first use. Whoever loses it cannot forge or repair old
 * seals, only begin to sign with a new key; so it belongs in the backup of `DATA_DIR`.
 */
export async function loadSealKey(folder: string): Promise<SealKey> {
  const file = join(folder, "seal-key.pem");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fresh = generateKeyPairSync("ed25519").privateKey;
  const pem = fresh.export({ type: "pkcs8", format: "pem" });
  try {
    // Of processes that start together one writes, and the others read what it wrote.
    await writeFile(file, pem, { flag: "wx", mode: 0o600 });
    return sealKeyOf(fresh);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    return sealKeyOf(createPrivateKey(await readFile(file, "utf8")));
  }
}

function sealKeyOf(privateKey: KeyObject): SealKey {
  const publicKey = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  return { privateKey, publicKey: publicKey.toString("base64") };
}
