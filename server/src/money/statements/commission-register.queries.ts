import { type Month, previousMonth } from "@portal/shared/platform/calendar.ts";
import { currencies } from "@portal/shared/platform/money.ts";
import { sql } from "kysely";
import { z } from "zod";
import { hasMixedSales } from "../../catalogue/shop/one-currency.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { isBySql } from "./closing.queries.ts";
import type { RegisterRow } from "./commission-register.rules.ts";
import { type Calendar, endOf } from "./statement.rules.ts";

const registerRow = z.strictObject({
  userId: z.int(),
  currency: z.enum(currencies),
  name: z.string().nullable(),
  opening: z.int(),
  own: z.int(),
  upline: z.int(),
  stockist: z.int(),
  leader: z.int(),
  reversed: z.int(),
  converted: z.int(),
  paid: z.int(),
  withheld: z.int(),
  closing: z.int(),
});

/**
 * The commission register of a month: every member with a balance or a movement in it, by number, and for each currency. A row
 * agrees with the member's statement, where they have one currency, and the sums with the account "Commission owed" of the
 * journals, because both count a fact in the same month (`isBy`). What wallets move is in the portal's currency.
 */
export async function readRegister(
  db: ReadDatabase,
  calendar: Calendar,
  month: Month,
): Promise<RegisterRow[]> {
  const end = endOf(calendar, month);
  const start = endOf(calendar, previousMonth(month));
  const ownCurrency = sql`${calendar.currency}::text`;
  // The index that is read here has no currency, and nearly always there is one alone.
  const currency = (await hasMixedSales(db)) ? sql`entry.currency` : ownCurrency;
  const isBefore = (row: string) => isBySql(sql.raw(row), start);
  const earned = (kind: string) =>
    sql`coalesce(sum(amount) filter (where not ${isBefore("entry")} and kind = ${sql.lit(kind)}), 0)`;
  const moved = (...types: readonly string[]) =>
    sql`coalesce(sum(amount) filter (
      where not ${isBefore("move")} and type in (${sql.join(types.map((type) => sql.lit(type)))})), 0)`;
  return rowsOf(
    db,
    registerRow,
    sql`
    with earned as (
      select beneficiary_id as member_id, ${currency} as currency, sum(amount) as total,
        coalesce(sum(amount) filter (where ${isBefore("entry")}), 0) as opening,
        ${earned("own")} as own, ${earned("upline")} as upline, ${earned("stockist")} as stockist,
        ${earned("leader")} as leader, coalesce(sum(amount) filter (
          where not ${isBefore("entry")} and kind like 'reversal-of-%'), 0) as reversed
      from projection.commission_entry entry
      where ${isBySql(sql`entry`, end)}
      group by 1, 2
    ), move as (
      select wallet.user_id as member_id, event.type, event.position, event.occurred_at,
        -- Store credit that is paid out was converted before: it has tax alone.
        case when event.type = 'CreditPaidOut' then 0
          else sign * (event.data ->> 'amount')::bigint end as amount,
        -- Older events have none.
        sign * coalesce((event.data ->> 'withheld')::bigint, 0) as withheld
      from projection.wallet wallet
      join ledger_events event on event.stream_id = 'wallet-' || wallet.user_id
      -- What the bank returned was not paid, and what the member paid back, or never will, is no longer.
      cross join lateral (
        select case when event.type in ('PayoutReturned', 'CommissionRepaid', 'CreditSetOff',
          'CommissionWrittenOff') then -1 else 1 end as sign) signed
      where (wallet.paid <> 0 or wallet.credit <> 0 or wallet.last_paid_cutoff <> 0)
        and event.type in ('PayoutPaid', 'PayoutReturned', 'PayoutReturnUndone', 'CommissionRepaid',
          'CommissionRepaymentUndone', 'CreditSetOff', 'CommissionWrittenOff', 'CommissionConverted', 'CreditPaidOut')
    ), moved as (
      select member_id, ${ownCurrency} as currency, sum(amount) as total,
        coalesce(sum(amount) filter (where ${isBefore("move")}), 0) as opening,
        ${moved("CommissionConverted")} as converted,
        ${moved("PayoutPaid", "PayoutReturned", "PayoutReturnUndone", "CommissionRepaid", "CommissionRepaymentUndone", "CreditSetOff", "CommissionWrittenOff")} as paid,
        coalesce(sum(withheld) filter (where not ${isBefore("move")}), 0) as withheld
      from move where ${isBySql(sql`move`, end)} group by member_id
    ), register as (
      select member_id, currency,
        coalesce(earned.opening, 0) - coalesce(moved.opening, 0) as opening,
        coalesce(own, 0) as own, coalesce(upline, 0) as upline, coalesce(stockist, 0) as stockist,
        coalesce(leader, 0) as leader, coalesce(reversed, 0) as reversed,
        coalesce(converted, 0) as converted, coalesce(paid, 0) as paid,
        coalesce(withheld, 0) as withheld,
        coalesce(earned.total, 0) - coalesce(moved.total, 0) as closing
      from earned full join moved using (member_id, currency)
    )
    select member_id as "userId", currency,
      nullif(trim(account.first_name || ' ' || account.last_name), '') as name,
      opening::bigint, own::bigint, upline::bigint, stockist::bigint, leader::bigint,
      reversed::bigint, converted::bigint, paid::bigint, withheld::bigint, closing::bigint
    from register left join account on account.id = member_id
    where (opening, own, upline, stockist, leader, reversed, converted, paid, withheld, closing)
      is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    order by member_id, currency <> ${ownCurrency}, currency`,
  );
}

const earnedRow = z.strictObject({
  userId: z.int(),
  currency: z.enum(currencies),
  day: z.string(),
  amount: z.int(),
});

/**
 * What members earned by each order by the end of a month, reversals taken off, the newest first; an order's commission is as
 * old as its first entry.
 */
export async function readEarnedByOrder(db: ReadDatabase, calendar: Calendar, month: Month) {
  return rowsOf(
    db,
    earnedRow,
    sql`
    select beneficiary_id as "userId", min(currency) as currency, sum(amount)::bigint as amount,
      to_char(min(occurred_at) at time zone ${calendar.timeZone}, 'YYYY-MM-DD') as day
    from projection.commission_entry entry
    where ${isBySql(sql`entry`, endOf(calendar, month))}
    group by beneficiary_id, order_id having sum(amount) > 0
    order by min(occurred_at) desc, min(position) desc, order_id`,
  );
}
