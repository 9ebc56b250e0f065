import type { ReadDatabase } from "../db/database.ts";
import type { Fact } from "./decider.ts";
import type { Catalogue } from "./event-catalogue.ts";
import type { Recorded } from "./recorded-event.ts";

/**
 * Everything that the ledger keeps of its events but the hashes, as it was stored, in order of
 * position. Whoever reads says from where, how far, or which.
 */
export function storedEvents(db: Pick<ReadDatabase, "selectFrom">) {
  return db
    .selectFrom("ledger_events")
    .select([
      "position",
      "event_id as eventId",
      "stream_id as streamId",
      "stream_version as streamVersion",
      "type",
      "schema_version as schemaVersion",
      "occurred_at as occurredAt",
      "recorded_at as recordedAt",
      "data",
      "metadata",
    ])
    .orderBy("position");
}

/**
 * A page of the ledger in order of position, in today's shapes. Positions appear in commit order and
 * without gaps, so whoever asks for what comes after the last position it saw misses nothing.
 *
 * @throws UnreadableEvent for a type or version that this release does not know; nothing is skipped.
 */
export async function readEvents<Event extends Fact>(
  db: ReadDatabase,
  catalogue: Pick<Catalogue<Event>, "read">,
  { after, limit }: Readonly<{ after: number; limit: number }>,
): Promise<readonly Recorded<Event>[]> {
  const rows = await storedEvents(db).where("position", ">", after).limit(limit).execute();
  return rows.map((row) => ({ ...row, ...catalogue.read(row) }));
}
