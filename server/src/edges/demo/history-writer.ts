import { applyToBooks } from "../../projections/fold/projections.fold.ts";
import { streamOf } from "../../projections/fold/keys-of-event.ts";
import { createMemoryBooks, type MemoryBooks } from "../../projections/store/memory-projections.ts";
import { type PublishedEvent, publishedVersionOf } from "../finance/published-events.ts";
import { ledgerCatalogue, type RecordedLedgerEvent } from "../../projections/ledger-catalogue.ts";
import { formatEnvelope } from "../finance/envelope.ts";
import type { EventMetadata } from "../../platform/ledger/recorded-event.ts";
import type { Random } from "./random.ts";

/**
 * Writes a made-up history as the lines of an import file, and keeps the books beside it, so that
 * what comes later (a payout of what is unpaid, a refund of what was paid) fits to the cent.
 */
export type HistoryWriter = Readonly<{
  books: MemoryBooks;
  record: (at: number, event: PublishedEvent) => void;
  lines: readonly string[];
}>;

export function createHistoryWriter(random: Random): HistoryWriter {
  const books = createMemoryBooks();
  const lines: string[] = [];
  const versions = new Map<string, number>();
  const metadata: EventMetadata = { source: "demo" };

  return {
    books,
    lines,
    record(at, { type, data }) {
      const eventId = random.uuid();
      const schemaVersion = publishedVersionOf(type);
      const event = ledgerCatalogue.accept({ type, schemaVersion, eventId, data });
      const streamId = streamOf(event);
      const streamVersion = (versions.get(streamId) ?? 0) + 1;
      versions.set(streamId, streamVersion);
      const occurredAt = new Date(at).toISOString();
      const envelope = { eventId, streamId, streamVersion, occurredAt, metadata };
      lines.push(formatEnvelope({ ...envelope, type, schemaVersion, data }));
      const recorded: RecordedLedgerEvent = {
        ...event,
        ...envelope,
        position: lines.length,
        recordedAt: occurredAt,
        schemaVersion: ledgerCatalogue.versionOf(event.type),
      };
      applyToBooks(books, recorded);
    },
  };
}
