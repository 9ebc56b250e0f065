import { commissionPlanSchema } from "@portal/shared/network/commission-plan.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { z } from "zod";
import {
  type CommissionPlan,
  defaultPlan,
} from "../../network/commissions/commission-plan.events.ts";
import { namesOf } from "../../people/users/user.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { ReadSource } from "../../platform/db/read-database.ts";
import { rowOf, rowsOf } from "../../platform/db/rows.ts";
import { type KeptCheck, listChecks } from "../../platform/ledger-checks/ledger-check.store.ts";
import { projectionStatus } from "../../projections/store/projection-store.ts";
import { openWork } from "../dashboard/open-work.queries.ts";
import {
  type ProjectionsResult,
  projectionsResultSchema,
  chainResultSchema,
} from "./ledger-checks.ts";
import { undecidedSchema } from "./undecided-money.queries.ts";

const saleOutsideSchema = z.object({
  position: z.int(),
  orderId: z.string(),
  orderNumber: z.int(),
  value: z.int(),
  chain: z.int(),
  leader: z.int(),
  chainCeilingBps: z.int(),
  leaderCeilingBps: z.int(),
});
const outsideSchema = z.object({ count: z.int(), sales: z.array(saleOutsideSchema) });

/** Live figures, and the latest results of the worker's checks. */
export async function readLedgerHealth(
  db: ReadDatabase,
  { region, now, reads }: Readonly<{ region: Region; now: string; reads: ReadSource }>,
) {
  const checks = new Map((await listChecks(db)).map((check) => [check.name, check]));
  const replay = resultOf(checks.get("replay"), projectionsResultSchema);
  const { currency, overpaid, underpaid, bankLines, notifications } = await openWork(db, {
    region,
    now,
  });
  return {
    ...(await readHeads(db)),
    now,
    currency,
    projections: await projectionStatus(db),
    chain: resultOf(checks.get("chain"), chainResultSchema),
    decisions: resultOf(checks.get("decisions"), undecidedSchema),
    replay: replay && { ...replay, members: await membersWithNames(db, replay.members) },
    plan: {
      ...(await commissionShare(db)),
      ...(await ceilingInForce(db)),
      outside: resultOf(checks.get("plan"), outsideSchema),
    },
    clearing: { overpaid, underpaid, bankLines, notifications },
    /** The database that answers reports. */
    reads,
    /** When the newest nightly backup was made; null before the first. */
    backupAt: await backupTime(db),
    /** A check was requested and has not started. */
    isWanted: [...checks.values()].some(({ wantedAt }) => wantedAt !== null),
  };
}

async function backupTime(db: ReadDatabase): Promise<string | null> {
  const row = await db.selectFrom("last_backup").select("made_at as madeAt").executeTakeFirst();
  return row?.madeAt ?? null;
}

/** A check's last result and the head of the ledger then; null before the first, and for a result of an older release. */
function resultOf<Result extends object>(
  check: KeptCheck | undefined,
  schema: z.ZodType<Result>,
): (Result & Pick<KeptCheck, "position" | "tookMs"> & { checkedAt: string }) | null {
  const found = schema.safeParse(check?.result);
  if (!check?.checkedAt || !found.success) return null;
  const { checkedAt, position, tookMs } = check;
  return { ...found.data, checkedAt, position, tookMs };
}

async function ceilingInForce(db: ReadDatabase) {
  const ceiling = [...(await planCeilings(db)).values()].at(-1);
  return {
    chainCeilingBps: ceiling?.chainBps ?? 0,
    leaderCeilingBps: ceiling?.leaderBps ?? 0,
  };
}

const headsRow = z.strictObject({
  position: z.int(),
  recordedAt: z.iso.datetime(),
  sealed: z.int().nullable(),
  sealedAt: z.iso.datetime().nullable(),
});

async function readHeads(db: ReadDatabase) {
  const { position, recordedAt, sealed, sealedAt } = await rowOf(
    db,
    headsRow,
    sql`
    select head.position, head.recorded_at as "recordedAt", seal.through_position as sealed,
      seal.sealed_at as "sealedAt"
    from ledger_head head
    left join (
      select through_position, sealed_at from ledger_seals order by through_position desc limit 1
    ) seal on true`,
  );
  const throughPosition = sealed ?? 0;
  return {
    // An empty ledger has recorded nothing yet.
    head: { position, recordedAt: position === 0 ? null : recordedAt },
    seals: { throughPosition, sealedAt, unsealed: position - throughPosition },
  };
}

export async function membersWithNames(db: ReadDatabase, members: ProjectionsResult["members"]) {
  const names = await namesOf(
    db,
    members.map(({ memberId }) => memberId),
  );
  return members.map((member) => ({ ...member, fullName: names.get(member.memberId) ?? "" }));
}

const listedMax = 50;

/** The ceilings of every plan by the position of its publication; 0 is the default plan. */
async function planCeilings(db: ReadDatabase): Promise<ReadonlyMap<number, PlanCeiling>> {
  const plans = await db
    .selectFrom("projection.commission_plan")
    .select(["position", "plan"])
    .orderBy("position")
    .execute();
  return new Map([
    [0, ceilingOf(defaultPlan)],
    ...plans.map(({ position, plan }): [number, PlanCeiling] => [
      position,
      ceilingOf(commissionPlanSchema.parse(plan)),
    ]),
  ]);
}

const saleRow = z.strictObject({ ...saleOutsideSchema.shape, count: z.int() });

/**
 * Sales whose commission exceeds the payout-ratio cap of their plan by more than one minor unit per entry, which is what
 * rounding can add. A sale is what one event accrued, so a reassigned order is checked again.
 */
export async function salesOutside(db: ReadDatabase): Promise<z.infer<typeof outsideSchema>> {
  const ceilings = await planCeilings(db);
  const table = sql.join(
    [...ceilings].map(
      ([position, { chainBps, leaderBps }]) =>
        sql`(${position}::bigint, ${chainBps}::integer, ${leaderBps}::integer)`,
    ),
  );
  const rows = await rowsOf(
    db,
    saleRow,
    sql`
    select position, "orderId", "orderNumber", value, chain, leader,
      chain_bps as "chainCeilingBps", leader_bps as "leaderCeilingBps", count(*) over () as count
    from (
      select position, order_id as "orderId", order_number as "orderNumber",
        max(plan_position) as plan_position, count(*) as entries,
        coalesce(max(value) filter (where kind <> 'leader'), 0) as value,
        coalesce(sum(amount) filter (where kind <> 'leader'), 0)::bigint as chain,
        coalesce(sum(amount) filter (where kind = 'leader'), 0)::bigint as leader
      from projection.commission_entry
      where kind in ('own', 'upline', 'stockist', 'leader')
      group by position, order_id, order_number
    ) sale
    join (values ${table}) ceiling (plan_position, chain_bps, leader_bps)
      on ceiling.plan_position = sale.plan_position
    where (sale.chain - sale.entries) * 10000 > sale.value * ceiling.chain_bps
      or (sale.leader - sale.entries) * 10000 > sale.value * ceiling.leader_bps
    order by sale.position desc
    limit ${listedMax}`,
  );
  return { count: rows[0]?.count ?? 0, sales: rows.map(({ count: _count, ...sale }) => sale) };
}

const shareRow = z.strictObject({ value: z.int(), chain: z.int(), leader: z.int() });

/** The value of all members' sales and their commission so far, in minor units. */
async function commissionShare(db: ReadDatabase) {
  return rowOf(
    db,
    shareRow,
    sql`
    select coalesce(sum(commissionable), 0)::bigint as value,
      coalesce(sum(accrued - leader_bonus), 0)::bigint as chain,
      coalesce(sum(leader_bonus), 0)::bigint as leader
    from projection.wallet`,
  );
}

/** The maximum commission on a sale, in basis points of its value. */
type PlanCeiling = Readonly<{ chainBps: number; leaderBps: number }>;

/**
 * The payout-ratio cap of a plan: own and upline shares of a distributor's sale together, and the leader bonus on the most
 * that a level 1 can earn with it. 20 % and 2 % by default.
 */
export function ceilingOf({ own, upline, leader }: CommissionPlan): PlanCeiling {
  const chainBps = Math.max(
    own["1"],
    own["2"] + upline["1"]["2"],
    own["3"] + upline["1"]["3"] + upline["2"]["3"],
  );
  const levelOneBps = Math.max(own["1"], upline["1"]["2"], upline["1"]["3"]);
  return { chainBps, leaderBps: Math.ceil((levelOneBps * leader) / 10_000) };
}
