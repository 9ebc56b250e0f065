import type { Tx } from "../../db/database.ts";
import type { Recorded } from "../../ledger/recorded-event.ts";
import { applyToBooks } from "./books.fold.ts";
import { type BooksFold, ledgerEvents } from "./books-fold.ts";
import { createCatchUp } from "./catch-up.ts";
import { loadBooks, positionOfBooks } from "./load-books.ts";
import { saveBooks } from "./save-books.ts";

export type InlineProjector = Readonly<{
  project: (tx: Tx, events: readonly Recorded[]) => Promise<void>;
}>;

/**
 * Folds the events of a batch into the books in the transaction that appends them, so that a page
 * never shows yesterday and a payout is decided on exact numbers. Runs under the append lock: nobody
 * else writes these tables meanwhile.
 *
 * Books that stand further back than the event before the batch (somebody wrote to the ledger past
 * the server) are brought up first; where that fails they stay where they are, and the shop goes on.
 */
export function createInlineProjector(fold: BooksFold = applyToBooks): InlineProjector {
  const catchUp = createCatchUp(fold);
  return {
    async project(tx, recorded) {
      const events = ledgerEvents(recorded);
      const first = events[0];
      const last = events.at(-1);
      if (!first || !last) return;

      const after = first.position - 1;
      const { books, position } = await loadBooks(tx, events);
      if (position !== null && position !== after) return catchUp(tx, position, last.position);
      for (const event of events) fold(books, event);
      const isSaved = await saveBooks(tx, books.changes(), { after, position: last.position });
      if (!isSaved) await catchUp(tx, await positionOfBooks(tx), last.position);
    },
  };
}
