import { streamOf } from "../projections/fold/keys-of-event.ts";
import {
  type LedgerEvent,
  ledgerCatalogue,
  type RecordedLedgerEvent,
} from "../projections/ledger-catalogue.ts";
import { applyToProjections } from "../projections/fold/projections.fold.ts";
import {
  createMemoryProjections,
  type MemoryProjections,
} from "../projections/store/memory-projections.ts";

const firstInstant = Date.parse("2026-01-01T08:00:00.000Z");
const minuteMs = 60_000;

/** Assigns positions and versions to events, as a ledger that records one per minute. Some are dated some minutes back. */
export function createRecorder(): (fact: LedgerEvent, minutesAgo?: number) => RecordedLedgerEvent {
  const versions = new Map<string, number>();
  let position = 0;
  return (fact, minutesAgo = 0) => {
    position++;
    const streamId = streamOf(fact);
    const streamVersion = (versions.get(streamId) ?? 0) + 1;
    versions.set(streamId, streamVersion);
    const instantOf = (minute: number) => new Date(firstInstant + minute * minuteMs).toISOString();
    return {
      ...fact,
      position,
      eventId: `00000000-0000-4000-8000-${String(position).padStart(12, "0")}`,
      streamId,
      streamVersion,
      schemaVersion: ledgerCatalogue.versionOf(fact.type),
      occurredAt: instantOf(position - minutesAgo),
      recordedAt: instantOf(position),
      metadata: {},
    };
  };
}

export function recorded(...facts: readonly LedgerEvent[]): RecordedLedgerEvent[] {
  const record = createRecorder();
  return facts.map((fact) => record(fact));
}

/** Folds a history of recorded events. */
export function projectionsOf(events: Iterable<RecordedLedgerEvent>): MemoryProjections {
  const projections = createMemoryProjections();
  for (const event of events) applyToProjections(projections, event);
  return projections;
}
