import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type InlineProjector, ProjectionsBehind } from "../../platform/ledger/write-batch.ts";
import { applyToBooks } from "../fold/projections.fold.ts";
import { type BooksFold, ledgerEvents } from "../fold/fold-projections.ts";
import { createCatchUp, projectionLagMax } from "./catch-up.ts";
import { loadBooks, positionOfBooks } from "../store/load-projections.ts";
import { saveBooks } from "../store/save-projections.ts";

/**
 * Folds the events of a batch into the books in the transaction that appends them, so that a page
 * never shows yesterday and a payout is decided on exact numbers. Runs under the append lock: nobody
 * else writes these tables meanwhile.
 *
 * Books that stand further back than the event before the batch (somebody wrote to the ledger past
 * the server) are brought up first and apart, and the batch is decided again. Where a fact stops them
 * they stay where they are and the shop goes on, but not far: nobody is to decide on old books.
 */
export function createInlineProjector(fold: BooksFold = applyToBooks): InlineProjector {
  const catchUp = createCatchUp(fold);

  /** @throws ProjectionsBehind; DomainError ledger.projections-behind */
  function requireStopped(position: number, after: number): void {
    const lag = after - position;
    if (lag < 0 || lag > projectionLagMax) throw new DomainError("ledger.projections-behind");
    if (!catchUp.isStoppedAt(position)) throw new ProjectionsBehind();
  }

  return {
    catchUp: catchUp.run,
    async project(tx, recorded) {
      const events = ledgerEvents(recorded);
      const first = events[0];
      const last = events.at(-1);
      if (!first || !last) return;

      const after = first.position - 1;
      const { books, position } = await loadBooks(tx, events);
      if (position !== null && position !== after) return requireStopped(position, after);
      for (const event of events) fold(books, event);
      const isSaved = await saveBooks(tx, books.changes(), { after, position: last.position });
      if (!isSaved) requireStopped(await positionOfBooks(tx), after);
    },
  };
}
