import type { Fact } from "./decider.ts";

/** Who did it, for whom and in which request. Kept beside the fact so that the fact stays about the business. */
export type EventMetadata = Readonly<{
  actorId?: number | null;
  impersonatedById?: number | null;
  correlationId?: string;
  source?: string;
}>;

/** A fact as the ledger keeps it: its place in the order of all facts and in its stream, and both clocks. */
export type Recorded<Event extends Fact = Fact> = Event &
  Readonly<{
    position: number;
    eventId: string;
    streamId: string;
    streamVersion: number;
    schemaVersion: number;
    /** When it happened in the business (UTC, ISO 8601). */
    occurredAt: string;
    /** When the ledger wrote it down (UTC, ISO 8601). */
    recordedAt: string;
    metadata: EventMetadata;
  }>;

/** The same of each event of a union. */
export type RecordedOf<Event extends Fact> = Event extends Fact ? Recorded<Event> : never;
