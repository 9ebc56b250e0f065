import { sign } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { type Selectable, sql } from "kysely";
import { z } from "zod";
import { type Database, type LedgerTables, type ReadDatabase, readOnly } from "../db/database.ts";
import { rowOf } from "../db/rows.ts";
import { hasErrorCode } from "../error-code.ts";
import { writeDurably } from "../files/write-durably.ts";
import { pollingLoop } from "../polling-loop.ts";
import type { Log } from "../log.ts";
import { readHead } from "./read-events.ts";
import {
  isSignatureBy,
  loadSealKey,
  readIfThere,
  nameFirstKey,
  type SealKey,
} from "./seal-keys.ts";

const unsealedMax = 1000;
const unsealedMaxMs = 5 * 60_000;
const roundMs = 60_000;

type Sealing = Readonly<{ db: Database; keysFolder: string; anchorDir: string }>;

/** Seals what is due and adds partitions ahead of need, once a minute, until it is stopped. */
export function startSealing(
  options: Sealing & Readonly<{ now: () => string; log: Log }>,
): Readonly<{ stop: () => Promise<void> }> {
  const { now, log } = options;
  return pollingLoop({
    round: () => runRound(options, now()).then(() => false),
    pauseMs: roundMs,
    undone: "the ledger was not sealed, or its seal not exported",
    log,
  });
}

/** Reads the key each time, because another one may have been put in force meanwhile. */
async function runRound({ db, keysFolder, anchorDir }: Sealing, now: string): Promise<void> {
  await sql`select ledger.add_partitions()`.execute(db);
  const made = await sealWhenDue(db, await loadSealKey(keysFolder), now);
  if (made.length > 0) await exportAnchor(db, anchorDir, now);
}

/** The nightly export. */
export async function sealAndExport(
  { db, keysFolder, anchorDir }: Sealing,
  now: string,
): Promise<void> {
  await sealLedger(db, await loadSealKey(keysFolder));
  await exportAnchor(db, anchorDir, now);
}

const unsealedRow = z.strictObject({ unsealed: z.int(), since: z.iso.datetime().nullable() });

/** A seal is due at a thousand events, or for fewer when the first of them is five minutes old. */
export async function sealWhenDue(
  db: Database,
  key: SealKey,
  now: string,
): Promise<readonly Seal[]> {
  const { unsealed, since } = await rowOf(
    db,
    unsealedRow,
    sql`
    select head.position - sealed.position as unsealed, (
      select recorded_at from ledger_events where position = sealed.position + 1
    ) as since
    from ledger_head head
    cross join lateral (
      select coalesce(max(through_position), 0) as position from ledger_seals
    ) sealed`,
  );
  const isLongAgo = since !== null && Date.parse(now) - Date.parse(since) >= unsealedMaxMs;
  return unsealed >= unsealedMax || isLongAgo ? sealLedger(db, key) : [];
}

/**
 * A signed root over the hashes of all events after the previous seal, up to a position. A copy kept elsewhere (an email
 * to the accountant, a write-once store) proves the content of the ledger even against an owner of the database who
 * rewrites it. JSON; roots are hex, the rest base64.
 */
export type Seal = Readonly<z.infer<typeof sealSchema>>;

/** One statement computes one root, so a long import is sealed in several. */
const sealEventsMax = 100_000;

/** The root before the first seal. */
export const noRoot = "00".repeat(32);

/**
 * Seals everything that is not sealed yet.
 *
 * @returns the new seals
 * @throws where another key than this one is in force
 */
export async function sealLedger(db: Database, key: SealKey): Promise<readonly Seal[]> {
  const made: Seal[] = [];
  await nameFirstKey(db, key);
  const head = await readHead(db);
  let last: LastSeal = (await findNewestSeal(readOnly(db))) ?? { throughPosition: 0, root: noRoot };
  while (last.throughPosition < head) {
    const seal = await sealNext(db, key, last, head);
    if (!seal) break;
    made.push(seal);
    last = seal;
  }
  return made;
}

/** All seals in order of position. */
export async function listSeals(db: ReadDatabase): Promise<readonly Seal[]> {
  const rows = await db
    .selectFrom("ledger_seals")
    .select(sealColumns)
    .orderBy("through_position")
    .execute();
  return rows.map(sealOf);
}

export async function findNewestSeal(db: ReadDatabase): Promise<Seal | null> {
  const row = await db
    .selectFrom("ledger_seals")
    .select(sealColumns)
    .orderBy("through_position", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? sealOf(row) : null;
}

async function hasSeal(
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

const sealColumns = [
  "through_position",
  "event_count",
  "previous_root",
  "root",
  "public_key",
  "signature",
  "sealed_at",
] as const;

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

const rootRow = z.strictObject({ root: z.string(), count: z.int() });

/** SHA-256 over the previous root and the hashes of the events, in order of position. */
export async function rootOf(
  db: ReadDatabase,
  previousRoot: string,
  after: number,
  through: number,
) {
  return rowOf(
    db,
    rootRow,
    sql`
    select encode(sha256(decode(${previousRoot}, 'hex')
        || coalesce(string_agg(hash, ''::bytea order by position), ''::bytea)), 'hex') as root,
      count(*) as count
    from ledger_events where position > ${after} and position <= ${through}`,
  );
}

export function isSignedBy(seal: Seal, publicKey: string): boolean {
  return isSignatureBy(publicKey, signedText(seal), seal.signature);
}

const sealRow = z.strictObject({ sealedAt: z.iso.datetime() });

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
    const { sealedAt } = await rowOf(
      db,
      sealRow,
      sql`
      select ledger.seal(${throughPosition}, ${count}, decode(${previousRoot}, 'hex'),
        decode(${root}, 'hex'), ${publicKey}, ${signature}) as "sealedAt"`,
    );
    return { ...sealed, publicKey, signature: signature.toString("base64"), sealedAt };
  } catch (error) {
    // Another process continued from the same seal and was first.
    if (hasErrorCode(error, "40001")) return null;
    throw error;
  }
}

export type LastSeal = Pick<Seal, "throughPosition" | "root">;

function signedText({
  throughPosition,
  eventCount,
  previousRoot,
  root,
}: Pick<Seal, "throughPosition" | "eventCount" | "previousRoot" | "root">): Buffer {
  return Buffer.from(`ledger-seal\n${throughPosition}\n${eventCount}\n${previousRoot}\n${root}\n`);
}

const sealSchema = z.object({
  throughPosition: z.int().positive(),
  eventCount: z.int().positive(),
  previousRoot: z.string(),
  root: z.string(),
  publicKey: z.string(),
  signature: z.string(),
  sealedAt: z.string(),
});

/** One seal, several, or the output of `status --json`, `seal export` and the nightly export. */
export const anchorsSchema = z.union([
  z.array(sealSchema),
  sealSchema.transform((seal) => [seal]),
  z.object({ seals: z.object({ newest: sealSchema }) }).transform(({ seals }) => [seals.newest]),
]);

const fileName = /^anchor-[\d-]+\.json$/;

/** The files of the exports, oldest first; none where the folder does not exist. */
export async function anchorFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (hasErrorCode(error, "ENOENT")) return [];
    throw error;
  });
  return names
    .filter((name) => fileName.test(name))
    .toSorted()
    .map((name) => path.join(folder, name));
}

/** Writes the newest seal to the file of the day. An exported seal that is missing in the ledger is evidence: never overwritten. */
async function exportAnchor(db: Database, folder: string, now: string): Promise<void> {
  const newest = await findNewestSeal(readOnly(db));
  if (!newest) return;
  const file = path.join(folder, `anchor-${now.slice(0, 10)}.json`);
  const exported = anchorsSchema.parse(JSON.parse((await readIfThere(file)) ?? "[]"));
  for (const seal of exported)
    if (!(await hasSeal(readOnly(db), seal)))
      throw new Error(`the seal in ${file} is not in the ledger: it is left as it is`);
  await writeDurably(file, `${JSON.stringify({ seals: { newest } }, null, 1)}\n`);
}
