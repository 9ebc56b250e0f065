import type { Database } from "../../platform/db/database.ts";
import { storedEvents } from "../../platform/ledger/read-events.ts";

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
