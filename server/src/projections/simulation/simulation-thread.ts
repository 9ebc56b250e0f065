import { isWithin } from "@portal/shared/platform/calendar.ts";
import { parentPort, workerData } from "node:worker_threads";
import { commissionPlanSchema } from "@portal/shared/network/commission-plan.ts";
import { z } from "zod";
import { connectPool, patient, portalRole } from "../../platform/db/connect.ts";
import type { Simulation } from "../../network/commissions/plan-simulation.store.ts";
import { simulatePlan } from "./simulate-plan.ts";

/** `from` and `until` are instants; `until` is exclusive. */
const requestSchema = z.object({
  databaseUrl: z.string(),
  plan: commissionPlanSchema,
  from: z.string().nullable(),
  until: z.string().nullable(),
  through: z.int(),
});
export type SimulationRequest = z.infer<typeof requestSchema>;

/** Progress, and finally the result. */
export type SimulationMessage = { position: number } | { simulation: Simulation };

/** A replay is CPU-bound; on a thread of its own it does not block requests. */
async function simulateInThread(): Promise<void> {
  const { databaseUrl, plan, from, until, through } = requestSchema.parse(workerData);
  const pool = connectPool(databaseUrl, {
    ...patient,
    role: portalRole,
    poolSize: 1,
    readOnly: true,
    applicationName: "portal-simulation",
  });
  try {
    const simulation = await simulatePlan(pool, {
      plan,
      through,
      isInPeriod: (at) => isWithin(at, { from, until }),
      advance: (position) => post({ position }),
    });
    post({ simulation });
  } finally {
    await pool.end();
  }
}

function post(message: SimulationMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(message);
}

await simulateInThread();
