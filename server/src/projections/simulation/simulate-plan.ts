import type pg from "pg";
import type { CommissionPlan } from "../../network/commissions/commission-plan.events.ts";
import type {
  SimulatedCost,
  SimulatedMember,
  Simulation,
} from "../../network/commissions/plan-simulation.store.ts";
import { withConnection } from "../../platform/db/connect.ts";
import type { Projections, PlanRow } from "../../platform/read-model/projection-tables.ts";
import { orderIdOf } from "../fold/keys-of-event.ts";
import type { ClockLimits } from "../ledger-catalogue.ts";
import { createCheckOfRests } from "../rebuild/check-of-rests.ts";
import { type PassedEvent, passOverLedger } from "../rebuild/ledger-pass.ts";
import { createPassingProjections } from "../rebuild/passing-projections.ts";
import { inTransaction } from "../rebuild/replay.ts";
import type { MemoryProjections } from "../store/memory-projections.ts";

/** What every member would have earned under another plan; used by the screen and the command line. */
export function simulatePlan(pool: pg.Pool, trial: Trial): Promise<Simulation> {
  return withConnection(pool, (client) =>
    inTransaction(client, "repeatable read", () => replayUnderPlan(client, trial)),
  );
}

/** A plan that applies to the events of a period only. */
type Trial = ClockLimits &
  Readonly<{
    plan: CommissionPlan;
    isInPeriod: (occurredAt: string) => boolean;
    /** The last position to read. */
    through: number;
    advance?: (position: number) => void;
  }>;

type Sums = Map<number, number>;

/** `client` has to be in a transaction with one snapshot of the ledger. */
async function replayUnderPlan(client: pg.ClientBase, trial: Trial): Promise<Simulation> {
  const simulation = createSimulationPass(trial);
  for await (const page of passOverLedger(client, trial)) {
    for (const passed of page) simulation.add(passed);
    trial.advance?.(page.at(-1)?.position ?? 0);
  }
  return simulation.result();
}

/** Folds the same events into two sets of projections, one of which has the proposed plan in the period. */
export function createSimulationPass({
  plan,
  isInPeriod,
}: Pick<Trial, "plan" | "isInPeriod">): SimulationPass {
  const actual = createPassingProjections();
  const other = createPassingProjections();
  const rests = createCheckOfRests(actual.projections);
  const plans: PlanRow[] = other.projections.plans;
  const earned: Sums = new Map();
  const wouldEarn: Sums = new Map();
  const proposed: PlanRow = { position: 0, publishedAt: "", plan };
  /** Orders paid in the period with later events: their reversals count even after the period. */
  const soldInPeriod = new Set<string>();
  let sales = 0;

  /** Sales outside the period keep their plan, so their reversals are the same on both sides. */
  function applyUnderPlan(passed: PassedEvent, isIn: boolean): void {
    const inForce = isIn ? [proposed] : actual.projections.plans;
    plans.splice(0, plans.length, ...inForce);
    if (passed.event.type !== "CommissionPlanPublished") other.apply(passed);
  }

  return {
    add(passed) {
      const { event, isLast } = passed;
      const isIn = isInPeriod(event.occurredAt);
      rests.check(passed);
      actual.apply(passed);
      rests.remember(passed);
      applyUnderPlan(passed, isIn);

      const orderId = orderIdOf(event);
      if (orderId === null) return;
      if (event.type === "OrderPaid" && isIn) soldInPeriod.add(orderId);
      if (event.type === "OrderPaid" && !isIn) soldInPeriod.delete(orderId);
      if (isIn || soldInPeriod.has(orderId)) {
        const { saleEntries }: Projections = actual.projections;
        for (const { value } of saleEntries) sales += value;
        addUp(earned, actual.projections);
        addUp(wouldEarn, other.projections);
      }
      if (isLast) soldInPeriod.delete(orderId);
    },
    result() {
      const members = membersOf(actual.projections, earned, wouldEarn);
      return { cost: costOf(members), sales, members };
    },
  };
}

type SimulationPass = Readonly<{
  /** @throws ReplayStopped for an event that rests on one that does not count */
  add: (passed: PassedEvent) => void;
  result: () => Simulation;
}>;

/** Adds the entries of one event. */
function addUp(sums: Sums, { commissionEntries }: Projections): void {
  for (const { beneficiaryId, amount } of commissionEntries)
    sums.set(beneficiaryId, (sums.get(beneficiaryId) ?? 0) + amount);
}

function membersOf(
  { members }: Pick<MemoryProjections, "members">,
  earned: Readonly<Sums>,
  wouldEarn: Readonly<Sums>,
): SimulatedMember[] {
  return [...members.all.values()]
    .toSorted((one, another) => one.userId - another.userId)
    .map(({ userId, kind, level }) => {
      const actual = earned.get(userId) ?? 0;
      const simulated = wouldEarn.get(userId) ?? 0;
      return { memberId: userId, kind, level, actual, simulated, delta: simulated - actual };
    });
}

function costOf(members: readonly SimulatedMember[]): SimulatedCost {
  const sumOf = (field: "actual" | "simulated" | "delta"): number =>
    members.reduce((sum, member) => sum + member[field], 0);
  return { actual: sumOf("actual"), simulated: sumOf("simulated"), delta: sumOf("delta") };
}
