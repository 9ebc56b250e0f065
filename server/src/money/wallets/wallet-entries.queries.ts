import type { WalletEntries } from "@portal/shared/money/wallet-entries.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { everyWord, isNamed } from "../../platform/db/list-filters.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { orderNumberOf } from "@portal/shared/platform/order-reference.ts";
import { getCalendar, isOfMonth } from "../statements/closing.queries.ts";
import type { Calendar } from "../statements/statement.rules.ts";
import { listQuestionsOf } from "./entry-question.queries.ts";

/** Of a commission entry on rows "entry" and "order". */
export const entryColumns = [
  "entry.position",
  "entry.entry_no as entryNo",
  "entry.occurred_at as occurredAt",
  "entry.order_number as orderNumber",
  "entry.order_id as orderId",
  "entry.kind",
  "entry.seller_id as sellerId",
  "entry.seller_level as sellerLevel",
  "entry.rate_bps as rateBps",
  "entry.value",
  "entry.amount",
  "entry.refunded_goods as refundedGoods",
  // The whole that `refundedGoods` is measured against.
  "order.goods as orderGoods",
  "entry.capped_by as cappedBy",
] as const;

/** `sum` is of all matching entries, whatever page of them is listed. */
export async function listWalletEntries(
  db: ReadDatabase,
  { userId, region }: Readonly<{ userId: number; region: Region }>,
  { page, pageSize, sort, ...filter }: WalletEntries,
) {
  const matching = matchingEntries(db, userId, await getCalendar(db, region), filter);
  const { total, sum } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .select(sql<number>`coalesce(sum(entry.amount), 0)::bigint`.as("sum"))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .innerJoin("projection.order_state as order", "order.order_id", "entry.order_id")
    .select(entryColumns)
    .select([
      sellerName.as("sellerName"),
      "entry.beneficiary_level as beneficiaryLevel",
      "entry.currency",
      "entry.plan_position as planPosition",
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
  calendar: Calendar,
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
  if (month) matching = matching.where(isOfMonth(calendar, sql.ref("entry"), month));
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
  const number = orderNumberOf(search);
  return number === null
    ? matching.where(everyWord(search, (word) => isNamed("seller", word)))
    : matching.where("entry.order_number", "=", number);
}

const sortColumns = {
  position: "entry.position",
  orderNumber: "entry.order_number",
  amount: "entry.amount",
} as const;

/** The cut-off of the last paid request; 0 before the first one. */
function cutoffOf(userId: number): RawBuilder<number> {
  return sql<number>`coalesce((
    select last_paid_cutoff from projection.wallet where user_id = ${userId}), 0)`;
}

const sellerName = sql<string | null>`seller.first_name || ' ' || seller.last_name`;

/** `earned`: what a level 1 earned on the orders that its sponsor got a `bonus` for. */
const levelOneRow = z.strictObject({
  userId: z.int(),
  name: z.string().nullable(),
  earned: z.int(),
  earnedSinceLastPayout: z.int(),
  bonus: z.int(),
  bonusSinceLastPayout: z.int(),
});

/**
 * The leader bonus by the level 1s that it comes from; the sum is the wallet's bonus.
 *
 * A bonus entry has the seller's id, not that of the level 1. That is the only beneficiary of level 1 on the same order:
 * at the position of the bonus, or, for a reversal by reassignment, at the last position before it.
 */
export async function listLevelOneCommission(
  db: ReadDatabase,
  userId: number,
): Promise<z.infer<typeof levelOneRow>[]> {
  return rowsOf(
    db,
    levelOneRow,
    sql`
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
    order by sums.bonus desc, sums.user_id`,
  );
}
