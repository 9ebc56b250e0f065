import { applyToBooks } from "../features/books/books.fold.ts";
import { streamOf } from "../features/books/keys-of-event.ts";
import { createMemoryBooks, type MemoryBooks } from "../features/books/memory-books.ts";
import {
  type LedgerEvent,
  ledgerCatalogue,
  type RecordedLedgerEvent,
} from "../features/ledger-catalogue.ts";
import { formatEnvelope } from "../finance/envelope.ts";
import type { EventMetadata } from "../ledger/recorded-event.ts";
import type { Random } from "./random.ts";

/**
 * Writes a made-up history as the lines of an import file, and keeps the books beside it, so that
 * what comes later (a payout of what is unpaid, a refund of what was paid) fits to the cent.
 */
export type HistoryWriter = Readonly<{
  books: MemoryBooks;
  record: (at: number, event: LedgerEvent) => void;
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
    record(at, event) {
      const streamId = streamOf(event);
      const streamVersion = (versions.get(streamId) ?? 0) + 1;
      versions.set(streamId, streamVersion);
      const occurredAt = new Date(at).toISOString();
      const recorded: RecordedLedgerEvent = {
        ...event,
        ...{ position: lines.length + 1, eventId: random.uuid(), streamId, streamVersion },
        ...{ schemaVersion: ledgerCatalogue.versionOf(event.type), metadata },
        ...{ occurredAt, recordedAt: occurredAt },
      };
      lines.push(formatEnvelope(recorded));
      applyToBooks(books, recorded);
    },
  };
}
