import { sql } from "kysely";
import type { Tx } from "../../db/database.ts";
import { storedEvents } from "../../ledger/read-events.ts";
import { ledgerCatalogue, type RecordedLedgerEvent } from "../ledger-catalogue.ts";
import type { BooksFold } from "./books-fold.ts";
import { loadBooks } from "./load-books.ts";
import { saveBooks } from "./save-books.ts";

/** Everybody waits while one command catches up; more than this is for a rebuild. */
const eventsMax = 500;

export type CatchUp = (tx: Tx, position: number, through: number) => Promise<void>;

/**
 * Brings books that stand at `position` up to `through`. A fact that cannot be read or folded stops
 * them before it and is named in the checkpoint, while the ledger goes on: money facts are never
 * skipped. Every process that starts tries once more, for its release may be able to.
 */
export function createCatchUp(fold: BooksFold): CatchUp {
  let gaveUpAt: number | null = null;

  return async (tx, position, through) => {
    if (gaveUpAt === position || through - position > eventsMax) return;
    for (const stored of await readStored(tx, position, through)) {
      const failure = await tryOne(tx, fold, stored);
      if (failure === null) continue;
      gaveUpAt = stored.position - 1;
      await nameFailure(tx, stored.position, failure);
      return;
    }
  };
}

type StoredEvent = Awaited<ReturnType<typeof readStored>>[number];

function readStored(tx: Tx, after: number, through: number) {
  return storedEvents(tx).where("position", ">", after).where("position", "<=", through).execute();
}

/** Answers what went wrong, with the books as they were before this event; or null. */
async function tryOne(tx: Tx, fold: BooksFold, stored: StoredEvent): Promise<string | null> {
  await sql`savepoint catch_up`.execute(tx);
  try {
    const event: RecordedLedgerEvent = { ...stored, ...ledgerCatalogue.read(stored) };
    const { books } = await loadBooks(tx, [event]);
    fold(books, event);
    const { position } = event;
    const isSaved = await saveBooks(tx, books.changes(), { after: position - 1, position });
    if (!isSaved) throw new Error(`the event before position ${position} is not in the books`);
    await sql`release savepoint catch_up`.execute(tx);
    return null;
  } catch (error) {
    await sql`rollback to savepoint catch_up`.execute(tx);
    return error instanceof Error ? error.message : String(error);
  }
}

async function nameFailure(tx: Tx, position: number, failure: string): Promise<void> {
  await sql`
    update projection.checkpoint set failed_position = ${position}, failure = ${failure}
  `.execute(tx);
}
