import { readHead } from "../../platform/ledger/read-events.ts";
import { Worker } from "node:worker_threads";
import type { SimulatePlan } from "@portal/shared/network/commission-plan.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller, SignedInUser } from "../../caller.ts";
import { findPlanInForce } from "../../network/commissions/commission-plan.queries.ts";
import {
  countWaiting,
  findSimulation,
  insertSimulation,
  planHash,
  saveFailure,
  saveProgress,
  saveResult,
  type Simulation,
} from "../../network/commissions/plan-simulation.store.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { periodOfDays } from "../../platform/db/list-filters.ts";
import { readOnly } from "../../platform/db/database.ts";
import type { AskedOfThread, SimulationMessage } from "./simulation-thread.ts";

/** A replay of the whole ledger each; more at once would only wait for each other. */
const waitingMax = 3;

/**
 * Asks for what a plan would have cost. The answer comes from a job; until then the simulation waits.
 *
 * @throws DomainError plan.simulations-busy
 */
export async function requestSimulation(
  caller: Caller,
  user: SignedInUser,
  { plan, from, to }: SimulatePlan,
): Promise<{ id: string }> {
  const id = caller.newId();
  const hash = planHash(plan);
  const { position } = await findPlanInForce(readOnly(caller.db));
  await caller.db.transaction().execute(async (tx) => {
    if ((await countWaiting(tx)) >= waitingMax) throw new DomainError("plan.simulations-busy");
    await insertSimulation(tx, {
      id,
      askedBy: user.id,
      askedAt: caller.now(),
      plan,
      planHash: hash,
      fromDay: from,
      toDay: to,
      inForcePosition: position,
    });
    await insertAudit(tx, caller, {
      action: "plan.simulated",
      target: id,
      details: { plan, from, to },
    });
    await caller.jobs.enqueue(tx, "simulate-plan", { simulationId: id });
  });
  return { id };
}

export type SimulationContext = Pick<Caller, "db" | "shop" | "log" | "now"> &
  Readonly<{ runSimulation: RunSimulation }>;

/** The job: one that cannot be finished says so on the screen and is not tried for ever. */
export async function simulateForOffice(context: SimulationContext, id: string): Promise<void> {
  const { db, shop, log, now, runSimulation } = context;
  const asked = await findSimulation(readOnly(db), id);
  if (asked.state !== "waiting") return;
  const period = { from: asked.fromDay, to: asked.toDay };
  const { from, until } = await periodOfDays(readOnly(db), shop.region, period);
  const through = await readHead(db);
  let shown = 0;
  try {
    const simulation = await runSimulation(
      { plan: asked.plan, from, until, through },
      (position) => {
        const percent = Math.floor((position * 100) / Math.max(1, through));
        if (percent < shown + 5) return;
        shown = percent;
        // Only a figure for whoever waits: the result does not depend on it.
        void saveProgress(db, id, Math.min(99, percent)).catch(() => {});
      },
    );
    await db.transaction().execute((tx) => saveResult(tx, id, simulation, { through, now: now() }));
  } catch (error) {
    log.error({ err: error, simulationId: id }, "a plan could not be simulated");
    await saveFailure(db, id, now());
  }
}

export type RunSimulation = (
  asked: Omit<AskedOfThread, "databaseUrl">,
  onPosition: (position: number) => void,
) => Promise<Simulation>;

const timeoutMs = 240_000;

/**
 * Simulations on a thread of their own, with a connection of their own. One that takes longer than four
 * minutes is ended; so is the thread in every case.
 */
export function simulationsOn(databaseUrl: string): RunSimulation {
  return async (asked, onPosition) => {
    const worker = new Worker(new URL("./simulation-thread.ts", import.meta.url), {
      workerData: { ...asked, databaseUrl } satisfies AskedOfThread,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    });
    const { promise, resolve, reject } = Promise.withResolvers<Simulation>();
    const timer = setTimeout(() => reject(new Error("the simulation took too long")), timeoutMs);
    worker.on("message", (message: SimulationMessage) => {
      if ("simulation" in message) resolve(message.simulation);
      else onPosition(message.position);
    });
    worker.on("error", reject);
    worker.on("exit", () => reject(new Error("the simulation ended without a result")));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      await worker.terminate();
    }
  };
}
