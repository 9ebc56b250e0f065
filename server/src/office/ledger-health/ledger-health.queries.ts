import { commissionPlanSchema } from "@portal/shared/network/commission-plan.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { z } from "zod";
import {
  type CommissionPlan,
  defaultPlan,
} from "../../network/commissions/commission-plan.events.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { ReadSource } from "../../platform/db/read-database.ts";
import { type KeptCheck, listChecks } from "../../platform/ledger-checks/ledger-check.store.ts";
import {
  type ProjectionStatus,
  projectionStatus,
} from "../../projections/store/projection-store.ts";
import { openWork, type OpenWork } from "../dashboard/open-work.queries.ts";
import {
  type ProjectionsResult,
  projectionsResultSchema,
  type ChainResult,
  chainResultSchema,
} from "./ledger-checks.ts";

/** When something was last looked over, and where the ledger ended then; null: not yet. */
type Looked<Result> = (Result & { checkedAt: string; position: number; tookMs: number }) | null;
export type NamedMember = ProjectionsResult["members"][number] & { fullName: string };

export type LedgerHealth = {
  now: string;
  currency: Currency;
  head: { position: number; recordedAt: string | null };
  projections: ProjectionStatus[];
  seals: { throughPosition: number; sealedAt: string | null; unsealed: number };
  chain: Looked<ChainResult>;
  replay: Looked<Omit<ProjectionsResult, "members"> & { members: NamedMember[] }>;
  plan: {
    /** All that members' sales cost beside their value so far, in minor units. */
    value: number;
    chain: number;
    leader: number;
    chainCeilingBps: number;
    leaderCeilingBps: number;
    outside: Looked<{ count: number; sales: SaleOutside[] }>;
  };
  clearing: Pick<OpenWork, "overpaid" | "underpaid" | "bankLines" | "notifications">;
  /** Where reports are read. */
  reads: ReadSource;
  /** When the newest nightly backup was made; null before the first. */
  backupAt: string | null;
  /** Somebody asked for a look that has not begun. */
  isWanted: boolean;
};

const outsideSchema = z.object({
  count: z.int(),
  sales: z.array(
    z.object({
      position: z.int(),
      orderId: z.string(),
      orderNumber: z.int(),
      value: z.int(),
      chain: z.int(),
      leader: z.int(),
      chainCeilingBps: z.int(),
      leaderCeilingBps: z.int(),
    }),
  ),
});

/** Whether the projections can be trusted, as far as is known: live figures, and what the worker found last. */
export async function readLedgerHealth(
  db: ReadDatabase,
  { region, now, reads }: Readonly<{ region: Region; now: string; reads: ReadSource }>,
): Promise<LedgerHealth> {
  const checks = new Map((await listChecks(db)).map((check) => [check.name, check]));
  const replay = looked(checks.get("replay"), projectionsResultSchema);
  const { currency, overpaid, underpaid, bankLines, notifications } = await openWork(db, {
    region,
    now,
  });
  return {
    ...(await ends(db)),
    now,
    currency,
    projections: await projectionStatus(db),
    chain: looked(checks.get("chain"), chainResultSchema),
    replay: replay && { ...replay, members: await named(db, replay.members) },
    plan: {
      ...(await commissionShare(db)),
      ...(await ceilingInForce(db)),
      outside: looked(checks.get("plan"), outsideSchema),
    },
    clearing: { overpaid, underpaid, bankLines, notifications },
    reads,
    backupAt: await backupTime(db),
    isWanted: [...checks.values()].some(isWanted),
  };
}

async function backupTime(db: ReadDatabase): Promise<string | null> {
  const row = await db.selectFrom("last_backup").select("made_at as madeAt").executeTakeFirst();
  return row?.madeAt ?? null;
}

function isWanted({ wantedAt, checkedAt }: KeptCheck): boolean {
  if (wantedAt === null) return false;
  return checkedAt === null || Date.parse(wantedAt) > Date.parse(checkedAt);
}

/** What an older release kept in another shape was not looked at. */
function looked<Result extends object>(
  check: KeptCheck | undefined,
  schema: z.ZodType<Result>,
): Looked<Result> {
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

async function ends(db: ReadDatabase): Promise<Pick<LedgerHealth, "head" | "seals">> {
  const { rows } = await sql<{
    position: number;
    recordedAt: string;
    sealed: number | null;
    sealedAt: string | null;
  }>`
    select head.position, head.recorded_at as "recordedAt", seal.through_position as sealed,
      seal.sealed_at as "sealedAt"
    from ledger_head head
    left join (
      select through_position, sealed_at from ledger_seals order by through_position desc limit 1
    ) seal on true`.execute(db);
  const [{ position, recordedAt, sealed, sealedAt } = emptyLedger] = rows;
  const throughPosition = sealed ?? 0;
  return {
    // An empty ledger has recorded nothing yet.
    head: { position, recordedAt: position === 0 ? null : recordedAt },
    seals: { throughPosition, sealedAt, unsealed: position - throughPosition },
  };
}

const emptyLedger = { position: 0, recordedAt: "", sealed: null, sealedAt: null };

export async function named(
  db: ReadDatabase,
  members: ProjectionsResult["members"],
): Promise<NamedMember[]> {
  if (members.length === 0) return [];
  const people = await db
    .selectFrom("account")
    .select(["id", sql<string>`first_name || ' ' || last_name`.as("fullName")])
    .where(
      "id",
      "in",
      members.map(({ memberId }) => memberId),
    )
    .execute();
  const names = new Map(people.map(({ id, fullName }) => [id, fullName]));
  return members.map((member) => ({ ...member, fullName: names.get(member.memberId) ?? "" }));
}

/** A sale that cost more than its plan allows, in minor units and basis points. */
type SaleOutside = Readonly<{
  position: number;
  orderId: string;
  orderNumber: number;
  value: number;
  chain: number;
  leader: number;
  chainCeilingBps: number;
  leaderCeilingBps: number;
}>;

const listedMax = 50;

/** The ceilings of every plan that was in force, by the position of its publication; 0 is the first. */
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

/**
 * Sales whose entries exceed the law of the plan that they were made under by more than a minor unit
 * an entry, which is what rounding can do. A sale is what one event accrued: an order that was given
 * to another seller is looked at anew.
 */
export async function salesOutside(
  db: ReadDatabase,
): Promise<Readonly<{ count: number; sales: readonly SaleOutside[] }>> {
  const ceilings = await planCeilings(db);
  const table = sql.join(
    [...ceilings].map(
      ([position, { chainBps, leaderBps }]) =>
        sql`(${position}::bigint, ${chainBps}::integer, ${leaderBps}::integer)`,
    ),
  );
  const { rows } = await sql<SaleOutside & { count: number }>`
    select sale.*, ceiling.chain_bps as "chainCeilingBps", ceiling.leader_bps as "leaderCeilingBps",
      count(*) over () as count
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
    limit ${listedMax}`.execute(db);
  return {
    count: rows[0]?.count ?? 0,
    sales: rows.map(({ position, orderId, orderNumber, value, chain, leader, ...ceiling }) => ({
      position,
      orderId,
      orderNumber,
      value,
      chain,
      leader,
      chainCeilingBps: ceiling.chainCeilingBps,
      leaderCeilingBps: ceiling.leaderCeilingBps,
    })),
  };
}

/** All that members' sales cost so far beside what they were worth, in minor units. */
async function commissionShare(
  db: ReadDatabase,
): Promise<Readonly<{ value: number; chain: number; leader: number }>> {
  const { rows } = await sql<{ value: number; chain: number; leader: number }>`
    select coalesce(sum(commissionable), 0)::bigint as value,
      coalesce(sum(accrued - leader_bonus), 0)::bigint as chain,
      coalesce(sum(leader_bonus), 0)::bigint as leader
    from projection.wallet`.execute(db);
  return rows[0] ?? { value: 0, chain: 0, leader: 0 };
}

/** The most that a sale may cost under a plan, in basis points of its value. */
type PlanCeiling = Readonly<{ chainBps: number; leaderBps: number }>;

/**
 * The law of the plan: own and upline shares of a distributor's sale together, whoever is above, and
 * on top the leader's share of the most that a level 1 can earn with it. 20 % and 2 % by default.
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
