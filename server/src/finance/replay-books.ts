import type { ClockLimits } from "../features/books/events-as-of.ts";
import { applyToBooks } from "../features/books/books.fold.ts";
import type { Books } from "../features/books/books.ts";
import { createMemoryBooks, type MemoryBooks } from "../features/books/memory-books.ts";
import { replayEvents } from "../features/books/replay-events.ts";
import type { RecordedLedgerEvent } from "../features/ledger-catalogue.ts";
import type { Session } from "./finance-command.ts";
import { readHead } from "./ledger-head.ts";

/** Called after each event; the entries that it made are still in the lists of the books. */
type AfterEvent = (event: RecordedLedgerEvent, books: Books) => void;

/**
 * The books that the ledger comes to, in memory, through the same fold as the tables. Entries and
 * payments are let go page by page: what they add up to stays in the wallets and orders.
 */
export async function replayBooks(
  { db, pool, progress }: Session,
  limits: ClockLimits,
  { before, after }: Readonly<{ before?: AfterEvent; after?: AfterEvent }> = {},
): Promise<MemoryBooks> {
  const through = await readHead(db);
  const books = createMemoryBooks();
  const bar = progress("Replaying", "events");
  const client = await pool.connect();
  try {
    for await (const page of replayEvents(client, { after: 0, through, ...limits })) {
      for (const event of page) {
        before?.(event, books);
        applyToBooks(books, event);
        after?.(event, books);
      }
      letEntriesGo(books);
      bar.advance(page.at(-1)?.position ?? 0, through);
    }
  } finally {
    client.release();
    bar.finish();
  }
  return books;
}

function letEntriesGo(books: Books): void {
  books.saleEntries.length = 0;
  books.commissionEntries.length = 0;
  books.orderPayments.length = 0;
}
