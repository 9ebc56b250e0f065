import type pg from "pg";
import type { PgBoss } from "pg-boss";
import type { Log } from "../../caller.ts";
import { repeatRounds } from "./polling-loop.ts";

const pauseMs = 200;
/** Somebody waits for a code: once the database is back, not long. */
const pauseMaxMs = 5000;
const atOnce = 500;

type Wanted = Readonly<{ name: string; data: object; startAfter: number }>;

/** Moves wanted jobs into the workers' queue, every one exactly once, until it is told to stop. */
export function startPassingOn(options: {
  pool: pg.Pool;
  boss: Pick<PgBoss, "insert">;
  log: Log;
}): Readonly<{ stop: () => Promise<void> }> {
  const { pool, boss, log } = options;
  return repeatRounds({
    round: async () => (await passOn(pool, boss)) >= atOnce,
    pauseMs,
    pauseMaxMs,
    undone: "jobs that are wanted were not passed on",
    log,
  });
}

/** One transaction takes them out here and puts them in there. */
async function passOn(pool: pg.Pool, boss: Pick<PgBoss, "insert">): Promise<number> {
  const { rowCount } = await pool.query("select from wanted_job limit 1");
  if (!rowCount) return 0;
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { rows } = await client.query<Wanted>(takeWanted, [atOnce]);
    for (const [queue, jobs] of Map.groupBy(rows, ({ name }) => name)) {
      await boss.insert(
        queue,
        jobs.map(({ data, startAfter }) => ({ data, startAfter })),
        { db: { executeSql: (text, values) => client.query(text, values) } },
      );
    }
    await client.query("commit");
    client.release();
    return rows.length;
  } catch (error) {
    // Closing the connection undoes what it began.
    client.release(true);
    throw error;
  }
}

const takeWanted = `
  with taken as (
    delete from wanted_job where id in
      (select id from wanted_job order by id limit $1 for update skip locked)
    returning id, name, data, start_after_seconds
  )
  select name, data, start_after_seconds as "startAfter" from taken order by id`;
