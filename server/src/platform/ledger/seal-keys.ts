import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
  verify,
} from "node:crypto";
import { appendFile, link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { type Database, type ReadDatabase, readOnly } from "../db/database.ts";

/** A key that the ledger names, as it was added; its seals are of what comes after `fromPosition`. */
export type NamedKey = Readonly<{
  number: number;
  publicKey: string;
  fromPosition: number;
  /** By the key before it, base64; null for the first, and for one that took over from a lost key. */
  signature: string | null;
}>;

export async function listSealKeys(db: ReadDatabase): Promise<readonly NamedKey[]> {
  const rows = await db
    .selectFrom("ledger_seal_keys")
    .select(["number", "public_key", "from_position", "signature"])
    .orderBy("number")
    .execute();
  return rows.map((row) => ({
    number: row.number,
    publicKey: row.public_key,
    fromPosition: row.from_position,
    signature: row.signature?.toString("base64") ?? null,
  }));
}

/**
 * Why the keys that the ledger names are not believed; null where they are. A key is believed if it is pinned
 * outside, or signed by one before it that is. Where nothing is pinned the ledger's first key is all there is.
 */
export function distrustOf(
  keys: readonly NamedKey[],
  pinned: readonly string[],
): Readonly<{ fromPosition: number; reason: string }> | null {
  if (keys.length === 0 && pinned.length > 0)
    return { fromPosition: 0, reason: "the ledger does not name the key that is pinned here" };
  let before: NamedKey | null = null;
  for (const key of keys) {
    const isFirst = before === null;
    const isPinned = pinned.includes(key.publicKey) || (isFirst && pinned.length === 0);
    if (!isPinned && !(before && isSignedSuccessor(key, before)))
      return {
        fromPosition: key.fromPosition,
        reason: isFirst
          ? "the first seal key of the ledger is not the one that is pinned here"
          : `seal key ${key.number} is neither pinned here nor signed by the key before it`,
      };
    before = key;
  }
  return null;
}

/** The key that seals what follows this position. */
export function keyAt(keys: readonly NamedKey[], position: number): NamedKey | undefined {
  return keys.findLast(({ fromPosition }) => fromPosition <= position);
}

/**
 * Names this key as the first of a ledger that has none yet.
 *
 * @returns whether it is the key in force
 */
export async function nameFirstKey(db: Database, key: SealKey): Promise<boolean> {
  const newest = async () => (await listSealKeys(readOnly(db))).at(-1)?.publicKey;
  if ((await newest()) === undefined)
    await addKey(db, { number: 1, publicKey: key.publicKey, fromPosition: 0, signature: null });
  return (await newest()) === key.publicKey;
}

/**
 * What a worker does at its start: the first one names its key in the ledger, and each writes down beside the
 * database which key that was. A change of keys that was cut off half way is brought to its end.
 *
 * @returns false where the ledger is sealed by another key than the one in this folder
 */
export async function pinSealKey(db: Database, folder: string): Promise<boolean> {
  const next = await findSuccessor(folder);
  const newest = (await listSealKeys(readOnly(db))).at(-1);
  if (next && newest?.publicKey === next.publicKey) await succeed(folder);
  const key = await loadSealKey(folder);
  const isOurs = await nameFirstKey(db, key);
  if (isOurs) await pinKey(folder, key.publicKey);
  return isOurs;
}

/**
 * Puts a new key in force, signed by the one before it. With `isLost` nobody signs it, and it is believed only
 * where it is pinned by hand.
 *
 * @returns the new key; null where the key in this folder is not the one in force
 */
export async function changeSealKey(
  db: Database,
  folder: string,
  { isLost }: Readonly<{ isLost: boolean }>,
): Promise<NamedKey | null> {
  const isOurs = await pinSealKey(db, folder);
  if (isOurs === isLost) return null;
  const before = await loadSealKey(folder);
  const next = await loadSuccessor(folder);
  const { rows } = await sql<{ number: number; fromPosition: number }>`
    select (select max(number) + 1 from ledger_seal_keys) as number,
      (select coalesce(max(through_position), 0) from ledger_seals) as "fromPosition"`.execute(db);
  const [place] = rows;
  if (!place) throw new Error("the ledger did not say which key comes next");
  const { publicKey } = next;
  const text = succession({ ...place, publicKey });
  const signature = isLost ? null : sign(null, text, before.privateKey).toString("base64");
  const named = { ...place, publicKey, signature };
  await addKey(db, named);
  await succeed(folder);
  await pinKey(folder, publicKey);
  return named;
}

/** Two that do the same at once: one of them did it. */
async function addKey(db: Database, key: NamedKey): Promise<void> {
  const signature = key.signature === null ? null : Buffer.from(key.signature, "base64");
  try {
    await sql`select ledger.add_seal_key(${key.number}, ${key.publicKey}, ${key.fromPosition},
      ${signature})`.execute(db);
  } catch (error) {
    const isLate = error instanceof Error && "code" in error && error.code === "40001";
    if (!isLate) throw error;
  }
}

function isSignedSuccessor(key: NamedKey, before: NamedKey): boolean {
  return key.signature !== null && isSignatureBy(before.publicKey, succession(key), key.signature);
}

/** Whether the signature is of this text and by this key. Keys that are none sign nothing. */
export function isSignatureBy(publicKey: string, text: Buffer, signature: string): boolean {
  try {
    const key = createPublicKey({
      key: Buffer.from(publicKey, "base64"),
      format: "der",
      type: "spki",
    });
    return verify(null, text, key, Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
}

function succession({ number, publicKey, fromPosition }: Omit<NamedKey, "signature">): Buffer {
  return Buffer.from(`ledger-seal-key\n${number}\n${fromPosition}\n${publicKey}\n`);
}

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
async function loadSuccessor(folder: string): Promise<SealKey> {
  const kept = await findSuccessor(folder);
  if (kept) return kept;
  const fresh = generateKeyPairSync("ed25519").privateKey;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(path.join(folder, successor), pemOf(fresh), { mode: 0o600, flag: "wx" });
  return sealKeyOf(fresh);
}

async function findSuccessor(folder: string): Promise<SealKey | null> {
  const pem = await readIfThere(path.join(folder, successor));
  return pem === null ? null : sealKeyOf(createPrivateKey(pem));
}

/** The successor is in force, and the key before it is gone: it could sign nothing that would be believed. */
async function succeed(folder: string): Promise<void> {
  await rename(path.join(folder, successor), path.join(folder, inForce));
}

/** The public keys that this installation has seen in force in its ledger. */
export async function readPinnedKeys(folder: string): Promise<readonly string[]> {
  const text = await readIfThere(path.join(folder, pins));
  return (text ?? "").split("\n").filter((line) => line !== "");
}

async function pinKey(folder: string, publicKey: string): Promise<void> {
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
