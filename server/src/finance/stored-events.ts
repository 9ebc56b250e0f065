import type { Database } from "../db/database.ts";
import { storedEvents } from "../ledger/read-events.ts";

/** An event with everything that the ledger keeps of it but the hashes, as it was stored. */
export type StoredEvent = Awaited<ReturnType<typeof readStored>>[number];

/** Events in order of position, from a page of the ledger or from some streams. */
export function readStored(
  db: Database,
  wanted: Readonly<{
    after: number;
    through: number;
    limit?: number;
    streamIds?: readonly string[];
  }>,
) {
  const { after, through, limit, streamIds } = wanted;
  return storedEvents(db)
    .where("position", ">", after)
    .where("position", "<=", through)
    .$if(streamIds !== undefined, (query) => query.where("stream_id", "in", streamIds ?? []))
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
}
