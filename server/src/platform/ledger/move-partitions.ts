import { setTimeout as delay } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { connect, patient } from "../db/connect.ts";
import type { Database } from "../db/database.ts";
import { rowOf, rowsOf } from "../db/rows.ts";
import { StartError } from "../start-error.ts";
import { isHeld } from "./busy.ts";

const width = 10_000_000;
/** All appends wait behind a lock request on the whole ledger: so it waits briefly, and often. */
const lockTimeoutMs = 200;
const patience = { pauseMs: 1000, attemptsMax: 900 };

const partitionRow = z.strictObject({ name: z.string(), number: z.int() });
type Partition = Readonly<z.infer<typeof partitionRow>>;

/**
 * Moves the partitions of the ledger whose events were all recorded before a day into a tablespace, while the portal runs.
 * `ALTER TABLE … SET TABLESPACE` is of no use for that: it locks a partition against reads while it copies, and each
 * append looks up its event ids in all of them. So a copy is filled beside it (a full partition no longer changes),
 * compared, and swapped in under a lock of milliseconds. A run that was interrupted is started again by the next one.
 *
 * @param url signs in as the owner
 * @returns the names of the moved partitions
 * @throws StartError where the tablespace is missing, a copy differs, or readers hold the ledger for too long
 */
export async function movePartitions(
  url: string,
  { before, tablespace }: Readonly<{ before: string; tablespace: string }>,
  { pauseMs, attemptsMax } = patience,
): Promise<readonly string[]> {
  const pool = connect(url, { ...patient, poolSize: 1, applicationName: "portal-move-partitions" });
  try {
    return await pool.connection().execute(async (db) => {
      await requireTablespace(db, tablespace);
      await sql`set role ledger_owner`.execute(db);
      const partitions = await listPartitions(db, { before, tablespace });
      for (const partition of partitions) {
        await copyPartition(db, partition, tablespace);
        await swap(db, partition, { pauseMs, attemptsMax });
      }
      return partitions.map(({ name }) => name);
    });
  } finally {
    await pool.destroy();
  }
}

async function requireTablespace(db: Database, tablespace: string): Promise<void> {
  const { rows } = await sql`select from pg_tablespace where spcname = ${tablespace}`.execute(db);
  if (rows.length > 0) return;
  throw new StartError(
    `There is no tablespace ${tablespace}. Make it first: create tablespace ${tablespace} owner ledger_owner location '/a/folder';`,
    { exitCode: 2 },
  );
}

/** Full partitions outside the tablespace whose last event is old enough. */
async function listPartitions(
  db: Database,
  { before, tablespace }: Readonly<{ before: string; tablespace: string }>,
): Promise<readonly Partition[]> {
  const rows = await rowsOf(
    db,
    partitionRow,
    sql`
    select relation.relname as name, substring(relation.relname from '[0-9]+$')::integer as number
    from pg_inherits
    join pg_class relation on relation.oid = inhrelid
    join pg_database on datname = current_database()
    join pg_tablespace space on space.oid = coalesce(nullif(reltablespace, 0), dattablespace)
    where inhparent = 'public.ledger_events'::regclass and spcname <> ${tablespace}
    order by 2`,
  );
  const old: Partition[] = [];
  for (const partition of rows) {
    const last = (partition.number + 1) * width - 1;
    const { rows: events } = await sql`
      select from public.ledger_events
      where position = ${last} and recorded_at < ${before}::date`.execute(db);
    if (events.length > 0) old.push(partition);
  }
  return old;
}

const indexRow = z.strictObject({ index: z.string() });

async function copyPartition(
  db: Database,
  { name, number }: Partition,
  tablespace: string,
): Promise<void> {
  const live = sql.id("ledger", name);
  const copy = sql.id("ledger", `${name}_copy`);
  await sql`drop table if exists ${copy}`.execute(db);
  await db.transaction().execute(async (tx) => {
    await sql`create table ${copy} (like ${live} including all) tablespace ${sql.id(tablespace)}`.execute(
      tx,
    );
    const indexes = await rowsOf(
      tx,
      indexRow,
      sql`
      select relname as index from pg_index join pg_class on oid = indexrelid
      where indrelid = ${`ledger.${name}_copy`}::regclass`,
    );
    for (const { index } of indexes)
      await sql`alter index ${sql.id("ledger", index)} set tablespace ${sql.id(tablespace)}`.execute(
        tx,
      );
    await sql`insert into ${copy} select * from ${live} order by position`.execute(tx);
    await sql`alter table ${copy} add constraint bounds check
      (position >= ${sql.lit(number * width)} and position < ${sql.lit((number + 1) * width)})`.execute(
      tx,
    );
    await sql`select ledger.make_append_only(${`ledger.${name}_copy`}::regclass)`.execute(tx);
  });
  await sql`analyze ${copy}`.execute(db);
  if ((await digestOf(db, live)) !== (await digestOf(db, copy)))
    throw new StartError(`The copy of ${name} differs from it. Nothing was moved.`);
}

const digestRow = z.strictObject({ digest: z.string() });

/** The number of rows, and the sum of a hash over all columns of each. */
async function digestOf(db: Database, table: RawBuilder<unknown>): Promise<string> {
  const { digest } = await rowOf(
    db,
    digestRow,
    sql`
    select count(*) || ':' || sum(hashtextextended(event::text, 0)::numeric) as digest
    from ${table} event`,
  );
  return digest;
}

const transactionRow = z.strictObject({ id: z.string() });

/** First waits for every transaction that began before the copy was filled: its snapshot would see none of the rows. */
async function swap(
  db: Database,
  partition: Partition,
  { pauseMs, attemptsMax }: typeof patience,
): Promise<void> {
  const earlier = await rowsOf(
    db,
    transactionRow,
    sql`
    select virtualtransaction as id from pg_locks
    where locktype = 'virtualxid' and pid <> pg_backend_pid()`,
  );
  const ids = earlier.map(({ id }) => id);
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    if ((await haveEnded(db, ids)) && (await trySwap(db, partition))) {
      await sql`drop table ${sql.id("ledger", `${partition.name}_moved`)}`.execute(db);
      return;
    }
    await delay(pauseMs);
  }
  throw new StartError(
    `Someone has read the ledger all the time, so ${partition.name} stayed where it was. Run this again when no backup and no rebuild runs.`,
  );
}

async function haveEnded(db: Database, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks where locktype = 'virtualxid' and virtualtransaction = any(${ids}) limit 1`.execute(
    db,
  );
  return rows.length === 0;
}

/** @returns false where the lock was not available */
async function trySwap(db: Database, { name, number }: Partition): Promise<boolean> {
  const live = sql.id("ledger", name);
  const copy = sql.id("ledger", `${name}_copy`);
  try {
    await db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(tx);
      await sql`lock table public.ledger_events in access exclusive mode`.execute(tx);
      await sql`alter table public.ledger_events detach partition ${live}`.execute(tx);
      await sql`alter table ${live} rename to ${sql.id(`${name}_moved`)}`.execute(tx);
      await sql`alter table ${copy} rename to ${sql.id(name)}`.execute(tx);
      await sql`alter table public.ledger_events attach partition ${live}
        for values from (${sql.lit(number * width)}) to (${sql.lit((number + 1) * width)})`.execute(
        tx,
      );
      await sql`alter table ${live} drop constraint bounds`.execute(tx);
    });
    return true;
  } catch (error) {
    if (isHeld(error)) return false;
    throw error;
  }
}
