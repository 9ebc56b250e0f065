import { withConnection } from "../../platform/db/with-connection.ts";
import type { ClockLimits } from "../../projections/fold/events-as-of.ts";
import type { MemoryBooks } from "../../projections/store/memory-projections.ts";
import { totalsFromLedger } from "../../projections/rebuild/totals-from-ledger.ts";
import type { Session } from "./finance-command.ts";
import { readHead } from "./ledger-head.ts";

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
