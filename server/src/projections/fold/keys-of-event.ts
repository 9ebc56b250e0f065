import type { LedgerEvent } from "../ledger-catalogue.ts";
import { networkStream } from "../../network/members/network.events.ts";
import { commissionPlanStream } from "../../network/commissions/commission-plan.events.ts";
import { closingStream } from "../../money/statements/closing.events.ts";
import { orderStream } from "../../sales/orders/order.events.ts";
import { walletStream } from "../../money/wallets/wallet.events.ts";
import type { OrderRow, WalletRow } from "../../platform/read-model/projection-tables.ts";

/**
 * The rows that the fold may ask for. Orders and payouts are loaded by these ids; members together
 * with everyone above them, since a move in the same batch may hang one branch under another; and a
 * wallet for every member that was loaded and every id in `walletIds`.
 */
export type KeysOfEvents = Readonly<{
  orderIds: Set<string>;
  payoutIds: Set<string>;
  memberIds: Set<number>;
  walletIds: Set<number>;
}>;

export function noKeys(): KeysOfEvents {
  return { orderIds: new Set(), payoutIds: new Set(), memberIds: new Set(), walletIds: new Set() };
}

/** What an event names itself. What its order names comes to it with `addKeysOfOrder`. */
export function addKeysOfEvent(keys: KeysOfEvents, { type, data }: LedgerEvent): void {
  if ("orderId" in data) keys.orderIds.add(data.orderId);
  if ("payoutId" in data) keys.payoutIds.add(data.payoutId);
  if ("sellerId" in data && data.sellerId !== null) keys.memberIds.add(data.sellerId);
  if ("parentId" in data && data.parentId !== null) keys.memberIds.add(data.parentId);
  if (!("userId" in data)) return;
  if (isOfWallet(type)) keys.walletIds.add(data.userId);
  else keys.memberIds.add(data.userId);
}

/** Once an order is loaded: its seller, whose sale it counts as, and who earned from it. */
export function addKeysOfOrder(keys: KeysOfEvents, order: OrderRow): void {
  if (order.sellerId !== null) keys.memberIds.add(order.sellerId);
  for (const { beneficiaryId } of order.accrual) keys.walletIds.add(beneficiaryId);
}

/** Once a wallet is loaded, for `checkAgainstProjections`: what may become credit leaves an open request alone. */
export function addKeysOfWallet(keys: KeysOfEvents, { openPayoutId }: WalletRow): void {
  if (openPayoutId !== null) keys.payoutIds.add(openPayoutId);
}

/** The one stream that an event belongs to. */
export function streamOf({ type, data }: LedgerEvent): string {
  if (type === "MonthClosed") return closingStream;
  if (isOfWallet(type) && "userId" in data) return walletStream(data.userId);
  if ("orderId" in data) return orderStream(data.orderId);
  return "userId" in data ? networkStream : commissionPlanStream;
}

function isOfWallet(type: LedgerEvent["type"]): boolean {
  switch (type) {
    case "PayoutRequested":
    case "PayoutPaid":
    case "PayoutCorrected":
    case "PayoutRejected":
    case "CreditGranted":
    case "CommissionConverted":
    case "CreditSpent":
    case "CreditRestored":
    case "CreditPaidOut":
    case "CreditGivenUp":
      return true;
    default:
      return false;
  }
}
