import { sign } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { type Database, type ReadDatabase, readOnly } from "../db/database.ts";
import type { LedgerTables } from "../db/ledger-tables.ts";
import type { SealKey } from "./seal-key.ts";
import { isSignatureBy, nameFirstKey } from "./seal-keys.ts";

/**
 * A signed root over the hashes of all events after the seal before it, up to a position. Kept
 * elsewhere (a mail to the accountant, a write-once store), it proves what the ledger was, also
 * against somebody who may rewrite the whole database. JSON; roots are hex, the rest base64.
 */
export type Seal = Readonly<{
  throughPosition: number;
  eventCount: number;
  previousRoot: string;
  root: string;
  publicKey: string;
  signature: string;
  sealedAt: string;
}>;

type Sealed = Pick<Seal, "throughPosition" | "eventCount" | "previousRoot" | "root">;

/** One root is reckoned in one statement, so a long import is sealed in several. */
const sealEventsMax = 100_000;

const noRoot = "00".repeat(32);

/**
 * Seals everything that is not sealed yet; answers the new seals.
 *
 * @throws where the ledger names another key than this one
 */
export async function sealLedger(db: Database, key: SealKey): Promise<readonly Seal[]> {
  const made: Seal[] = [];
  await nameFirstKey(db, key);
  const head = await db.selectFrom("ledger_head").select("position").executeTakeFirstOrThrow();
  let last = await lastSeal(db);
  while (last.throughPosition < head.position) {
    const seal = await sealNext(db, key, last, head.position);
    if (!seal) break;
    made.push(seal);
    last = seal;
  }
  return made;
}

/** All seals in order, as they may be given to others. */
export async function listSeals(db: ReadDatabase): Promise<readonly Seal[]> {
  const rows = await db
    .selectFrom("ledger_seals")
    .selectAll()
    .orderBy("through_position")
    .execute();
  return rows.map(sealOf);
}

export async function findNewestSeal(db: ReadDatabase): Promise<Seal | null> {
  const row = await db
    .selectFrom("ledger_seals")
    .selectAll()
    .orderBy("through_position", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? sealOf(row) : null;
}

/** Whether the ledger still has a seal that was made. */
export async function hasSeal(
  db: ReadDatabase,
  { throughPosition, root, publicKey }: Seal,
): Promise<boolean> {
  const row = await db
    .selectFrom("ledger_seals")
    .select("through_position")
    .where("through_position", "=", throughPosition)
    .where("root", "=", Buffer.from(root, "hex"))
    .where("public_key", "=", publicKey)
    .executeTakeFirst();
  return row !== undefined;
}

function sealOf(row: Selectable<LedgerTables["ledger_seals"]>): Seal {
  return {
    throughPosition: row.through_position,
    eventCount: row.event_count,
    previousRoot: row.previous_root.toString("hex"),
    root: row.root.toString("hex"),
    publicKey: row.public_key,
    signature: row.signature.toString("base64"),
    sealedAt: row.sealed_at,
  };
}

/** sha256 over the root before and the hashes of the events, in order of position. */
export async function rootOf(
  db: ReadDatabase,
  previousRoot: string,
  after: number,
  through: number,
) {
  const { rows } = await sql<{ root: string; count: number }>`
    select encode(sha256(decode(${previousRoot}, 'hex')
        || coalesce(string_agg(hash, ''::bytea order by position), ''::bytea)), 'hex') as root,
      count(*) as count
    from ledger_events where position > ${after} and position <= ${through}`.execute(db);
  return rows[0] ?? { root: noRoot, count: 0 };
}

/** Whether the signature is of this content and by this key. */
export function isSignedBy(seal: Seal, publicKey: string): boolean {
  return isSignatureBy(publicKey, signedText(seal), seal.signature);
}

async function sealNext(
  db: Database,
  { privateKey, publicKey }: SealKey,
  last: LastSeal,
  head: number,
): Promise<Seal | null> {
  const { throughPosition: after, root: previousRoot } = last;
  const throughPosition = Math.min(head, after + sealEventsMax);
  const { root, count } = await rootOf(readOnly(db), previousRoot, after, throughPosition);
  const sealed = { throughPosition, eventCount: count, previousRoot, root };
  const signature = sign(null, signedText(sealed), privateKey);
  try {
    const { rows } = await sql<{ sealedAt: string }>`
      select ledger.seal(${throughPosition}, ${count}, decode(${previousRoot}, 'hex'),
        decode(${root}, 'hex'), ${publicKey}, ${signature}) as "sealedAt"`.execute(db);
    const sealedAt = rows[0]?.sealedAt ?? "";
    return { ...sealed, publicKey, signature: signature.toString("base64"), sealedAt };
  } catch (error) {
    if (isSealedByAnother(error)) return null;
    throw error;
  }
}

/** Another process went on from the same seal and was first. */
function isSealedByAnother(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "40001";
}

type LastSeal = Pick<Seal, "throughPosition" | "root">;

async function lastSeal(db: Database): Promise<LastSeal> {
  const row = await db
    .selectFrom("ledger_seals")
    .select(["through_position", "root"])
    .orderBy("through_position", "desc")
    .executeTakeFirst();
  if (!row) return { throughPosition: 0, root: noRoot };
  return { throughPosition: row.through_position, root: row.root.toString("hex") };
}

function signedText({ throughPosition, eventCount, previousRoot, root }: Sealed): Buffer {
  return Buffer.from(`ledger-seal\n${throughPosition}\n${eventCount}\n${previousRoot}\n${root}\n`);
}
