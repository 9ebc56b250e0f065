import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import { type Database, type ReadDatabase, readOnly, type Tx } from "../db/database.ts";
import { rowOf, rowsOf } from "../db/rows.ts";
import { distrustOf, keyAt, listSealKeys } from "./seal-keys.ts";
import { isSignedBy, type LastSeal, listSeals, noRoot, rootOf, type Seal } from "./sealing.ts";

/** The first damage in order of position. */
export type Damage = Readonly<z.infer<typeof damageRow>>;
const damageRow = z.strictObject({
  position: z.int(),
  what: z.enum(["altered", "inserted", "removed", "reordered", "cut off", "seal"]),
  explanation: z.string(),
});

export type Verification = Readonly<{
  events: number;
  seals: number;
  damage: Damage | null;
}>;

export type VerifyOptions = Readonly<{
  /**
   * Seal keys known from outside the database; with an empty list its first key is trusted. Left out, trust in the keys is
   * not checked.
   */
  pinnedKeys?: readonly string[];
  /** Seals that were kept elsewhere: only they reveal that the whole database was rewritten. */
  anchors?: readonly Seal[];
  onProgress?: (position: number, last: number) => void;
}>;

/** Enough for the database to work in parallel, few enough for a progress bar to move. */
const eventsPerStep = 50_000;

/**
 * Recomputes every hash and compares the events with everything that depends on them: the previous event of the stream,
 * the heads of the streams, the commands, the seals. Runs on one snapshot, beside concurrent appends.
 */
export async function verifyLedger(
  db: Database,
  options: VerifyOptions = {},
): Promise<Verification> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute((tx) => verifySnapshot(tx, options));
}

/** Verifies a range of events alone, `after` not included, without heads, commands and seals. */
export async function verifyStretch(
  db: ReadDatabase,
  after: number,
  through: number,
): Promise<Damage | null> {
  return firstOf(db, [missingPositions(after, through), brokenChain(after, through)]);
}

export async function verifySnapshot(tx: Tx, options: VerifyOptions): Promise<Verification> {
  // Fits two hash tables of a million streams; with the default they would spill to disk.
  await sql`set local work_mem = '128MB'`.execute(tx);
  const snapshot = readOnly(tx);
  const last = await lastPosition(snapshot);
  // A damaged event explains more than the seal that no longer matches it.
  const damage =
    (await firstDamagedEvent(snapshot, last, options)) ??
    (await firstDamagedSeal(snapshot, last, options));
  return { ...(await counts(snapshot)), damage };
}

async function firstDamagedEvent(
  db: ReadDatabase,
  last: number,
  { onProgress }: VerifyOptions,
): Promise<Damage | null> {
  for (let after = -1; after < last; after += eventsPerStep) {
    const through = Math.min(last, after + eventsPerStep);
    const damage = await firstOf(db, [
      missingPositions(after, through),
      brokenChain(after, through),
    ]);
    if (damage) return damage;
    onProgress?.(through, last);
  }
  return firstOf(db, [brokenHeads(), brokenCommands()]);
}

async function firstDamagedSeal(
  db: ReadDatabase,
  last: number,
  { pinnedKeys, anchors = [] }: VerifyOptions,
): Promise<Damage | null> {
  const keys = await listSealKeys(db);
  const distrust = pinnedKeys && last > 0 ? distrustOf(keys, pinnedKeys) : null;
  if (distrust)
    return { position: distrust.fromPosition + 1, what: "seal", explanation: distrust.reason };
  const known = new Set<string>();
  let before: LastSeal = { throughPosition: 0, root: noRoot };
  for (const seal of await listSeals(db)) {
    const after = before.throughPosition;
    const wrong = (explanation: string): Damage => ({
      position: after + 1,
      what: "seal",
      explanation: `the seal through position ${seal.throughPosition} ${explanation}`,
    });
    if (seal.previousRoot !== before.root || seal.eventCount !== seal.throughPosition - after)
      return wrong("does not continue the one before it");
    if (!isSignedBy(seal, seal.publicKey)) return wrong("is not signed by the key that it names");
    if (keyAt(keys, after)?.publicKey !== seal.publicKey)
      return wrong("is not signed by the key that was in force");
    const { root, count } = await rootOf(db, seal.previousRoot, after, seal.throughPosition);
    if (count !== seal.eventCount || root !== seal.root)
      return wrong(`does not fit the events since position ${after + 1}`);
    before = seal;
    known.add(nameOf(seal));
  }
  const lost = anchors.find((anchor) => !known.has(nameOf(anchor)));
  if (!lost) return null;
  const explanation = `the seal through position ${lost.throughPosition} that was kept elsewhere is not in the ledger`;
  return { position: lost.throughPosition - lost.eventCount + 1, what: "seal", explanation };
}

function nameOf({ throughPosition, root, publicKey }: Seal): string {
  return `${throughPosition} ${root} ${publicKey}`;
}

async function firstOf(db: ReadDatabase, checks: RawBuilder<unknown>[]): Promise<Damage | null> {
  const found: Damage[] = [];
  for (const check of checks) found.push(...(await rowsOf(db, damageRow, check)));
  return found.toSorted((one, other) => one.position - other.position)[0] ?? null;
}

/** Positions have no gaps, so each one up to the last must exist. */
function missingPositions(after: number, through: number): RawBuilder<unknown> {
  return sql`
    select expected as position,
      case when expected > (select max(position) from ledger_events) then 'cut off' else 'removed' end as what,
      'there is no event at position ' || expected as explanation
    from generate_series(${Math.max(after, 0)}::bigint + 1, ${through}::bigint) expected
    where (select count(*) from ledger_events where position > ${Math.max(after, 0)} and position <= ${through})
        < ${through}::bigint - ${Math.max(after, 0)}::bigint
      and not exists (select from ledger_events where position = expected)
    order by expected limit 1`;
}

/**
 * Each event has the hash of its content and continues from the previous event of its stream. Where its own hash is right
 * and the previous hash is not, the previous event was altered.
 */
function brokenChain(after: number, through: number): RawBuilder<unknown> {
  return sql`
    select damaged.position, broken.what,
      'the event at position ' || damaged.position || ' (' || damaged.stream_id || ', version '
        || damaged.stream_version || ') is not what was appended there' as explanation
    from ledger_events event
    left join ledger_events before on before.stream_id = event.stream_id
      and before.stream_version = event.stream_version - 1
    cross join lateral (
      select case
        when event.position < 1 or event.position > (select position from ledger_head) then 'inserted'
        when event.hash <> ledger.hash_of(event) then 'altered'
        when event.stream_version > 1 and before.position is null then 'inserted'
        when before.position > event.position then 'reordered'
        when event.previous_hash <> coalesce(before.hash, ledger.no_hash()) then 'before altered'
      end as found
    ) checked
    cross join lateral (
      select replace(checked.found, 'before ', '') as what
    ) broken
    cross join lateral (
      select (picked.event).position, (picked.event).stream_id, (picked.event).stream_version
      from (
        select case when checked.found = 'before altered' and before.position is not null
          then before else event end as event
      ) picked
    ) damaged
    where event.position > ${after} and event.position <= ${through} and checked.found is not null
    order by damaged.position limit 1`;
}

/** The head of each stream is its last event, and there are no other heads. */
function brokenHeads(): RawBuilder<unknown> {
  return sql`
    select coalesce(last.position, 1) as position,
      case when last.position is null or head.stream_version > last.events then 'cut off'
        when head.stream_version is null or head.stream_version < last.events then 'inserted'
        else 'altered' end as what,
      'stream ' || coalesce(last.stream_id, head.stream_id) || ' has ' || coalesce(last.events, 0)
        || ' events, and its head is version ' || coalesce(head.stream_version, 0) as explanation
    from ledger_streams head
    full join (
      select stream_id, count(*) as events, max(stream_version) as stream_version,
        max(position) as position
      from ledger_events group by stream_id
    ) last on last.stream_id = head.stream_id
    left join ledger_events event on event.stream_id = last.stream_id
      and event.stream_version = last.stream_version
    where head.stream_version is distinct from last.events or head.hash is distinct from event.hash
    order by coalesce(last.position, 1) limit 1`;
}

/** The commands account for every event, without gaps or overlaps. */
function brokenCommands(): RawBuilder<unknown> {
  return sql`
    select expected as position, 'removed' as what,
      'no command accounts for the event at position ' || expected as explanation
    from (
      select first_position, 1 + sum(event_count) over (
        order by first_position, event_count rows between unbounded preceding and current row
      )::bigint - event_count as expected
      from ledger_commands
      union all
      select (select position + 1 from ledger_head),
        (select 1 + coalesce(sum(event_count), 0)::bigint from ledger_commands)
    ) command
    where first_position <> expected
    order by expected limit 1`;
}

/** Null where somebody emptied all of the tables. */
const lastRow = z.strictObject({ last: z.int().nullable() });

async function lastPosition(db: ReadDatabase): Promise<number> {
  const { last } = await rowOf(
    db,
    lastRow,
    sql`
    select greatest(
      (select position from ledger_head),
      (select max(position) from ledger_events),
      (select max(through_position) from ledger_seals),
      (select max(first_position + event_count - 1) from ledger_commands)
    ) as last`,
  );
  return last ?? 0;
}

const countsRow = z.strictObject({ events: z.int(), seals: z.int() });

async function counts(db: ReadDatabase): Promise<{ events: number; seals: number }> {
  return rowOf(
    db,
    countsRow,
    sql`
    select (select count(*) from ledger_events) as events,
      (select count(*) from ledger_seals) as seals`,
  );
}
