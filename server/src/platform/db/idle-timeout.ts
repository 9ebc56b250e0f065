import { Socket } from "node:net";
import type pg from "pg";

/**
 * Ends connections that somebody waits on and nothing comes from. The database ends what takes too long; but one that
 * stands still, or that a network swallowed, says nothing at all, and TCP would wait for a quarter of an hour.
 *
 * @param silentMs longer than the database lets any statement take
 */
export function endSilentConnections(pool: pg.Pool, silentMs: number): void {
  const waitedOn = new WeakSet<pg.PoolClient>();
  pool.on("acquire", (client) => void waitedOn.add(client));
  pool.on("release", (_error, client) => void waitedOn.delete(client));
  pool.on("connect", (client) => {
    const { stream } = client.connection;
    if (!(stream instanceof Socket)) return;
    // Counted from the last byte in either direction; a connection that nobody uses may be silent.
    stream.setTimeout(silentMs, () => {
      if (waitedOn.has(client))
        stream.destroy(new Error("timeout exceeded: the database does not answer"));
    });
  });
}
