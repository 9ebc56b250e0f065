import {
  type CommissionPlan,
  type PublishPlan,
  shareAboveCeiling,
} from "@portal/shared/network/commission-plan.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { ChangeOf, ProposedChange } from "@portal/shared/platform/proposals.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { lockSettings } from "../../catalogue/shop-settings/settings.store.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { periodOfDays } from "../../platform/db/list-filters.ts";
import { type Insertable, sql } from "kysely";
import { type Database, type ReadDatabase, readOnly, type Tx } from "../../platform/db/database.ts";
import type { PlanTables } from "../../platform/db/money-tables.ts";
import type { Command } from "../../platform/ledger/ledger.ts";
import { ownCommandId } from "../../platform/ledger/own-command-id.ts";
import type { StreamReader } from "../../platform/ledger/read-events.ts";
import { findProposal, isDecidedPlan } from "../../platform/proposals/proposal.store.ts";
import { propose } from "../../platform/proposals/propose.actions.ts";
import { commissionPlanDecider } from "./commission-plan.decider.ts";
import { commissionPlanEvents, commissionPlanStream } from "./commission-plan.events.ts";
import { findLargestStockistShare, findPlanInForce } from "./commission-plan.queries.ts";
import { findSimulation } from "./plan-simulation.store.ts";

/** With `proposalId` neither: it waits for a second admin. */
type PublishedOrPlanned = {
  state: "published" | "planned" | "proposed";
  proposalId: string | null;
};

const waitMaxMs = 366 * 24 * 3600 * 1000;

/**
 * Puts a simulated plan in force, immediately or on a future day. A plan applies to orders paid after its
 * position in the ledger; commission that was earned before does not change. A plan above the ceiling, now or on a day, is
 * only proposed (docs/domain.md, "Decisions of two admins").
 *
 * @throws DomainError plan.no-simulation, plan.not-simulated, plan.outdated, plan.above-ceiling,
 *   plan.in-force, plan.one-waiting, plan.day-is-over, plan.day-too-far, request.reused-key
 */
export async function publishPlan(
  caller: Caller,
  user: SignedInUser,
  input: PublishPlan,
): Promise<PublishedOrPlanned> {
  const proposed = await proposePlan(caller, user, input);
  if (proposed) return proposed;
  return input.publishOn === null
    ? publishNow(caller, input)
    : schedulePlan(caller, user, input, input.publishOn);
}

/** @returns null where one admin may publish it */
async function proposePlan(
  caller: Caller,
  user: SignedInUser,
  input: PublishPlan,
): Promise<PublishedOrPlanned | null> {
  const { commandId, simulationId, planHash, publishOn } = input;
  const { plan } = await findSimulation(readOnly(caller.db), simulationId);
  const shareBps = await findShareAboveCeiling(readOnly(caller.db), plan);
  if (shareBps === null) return null;
  const known = await findProposal(caller.db, commandId);
  if (known) return proposedBefore(known.change, input);
  await findPublishable(caller, input);
  if (publishOn !== null) await instantOf(caller, publishOn);
  if (await hasWaitingPlan(caller.db)) throw new DomainError("plan.one-waiting");
  const { plan: before } = await findPlanInForce(readOnly(caller.db));
  if (!isNew(plan, before)) throw new DomainError("plan.in-force");
  const data = { simulationId, planHash, publishOn, shareBps, plan, before };
  const change = { kind: "plan", data, words: null } as const;
  const { proposalId } = await propose(caller, user, commandId, change);
  return { state: "proposed", proposalId };
}

/** A retry, also after it was decided. */
function proposedBefore(change: ProposedChange, input: PublishPlan): PublishedOrPlanned {
  const isSame =
    change.kind === "plan" &&
    change.data.simulationId === input.simulationId &&
    change.data.publishOn === input.publishOn;
  if (!isSame) throw new DomainError("request.reused-key");
  return { state: "proposed", proposalId: input.commandId };
}

/**
 * By a decision of two admins: publishes the plan, or lets it wait for its day.
 *
 * @throws DomainError as `publishPlan`
 */
export async function publishDecided(
  caller: Caller,
  user: SignedInUser,
  commandId: string,
  { simulationId, planHash, publishOn, shareBps }: ChangeOf<"plan">["data"],
): Promise<void> {
  const input = { commandId, simulationId, planHash, publishOn, acceptsShareBps: shareBps };
  if (publishOn === null) {
    await publishNow(caller, input);
    return;
  }
  const command = commandFrom(caller, commandId, { action: "commissionPlan.publish", ...input });
  await caller.ledger.execute(command, async () => {
    const planned = await prepare(caller, input, publishOn);
    // Withdrawing names it by an id, which a command of the server does not have.
    const id = caller.decision?.id ?? caller.newId();
    return {
      events: [],
      answer: null,
      sideWrites: (tx) => storePlanned(tx, caller, user, { ...planned, id, input, publishOn }),
    };
  });
}

async function publishNow(caller: Caller, input: PublishPlan): Promise<PublishedOrPlanned> {
  const { commandId, ...request } = input;
  const command = commandFrom(caller, commandId, { action: "commissionPlan.publish", ...request });
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const inForce = await loadPlan(streams);
    const plan = await findPublishable(caller, input);
    if (await hasWaitingPlan(caller.db)) throw new DomainError("plan.one-waiting");
    const events = publicationOf(plan, inForce);
    if (events.length === 0) throw new DomainError("plan.in-force");
    return {
      events,
      answer: { state: "published" as const, proposalId: null },
      sideWrites: async (tx) => {
        await requireStillAccepted(tx, plan, input.acceptsShareBps);
        if (await hasWaitingPlan(tx)) throw new DomainError("plan.one-waiting");
        await insertAudit(tx, caller, {
          action: "plan.published",
          details: { plan, formerPlan: inForce.state, ...auditDetails(input) },
        });
      },
    };
  });
  return answer;
}

function loadPlan(streams: StreamReader) {
  return streams.load(commissionPlanStream, commissionPlanDecider, commissionPlanEvents);
}

function publicationOf(plan: CommissionPlan, inForce: Awaited<ReturnType<typeof loadPlan>>) {
  return inForce
    .decide({ type: "PublishPlan", plan })
    .map((event) => ({ streamId: commissionPlanStream, event }));
}

async function schedulePlan(
  caller: Caller,
  user: SignedInUser,
  input: PublishPlan,
  publishOn: string,
): Promise<PublishedOrPlanned> {
  const planned = await prepare(caller, input, publishOn);
  await caller.db
    .transaction()
    .execute((tx) =>
      storePlanned(tx, caller, user, { ...planned, id: input.commandId, input, publishOn }),
    );
  return { state: "planned", proposalId: null };
}

type Prepared = Readonly<{
  plan: CommissionPlan;
  inForce: CommissionPlan;
  publishAt: string;
  waitMs: number;
}>;

async function prepare(caller: Caller, input: PublishPlan, publishOn: string): Promise<Prepared> {
  const plan = await findPublishable(caller, input);
  const day = await instantOf(caller, publishOn);
  const { plan: inForce } = await findPlanInForce(readOnly(caller.db));
  if (!isNew(plan, inForce)) throw new DomainError("plan.in-force");
  return { plan, inForce, ...day };
}

/** When this day begins, and how long that is from now. */
async function instantOf({ db, shop, now }: Caller, publishOn: string) {
  const { from: publishAt } = await periodOfDays(readOnly(db), shop.region, { from: publishOn });
  if (publishAt === null || publishAt <= now()) throw new DomainError("plan.day-is-over");
  const waitMs = Date.parse(publishAt) - Date.parse(now());
  if (waitMs > waitMaxMs) throw new DomainError("plan.day-too-far");
  return { publishAt, waitMs };
}

function isNew(plan: CommissionPlan, inForce: CommissionPlan): boolean {
  return commissionPlanDecider.decide({ type: "PublishPlan", plan }, inForce).length > 0;
}

async function storePlanned(
  tx: Tx,
  caller: Caller,
  user: SignedInUser,
  planned: Prepared & Readonly<{ id: string; input: PublishPlan; publishOn: string }>,
): Promise<void> {
  const { id, input, plan, inForce, publishOn, publishAt, waitMs } = planned;
  const isFirst = await insertPlannedPlan(tx, {
    id,
    simulation_id: input.simulationId,
    plan: JSON.stringify(plan),
    publish_on: publishOn,
    publish_at: publishAt,
    planned_by: user.id,
    planned_at: caller.now(),
  });
  // A retry of a request that has already been carried out.
  if (!isFirst) return;
  await requireStillAccepted(tx, plan, input.acceptsShareBps);
  await findPublishable({ db: tx }, input);
  await insertAudit(tx, caller, {
    action: "plan.planned",
    target: id,
    details: { plan, formerPlan: inForce, publishOn, ...auditDetails(input) },
  });
  const startAfterSeconds = Math.ceil(waitMs / 1000);
  await caller.jobs.enqueue(tx, "publish-plan", {}, { startAfterSeconds });
}

function auditDetails({ simulationId, acceptsShareBps }: PublishPlan) {
  return { simulationId, ...(acceptsShareBps !== null && { acceptsShareBps }) };
}

async function findShareAboveCeiling(db: ReadDatabase, plan: CommissionPlan) {
  return shareAboveCeiling(plan, await findLargestStockistShare(db));
}

/**
 * For the side writes. The largest percentage of stockists that is saved, and a plan that is published or scheduled, at this moment
 * waits, and then sees this plan; one that was saved since the plan was judged is seen here.
 *
 * @throws DomainError plan.above-ceiling
 */
async function requireStillAccepted(
  tx: Tx,
  plan: CommissionPlan,
  acceptsShareBps: number | null,
): Promise<void> {
  await lockSettings(tx);
  const above = await findShareAboveCeiling(readOnly(tx), plan);
  if (above !== null && above !== acceptsShareBps) throw new DomainError("plan.above-ceiling");
}

/** The simulated plan, provided that it is the one the user saw and was compared with the plan still in force. */
async function findPublishable(
  { db }: Pick<Caller, "db">,
  { simulationId, planHash, acceptsShareBps }: PublishPlan,
): Promise<CommissionPlan> {
  const simulation = await findSimulation(readOnly(db), simulationId);
  if (simulation.state !== "ready" || simulation.planHash !== planHash)
    throw new DomainError("plan.not-simulated");
  const { position } = await findPlanInForce(readOnly(db));
  if (position !== simulation.inForcePosition) throw new DomainError("plan.outdated");
  const above = await findShareAboveCeiling(readOnly(db), simulation.plan);
  if (above !== null && above !== acceptsShareBps) throw new DomainError("plan.above-ceiling");
  return simulation.plan;
}

/** @throws DomainError plan.not-waiting if the plan was published or withdrawn in the meantime */
export async function withdrawPlan(caller: Caller, id: string): Promise<{ id: string }> {
  await caller.db.transaction().execute(async (tx) => {
    const details = await settlePlannedPlan(tx, id, "withdrawn", caller.now());
    await insertAudit(tx, caller, { action: "plan.withdrawn", target: id, details });
  });
  return { id };
}

export type PublishingContext = Pick<Caller, "db" | "ledger" | "now" | "log">;

/**
 * Publishes plans whose day has come, on behalf of the admin who scheduled them. Idempotent. What no second admin confirmed is
 * withdrawn instead, where its planner is no admin any more or the plan is above the ceiling by now.
 */
export async function publishDuePlans({ db, ledger, now, log }: PublishingContext): Promise<void> {
  for (const { id, plan, plannedBy, isDecided, isOfOffice } of await listDuePlans(db, now())) {
    const isAbove = (await findShareAboveCeiling(readOnly(db), plan)) !== null;
    if (!isDecided && (!isOfOffice || isAbove)) {
      await db.transaction().execute(async (tx) => {
        const details = await settlePlannedPlan(tx, id, "withdrawn", now());
        const nobody = { user: null, impersonatedById: null, now };
        await insertAudit(tx, nobody, { action: "plan.withdrawn", target: id, details });
      });
      log.info({ plannedPlanId: id }, "a planned commission plan was withdrawn");
      continue;
    }
    const command: Command = {
      commandId: ownCommandId("plan", id),
      request: { action: "publish-plan", id, actorId: plannedBy },
      metadata: { actorId: plannedBy, source: "planned", correlationId: `publish-plan-${id}` },
      occurredAt: now(),
    };
    await ledger.execute(command, async (streams) => {
      const inForce = await loadPlan(streams);
      return {
        events: publicationOf(plan, inForce),
        answer: { id },
        sideWrites: async (tx) => {
          // A concurrent withdrawal wins and rolls the transaction back.
          await settlePlannedPlan(tx, id, "published", now());
          // Where it is above the ceiling since it was looked at, the next try withdraws it.
          if (!isDecided) await requireStillAccepted(tx, plan, null);
          const planner = { user: null, impersonatedById: null, now };
          const details = { plan, formerPlan: inForce.state, plannedBy };
          await insertAudit(tx, planner, { action: "plan.published", target: id, details });
        },
      };
    });
    log.info({ plannedPlanId: id }, "a planned commission plan was published");
  }
}

/**
 * @returns false if the same request was stored before
 * @throws DomainError plan.one-waiting
 */
async function insertPlannedPlan(
  tx: Tx,
  planned: Insertable<PlanTables["planned_plan"]>,
): Promise<boolean> {
  const added = await tx
    .insertInto("planned_plan")
    .values(planned)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (added) return true;
  const known = await tx
    .selectFrom("planned_plan")
    .select("id")
    .where("id", "=", planned.id)
    .where("planned_by", "=", planned.planned_by)
    .where("simulation_id", "=", planned.simulation_id)
    .where("publish_on", "=", planned.publish_on)
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

/** Waiting plans whose day has begun. */
async function listDuePlans(db: Database, now: string) {
  return db
    .selectFrom("planned_plan")
    .select(["id", "plan", "planned_by as plannedBy"])
    .select(isDecidedPlan.as("isDecided"))
    .select(sql<boolean>`is_office(planned_by)`.as("isOfOffice"))
    .where("state", "=", "planned")
    .where("publish_at", "<=", now)
    .execute();
}

/**
 * @returns the plan and its day, for the audit
 * @throws DomainError plan.not-waiting
 */
async function settlePlannedPlan(
  tx: Tx,
  id: string,
  state: "published" | "withdrawn",
  now: string,
): Promise<{ plan: CommissionPlan; publishOn: string }> {
  const settled = await tx
    .updateTable("planned_plan")
    .set({ state, settled_at: now })
    .where("id", "=", id)
    .where("state", "=", "planned")
    .returning(["plan", "publish_on as publishOn"])
    .executeTakeFirst();
  if (!settled) throw new DomainError("plan.not-waiting");
  return settled;
}
