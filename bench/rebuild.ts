import type pg from "pg";
import { z } from "zod";
import { connectPool, patient, portalRole } from "../server/src/platform/db/connect.ts";
import { migrate } from "../server/src/platform/db/migrate.ts";
import { rebuildProjections } from "../server/src/projections/rebuild/rebuild.ts";
import type { Contest, Measured, OpenScenario } from "./contest.ts";
import { type FinanceRun, runFinance } from "./finance-process.ts";
import { fillLedger, membersOfBench, totalsStatement } from "./rebuild-events.ts";
import { createScratchDatabase } from "./scratch-database.ts";

const eventsOfFullRun = 1_000_000;
const eventsOfQuickRun = 50_000;
const eventsPerOrder = 3;

/** The statement and the products have to agree exactly for every member. */
type Checksum = Readonly<{ total: number; checksum: number }>;

type Ledger = Readonly<{ url: string; pool: pg.Pool; events: number }>;

/**
 * The commission of some 330,000 orders of a network of 20,000 from the ledger alone: by one exact SQL statement over
 * the events' JSON, and by the command line.
 */
export const openRebuild: OpenScenario = async ({ serverUrl, isQuick, note }) => {
  await using resources = new AsyncDisposableStack();
  const { url, drop } = await createScratchDatabase(serverUrl, "rebuild");
  resources.defer(drop);
  await migrate(url);
  const owner = connectPool(url, { ...patient, poolSize: 2 });
  resources.defer(() => owner.end());
  const pool = connectPool(url, { ...patient, role: portalRole, poolSize: 4 });
  resources.defer(() => pool.end());

  const eventsMax = isQuick ? eventsOfQuickRun : eventsOfFullRun;
  const orders = Math.floor((eventsMax - membersOfBench) / eventsPerOrder);
  const events = await fillLedger(owner, orders);
  note(`rebuild: ${events} events of ${orders} orders and ${membersOfBench} members`);
  // Fills the empty tables, so that the measured rebuild finds no difference, as in production.
  await rebuildProjections(pool, { accepts: () => true });

  const sums: Checksum[] = [];
  const contests = contestsOn({ url, pool, events }, sums);
  const running = resources.move();
  return {
    contests,
    async verify() {
      const { rows } = await pool.query<{ memberId: number; accrued: number }>(
        `select user_id as "memberId", accrued from projection.wallet`,
      );
      sums.push(checksumOf(rows));
      const different = new Set(sums.map((sum) => JSON.stringify(sum)));
      if (different.size !== 1)
        throw new Error(`commissions differ: ${[...different].join(" against ")}`);
    },
    close: () => running.disposeAsync(),
  };
};

/** Each run adds its sums for the final comparison. */
function contestsOn({ url, pool, events }: Ledger, sums: Checksum[]): Contest[] {
  const statement = async (): Promise<Measured> => {
    const startedAt = performance.now();
    const { rows } = await pool.query<Record<keyof Checksum, string>>(totalsStatement);
    const seconds = (performance.now() - startedAt) / 1000;
    sums.push({ total: Number(rows[0]?.total), checksum: Number(rows[0]?.checksum) });
    return { perSecond: events / seconds };
  };
  const limit = {
    unit: "events",
    limitName: "one exact SQL statement",
    limit: statement,
    roundsMax: 3,
  } as const;
  return [
    {
      ...limit,
      name: "totals from nothing",
      productName: "finance totals --as-of",
      ratio: { must: 0.4, target: 1 },
      async product() {
        const run = await runFinance(url, ["totals", "--as-of", "2200-01-01"]);
        sums.push(checksumOf(totalsSchema.parse(run.document)));
        return measuredOf(run, events);
      },
    },
    {
      ...limit,
      name: "rebuild of all projections, compared and swapped",
      productName: "finance rebuild",
      ratio: { must: 0.15, target: 0.4 },
      async product() {
        const run = await runFinance(url, ["rebuild"]);
        if (!rebuiltSchema.parse(run.document).swapped) throw new Error("the projections differed");
        return measuredOf(run, events);
      },
    },
  ];
}

const totalsSchema = z.array(z.object({ memberId: z.int(), accrued: z.int() }));
const rebuiltSchema = z.object({ swapped: z.boolean() });

/** The total alone would not detect two swapped members. */
function checksumOf(rows: readonly { memberId: number; accrued: number }[]): Checksum {
  let total = 0;
  let checksum = 0;
  for (const { memberId, accrued } of rows) {
    total += accrued;
    checksum += accrued * (memberId % weights);
  }
  return { total, checksum };
}

/** The same as in `totalsStatement`. */
const weights = 1009;

function measuredOf({ seconds, memoryMb }: FinanceRun, events: number): Measured {
  return { perSecond: events / seconds, ...(memoryMb !== null && { memoryMb }) };
}
