import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db/database.ts";
import { appendLock } from "../../platform/ledger/append-statement.ts";
import { storedEvents } from "../../platform/ledger/read-events.ts";
import { type InlineProjector, ProjectionsBehind } from "../../platform/ledger/appender.ts";
import {
  applyToProjections,
  type ProjectionsFold,
  ledgerEvents,
} from "../fold/projections.fold.ts";
import { ledgerCatalogue, type RecordedLedgerEvent } from "../ledger-catalogue.ts";
import {
  loadProjections,
  positionOfProjections,
  saveProjections,
} from "../store/projection-store.ts";

/**
 * Folds the events of a batch into the projections in the transaction that appends them, so that a page
 * never shows yesterday and a payout is decided on exact numbers. Runs under the append lock: nobody
 * else writes these tables meanwhile.
 *
 * Books that stand further back than the event before the batch (somebody wrote to the ledger past
 * the server) are brought up first and apart, and the batch is decided again. Where a fact stops them
 * they stay where they are and the shop goes on, but not far: nobody is to decide on old projections.
 */
export function createInlineProjector(fold: ProjectionsFold = applyToProjections): InlineProjector {
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
      const { projections, position } = await loadProjections(tx, events);
      if (position !== null && position !== after) return requireStopped(position, after);
      for (const event of events) fold(projections, event);
      const isSaved = await saveProjections(tx, projections.changes(), {
        after,
        position: last.position,
      });
      if (!isSaved) requireStopped(await positionOfProjections(tx), after);
    },
  };
}

/** Everybody waits while one process catches up; what is further behind is for a rebuild, and nothing is decided on it. */
export const projectionLagMax = 500;

type CatchUp = Readonly<{
  run: (db: Database) => Promise<void>;
  /** Whether this release has tried to go on from this position and could not. */
  isStoppedAt: (position: number) => boolean;
}>;

/**
 * Brings projections up to the head of the ledger, in a transaction of its own: what it takes back when a fact
 * cannot be folded is nobody's command. A fact that cannot be read or folded stops them before it and
 * is named in the checkpoint, while the ledger goes on: money facts are never skipped. Every process
 * that starts tries once more, for its release may be able to.
 */
function createCatchUp(fold: ProjectionsFold): CatchUp {
  let stoppedAt: number | null = null;

  return {
    isStoppedAt: (position) => position === stoppedAt,
    run: (db) =>
      db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(${appendLock})`.execute(tx);
        const position = await positionOfProjections(tx);
        for (const stored of await readStored(tx, position)) {
          const failure = await tryOne(tx, fold, stored);
          if (failure === null) continue;
          stoppedAt = stored.position - 1;
          await nameFailure(tx, stored.position, failure);
          return;
        }
      }),
  };
}

type StoredEvent = Awaited<ReturnType<typeof readStored>>[number];

function readStored(tx: Tx, after: number) {
  return storedEvents(tx).where("position", ">", after).limit(projectionLagMax).execute();
}

/** Answers what went wrong, with the projections as they were before this event; or null. */
async function tryOne(tx: Tx, fold: ProjectionsFold, stored: StoredEvent): Promise<string | null> {
  await sql`savepoint catch_up`.execute(tx);
  try {
    const event: RecordedLedgerEvent = { ...stored, ...ledgerCatalogue.read(stored) };
    const { projections } = await loadProjections(tx, [event]);
    fold(projections, event);
    const { position } = event;
    const isSaved = await saveProjections(tx, projections.changes(), {
      after: position - 1,
      position,
    });
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
