import { balanceOf, usableCreditOf } from "@portal/shared/money/wallet-figures.ts";
import type { DueOrder } from "@portal/shared/people/users/erase-user.ts";
import { dayOf } from "@portal/shared/platform/calendar.ts";
import { type RawBuilder, sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { isOverpaid, isUnderpaid, isWork } from "../../sales/orders/order-tasks.queries.ts";
import { walletStream } from "../../money/wallets/wallet.events.ts";

export type MoneyDue = Awaited<ReturnType<typeof findMoneyDue>>;

/**
 * What the shop owes a user and could not settle after erasing them, in minor units and orders. `openPayout` is the cash of
 * an open request; `commission` is unpaid beyond it, maturing or not, and negative after a large reversal. `setOff` is the store
 * credit that pays back what they owe, `storeCredit` the rest of it.
 */
export async function findMoneyDue(db: ReadDatabase, userId: number, now: string) {
  const wallet = await db
    .selectFrom("projection.wallet as wallet")
    .leftJoin("projection.payout_request as open", "open.payout_id", "wallet.open_payout_id")
    .select(["wallet.accrued", "wallet.paid", "wallet.credit"])
    .select(["wallet.credit_account as creditAccount", "open.requested as openPayout"])
    .where("wallet.user_id", "=", userId)
    .executeTakeFirst();
  const orders = await findDueOrders(db, userId, now);
  if (!wallet) return { openPayout: null, commission: 0, storeCredit: 0, setOff: 0, orders };
  const { openPayout, creditAccount } = wallet;
  const commission = balanceOf(wallet) - (openPayout ?? 0);
  const storeCredit = usableCreditOf(wallet);
  return { openPayout, commission, storeCredit, setOff: creditAccount - storeCredit, orders };
}

/** Orders of the account, guest orders of its email, and guest orders from browsers that entered its email as a recipient. */
function findDueOrders(
  db: ReadDatabase,
  userId: number,
  now: string,
): Promise<readonly DueOrder[]> {
  return listDueOrders(
    db,
    sql`("order".buyer_id = ${userId} or ("order".buyer_id is null and "order".order_id in (
      select detail.order_id from order_detail detail
      join address on address.guest_id = detail.guest_id and address.owner_id is null
      join account on account.email = lower(address.recipient_email) and account.id = ${userId}
      union all
      select detail.order_id from order_detail detail
      join account on account.email = detail.buyer_email and account.id = ${userId})))`,
    now,
  );
}

/**
 * Orders that are not settled: overpaid, partly paid, named by an undecided bank transaction, or to be shipped.
 *
 * @param whose a condition on `projection.order_state`, aliased as "order"
 */
export async function listDueOrders(
  db: ReadDatabase,
  whose: RawBuilder<unknown>,
  now: string,
): Promise<DueOrder[]> {
  const isNamedByBank = sql`exists (select from bank_line line where line.state = 'open'
    and line.named_orders @> array["order".order_number])`;
  const { rows } = await sql<DueOrder>`
    select order_id as uuid, order_number as "orderNumber", reason from (
      select "order".order_id, "order".order_number, case
        when ${isOverpaid} then 'to-give-back'
        when ${isUnderpaid} then 'part-paid'
        when ${isNamedByBank} then 'on-statement'
        when ${isWork("to-ship", now)} then 'to-ship' end as reason
      from projection.order_state "order" where ${whose}
    ) due where reason is not null
    order by order_number`.execute(db);
  return rows;
}

/** The day in the shop's time zone on which store credit last came in: it cannot be paid out before; null without any. */
export async function findCreditDay(
  db: ReadDatabase,
  userId: number,
  timeZone: string,
): Promise<string | null> {
  const row = await db
    .selectFrom("ledger_events")
    .select("occurred_at as at")
    .where("stream_id", "=", walletStream(userId))
    .where("type", "in", ["CreditGranted", "CommissionConverted", "CreditRestored"])
    .orderBy("occurred_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? dayOf(row.at, timeZone) : null;
}
