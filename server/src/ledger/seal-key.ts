import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

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
  const file = path.join(folder, "seal-key.pem");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fresh = generateKeyPairSync("ed25519").privateKey;
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, fresh.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
    // Of processes that start together one gives its key the name, whole; the others read that one.
    await link(draft, file);
    return sealKeyOf(fresh);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    return sealKeyOf(createPrivateKey(await readFile(file, "utf8")));
  } finally {
    await rm(draft, { force: true });
  }
}

function sealKeyOf(privateKey: KeyObject): SealKey {
  const publicKey = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  return { privateKey, publicKey: publicKey.toString("base64") };
}
