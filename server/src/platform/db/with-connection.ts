import type pg from "pg";

/**
 * Some work on a connection of its own. One that breaks while nothing runs on it would end the whole
 * process if nobody listened; the next statement fails anyway, and says why. After a failure, or with
 * `isSpent`, the connection is not used again: it may hold settings, locks or half of a COPY.
 */
export async function withConnection<Answer>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Answer>,
  { isSpent = false }: { isSpent?: boolean } = {},
): Promise<Answer> {
  const client = await pool.connect();
  client.on("error", ignore);
  try {
    const answer = await work(client);
    client.off("error", ignore);
    client.release(isSpent);
    return answer;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function ignore() {}
