import type { Database } from "../db/database.ts";
import { type Decider, type Fact, fold } from "./decider.ts";
import type { Catalogue } from "./event-catalogue.ts";

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
