import { type Day, type FirstAndLast, previousMonth } from "@portal/shared/platform/calendar.ts";
import { type TaxNumberKind, taxNumberKinds } from "@portal/shared/people/tax-numbers.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { listUnerased } from "../../people/users/user.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowOf, rowsOf } from "../../platform/db/rows.ts";
import { lostSales } from "../../sales/orders/lost-sales.queries.ts";
import { splitOf } from "../self-billing/self-billed-invoice.rules.ts";
import { bookedDaySql, isBySql } from "./closing.queries.ts";
import { type Calendar, endOf } from "./statement.rules.ts";
import {
  type CertificateFacts,
  paidByMember,
  type TaxedPayment,
} from "./tax-certificates.rules.ts";

const personRow = z.strictObject({
  memberId: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  kind: z.enum(taxNumberKinds).nullable(),
  number: z.string().nullable(),
  vatNumber: z.string().nullable(),
  idNumber: z.string().nullable(),
  goodsBought: z.int(),
});

const taxedPayment = z.strictObject({
  memberId: z.int(),
  kind: z.enum([
    "PayoutPaid",
    "PayoutReturned",
    "PayoutReturnUndone",
    "CommissionRepaid",
    "CommissionRepaymentUndone",
    "CreditSetOff",
    "CommissionConverted",
    "CreditPaidOut",
  ]),
  paidOn: z.iso.date(),
  postingDate: z.iso.date(),
  income: z.int(),
  withheld: z.int(),
  /** In basis points, in the income; null: no tax invoice of the shop says that there is any. */
  vatBps: z.int().nullable(),
});

/**
 * Everything that was paid or is booked in a period, by the day of payment: tax law goes by that, and the registers by the
 * booked day. The day of a payout is the corrected one, also where the bank returned it: it was not paid. Commission that becomes
 * store credit is paid by that. What a member paid back lowers the year in which the money came, and a repayment that was undone
 * lowers none.
 *
 * @param period the days of the tax year
 */
export async function listTaxedPayments(
  db: ReadDatabase,
  calendar: Calendar,
  { from, to }: FirstAndLast,
): Promise<readonly TaxedPayment[]> {
  const payments = await rowsOf(
    db,
    taxedPayment,
    sql`
    with payment as (${taxedPayments(calendar, sql`true`)})
    select member_id as "memberId", kind, paid_on::text as "paidOn",
      posting_date::text as "postingDate", income, withheld, vat_bps as "vatBps"
    from payment
    where paid_on between ${from} and ${to} or posting_date between ${from} and ${to}
    order by position`,
  );
  return payments.map(({ vatBps, ...payment }) => ({
    ...payment,
    vat: vatBps === null ? 0 : splitOf({ amount: payment.income, vatBps }).vat,
  }));
}

/** The last day on which a member was paid anything that a certificate counts; null: never. */
export async function findLastPaidOn(
  db: ReadDatabase,
  calendar: Calendar,
  memberId: number,
): Promise<Day | null> {
  const { paidOn } = await rowOf(
    db,
    z.strictObject({ paidOn: z.iso.date().nullable() }),
    sql`
    with payment as (${taxedPayments(calendar, sql`wallet.user_id = ${memberId}`)})
    select max(paid_on)::text as "paidOn" from payment`,
  );
  return paidOn;
}

/** Rows `member_id, kind, position, paid_on, posting_date, income, withheld, vat_bps` of these wallets. */
function taxedPayments(
  { timeZone, closings }: Calendar,
  whose: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const local = sql<string>`(event.occurred_at at time zone ${timeZone})::date`;
  const booked = bookedDaySql(closings, { local, position: sql`event.position` });
  return sql`
    select wallet.user_id as member_id, event.type as kind, event.position,
      coalesce(payout.paid_on, (payout.settled_at at time zone ${timeZone})::date,
        (event.data ->> 'paidOn')::date, (repaid.occurred_at at time zone ${timeZone})::date,
        ${local}) as paid_on,
      (${booked})::date as posting_date, amounts.income, amounts.withheld,
      case when not exists (
          select from ledger_events credited
          where credited.stream_id = event.stream_id and credited.type = 'SelfBilledInvoiceCredited'
            and credited.data ->> 'payoutId' = event.data ->> 'payoutId')
        then (event.data ->> 'selfBilledVatBps')::integer end as vat_bps
    from projection.wallet wallet
    join ledger_events event on event.stream_id = 'wallet-' || wallet.user_id
    left join projection.payout_request payout
      on event.type in ('PayoutPaid', 'PayoutReturned', 'PayoutReturnUndone')
      and payout.payout_id = event.data ->> 'payoutId'
    left join lateral (
      select earlier.occurred_at from ledger_events earlier
      where event.type = 'CommissionRepaymentUndone' and earlier.stream_id = event.stream_id
        and earlier.type = 'CommissionRepaid' and earlier.position < event.position
        and earlier.data ->> 'bankLineId' = event.data ->> 'bankLineId'
      order by earlier.position desc limit 1
    ) repaid on true
    cross join lateral (
      select case when event.type in ('PayoutReturned', 'CommissionRepaid', 'CreditSetOff')
        then -1 else 1 end as sign) signed
    cross join lateral (
      -- Store credit was income when it was converted, which paying it out does not add to.
      select case when event.type = 'CreditPaidOut' then 0
          else sign * (event.data ->> 'amount')::bigint end as income,
        -- Older events have none.
        sign * coalesce((event.data ->> 'withheld')::bigint, 0) as withheld
    ) amounts
    where (wallet.paid <> 0 or wallet.credit <> 0 or wallet.last_paid_cutoff <> 0) and ${whose}
      and event.type in ('PayoutPaid', 'PayoutReturned', 'PayoutReturnUndone', 'CommissionRepaid',
        'CommissionRepaymentUndone', 'CreditSetOff', 'CommissionConverted', 'CreditPaidOut')
      and (amounts.income <> 0 or amounts.withheld <> 0)`;
}

/**
 * The facts of the certificates of members, by number: of an erased one with what is kept for it, and without names where
 * nobody knows them (any more), as in an imported history without accounts. Tax numbers are whole, so this is for the file alone.
 *
 * @param of.period the days of the tax year
 */
export async function listCertificateFacts(
  db: ReadDatabase,
  calendar: Calendar,
  {
    memberIds: ids,
    payments,
    period,
  }: Readonly<{
    memberIds: readonly number[];
    payments: readonly TaxedPayment[];
    period: FirstAndLast;
  }>,
): Promise<CertificateFacts[]> {
  const named = await listUnerased(db, ids);
  const people = await rowsOf(
    db,
    personRow,
    sql`
    with bought as (${goodsBoughtIn(calendar, period, sql`= any (${ids}::integer[])`)})
    select member.id as "memberId",
      coalesce(account.first_name, kept.first_name, '') as "firstName",
      coalesce(account.last_name, kept.last_name, '') as "lastName",
      coalesce(tax.kind, kept.kind) as kind, coalesce(tax.number, kept.number) as number,
      coalesce(tax.id_number, kept.id_number) as "idNumber",
      coalesce(tax.vat_number, kept.vat_number) as "vatNumber",
      coalesce(bought.goods, 0)::bigint as "goodsBought"
    from unnest(${ids}::integer[]) as member (id)
    left join bought on bought.buyer_id = member.id
    left join account on account.id = member.id and account.id = any (${named}::integer[])
    left join tax_detail tax on tax.user_id = account.id
    left join kept_tax_identity kept on kept.user_id = member.id
    order by member.id`,
  );
  const paid = paidByMember(payments, period);
  return people.map(({ kind, number, ...person }) => ({
    ...person,
    taxNumber: kind !== null && number !== null ? { kind, number } : null,
    ...(paid.get(person.memberId) ?? { income: 0, withheld: 0, vat: 0 }),
  }));
}

/** What kind of tax number members gave; those without one are left out. */
export async function findTaxNumberKinds(
  db: ReadDatabase,
  ids: readonly number[],
): Promise<ReadonlyMap<number, TaxNumberKind>> {
  const rows = await db
    .selectFrom("tax_detail")
    .select(["user_id as memberId", "kind"])
    .where((detail) => detail("user_id", "=", detail.fn.any(detail.val([...ids]))))
    .execute();
  return new Map(rows.flatMap(({ memberId, kind }) => (kind ? [[memberId, kind] as const] : [])));
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
