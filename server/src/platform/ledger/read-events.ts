import type { Database, ReadDatabase } from "../db/database.ts";
import { type Decider, type Fact, fold } from "./decider.ts";
import type { Catalogue, Recorded } from "./event-catalogue.ts";

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

/** A stream as it was read: what is true, and what would happen if. */
export type LoadedStream<State, Command, Event extends Fact> = Readonly<{
  state: State;
  version: number;
  decide: (command: Command) => readonly Event[];
}>;

/** Reads streams for one decision, and remembers their versions: what is appended to them must follow on those. */
export type StreamReader = Readonly<{
  load: <State, Command, Event extends Fact>(
    streamId: string,
    decider: Decider<State, Command, Event>,
    catalogue: Catalogue<Event>,
  ) => Promise<LoadedStream<State, Command, Event>>;
  versions: ReadonlyMap<string, number>;
}>;

/** @param beforeReading called with each stream that is asked for, and waited for */
export function createStreamReader(
  db: Database,
  beforeReading: (streamId: string) => Promise<void> = async () => {},
): StreamReader {
  const versions = new Map<string, number>();
  return {
    versions,
    async load(streamId, decider, catalogue) {
      await beforeReading(streamId);
      const rows = await readStream(db, streamId);
      // Read twice, the earlier version counts: the decision saw both.
      if (!versions.has(streamId)) versions.set(streamId, rows.length);
      const state = fold(decider, rows.map(catalogue.read));
      return { state, version: rows.length, decide: (command) => decider.decide(command, state) };
    },
  };
}

async function readStream(db: Database, streamId: string) {
  return db
    .selectFrom("ledger_events")
    .select(["type", "schema_version as schemaVersion", "event_id as eventId", "data"])
    .where("stream_id", "=", streamId)
    .orderBy("stream_version")
    .execute();
}
