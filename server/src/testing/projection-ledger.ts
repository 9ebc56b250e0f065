import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { ProjectionsFold } from "../projections/fold/projections.fold.ts";
import { createInlineProjector } from "../projections/live/inline-projector.ts";
import { streamOf } from "../projections/fold/keys-of-event.ts";
import { ledgerCatalogue, type LedgerEvent } from "../projections/ledger-catalogue.ts";
import { createLedger, type Ledger } from "../platform/ledger/ledger.ts";
import type { History } from "./a-history.ts";

/** The ledger as in the server, with the projections in the same transaction. */
export function createProjectionsLedger(
  pool: pg.Pool,
  fold?: ProjectionsFold,
  patience: Readonly<{ patienceMs?: number }> = {},
): Ledger {
  const projector = createInlineProjector(fold);
  return createLedger({ pool, catalogue: ledgerCatalogue, projector, ...patience });
}

/** Appends events as one command. */
export async function append(
  ledger: Ledger,
  events: readonly LedgerEvent[],
  occurredAt = "2026-03-01T08:00:00.000Z",
): Promise<void> {
  const command = { commandId: randomUUID(), request: null, metadata: {}, occurredAt };
  await ledger.execute(command, async () => ({
    events: events.map((event) => ({ streamId: streamOf(event), event })),
    answer: null,
  }));
}

/** Appends commands of a history, one per minute. */
export async function happen(ledger: Ledger, history: History, commands: number): Promise<void> {
  for (let count = 0; count < commands; count++) {
    const events = history.next();
    const at = new Date(Date.UTC(2026, 2, 1, 8, count)).toISOString();
    if (events.length > 0) await append(ledger, events, at);
  }
}
