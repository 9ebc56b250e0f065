import type { WalletEntries } from "@portal/shared/money/wallet-entries.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Page } from "@portal/shared/platform/paging.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import { type RawBuilder, sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { likePattern } from "../../platform/db/list-filters.ts";
import type { CommissionEntryRow } from "../../platform/read-model/projection-tables.ts";
import { orderNumberIn } from "../../sales/orders/order.queries.ts";
import { type EntryQuestion, listQuestionsOf } from "./entry-question.queries.ts";

export type WalletEntry = {
  position: number;
  entryNo: number;
  orderNumber: number;
  orderId: string;
  kind: CommissionEntryRow["kind"];
  sellerId: number;
  sellerName: string | null;
  sellerLevel: MemberLevel;
  beneficiaryLevel: MemberLevel;
  rateBps: number;
  value: number;
  amount: number;
  currency: Currency;
  occurredAt: string;
  planPosition: number;
  /** For a reversal by refund: this much of `orderGoods` is refunded by now. */
  refundedGoods: number | null;
  orderGoods: number;
  /** What the ceiling took off the entry, or off the one that it takes back; null: nothing. */
  cappedBy: number | null;
  /** What the person asked about it, newest first. */
  questions: EntryQuestion[];
};

/** `sum` is that of all entries that match: the figure that led here. */
export type WalletEntryPage = Page<WalletEntry> & { sum: number };

type Who = Readonly<{ userId: number; region: Region }>;

export async function listWalletEntries(
  db: ReadDatabase,
  { userId, region }: Who,
  { page, pageSize, sort, ...filter }: WalletEntries,
): Promise<WalletEntryPage> {
  const matching = matchingEntries(db, userId, region, filter);
  const { total, sum } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .select(sql<number>`coalesce(sum(entry.amount), 0)::bigint`.as("sum"))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .innerJoin("projection.order_state as order", "order.order_id", "entry.order_id")
    .select([
      "entry.position",
      "entry.entry_no as entryNo",
      "entry.order_number as orderNumber",
      "entry.order_id as orderId",
      "entry.kind",
      "entry.seller_id as sellerId",
      sellerName.as("sellerName"),
      "entry.seller_level as sellerLevel",
      "entry.beneficiary_level as beneficiaryLevel",
      "entry.rate_bps as rateBps",
      "entry.value",
      "entry.amount",
      "entry.currency",
      "entry.occurred_at as occurredAt",
      "entry.plan_position as planPosition",
      "entry.refunded_goods as refundedGoods",
      "order.goods as orderGoods",
      "entry.capped_by as cappedBy",
    ])
    .orderBy(sortColumns[sort.by], sort.direction)
    .orderBy("entry.position", "desc")
    .orderBy("entry.entry_no")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const questionsOf = await listQuestionsOf(db, userId, rows);
  return { rows: rows.map((row) => ({ ...row, questions: questionsOf(row) })), total, sum };
}

function matchingEntries(
  db: ReadDatabase,
  userId: number,
  region: Region,
  filter: Omit<WalletEntries, "page" | "pageSize" | "sort">,
) {
  const { search, orderNumber, mode, kind, level, month, payout } = filter;
  let matching = db
    .selectFrom("projection.commission_entry as entry")
    .leftJoin("account as seller", "seller.id", "entry.seller_id")
    .where("entry.beneficiary_id", "=", userId);
  if (orderNumber !== undefined) matching = matching.where("entry.order_number", "=", orderNumber);
  if (mode === "current") matching = matching.where("entry.position", ">", cutoffOf(userId));
  if (mode === "historical") matching = matching.where("entry.position", "<=", cutoffOf(userId));
  if (kind) matching = matching.where("entry.kind", "in", [kind, `reversal-of-${kind}`]);
  if (level)
    matching = matching
      .where("entry.seller_level", "=", level)
      .where("entry.kind", "not in", ["leader", "reversal-of-leader"]);
  if (month)
    matching = matching
      .where("entry.occurred_at", ">=", monthStart(`${month}-01`, region, 0))
      .where("entry.occurred_at", "<", monthStart(`${month}-01`, region, 1));
  if (payout)
    matching = matching.where((entry) =>
      entry.exists(
        entry
          .selectFrom("projection.payout_request as payout")
          .select("payout.payout_id")
          .where("payout.payout_id", "=", payout)
          .where("payout.user_id", "=", userId)
          .whereRef("payout.after_position", "<", "entry.position")
          .whereRef("payout.cutoff_position", ">=", "entry.position"),
      ),
    );
  if (!search) return matching;
  const number = orderNumberIn(search);
  return number === null
    ? matching.where(sellerName, "ilike", likePattern(search))
    : matching.where("entry.order_number", "=", number);
}

const sortColumns = {
  position: "entry.position",
  orderNumber: "entry.order_number",
  amount: "entry.amount",
} as const;

/** The cut-off of the last paid request, 0 where nothing was paid yet. */
function cutoffOf(userId: number): RawBuilder<number> {
  return sql<number>`coalesce((
    select last_paid_cutoff from projection.wallet where user_id = ${userId}), 0)`;
}

/** The instant at which a month of the office's calendar begins, or one `later` months on. */
function monthStart(firstDay: string, region: Region, later: number): RawBuilder<string> {
  return sql<string>`(${firstDay}::timestamp + make_interval(months => ${later}))
    at time zone (select time_zone from region where code = ${region})`;
}

const sellerName = sql<string | null>`seller.first_name || ' ' || seller.last_name`;

/** What a level 1 earned on the orders that brought its sponsor a bonus, and that bonus. */
type LevelOneCommissionData = {
  userId: number;
  name: string | null;
  earned: number;
  earnedSinceLastPayout: number;
  bonus: number;
  bonusSinceLastPayout: number;
};

/**
 * The leader bonus opened to the level 1s that it came from; all of it adds up to the wallet's bonus.
 *
 * An entry of a bonus names the seller. The level 1 is who earned on the same order as the only one of
 * that level: with the entry itself, before what a change of seller takes back, or before a refund.
 */
export async function listLevelOneCommission(
  db: ReadDatabase,
  userId: number,
): Promise<LevelOneCommissionData[]> {
  const { rows } = await sql<LevelOneCommissionData>`
    with viewer as (
      select coalesce((
        select last_paid_cutoff from projection.wallet where user_id = ${userId}), 0) as cutoff
    ), bonus as (
      select entry.position, entry.order_id, entry.amount, source.user_id
      from projection.commission_entry entry
      cross join lateral (
        select made.beneficiary_id as user_id from projection.commission_entry made
        where made.order_id = entry.order_id and made.beneficiary_level = 1
          and made.beneficiary_id <> ${userId} and made.kind in ('own', 'upline', 'stockist')
          and (made.position < entry.position or made.position = entry.position
            and (entry.kind = 'leader' or entry.refunded_goods is not null))
        order by made.position desc limit 1
      ) source
      where entry.beneficiary_id = ${userId} and entry.kind in ('leader', 'reversal-of-leader')
    ), sums as (
      select user_id, sum(amount) as bonus,
        sum(amount) filter (where position > viewer.cutoff) as since
      from bonus, viewer group by user_id
    ), base as (
      select bonus.user_id, sum(made.amount) as earned,
        sum(made.amount) filter (where made.position > viewer.cutoff) as since
      from viewer, bonus
      join projection.commission_entry made on made.position = bonus.position
        and made.order_id = bonus.order_id and made.beneficiary_id = bonus.user_id
        and made.kind not in ('leader', 'reversal-of-leader')
        and (made.amount < 0) = (bonus.amount < 0)
      group by bonus.user_id
    )
    select sums.user_id as "userId", account.first_name || ' ' || account.last_name as name,
      coalesce(base.earned, 0)::bigint as earned,
      coalesce(base.since, 0)::bigint as "earnedSinceLastPayout",
      sums.bonus::bigint as bonus, coalesce(sums.since, 0)::bigint as "bonusSinceLastPayout"
    from sums left join base on base.user_id = sums.user_id
    left join account on account.id = sums.user_id
    order by sums.bonus desc, sums.user_id`.execute(db);
  return rows;
}
