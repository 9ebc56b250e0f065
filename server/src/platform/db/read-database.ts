import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import type { Log } from "../../caller.ts";
import { type ReadDatabase, readOnly, type Tables } from "./database.ts";

/** Where reads go, and why not to the replica. */
export type ReadSource = Readonly<{
  from: "primary" | "replica";
  /** How old what the replica shows is; null where it does not answer, and without one. */
  ageSeconds: number | null;
  fallback: "none" | "no-replica" | "away" | "behind";
}>;

type Options = Readonly<{
  /** Answers where the replica does not. */
  primary: pg.Pool;
  replica: pg.Pool | null;
  /** A replica that is older than this is not read. */
  lagMaxSeconds: number;
  /** Milliseconds of a clock that only goes on. */
  now?: () => number;
  log: Pick<Log, "warn">;
}>;

/**
 * The database for reports and exports. Each transaction goes to the replica while that answers and is young enough, else to
 * the primary; a connection that the replica refuses is one to the primary. Until the first look it is the primary.
 */
export function openReadDatabase(options: Options): Readonly<{
  db: ReadDatabase;
  source: () => ReadSource;
  /** Looks how old the replica is; to be done every few seconds. Never throws. */
  look: () => Promise<void>;
}> {
  const { primary, replica, lagMaxSeconds, log, now = () => performance.now() } = options;
  let source: ReadSource = {
    from: "primary",
    ageSeconds: null,
    fallback: replica === null ? "no-replica" : "away",
  };

  function become(next: ReadSource, err?: unknown): void {
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
      become({ from: "primary", ageSeconds: null, fallback: "away" }, err);
      return primary.connect();
    }
  }

  const age = trackAge();
  async function look(): Promise<void> {
    if (replica === null) return;
    try {
      const replayed = await positionOf(replica);
      // A primary that is away writes nothing that the replica could lack.
      const written = await positionOf(primary).catch(() => null);
      if (written !== null) age.wrote(now(), written);
      const ageSeconds = age.of(now(), replayed) / 1000;
      const isYoung = ageSeconds <= lagMaxSeconds;
      const from = isYoung ? "replica" : "primary";
      become({ from, ageSeconds, fallback: isYoung ? "none" : "behind" });
    } catch (err) {
      become({ from: "primary", ageSeconds: null, fallback: "away" }, err);
    }
  }

  const pool = { connect, end: async () => {}, options: primary.options };
  return {
    db: readOnly(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })),
    source: () => source,
    look,
  };
}

/** How far the log of writes was written, or replayed where it is a replica, in bytes. */
async function positionOf(pool: pg.Pool): Promise<bigint> {
  const { rows } = await pool.query<{ position: string }>(`
    select pg_wal_lsn_diff(
      case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end,
      '0/0')::text as position`);
  return BigInt(rows[0]?.position ?? "0");
}

const seenMax = 10_000;

/**
 * How old a replica is, by the primary's own positions: since the first time at which the primary was seen further than the
 * replica is now. What the replica says of its own delay is 0 where it has lost the primary.
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
      // Of a replica that stands still for hours the beginning is enough.
      if (last && seen.length >= seenMax) last.position = position;
      else seen.push({ at, position });
    },
    of(at, replayed) {
      const first = seen.findIndex(({ position }) => position > replayed);
      // The last one that was reached says from when on nothing was written.
      if (first > 0) seen = seen.slice(first - 1);
      const missing = seen.find(({ position }) => position > replayed);
      return missing ? at - missing.at : 0;
    },
  };
}
