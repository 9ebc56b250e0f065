import { withConnection } from "../db/with-connection.ts";
import type { ClockLimits } from "../features/books/events-as-of.ts";
import type { Books } from "../features/books/books.ts";
import type { MemoryBooks } from "../features/books/memory-books.ts";
import { replayEvents } from "../features/books/replay-events.ts";
import type { RecordedLedgerEvent } from "../features/ledger-catalogue.ts";
import { totalsFromLedger } from "../features/books/totals-from-ledger.ts";
import type { Session } from "./finance-command.ts";
import { readHead } from "./ledger-head.ts";

type Page = readonly RecordedLedgerEvent[];

/** Members and wallets as the ledger makes them, through the same fold as the tables. */
export async function replayBooks(
  { db, pool, progress }: Session,
  limits: ClockLimits,
): Promise<Pick<MemoryBooks, "members" | "wallets">> {
  const through = await readHead(db);
  const bar = progress("Replaying", "events");
  const onPage = (position: number) => bar.advance(position, through);
  try {
    return await withConnection(pool, (client) =>
      totalsFromLedger(client, { ...limits, through, onPage }),
    );
  } finally {
    bar.finish();
  }
}

/** Every event of the ledger as it stands now, page by page in order of position. */
export async function replayPages(
  { db, pool, progress }: Session,
  limits: ClockLimits,
  fold: (page: Page) => void,
): Promise<void> {
  const through = await readHead(db);
  const bar = progress("Replaying", "events");
  const client = await pool.connect();
  let isDone = false;
  try {
    for await (const page of replayEvents(client, { after: 0, through, ...limits })) {
      fold(page);
      bar.advance(page.at(-1)?.position ?? 0, through);
    }
    isDone = true;
  } finally {
    // A COPY that was left half read cannot be used again.
    client.release(!isDone);
    bar.finish();
  }
}

/** What entries and payments add up to stays in the wallets and orders; millions of them would not fit. */
export function letEntriesGo(books: Books): void {
  books.saleEntries.length = 0;
  books.commissionEntries.length = 0;
  books.orderPayments.length = 0;
}
