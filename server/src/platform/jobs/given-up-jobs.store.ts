import { sql } from "kysely";
import { z } from "zod";
import { type Database, type ReadDatabase, readOnly } from "../db/database.ts";
import { rowOf, rowsOf } from "../db/rows.ts";

const jobRow = z.strictObject({
  id: z.guid(),
  queue: z.string(),
  /** Ids alone. */
  data: z.record(z.string(), z.unknown()),
  attempts: z.int(),
  givenUpAt: z.string(),
  /** Of the last attempt. */
  error: z.string(),
});
export type GivenUpJob = Readonly<z.infer<typeof jobRow>>;

/** The jobs that failed for good, the newest first; pg-boss keeps them for seven days. */
export async function listGivenUpJobs(db: ReadDatabase): Promise<readonly GivenUpJob[]> {
  if (!(await haveRun(db))) return [];
  return rowsOf(
    db,
    jobRow,
    sql`
    select id, name as queue, coalesce(data, '{}') as data, retry_count + 1 as attempts,
      to_json(completed_on) #>> '{}' as "givenUpAt", coalesce(output ->> 'message', '') as error
    from pgboss.job where state = 'failed' order by completed_on desc, id`,
  );
}

/** The tables are made by the first process that runs jobs. */
async function haveRun(db: ReadDatabase): Promise<boolean> {
  const { found } = await rowOf(
    db,
    z.strictObject({ found: z.boolean() }),
    sql`select to_regclass('pgboss.job') is not null as found`,
  );
  return found;
}

const queueRow = z.strictObject({ queue: z.string() });

/**
 * Puts jobs that were given up into the outbox again, from where they run as if they were wanted now.
 *
 * @param id of one of them; null is all
 * @returns of each its queue; none where there is no such job
 */
export async function runAgain(db: Database, id: string | null): Promise<readonly string[]> {
  if (!(await haveRun(readOnly(db)))) return [];
  const rows = await db.transaction().execute((tx) =>
    rowsOf(
      tx,
      queueRow,
      sql`
      with given_up as (
        delete from pgboss.job where state = 'failed' and (${id}::uuid is null or id = ${id}::uuid)
        returning name, coalesce(data, '{}') as data
      )
      insert into job_outbox (name, data, start_after_seconds, is_urgent)
      select name, data, 0, false from given_up returning name as queue`,
    ),
  );
  return rows.map(({ queue }) => queue);
}
