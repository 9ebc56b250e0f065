import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { exportAnchor } from "./anchors.ts";
import { loadSealKey, type SealKey } from "./seal-key.ts";
import { type Seal, sealLedger } from "./seals.ts";

const unsealedMax = 1000;
const unsealedMaxMs = 5 * 60_000;
const roundMs = 60_000;

/** Seals what is due and makes room for what comes, once a minute, until it is stopped. */
export function startSealing(
  options: Readonly<{
    db: Database;
    keysFolder: string;
    anchorDir: string;
    now: () => string;
    onError: (error: unknown) => void;
  }>,
): { stop: () => Promise<void> } {
  const { onError, now } = options;
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = round.then(() => tend(options, now())).catch(onError);
  }, roundMs);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      return round;
    },
  };
}

type Sealing = Readonly<{ db: Database; keysFolder: string; anchorDir: string }>;

/** The key is read each time, because another one may have been put in force meanwhile. */
async function tend({ db, keysFolder, anchorDir }: Sealing, now: string): Promise<void> {
  await sql`select ledger.add_partitions()`.execute(db);
  const made = await sealWhenDue(db, await loadSealKey(keysFolder), now);
  if (made.length > 0) await exportAnchor(db, anchorDir, now);
}

/** The nightly export: what happened since the last seal is sealed first. */
export async function sealAndExport(
  { db, keysFolder, anchorDir }: Sealing,
  now: string,
): Promise<void> {
  await sealLedger(db, await loadSealKey(keysFolder));
  await exportAnchor(db, anchorDir, now);
}

/** A seal is due at a thousand events, or for fewer when the first of them waits for five minutes. */
export async function sealWhenDue(
  db: Database,
  key: SealKey,
  now: string,
): Promise<readonly Seal[]> {
  const { rows } = await sql<{ unsealed: number; since: string | null }>`
    select head.position - sealed.position as unsealed, (
      select recorded_at from ledger_events where position = sealed.position + 1
    ) as since
    from ledger_head head
    cross join lateral (
      select coalesce(max(through_position), 0) as position from ledger_seals
    ) sealed`.execute(db);
  const [{ unsealed, since } = { unsealed: 0, since: null }] = rows;
  const isLongAgo = since !== null && Date.parse(now) - Date.parse(since) >= unsealedMaxMs;
  return unsealed >= unsealedMax || isLongAgo ? sealLedger(db, key) : [];
}
