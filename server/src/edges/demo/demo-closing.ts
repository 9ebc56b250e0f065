import { randomUUID } from "node:crypto";
import { previousMonth } from "@portal/shared/platform/months.ts";
import type pg from "pg";
import { databaseOn } from "../../platform/db/connect.ts";
import { createInlineProjector } from "../../projections/live/inline-projector.ts";
import { ledgerCatalogue } from "../../projections/ledger-catalogue.ts";
import { closeBooks } from "../../money/statements/closing.actions.ts";
import { createLedger } from "../../platform/ledger/ledger.ts";

/** So many months that are over stay open, for whoever wants to close one. */
const openMonths = 2;

/** Closes the demo's older months, as an office does that is a little behind. */
export async function closeDemoMonths(pool: pg.Pool, until: string): Promise<void> {
  let month = until.slice(0, 7);
  for (let count = 0; count <= openMonths; count++) month = previousMonth(month);
  const ledger = createLedger({
    pool,
    catalogue: ledgerCatalogue,
    projector: createInlineProjector(),
  });
  try {
    const command = {
      commandId: randomUUID(),
      request: { action: "demo.close", month },
      metadata: { source: "demo" },
      occurredAt: `${until}T00:00:00.000Z`,
    };
    await closeBooks({ db: databaseOn(pool), ledger, region: "za" }, command, month);
  } finally {
    await ledger.close();
  }
}
