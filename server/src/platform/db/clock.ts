import { sql } from "kysely";
import { StartError } from "../start-error.ts";
import type { Database, ReadDatabase } from "./database.ts";

/** The database and this process date what is written: beyond this, events would have a wrong day. */
const startDriftSecondsMax = 5 * 60;
const samples = 3;

/**
 * How far the clock of this process is ahead of the database's, in seconds; negative where it is behind. Of three samples, that
 * with the fastest answer, which is the least wrong.
 *
 * @param now milliseconds
 */
export async function measureClockDrift(
  db: ReadDatabase | Database,
  now: () => number = Date.now,
): Promise<number> {
  let best = { tookMs: Number.POSITIVE_INFINITY, driftMs: 0 };
  for (let taken = 0; taken < samples; taken += 1) {
    const asked = performance.now();
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
    const tookMs = performance.now() - asked;
    const driftMs = now() - tookMs / 2 - (rows[0]?.ms ?? now());
    if (tookMs < best.tookMs) best = { tookMs, driftMs };
  }
  return best.driftMs / 1000;
}

/** @throws StartError where the two clocks are minutes apart */
export async function requireSameClock(
  db: ReadDatabase | Database,
  now: () => number = Date.now,
): Promise<void> {
  const drift = await measureClockDrift(db, now);
  if (Math.abs(drift) <= startDriftSecondsMax) return;
  const side = drift > 0 ? "ahead of" : "behind";
  const mine = new Date(now()).toISOString();
  const minutes = Math.round(Math.abs(drift) / 60);
  throw new StartError(
    `The clock of this machine (${mine}) is ${minutes} minutes ${side} the database's, so orders would get a wrong date. Set both by NTP (timedatectl set-ntp true), and start again.`,
  );
}
