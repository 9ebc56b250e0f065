import {
  type CommissionPlan,
  type PublishPlan,
  shareAboveCeiling,
} from "@portal/shared/network/commission-plan.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type Caller, commandFrom, type SignedInUser } from "../../caller.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { periodOfDays } from "../../platform/db/list-filters.ts";
import { type Database, readOnly, type Tx } from "../../platform/db/database.ts";
import type { Command } from "../../platform/ledger/ledger.ts";
import { commissionPlanDecider } from "./commission-plan.decider.ts";
import { commissionPlanEvents, commissionPlanStream } from "./commission-plan.events.ts";
import { findPlanInForce } from "./commission-plan.queries.ts";
import { findSimulation } from "./plan-simulation.store.ts";

type PublishedOrPlanned = { state: "published" | "planned" };

const waitMaxMs = 366 * 24 * 3600 * 1000;

/**
 * Puts the plan that was simulated in force, at once or on a day to come. It counts for what is paid
 * after its place in the ledger and changes nothing that was earned before.
 *
 * @throws DomainError plan.no-simulation, plan.not-simulated, plan.outdated, plan.above-ceiling,
 *   plan.in-force, plan.one-waiting, plan.day-is-over, plan.day-too-far
 */
export async function publishPlan(
  caller: Caller,
  user: SignedInUser,
  wanted: PublishPlan,
): Promise<PublishedOrPlanned> {
  return wanted.publishOn === null
    ? publishNow(caller, wanted)
    : planFor(caller, user, wanted, wanted.publishOn);
}

async function publishNow(caller: Caller, wanted: PublishPlan): Promise<PublishedOrPlanned> {
  const { commandId, ...request } = wanted;
  const command = commandFrom(caller, commandId, { action: "commissionPlan.publish", ...request });
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const inForce = await streams.load(
      commissionPlanStream,
      commissionPlanDecider,
      commissionPlanEvents,
    );
    const plan = await findPublishable(caller, wanted);
    if (await hasWaitingPlan(caller.db)) throw new DomainError("plan.one-waiting");
    const events = inForce.decide({ type: "PublishPlan", plan });
    if (events.length === 0) throw new DomainError("plan.in-force");
    return {
      events: events.map((event) => ({ streamId: commissionPlanStream, event })),
      answer: { state: "published" as const },
      sideWrites: (tx) =>
        insertAudit(tx, caller, { action: "plan.published", details: { plan, ...about(wanted) } }),
    };
  });
  return answer;
}

async function planFor(
  caller: Caller,
  user: SignedInUser,
  wanted: PublishPlan,
  publishOn: string,
): Promise<PublishedOrPlanned> {
  const plan = await findPublishable(caller, wanted);
  const { db, shop, now } = caller;
  const { from: publishAt } = await periodOfDays(readOnly(db), shop.region, { from: publishOn });
  if (publishAt === null || publishAt <= now()) throw new DomainError("plan.day-is-over");
  const waitMs = Date.parse(publishAt) - Date.parse(now());
  if (waitMs > waitMaxMs) throw new DomainError("plan.day-too-far");
  const { plan: inForce } = await findPlanInForce(readOnly(db));
  const isNew = commissionPlanDecider.decide({ type: "PublishPlan", plan }, inForce).length > 0;
  if (!isNew) throw new DomainError("plan.in-force");
  await db.transaction().execute(async (tx) => {
    const isFirst = await insertPlannedPlan(tx, {
      id: wanted.commandId,
      simulationId: wanted.simulationId,
      plan,
      publishOn,
      publishAt,
      plannedBy: user.id,
      plannedAt: now(),
    });
    // The same request again: it is done already.
    if (!isFirst) return;
    await insertAudit(tx, caller, {
      action: "plan.planned",
      target: wanted.commandId,
      details: { plan, publishOn, ...about(wanted) },
    });
    const startAfterSeconds = Math.ceil(waitMs / 1000);
    await caller.jobs.enqueue(tx, "publish-plan", {}, { startAfterSeconds });
  });
  return { state: "planned" };
}

function about({ simulationId, acceptsShareBps }: PublishPlan) {
  return { simulationId, ...(acceptsShareBps !== null && { acceptsShareBps }) };
}

/** The simulated plan, if it is the one that was seen, compared with the plan that is still in force. */
async function findPublishable(
  { db }: Pick<Caller, "db">,
  { simulationId, planHash, acceptsShareBps }: PublishPlan,
): Promise<CommissionPlan> {
  const simulation = await findSimulation(readOnly(db), simulationId);
  if (simulation.state !== "ready" || simulation.planHash !== planHash)
    throw new DomainError("plan.not-simulated");
  const { position } = await findPlanInForce(readOnly(db));
  if (position !== simulation.inForcePosition) throw new DomainError("plan.outdated");
  const above = shareAboveCeiling(simulation.plan);
  if (above !== null && above !== acceptsShareBps) throw new DomainError("plan.above-ceiling");
  return simulation.plan;
}

/** @throws DomainError plan.not-waiting where it was published or withdrawn meanwhile */
export async function withdrawPlan(caller: Caller, id: string): Promise<{ id: string }> {
  await caller.db.transaction().execute(async (tx) => {
    const isSettled = await settlePlannedPlan(tx, id, "withdrawn", caller.now());
    if (!isSettled) throw new DomainError("plan.not-waiting");
    await insertAudit(tx, caller, { action: "plan.withdrawn", target: id });
  });
  return { id };
}

export type PublishingContext = Pick<Caller, "db" | "ledger" | "now" | "log">;

/** Publishes the plan whose day has come, in the name of who planned it. However often it runs, once. */
export async function publishDuePlans({ db, ledger, now, log }: PublishingContext): Promise<void> {
  for (const { id, plan, plannedBy } of await listDuePlans(db, now())) {
    const command: Command = {
      commandId: id,
      request: { action: "publish-plan", id, actorId: plannedBy },
      metadata: { actorId: plannedBy, source: "planned", correlationId: `publish-plan-${id}` },
      occurredAt: now(),
    };
    await ledger.execute(command, async (streams) => {
      const inForce = await streams.load(
        commissionPlanStream,
        commissionPlanDecider,
        commissionPlanEvents,
      );
      const events = inForce.decide({ type: "PublishPlan", plan });
      return {
        events: events.map((event) => ({ streamId: commissionPlanStream, event })),
        answer: { id },
        sideWrites: async (tx) => {
          // Withdrawn in this very moment: then nothing of it happens.
          if (!(await settlePlannedPlan(tx, id, "published", now())))
            throw new DomainError("plan.not-waiting");
          const planner = { user: null, impersonatedById: null, now };
          const details = { plan, plannedBy };
          await insertAudit(tx, planner, { action: "plan.published", target: id, details });
        },
      };
    });
    log.info({ plannedPlanId: id }, "a planned commission plan was published");
  }
}

type NewPlannedPlan = Readonly<{
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
async function insertPlannedPlan(tx: Tx, planned: NewPlannedPlan): Promise<boolean> {
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

async function hasWaitingPlan(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom("planned_plan")
    .select("id")
    .where("state", "=", "planned")
    .executeTakeFirst();
  return row !== undefined;
}

/** Plans that wait and whose day has begun. */
async function listDuePlans(db: Database, now: string) {
  return db
    .selectFrom("planned_plan")
    .select(["id", "plan", "planned_by as plannedBy"])
    .where("state", "=", "planned")
    .where("publish_at", "<=", now)
    .execute();
}

/** @returns false where it waits no more */
async function settlePlannedPlan(
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
