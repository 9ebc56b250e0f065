import { readHead } from "../../platform/ledger/read-events.ts";
import type { SimulatePlan } from "@portal/shared/network/commission-plan.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { findPlanInForce } from "../../network/commissions/commission-plan.queries.ts";
import {
  countWaiting,
  findSimulation,
  planHash,
  saveFailure,
  saveProgress,
  saveResult,
  type Simulation,
} from "../../network/commissions/plan-simulation.store.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { periodOfDays } from "../../platform/db/list-filters.ts";
import { readOnly } from "../../platform/db/database.ts";
import type { SimulationMessage, SimulationRequest } from "./simulation-thread.ts";
import { inThread } from "../../platform/in-thread.ts";

/** Each simulation replays the whole ledger; more at once would only slow each other down. */
const waitingMax = 3;

/**
 * Queues the job that simulates what a plan would have cost.
 *
 * @throws DomainError plan.simulations-busy
 */
export async function requestSimulation(
  caller: Caller,
  user: SignedInUser,
  { plan, from, to }: SimulatePlan,
): Promise<{ id: string }> {
  const id = caller.newId();
  const { position } = await findPlanInForce(readOnly(caller.db));
  await caller.db.transaction().execute(async (tx) => {
    if ((await countWaiting(tx)) >= waitingMax) throw new DomainError("plan.simulations-busy");
    await tx
      .insertInto("plan_simulation")
      .values({
        id,
        asked_by: user.id,
        asked_at: caller.now(),
        plan: JSON.stringify(plan),
        plan_hash: planHash(plan),
        from_day: from,
        to_day: to,
        in_force_position: position,
      })
      .execute();
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

/** The job. A simulation that fails is marked as failed for the screen and not retried. */
export async function simulateForOffice(context: SimulationContext, id: string): Promise<void> {
  const { db, shop, log, now, runSimulation } = context;
  const requested = await findSimulation(readOnly(db), id);
  if (requested.state !== "waiting") return;
  const period = { from: requested.fromDay, to: requested.toDay };
  const { from, until } = await periodOfDays(readOnly(db), shop.region, period);
  const through = await readHead(db);
  let shown = 0;
  try {
    const simulation = await runSimulation(
      { plan: requested.plan, from, until, through },
      (position) => {
        const percent = Math.floor((position * 100) / Math.max(1, through));
        if (percent < shown + 5) return;
        shown = percent;
        // Progress is only displayed; the result does not depend on it.
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
  request: Omit<SimulationRequest, "databaseUrl">,
  onPosition: (position: number) => void,
) => Promise<Simulation>;

const timeoutMs = 240_000;

/**
 * Runs each simulation on a worker thread with a connection of its own. A simulation fails after four minutes; the
 * thread is terminated in any case.
 */
export function simulationsOn(databaseUrl: string): RunSimulation {
  return (request, onPosition) =>
    inThread<SimulationMessage, Simulation>(new URL("./simulation-thread.ts", import.meta.url), {
      data: { ...request, databaseUrl } satisfies SimulationRequest,
      memoryMb: 1024,
      timeoutMs,
      tooLong: new Error("the simulation took too long"),
      onMessage(message, answer) {
        if ("simulation" in message) answer(message.simulation);
        else onPosition(message.position);
      },
    });
}
