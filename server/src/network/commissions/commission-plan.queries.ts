import {
  type CommissionPlan,
  type ListSimulatedMembers,
  shareAboveCeiling,
} from "@portal/shared/network/commission-plan.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import { sql } from "kysely";
import { z } from "zod";
import { namesOf } from "../../people/users/user.queries.ts";
import { likePattern, pageOf } from "../../platform/db/list-filters.ts";
import type { Database, ReadDatabase } from "../../platform/db/database.ts";
import { rowOf } from "../../platform/db/rows.ts";
import { storedEvents } from "../../platform/ledger/read-events.ts";
import {
  commissionPlanEvents,
  commissionPlanStream,
  defaultPlan,
} from "./commission-plan.events.ts";
import { findSimulation } from "./plan-simulation.store.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

/** `planned` is the plan that waits for its day, if there is one. */
export async function getCommissionPlans(db: ReadDatabase, region: Region) {
  const { currency } = await loadRegion(db, region);
  const published = await listPublished(db);
  const planned = await db
    .selectFrom("planned_plan as planned")
    .leftJoin("account as planner", "planner.id", "planned.planned_by")
    .select([
      "planned.id",
      "planned.plan",
      "planned.publish_on as publishOn",
      "planned.planned_at as plannedAt",
      sql<string | null>`planner.first_name || ' ' || planner.last_name`.as("plannedByName"),
    ])
    .where("planned.state", "=", "planned")
    .executeTakeFirst();
  return { currency, published, planned: planned ?? null };
}

/** Newest first: the first plan is in force, the last is the default plan at position 0. */
async function listPublished(db: ReadDatabase) {
  const events = await storedEvents(db).where("stream_id", "=", commissionPlanStream).execute();
  const actorIds = events.flatMap(({ metadata }) => metadata.actorId ?? []);
  const names = await namesOf(db, actorIds);
  const published = events.map((stored) => ({
    position: stored.position,
    plan: commissionPlanEvents.read(stored).data,
    publishedAt: stored.occurredAt,
    publishedByName: names.get(stored.metadata.actorId ?? 0) ?? null,
  }));
  const first = { position: 0, plan: defaultPlan, publishedAt: null, publishedByName: null };
  return [first, ...published].toReversed();
}

export async function findPlanInForce(
  db: Pick<ReadDatabase, "selectFrom">,
): Promise<{ position: number; plan: CommissionPlan }> {
  const stored = await storedEvents(db).where("stream_id", "=", commissionPlanStream).execute();
  const newest = stored.at(-1);
  if (!newest) return { position: 0, plan: defaultPlan };
  return { position: newest.position, plan: commissionPlanEvents.read(newest).data };
}

/** The larger leader bonus of the plan in force and the one that waits for its day, in basis points. */
export async function findLeaderBps(db: ReadDatabase): Promise<number> {
  const { plan } = await findPlanInForce(db);
  const planned = await db
    .selectFrom("planned_plan")
    .select("plan")
    .where("state", "=", "planned")
    .executeTakeFirst();
  return Math.max(plan.leader, planned?.plan.leader ?? 0);
}

const bpsRow = z.strictObject({ bps: z.int() });

/** The largest percentage of a stockist's sales that its parent earns or may be given, in basis points. */
export async function findLargestStockistShare(db: Database | ReadDatabase): Promise<number> {
  const { bps } = await rowOf(
    db,
    bpsRow,
    sql`
    select greatest(stockist_percent_max_bps,
      (select max(distributor_bps) from projection.member where kind = 'stockist')) as bps
    from shop_setting`,
  );
  return bps;
}

/** `winners` and `losers` count the members who would earn more, and less. @throws DomainError plan.no-simulation */
export async function getSimulation(db: ReadDatabase, id: string) {
  const simulation = await findSimulation(db, id);
  const { winners, losers } = await db
    .selectFrom("plan_simulation_member")
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere("delta", ">", 0).as("winners"),
      fn.countAll<number>().filterWhere("delta", "<", 0).as("losers"),
    ])
    .where("simulation_id", "=", id)
    .executeTakeFirstOrThrow();
  const aboveCeilingBps = shareAboveCeiling(simulation.plan, await findLargestStockistShare(db));
  return { ...simulation, winners, losers, aboveCeilingBps };
}

export async function listSimulatedMembers(
  db: ReadDatabase,
  { id, search, show, sortBy, sortDirection, ...page }: ListSimulatedMembers,
) {
  let matching = db
    .selectFrom("plan_simulation_member as simulated")
    .leftJoin("account as member", "member.id", "simulated.member_id")
    .where("simulated.simulation_id", "=", id);
  if (show === "winners") matching = matching.where("simulated.delta", ">", 0);
  if (show === "losers") matching = matching.where("simulated.delta", "<", 0);
  if (search)
    matching = matching.where(
      sql<string>`member.first_name || ' ' || member.last_name`,
      "ilike",
      likePattern(search),
    );
  const order = {
    change: sql`abs(simulated.delta)`,
    delta: sql`simulated.delta`,
    actual: sql`simulated.actual`,
    simulated: sql`simulated.simulated`,
    name: sql`member.sort_name`,
  }[sortBy];
  return matching
    .select([
      "simulated.member_id as memberId",
      "simulated.level",
      "simulated.actual",
      "simulated.simulated",
      "simulated.delta",
      sql<string | null>`member.first_name || ' ' || member.last_name`.as("name"),
    ])
    .orderBy(order, sortDirection)
    .orderBy("simulated.member_id")
    .$narrowType<{ level: MemberLevel }>()
    .$call((list) => pageOf(list, page));
}
