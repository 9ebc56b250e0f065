import { type FirstAndLast, previousMonth } from "@portal/shared/platform/calendar.ts";
import { taxNumberKinds } from "@portal/shared/people/tax-numbers.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { listUnerased } from "../../people/users/user.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { lostSales } from "../../sales/orders/lost-sales.queries.ts";
import { isBySql } from "./closing.queries.ts";
import type { TaxPack } from "./statement.queries.ts";
import { type Calendar, endOf } from "./statement.rules.ts";
import type { CertificateFacts } from "./tax-certificates.rules.ts";

const personRow = z.strictObject({
  memberId: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  kind: z.enum(taxNumberKinds).nullable(),
  number: z.string().nullable(),
  idNumber: z.string().nullable(),
  goodsBought: z.int(),
});

/** What a member was paid in a tax year. */
type PaidInYear = Pick<TaxPack, "memberId" | "cash" | "withheld" | "converted" | "payouts">;

/**
 * The facts of the certificates of these tax years, in their order; without names where nobody knows them (any more): of an
 * erased member, and of one of an imported history who has no account. Tax numbers are whole, so this is for the file alone.
 *
 * @param period the days of the tax year
 */
export async function listCertificateFacts(
  db: ReadDatabase,
  calendar: Calendar,
  years: readonly PaidInYear[],
  period: FirstAndLast,
): Promise<CertificateFacts[]> {
  const ids = years.map(({ memberId }) => memberId);
  const named = await listUnerased(db, ids);
  const people = await rowsOf(
    db,
    personRow,
    sql`
    with bought as (${goodsBoughtIn(calendar, period, sql`= any (${ids}::integer[])`)})
    select member.id as "memberId", coalesce(account.first_name, '') as "firstName",
      coalesce(account.last_name, '') as "lastName", tax.kind, tax.number, tax.id_number as "idNumber",
      coalesce(bought.goods, 0)::bigint as "goodsBought"
    from unnest(${ids}::integer[]) as member (id)
    left join bought on bought.buyer_id = member.id
    left join account on account.id = member.id and account.id = any (${named}::integer[])
    left join tax_detail tax on tax.user_id = account.id`,
  );
  const found = new Map(people.map((person) => [person.memberId, person]));
  return years.flatMap(({ memberId, cash, withheld, converted, payouts }) => {
    const person = found.get(memberId);
    if (!person) return [];
    const { kind, number, ...known } = person;
    const taxNumber = kind !== null && number !== null ? { kind, number } : null;
    // It was income when it was converted, which the tax withheld of it later does not add to.
    const ofCredit = payouts.reduce(
      (sum, movement) => sum + (movement.type === "CreditPaidOut" ? (movement.withheld ?? 0) : 0),
      0,
    );
    return [{ ...known, taxNumber, income: cash + withheld + converted - ofCredit, withheld }];
  });
}

/**
 * The members who bought goods of at least an amount in a tax year, less refunds, by number: also those who earned nothing.
 *
 * @param period the days of the tax year
 */
export async function listBuyersOfGoods(
  db: ReadDatabase,
  calendar: Calendar,
  period: FirstAndLast,
  least: number,
): Promise<readonly number[]> {
  const members = sql`in (select user_id from projection.member)`;
  const buyers = await rowsOf(
    db,
    z.strictObject({ memberId: z.int() }),
    sql`
    with bought as (${goodsBoughtIn(calendar, period, members)})
    select buyer_id as "memberId" from bought where goods >= ${least} order by buyer_id`,
  );
  return buyers.map(({ memberId }) => memberId);
}

/** Rows `buyer_id, goods`: what was bought in the months of a period, by the booked days, less what was refunded in it. */
function goodsBoughtIn(
  calendar: Calendar,
  { from, to }: FirstAndLast,
  isBuyer: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const before = endOf(calendar, previousMonth(from.slice(0, 7)));
  const end = endOf(calendar, to.slice(0, 7));
  return sql`
    with lost as (${lostSales}), fact as (
      select bought.buyer_id, event.type, event.position, event.occurred_at, bought.goods,
        lost.order_id is not null as is_lost,
        coalesce((event.data ->> 'productAmount')::bigint, 0) as refunded,
        coalesce(sum((event.data ->> 'productAmount')::bigint) over (
          partition by event.stream_id order by event.position), 0) as refunded_by_then
      from projection.order_state bought
      join ledger_events event on event.stream_id = 'order-' || bought.order_id
        and event.type in ('OrderPaid', 'PaymentRefunded', 'PaymentUndone')
      left join lost on lost.undone_position = event.position
      where bought.buyer_id ${isBuyer} and bought.live
    )
    select buyer_id, sum(case
        when type = 'OrderPaid' then goods - refunded_by_then
        when is_lost then refunded_by_then - goods
        else -refunded end) as goods
    from fact where ${isBySql(sql`fact`, end)} and not ${isBySql(sql`fact`, before)}
    group by buyer_id`;
}

/** Minor units, of the settings. */
export async function findContractorFormFrom(db: ReadDatabase): Promise<number> {
  const row = await db
    .selectFrom("shop_setting")
    .select("contractor_form_from")
    .executeTakeFirstOrThrow();
  return row.contractor_form_from;
}
