import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import type { Log } from "../log.ts";
import { type ReadDatabase, readOnly, type Tables } from "./database.ts";

/** Where reads go, and why they do not go to the replica. */
export type ReadSource = Readonly<{
  from: "primary" | "replica";
  /** The lag of the replica; null where it does not answer, and without one. */
  ageSeconds: number | null;
  fallback: "none" | "no-replica" | "away" | "behind";
}>;

/** A replica with a larger lag is not read. */
const lagMaxSeconds = 10;

type Options = Readonly<{
  /** The fallback. */
  primary: pg.Pool;
  replica: pg.Pool | null;
  /** A monotonic clock, in milliseconds. */
  now?: () => number;
  log: Pick<Log, "warn">;
}>;

/**
 * The database for reports and exports. Transactions go to the replica while it answers and its lag is small enough, else to
 * the primary; so does a connection that the replica refuses. Before the first check they go to the primary.
 */
export function openReadDatabase(options: Options): Readonly<{
  db: ReadDatabase;
  source: () => ReadSource;
  /** Checks the lag of the replica; to be called every few seconds. Never throws. */
  look: () => Promise<void>;
}> {
  const { primary, replica, log, now = () => performance.now() } = options;
  let source: ReadSource = {
    from: "primary",
    ageSeconds: null,
    fallback: replica === null ? "no-replica" : "away",
  };

  function switchTo(next: ReadSource, err?: unknown): void {
    if (next.fallback !== source.fallback)
      log.warn(
        { ...next, ...(err !== undefined && { err }) },
        "reports are read elsewhere from now on",
      );
    source = next;
  }

  async function connect(): Promise<pg.PoolClient> {
    if (replica === null || source.from === "primary") return primary.connect();
    try {
      return await replica.connect();
    } catch (err) {
      switchTo({ from: "primary", ageSeconds: null, fallback: "away" }, err);
      return primary.connect();
    }
  }

  const age = trackAge();
  async function look(): Promise<void> {
    if (replica === null) return;
    try {
      const replayed = await positionOf(replica);
      // A primary that is down writes nothing that the replica could lack.
      const written = await positionOf(primary).catch(() => null);
      if (written !== null) age.wrote(now(), written);
      const ageSeconds = age.of(now(), replayed) / 1000;
      const isYoung = ageSeconds <= lagMaxSeconds;
      const from = isYoung ? "replica" : "primary";
      switchTo({ from, ageSeconds, fallback: isYoung ? "none" : "behind" });
    } catch (err) {
      switchTo({ from: "primary", ageSeconds: null, fallback: "away" }, err);
    }
  }

  const pool = { connect, end: async () => {}, options: primary.options };
  return {
    db: readOnly(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })),
    source: () => source,
    look,
  };
}

/** The position in the write-ahead log, written or on a replica replayed, in bytes. */
async function positionOf(pool: pg.Pool): Promise<bigint> {
  const { rows } = await pool.query<{ position: string }>(`
    select pg_wal_lsn_diff(
      case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end,
      '0/0')::text as position`);
  return BigInt(rows[0]?.position ?? "0");
}

const seenMax = 10_000;

/**
 * The lag of a replica: the time since the primary was first seen ahead of the position that the replica has replayed. The
 * delay that a replica reports itself is 0 when it has lost the primary.
 */
export function trackAge(): Readonly<{
  wrote: (at: number, position: bigint) => void;
  /** In milliseconds. */
  of: (at: number, replayed: bigint) => number;
}> {
  let seen: { at: number; position: bigint }[] = [];
  return {
    wrote(at, position) {
      const last = seen.at(-1);
      if (last?.position === position) return;
      // While a replica replays nothing for hours, only the oldest entries matter.
      if (last && seen.length >= seenMax) last.position = position;
      else seen.push({ at, position });
    },
    of(at, replayed) {
      const first = seen.findIndex(({ position }) => position > replayed);
      // The last replayed entry is kept: it tells when nothing was written since.
      if (first > 0) seen = seen.slice(first - 1);
      const missing = seen.find(({ position }) => position > replayed);
      return missing ? at - missing.at : 0;
    },
  };
}
