import type { CommissionPlan } from "@portal/shared/network/commission-plan.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Database, ReadDatabase, Tx } from "../../platform/db/database.ts";
import { requestHash } from "../../platform/ledger/canonical-json.ts";
import type { MemberRow } from "../../platform/read-model/projection-tables.ts";

/** What a member earned in the period and what it would have earned under the plan; minor units. */
export type SimulatedMember = Readonly<{
  memberId: number;
  kind: MemberRow["kind"];
  level: MemberRow["level"];
  actual: number;
  simulated: number;
  delta: number;
}>;

export type SimulatedCost = Pick<SimulatedMember, "actual" | "simulated" | "delta">;

export type Simulation = Readonly<{
  cost: SimulatedCost;
  /** The commissionable value sold in the period, net of refunds. */
  sales: number;
  /** Ordered by id. */
  members: readonly SimulatedMember[];
}>;

/** @throws DomainError plan.no-simulation */
export async function findSimulation(db: Pick<ReadDatabase, "selectFrom">, id: string) {
  const row = await db
    .selectFrom("plan_simulation")
    .select([
      "id",
      "plan",
      "plan_hash as planHash",
      "from_day as fromDay",
      "to_day as toDay",
      "in_force_position as inForcePosition",
      "asked_at as askedAt",
      "state",
      "progress",
      "sales",
      "actual",
      "simulated",
    ])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new DomainError("plan.no-simulation");
  return row;
}

export async function countWaiting(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom("plan_simulation")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("state", "=", "waiting")
    .executeTakeFirstOrThrow();
  return count;
}

/** @param percent share of the ledger that has been read */
export async function saveProgress(db: Database, id: string, percent: number): Promise<void> {
  await db
    .updateTable("plan_simulation")
    .set({ progress: percent })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .execute();
}

/** Stores the result once; a second result of the same simulation is ignored. */
export async function saveResult(
  tx: Tx,
  id: string,
  { cost, sales, members }: Simulation,
  at: Readonly<{ through: number; now: string }>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("plan_simulation")
    .set({
      state: "ready",
      progress: 100,
      sales,
      actual: cost.actual,
      simulated: cost.simulated,
      through_position: at.through,
      finished_at: at.now,
    })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const earners = members.filter(({ actual, simulated }) => actual !== 0 || simulated !== 0);
  for (let from = 0; from < earners.length; from += 1000)
    await tx
      .insertInto("plan_simulation_member")
      .values(
        earners.slice(from, from + 1000).map(({ memberId, level, actual, simulated }) => ({
          simulation_id: id,
          member_id: memberId,
          level,
          actual,
          simulated,
        })),
      )
      .execute();
}

export async function saveFailure(db: Database, id: string, now: string): Promise<void> {
  await db
    .updateTable("plan_simulation")
    .set({ state: "failed", finished_at: now })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .execute();
}

/** Identifies a plan by its rates alone, so that only the plan that was simulated can be published. Hex. */
export function planHash({ own, upline, leader }: CommissionPlan): string {
  return requestHash({ own, upline, leader }).toString("hex");
}
