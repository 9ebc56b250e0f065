import type pg from "pg";
import type { CommissionPlan } from "../../network/commissions/commission-plan.events.ts";
import type {
  SimulatedCost,
  SimulatedMember,
  Simulation,
} from "../../network/commissions/plan-simulation.store.ts";
import { withConnection } from "../../platform/db/connect.ts";
import type { Projections, PlanRow } from "../../platform/read-model/projection-tables.ts";
import { applyToProjections } from "../fold/projections.fold.ts";
import type { ClockLimits } from "../ledger-catalogue.ts";
import { createTotalsProjections, withoutFigures } from "../rebuild/member-totals.ts";
import { replayEvents } from "../rebuild/replay-events.ts";
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

/**
 * Folds the same events into two sets of projections, one of which has the proposed plan in the period. `client`
 * has to be in a transaction with one snapshot of the ledger.
 */
async function replayUnderPlan(client: pg.ClientBase, trial: Trial): Promise<Simulation> {
  const { through, plan, isInPeriod, asOf, knownAt } = trial;
  const range = { after: 0, through, asOf, knownAt, without: withoutFigures };
  const actual = await createTotalsProjections(client, range);
  const other = await createTotalsProjections(client, range);
  const plans: PlanRow[] = other.projections.plans;
  const earned: Sums = new Map();
  const wouldEarn: Sums = new Map();
  const proposed: PlanRow = { position: 0, publishedAt: "", plan };
  /** Orders paid in the period with later events: their reversals count even after the period. */
  const soldInPeriod = new Set<string>();
  const isCounted = ({ orderId, occurredAt }: Readonly<{ orderId: string; occurredAt: string }>) =>
    isInPeriod(occurredAt) || soldInPeriod.has(orderId);
  let sales = 0;

  for await (const page of replayEvents(client, range)) {
    for (const event of page) {
      applyToProjections(actual.projections, event);
      // Sales outside the period keep their plan, so their reversals are the same on both sides.
      const inForce = isInPeriod(event.occurredAt) ? [proposed] : actual.projections.plans;
      plans.splice(0, plans.length, ...inForce);
      if (event.type !== "CommissionPlanPublished") applyToProjections(other.projections, event);
      if (event.type === "OrderPaid") {
        const { orderId } = event.data;
        for (const each of [actual, other]) each.forget(orderId);
        const isKept = actual.projections.orders.get(orderId) !== undefined;
        if (isKept && isInPeriod(event.occurredAt)) soldInPeriod.add(orderId);
      }
    }
    const { saleEntries }: Projections = actual.projections;
    for (const entry of saleEntries) if (isCounted(entry)) sales += entry.value;
    addUp(earned, actual.projections, isCounted);
    addUp(wouldEarn, other.projections, isCounted);
    trial.advance?.(page.at(-1)?.position ?? 0);
  }
  const members = membersOf(actual.projections, earned, wouldEarn);
  return { cost: costOf(members), sales, members };
}

/** Adds the new entries to the sums and discards them. */
function addUp(
  sums: Sums,
  { commissionEntries, saleEntries }: Projections,
  isCounted: (entry: Readonly<{ orderId: string; occurredAt: string }>) => boolean,
): void {
  for (const { beneficiaryId, amount, ...entry } of commissionEntries)
    if (isCounted(entry)) sums.set(beneficiaryId, (sums.get(beneficiaryId) ?? 0) + amount);
  commissionEntries.length = 0;
  saleEntries.length = 0;
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
