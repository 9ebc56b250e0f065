import type { Currency } from "@portal/shared/money.ts";
import type { ReadDatabase } from "../../db/database.ts";
import type { OrderState } from "../books/books.ts";
import { emptyWallet } from "./wallet.projection.ts";
import { convertibleOf } from "./wallet.rules.ts";

/** What somebody can pay with: minor units. */
export type CreditFacts = Readonly<{
  creditAccount: number;
  /** Commission that no open request asks for. */
  convertible: number;
  accrued: number;
}>;

export async function findCreditFacts(db: ReadDatabase, userId: number): Promise<CreditFacts> {
  const row = await db
    .selectFrom("projection.wallet as wallet")
    .leftJoin("projection.payout_request as payout", "payout.payout_id", "wallet.open_payout_id")
    .select([
      "wallet.accrued",
      "wallet.paid",
      "wallet.credit",
      "wallet.credit_account as creditAccount",
      "payout.requested",
    ])
    .where("wallet.user_id", "=", userId)
    .executeTakeFirst();
  const { requested, creditAccount, ...figures } = row ?? { ...emptyWallet, requested: null };
  const convertible = convertibleOf(figures, requested ?? 0);
  return { creditAccount, convertible, accrued: figures.accrued };
}

export type OrderToCredit = Readonly<{
  buyerId: number | null;
  state: OrderState;
  total: number;
  received: number;
  refunded: number;
  currency: Currency;
  paidAt: string | null;
}>;

export async function findOrderToCredit(
  db: ReadDatabase,
  orderId: string,
): Promise<OrderToCredit | undefined> {
  return db
    .selectFrom("projection.order_state")
    .select(["buyer_id as buyerId", "state", "currency", "paid_at as paidAt"])
    .select(["total", "received", "refunded"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
}
