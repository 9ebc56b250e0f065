import type pg from "pg";
import { withConnection } from "../../platform/db/with-connection.ts";
import { inTransaction } from "../rebuild/replay.ts";
import type { Simulation } from "../../network/commissions/plan-simulation.store.ts";
import { replayUnderPlan, type Trial } from "./replay-under-plan.ts";

/** What every member would have earned under another plan: the one function behind screen and command line. */
export function simulatePlan(pool: pg.Pool, trial: Trial): Promise<Simulation> {
  return withConnection(pool, (client) =>
    inTransaction(client, "repeatable read", () => replayUnderPlan(client, trial)),
  );
}
