import {
  ageBands,
  type AgeBand,
  type AgedAmounts,
  type UnpaidOrders,
} from "@portal/shared/money/owed.ts";
import { addDays, type Day, startOfDay } from "@portal/shared/platform/calendar.ts";
import { currencies } from "@portal/shared/platform/money.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { outstandingSql } from "../../sales/orders/order-tasks.queries.ts";
import { buyerName } from "../../sales/orders/order.queries.ts";
import { ageLimits } from "../books/ageing.rules.ts";
import type { ListedPerson } from "../people-page.rules.ts";

/** The present day, in the time zone of the shop: ages are whole days of its calendar. */
export type OwedToday = Readonly<{ today: Day; timeZone: string }>;

/** Of a row of `projection.order_state` named "order". */
export const isUnpaid = sql<boolean>`(${isLive()} and "order".state = 'placed' and ${outstandingSql} > 0)`;

const unpaidRow = z.strictObject({
  orderId: z.string(),
  orderNumber: z.int(),
  buyerName: z.string().nullable(),
  placedAt: z.string(),
  currency: z.enum(currencies),
  outstanding: z.int(),
  age: z.enum(ageBands),
  /** The day of the last payment reminder that was sent or is about to be. */
  remindedOn: z.string().nullable(),
});
export type UnpaidOrder = z.infer<typeof unpaidRow>;

/** What orders still have to bring in, by age since they were placed; without `page`, all of them. */
export async function listUnpaidOrders(
  db: ReadDatabase,
  at: OwedToday,
  { age, sort, page }: Pick<UnpaidOrders, "age" | "sort"> & Readonly<{ page: RawBuilder<unknown> }>,
): Promise<UnpaidOrder[]> {
  const band = bandSql(sql`"order".placed_at`, at);
  return rowsOf(
    db,
    unpaidRow,
    sql`
    select "order".order_id as "orderId", "order".order_number as "orderNumber",
      ${buyerName} as "buyerName", "order".placed_at as "placedAt", "order".currency,
      ${outstandingSql} as outstanding, ${band} as age, ${remindedOn} as "remindedOn"
    from projection.order_state "order"
    left join account buyer on buyer.id = "order".buyer_id
    left join order_detail detail on detail.order_id = "order".order_id
    where ${isUnpaid} ${age === undefined ? sql`` : sql`and ${band} = ${age}`}
    order by ${sortColumns[sort.by]} ${sort.direction === "asc" ? sql`asc` : sql`desc`},
      "order".order_id ${page}`,
  );
}

/** One that was not sent, because the order was paid first or no mail server took it, does not count. */
const remindedOn = sql<string | null>`(
  select max(reminder.day)::text from payment_reminder reminder
  join message on message.message_key = 'payment-reminder:' || reminder.order_id || ':' || reminder.day
  where reminder.order_id = "order".order_id and message.state in ('queued', 'sent', 'kept'))`;

const sortColumns = {
  placedAt: sql`"order".placed_at`,
  outstanding: outstandingSql,
} as const;

const unpaidSumRow = z.strictObject({
  currency: z.enum(currencies),
  age: z.enum(ageBands),
  orders: z.int(),
  amount: z.int(),
});

/** Number and sum of the unpaid orders of each age, one row per currency. */
export async function sumUnpaidOrders(db: ReadDatabase, at: OwedToday) {
  const rows = await rowsOf(
    db,
    unpaidSumRow,
    sql`
    select "order".currency, ${bandSql(sql`"order".placed_at`, at)} as age,
      count(*)::integer as orders, sum(${outstandingSql})::bigint as amount
    from projection.order_state "order" where ${isUnpaid} group by 1, 2`,
  );
  return currencies.flatMap((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    if (own.length === 0) return [];
    return [{ currency, ...agedOf((age) => own.find((row) => row.age === age)) }];
  });
}

/** The two figures of each age. */
function agedOf(of: (age: AgeBand) => Readonly<{ orders: number; amount: number }> | undefined) {
  const each = (figure: "orders" | "amount"): AgedAmounts => ({
    to7: of("to7")?.[figure] ?? 0,
    to30: of("to30")?.[figure] ?? 0,
    to60: of("to60")?.[figure] ?? 0,
    over60: of("over60")?.[figure] ?? 0,
  });
  return { orders: each("orders"), amounts: each("amount") };
}

const memberRow = z.strictObject({
  userId: z.int(),
  name: z.string().nullable(),
  amount: z.int(),
  to7: z.int(),
  to30: z.int(),
  to60: z.int(),
  over60: z.int(),
});
/** `amount` is the balance; negative: earned once, paid out, and reversed later. It has no age then. */
export type OwedMember = ListedPerson & AgedAmounts & Readonly<{ amount: number }>;

/**
 * The commission owed to each member. A payout settles the oldest commission first, so what is left is laid on what the
 * member earned by order, newest first; an order's commission is as old as its first entry.
 */
export async function listOwedMembers(db: ReadDatabase, at: OwedToday): Promise<OwedMember[]> {
  return rowsOf(
    db,
    memberRow,
    sql`
    with owed as (
      select user_id, accrued - paid - credit as balance from projection.wallet
      where accrued - paid - credit <> 0
    ), earned as (
      select beneficiary_id as user_id, order_id, min(occurred_at) as at, min(position) as position,
        sum(amount) as net
      from projection.commission_entry entry join owed on user_id = beneficiary_id and balance > 0
      group by beneficiary_id, order_id having sum(amount) > 0
    ), laid as (
      select user_id, ${bandSql(sql`at`, at)} as age, least(net, greatest(0, balance - (sum(net) over (
        partition by user_id order by at desc, position desc, order_id
        rows between unbounded preceding and current row) - net))) as part
      from earned join owed using (user_id)
    )
    select owed.user_id as "userId",
      nullif(trim(account.first_name || ' ' || account.last_name), '') as name,
      balance as amount, ${sql.join(ageBands.map(partOf))}
    from owed left join laid using (user_id) left join account on account.id = owed.user_id
    group by owed.user_id, balance, account.id`,
  );
}

const partOf = (age: AgeBand) =>
  sql`coalesce(sum(part) filter (where age = ${sql.lit(age)}), 0)::bigint as ${sql.ref(age)}`;

const holderRow = z.strictObject({
  userId: z.int(),
  name: z.string().nullable(),
  amount: z.int(),
});
export type CreditHolder = z.infer<typeof holderRow>;

/** Everybody with store credit. */
export async function listCreditHolders(db: ReadDatabase): Promise<CreditHolder[]> {
  return rowsOf(
    db,
    holderRow,
    sql`
    select user_id as "userId",
      nullif(trim(account.first_name || ' ' || account.last_name), '') as name,
      credit_account as amount
    from projection.wallet left join account on account.id = user_id
    where credit_account <> 0`,
  );
}

/** The age of an instant. */
export function bandSql(
  instant: RawBuilder<unknown>,
  { today, timeZone }: OwedToday,
): RawBuilder<AgeBand> {
  const since = (days: number) => startOfDay(addDays(today, 0 - days), timeZone);
  const cases = ageLimits.map(
    ({ age, days }) => sql`when ${instant} >= ${since(days)}::timestamptz then ${sql.lit(age)}`,
  );
  return sql<AgeBand>`(case ${sql.join(cases, sql` `)} else 'over60' end)`;
}
