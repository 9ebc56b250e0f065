import { isWithin } from "@portal/shared/platform/calendar.ts";
import { parentPort, workerData } from "node:worker_threads";
import { commissionPlanSchema } from "@portal/shared/network/commission-plan.ts";
import { z } from "zod";
import { connectPool, patient, portalRole } from "../../platform/db/connect.ts";
import type { Simulation } from "../../network/commissions/plan-simulation.store.ts";
import { simulatePlan } from "./simulate-plan.ts";

/** What the thread is given; instants, of which `until` belongs to the period no more. */
const askedSchema = z.object({
  databaseUrl: z.string(),
  plan: commissionPlanSchema,
  from: z.string().nullable(),
  until: z.string().nullable(),
  through: z.int(),
});
export type AskedOfThread = z.infer<typeof askedSchema>;

/** What the thread answers: how far it is, and at last what it found. */
export type SimulationMessage = { position: number } | { simulation: Simulation };

/** A replay keeps a processor busy; beside the server's own thread it keeps nobody waiting. */
async function simulateInThread(): Promise<void> {
  const { databaseUrl, plan, from, until, through } = askedSchema.parse(workerData);
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
