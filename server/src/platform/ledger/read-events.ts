import type { Database, ReadDatabase } from "../db/database.ts";
import { type Decider, type Fact, fold } from "./decider.ts";
import type { Catalogue } from "./event-catalogue.ts";

/** The position of the last event; 0 in an empty ledger. */
export async function readHead(db: Pick<ReadDatabase, "selectFrom">): Promise<number> {
  const head = await db.selectFrom("ledger_head").select("position").executeTakeFirst();
  return head?.position ?? 0;
}

/**
 * Events as they were stored, without their hashes, in order of position. The caller adds the range or filter. Positions
 * become visible in commit order and without gaps, so a reader that continues after the last position it saw misses nothing.
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

export type LoadedStream<State, Command, Event extends Fact> = Readonly<{
  state: State;
  version: number;
  /** When its first event happened; null for a stream without events. */
  beganAt: string | null;
  decide: (command: Command) => readonly Event[];
}>;

/** Reads streams for one decision and records their versions, which an append to them expects. */
export type StreamReader = Readonly<{
  load: <State, Command, Event extends Fact>(
    streamId: string,
    decider: Decider<State, Command, Event>,
    catalogue: Catalogue<Event>,
  ) => Promise<LoadedStream<State, Command, Event>>;
  versions: ReadonlyMap<string, number>;
}>;

/** @param beforeReading awaited before each stream is read */
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
      // Of a stream that is read twice the earlier version counts: the decision saw both.
      if (!versions.has(streamId)) versions.set(streamId, rows.length);
      const state = fold(decider, rows.map(catalogue.read));
      return {
        state,
        version: rows.length,
        beganAt: rows[0]?.occurredAt ?? null,
        decide: (command) => decider.decide(command, state),
      };
    },
  };
}

async function readStream(db: Database, streamId: string) {
  return db
    .selectFrom("ledger_events")
    .select([
      "type",
      "schema_version as schemaVersion",
      "event_id as eventId",
      "occurred_at as occurredAt",
      "data",
    ])
    .where("stream_id", "=", streamId)
    .orderBy("stream_version")
    .execute();
}
