import type { CommissionPlan } from "@portal/shared/network/commission-plan.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Database, Tx } from "../../platform/db/database.ts";

export type NewPlannedPlan = Readonly<{
  id: string;
  simulationId: string;
  plan: CommissionPlan;
  publishOn: string;
  publishAt: string;
  plannedBy: number;
  plannedAt: string;
}>;

/**
 * @returns false where the same request was taken before
 * @throws DomainError plan.one-waiting
 */
export async function insertPlannedPlan(tx: Tx, planned: NewPlannedPlan): Promise<boolean> {
  const added = await tx
    .insertInto("planned_plan")
    .values({
      id: planned.id,
      simulation_id: planned.simulationId,
      plan: JSON.stringify(planned.plan),
      publish_on: planned.publishOn,
      publish_at: planned.publishAt,
      planned_by: planned.plannedBy,
      planned_at: planned.plannedAt,
      settled_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (added) return true;
  const known = await tx
    .selectFrom("planned_plan")
    .select("id")
    .where("id", "=", planned.id)
    .where("planned_by", "=", planned.plannedBy)
    .where("simulation_id", "=", planned.simulationId)
    .where("publish_on", "=", planned.publishOn)
    .executeTakeFirst();
  if (!known) throw new DomainError("plan.one-waiting");
  return false;
}

export async function hasWaitingPlan(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom("planned_plan")
    .select("id")
    .where("state", "=", "planned")
    .executeTakeFirst();
  return row !== undefined;
}

/** Plans that wait and whose day has begun. */
export async function listDuePlans(db: Database, now: string) {
  return db
    .selectFrom("planned_plan")
    .select(["id", "plan", "planned_by as plannedBy"])
    .where("state", "=", "planned")
    .where("publish_at", "<=", now)
    .execute();
}

/** @returns false where it waits no more */
export async function settlePlannedPlan(
  tx: Tx,
  id: string,
  state: "published" | "withdrawn",
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("planned_plan")
    .set({ state, settled_at: now })
    .where("id", "=", id)
    .where("state", "=", "planned")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
