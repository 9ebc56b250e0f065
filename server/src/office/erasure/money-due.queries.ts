import type { DueOrder } from "@portal/shared/people/users/erase-user.ts";
import { type RawBuilder, sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { isOverpaid, isUnderpaid, isWork } from "../../sales/orders/order-tasks.queries.ts";
import { balanceOf } from "../../money/wallets/wallet.rules.ts";

/** What the shop owes somebody: minor units, and parcels. Nobody could settle it with a person who is erased. */
export type MoneyDue = Readonly<{
  /** The cash that an open request asks for; null where none is open. */
  openPayout: number | null;
  /** Unpaid commission beyond it, maturing or not; negative where more was taken back than is left. */
  commission: number;
  storeCredit: number;
  orders: readonly DueOrder[];
}>;

/** @param now an instant, ISO 8601 */
export async function findMoneyDue(
  db: ReadDatabase,
  userId: number,
  now: string,
): Promise<MoneyDue> {
  const wallet = await db
    .selectFrom("projection.wallet as wallet")
    .leftJoin("projection.payout_request as open", "open.payout_id", "wallet.open_payout_id")
    .select(["wallet.accrued", "wallet.paid", "wallet.credit"])
    .select(["wallet.credit_account as storeCredit", "open.requested as openPayout"])
    .where("wallet.user_id", "=", userId)
    .executeTakeFirst();
  const orders = await findDueOrders(db, userId, now);
  if (!wallet) return { openPayout: null, commission: 0, storeCredit: 0, orders };
  const { openPayout, storeCredit } = wallet;
  return { openPayout, commission: balanceOf(wallet) - (openPayout ?? 0), storeCredit, orders };
}

/** Those of the account, those that its address bought as a guest, and those of guests that go to it. */
function findDueOrders(db: ReadDatabase, userId: number, now: string): Promise<DueOrder[]> {
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
 * Orders that are not over for whoever placed them: money to be given back or to come, a line of the bank that names
 * them and is not decided on, goods to be shipped.
 *
 * @param whose a condition on `projection.order_state`, named "order"
 */
export async function listDueOrders(
  db: ReadDatabase,
  whose: RawBuilder<unknown>,
  now: string,
): Promise<DueOrder[]> {
  const isNamedByBank = sql`exists (select from bank_line line where line.state = 'open'
    and line.description ~* ('\\mRH0*' || "order".order_number || '\\M'))`;
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
