import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db/database.ts";
import { tryUnderSavepoint } from "../../platform/db/savepoint.ts";
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
 * Folds the events of a batch into the projections in the transaction that appends them, so that pages are never
 * stale and payouts are decided on exact figures. The append lock makes it the only writer of these tables.
 *
 * Projections that are behind the batch (the ledger was written to without the server) are caught up first in a
 * transaction of their own, and the batch is decided again. If an event stops the catch-up, the shop goes on
 * without projecting, up to `projectionLagMax` events, so that nothing is decided on projections that are too old.
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

/** All commands wait during a catch-up, so a larger lag requires a rebuild and commands are refused. */
export const projectionLagMax = 500;

type CatchUp = Readonly<{
  run: (db: Database) => Promise<void>;
  /** Whether this process failed to continue from this position. */
  isStoppedAt: (position: number) => boolean;
}>;

/**
 * Brings projections up to the head of the ledger, in a transaction of its own so that a failure rolls back no
 * command. An event that cannot be read or folded is never skipped: the projections stop before it and record it in
 * the checkpoint, while the ledger goes on. Every new process tries again, because its release may handle the event.
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
          const failure = await tryUnderSavepoint(tx, () => catchUpOne(tx, fold, stored));
          if (failure === null) continue;
          stoppedAt = stored.position - 1;
          await sql`
            update projection.checkpoint
            set failed_position = ${stored.position}, failure = ${failure}`.execute(tx);
          return;
        }
      }),
  };
}

type StoredEvent = Awaited<ReturnType<typeof readStored>>[number];

function readStored(tx: Tx, after: number) {
  return storedEvents(tx).where("position", ">", after).limit(projectionLagMax).execute();
}

async function catchUpOne(tx: Tx, fold: ProjectionsFold, stored: StoredEvent): Promise<void> {
  const event: RecordedLedgerEvent = { ...stored, ...ledgerCatalogue.read(stored) };
  const { projections } = await loadProjections(tx, [event]);
  fold(projections, event);
  const { position } = event;
  const after = position - 1;
  if (!(await saveProjections(tx, projections.changes(), { after, position })))
    throw new Error(`the projections are not at position ${after}`);
}
