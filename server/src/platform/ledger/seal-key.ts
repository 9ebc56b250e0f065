import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from "node:crypto";
import { appendFile, link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** What seals are signed with. It lives beside the database, not in it. */
export type SealKey = Readonly<{
  privateKey: KeyObject;
  /** SubjectPublicKeyInfo in base64: what others check with. */
  publicKey: string;
}>;

const inForce = "seal-key.pem";
/** Written before the ledger hears of it, so that a key that the ledger names is never lost. */
const successor = "seal-key.next.pem";
const pins = "seal-keys.txt";

/** Where an installation keeps its key and its pins. */
export function sealKeysIn(dataDir: string): string {
  return path.join(dataDir, "keys");
}

/**
 * The key of this installation, made on first use. Whoever loses it cannot forge or repair old
 * seals, only begin to sign with a new key; so it belongs in the backup of `DATA_DIR`.
 */
export async function loadSealKey(folder: string): Promise<SealKey> {
  const file = path.join(folder, inForce);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fresh = generateKeyPairSync("ed25519").privateKey;
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, pemOf(fresh), { mode: 0o600 });
    // Of processes that start together one gives its key the name, whole; the others read that one.
    await link(draft, file);
    return sealKeyOf(fresh);
  } catch (error) {
    if (!isFileError(error, "EEXIST")) throw error;
    return sealKeyOf(createPrivateKey(await readFile(file, "utf8")));
  } finally {
    await rm(draft, { force: true });
  }
}

/** A new key beside the one in force, or the one that a change of keys left there half way. */
export async function loadSuccessor(folder: string): Promise<SealKey> {
  const kept = await findSuccessor(folder);
  if (kept) return kept;
  const fresh = generateKeyPairSync("ed25519").privateKey;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(path.join(folder, successor), pemOf(fresh), { mode: 0o600, flag: "wx" });
  return sealKeyOf(fresh);
}

export async function findSuccessor(folder: string): Promise<SealKey | null> {
  const pem = await readIfThere(path.join(folder, successor));
  return pem === null ? null : sealKeyOf(createPrivateKey(pem));
}

/** The successor is in force, and the key before it is gone: it could sign nothing that would be believed. */
export async function succeed(folder: string): Promise<void> {
  await rename(path.join(folder, successor), path.join(folder, inForce));
}

/** The public keys that this installation has seen in force in its ledger. */
export async function readPinnedKeys(folder: string): Promise<readonly string[]> {
  const text = await readIfThere(path.join(folder, pins));
  return (text ?? "").split("\n").filter((line) => line !== "");
}

export async function pinKey(folder: string, publicKey: string): Promise<void> {
  if ((await readPinnedKeys(folder)).includes(publicKey)) return;
  await appendFile(path.join(folder, pins), `${publicKey}\n`, { mode: 0o600 });
}

function pemOf(privateKey: KeyObject): string | Buffer {
  return privateKey.export({ type: "pkcs8", format: "pem" });
}

function sealKeyOf(privateKey: KeyObject): SealKey {
  const publicKey = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  return { privateKey, publicKey: publicKey.toString("base64") };
}

async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, "utf8").catch((error: unknown) => {
    if (isFileError(error, "ENOENT")) return null;
    throw error;
  });
}

function isFileError(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
