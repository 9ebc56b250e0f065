import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { z } from "zod";
import { type Database, type ReadDatabase, readOnly } from "../db/database.ts";
import { rowOf } from "../db/rows.ts";
import { hasErrorCode } from "../error-code.ts";
import {
  appendDurably,
  createDurably,
  readOrCreate,
  renameDurably,
} from "../files/write-durably.ts";
import type { Log } from "../log.ts";
import { StartError } from "../start-error.ts";

/** A public key recorded in the ledger; it seals what follows `fromPosition`. */
export type NamedKey = Readonly<{
  number: number;
  publicKey: string;
  fromPosition: number;
  /** By the previous key, base64; null for the first key, and for one that replaced a lost key. */
  signature: string | null;
}>;

export async function listSealKeys(db: ReadDatabase): Promise<readonly NamedKey[]> {
  const rows = await db
    .selectFrom("ledger_seal_keys")
    .select(["number", "public_key as publicKey", "from_position as fromPosition", "signature"])
    .orderBy("number")
    .execute();
  return rows.map((row) => ({
    ...row,
    signature: row.signature?.toString("base64") ?? null,
  }));
}

/**
 * Why the recorded keys are not trusted; null where they are. A key is trusted if it is pinned outside the database, or
 * signed by the trusted key before it. Where nothing is pinned, the first key is trusted as it is.
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

/** The key in force after this position. */
export function keyAt(keys: readonly NamedKey[], position: number): NamedKey | undefined {
  return keys.findLast(({ fromPosition }) => fromPosition <= position);
}

/**
 * Records this key as the first one where the ledger has none yet.
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
 * Runs at the start of each worker: the first one records its key in the ledger, and each pins the key in force outside
 * the database. Completes a change of keys that was interrupted.
 *
 * @returns false where the key in force is not the one in this folder
 * @throws StartError naming a key that is damaged or cannot be made
 */
export async function pinSealKey(
  db: Database,
  folder: string,
  log: Pick<Log, "warn">,
): Promise<boolean> {
  const next = await findSuccessor(folder, log);
  const newest = (await listSealKeys(readOnly(db))).at(-1);
  if (next && newest?.publicKey === next.publicKey) await putSuccessorInForce(folder);
  const key = await loadSealKey(folder);
  const isOurs = await nameFirstKey(db, key);
  if (isOurs)
    await pinKey(folder, key.publicKey).catch((error: unknown) => {
      // The folder may be mounted to be read, and SEAL_PUBLIC_KEYS may pin the key.
      log.warn({ err: error }, `the seal key could not be pinned in ${path.join(folder, pins)}`);
    });
  return isOurs;
}

const numberRow = z.strictObject({ number: z.int(), fromPosition: z.int() });

/**
 * Puts a new key in force, signed by the one before it. With `isLost` it is not signed, and trusted only where it is
 * pinned by hand.
 *
 * @returns the new key; null where the key in this folder is not the one in force
 */
export async function changeSealKey(
  db: Database,
  folder: string,
  { isLost, log }: Readonly<{ isLost: boolean; log: Pick<Log, "warn"> }>,
): Promise<NamedKey | null> {
  const isOurs = await pinSealKey(db, folder, log);
  if (isOurs === isLost) return null;
  const before = await loadSealKey(folder);
  const next = await loadSuccessor(folder, log);
  const numbered = await rowOf(
    db,
    numberRow,
    sql`
    select (select max(number) + 1 from ledger_seal_keys) as number,
      (select coalesce(max(through_position), 0) from ledger_seals) as "fromPosition"`,
  );
  const { publicKey } = next;
  const text = signedText({ ...numbered, publicKey });
  const signature = isLost ? null : sign(null, text, before.privateKey).toString("base64");
  const added = { ...numbered, publicKey, signature };
  await addKey(db, added);
  await putSuccessorInForce(folder);
  await pinKey(folder, publicKey);
  return added;
}

/** A serialization failure means that another process added the key at the same time. */
async function addKey(db: Database, key: NamedKey): Promise<void> {
  const signature = key.signature === null ? null : Buffer.from(key.signature, "base64");
  try {
    await sql`select ledger.add_seal_key(${key.number}, ${key.publicKey}, ${key.fromPosition},
      ${signature})`.execute(db);
  } catch (error) {
    if (!hasErrorCode(error, "40001")) throw error;
  }
}

function isSignedSuccessor(key: NamedKey, before: NamedKey): boolean {
  return key.signature !== null && isSignatureBy(before.publicKey, signedText(key), key.signature);
}

/** Whether the signature is of this text and by this key; false for malformed keys. */
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

function signedText({ number, publicKey, fromPosition }: Omit<NamedKey, "signature">): Buffer {
  return Buffer.from(`ledger-seal-key\n${number}\n${fromPosition}\n${publicKey}\n`);
}

/** Kept outside the database. */
export type SealKey = Readonly<{
  privateKey: KeyObject;
  /** SubjectPublicKeyInfo in base64. */
  publicKey: string;
}>;

const inForce = "seal-key.pem";
/** Written before it is recorded in the ledger, so that a recorded key is never lost. */
const successor = "seal-key.next.pem";
const pins = "seal-keys.txt";

export function sealKeysIn(dataDir: string): string {
  return path.join(dataDir, "keys");
}

/**
 * The private key of this installation, generated on first use. A lost key cannot be restored and only be replaced by a
 * new one, so it belongs in the backup of `DATA_DIR`.
 *
 * @throws StartError naming the file, where it is damaged or cannot be made
 */
export async function loadSealKey(folder: string): Promise<SealKey> {
  const file = path.join(folder, inForce);
  const key = sealKeyIn(await readOrCreate(file, freshPem));
  if (key) return key;
  throw new StartError(
    `${file} is damaged. Restore it from a copy of DATA_DIR. Without one, move it away and run "finance seal new-key lost".`,
  );
}

/** A new key beside the one in force, or the one left by an interrupted change of keys. */
async function loadSuccessor(folder: string, log: Pick<Log, "warn">): Promise<SealKey> {
  const existing = await findSuccessor(folder, log);
  if (existing) return existing;
  const file = path.join(folder, successor);
  // A damaged one would keep the new one from its name.
  if ((await readIfThere(file)) !== null) await renameDurably(file, `${file}.damaged`);
  await createDurably(file, freshPem());
  const made = await findSuccessor(folder, log);
  if (!made) throw new Error(`${file} was changed by another process`);
  return made;
}

/** The ledger names no key before its file is whole and on the disk, so a damaged one was never used. */
async function findSuccessor(folder: string, log: Pick<Log, "warn">): Promise<SealKey | null> {
  const file = path.join(folder, successor);
  const pem = await readIfThere(file);
  if (pem === null) return null;
  const key = sealKeyIn(pem);
  if (!key) log.warn({}, `${file} is damaged and left out: a change of the seal key was cut off`);
  return key;
}

/** Overwrites the previous key: nothing that it signs would be trusted any more. */
async function putSuccessorInForce(folder: string): Promise<void> {
  await renameDurably(path.join(folder, successor), path.join(folder, inForce));
}

/** The public keys that were in force in the ledger of this installation. */
export async function readPinnedKeys(folder: string): Promise<readonly string[]> {
  const text = await readIfThere(path.join(folder, pins));
  return (text ?? "").split("\n").filter((line) => line !== "");
}

async function pinKey(folder: string, publicKey: string): Promise<void> {
  if ((await readPinnedKeys(folder)).includes(publicKey)) return;
  await appendDurably(path.join(folder, pins), [publicKey]);
}

function freshPem(): string | Buffer {
  const { privateKey } = generateKeyPairSync("ed25519");
  return privateKey.export({ type: "pkcs8", format: "pem" });
}

/** Null where it is no key, as after a crash while it was written. */
function sealKeyIn(pem: string | Buffer): SealKey | null {
  try {
    return sealKeyOf(createPrivateKey(pem));
  } catch {
    return null;
  }
}

function sealKeyOf(privateKey: KeyObject): SealKey {
  const publicKey = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  return { privateKey, publicKey: publicKey.toString("base64") };
}

export async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, "utf8").catch((error: unknown) => {
    if (hasErrorCode(error, "ENOENT")) return null;
    throw error;
  });
}
