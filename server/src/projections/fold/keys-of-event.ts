import type { LedgerEvent } from "../ledger-catalogue.ts";
import { networkStream } from "../../network/members/network.events.ts";
import { commissionPlanStream } from "../../network/commissions/commission-plan.events.ts";
import { closingStream } from "../../money/statements/closing.events.ts";
import { bankEntryStream } from "../../sales/bank-entries/bank-entry.events.ts";
import { orderStream } from "../../sales/orders/order.events.ts";
import { walletStream } from "../../money/wallets/wallet.events.ts";

/**
 * The rows that the fold may read. Orders and payouts are loaded by these ids; members with all their ancestors,
 * because a move in the same batch may attach one branch to another; and wallets for every loaded member and every
 * id in `walletIds`.
 */
type KeysOfEvents = Readonly<{
  orderIds: Set<string>;
  payoutIds: Set<string>;
  memberIds: Set<number>;
  walletIds: Set<number>;
}>;

export function noKeys(): KeysOfEvents {
  return { orderIds: new Set(), payoutIds: new Set(), memberIds: new Set(), walletIds: new Set() };
}

/** The keys in the event itself; loading (`projection-store.ts`) adds those of its order. */
export function addKeysOfEvent(keys: KeysOfEvents, { type, data }: LedgerEvent): void {
  if ("orderId" in data) keys.orderIds.add(data.orderId);
  if ("payoutId" in data) keys.payoutIds.add(data.payoutId);
  if ("sellerId" in data && data.sellerId !== null) keys.memberIds.add(data.sellerId);
  if ("parentId" in data && data.parentId !== null) keys.memberIds.add(data.parentId);
  if (!("userId" in data)) return;
  if (isOfWallet(type)) keys.walletIds.add(data.userId);
  else keys.memberIds.add(data.userId);
}

/** The one stream that an event belongs to. */
export function streamOf({ type, data }: LedgerEvent): string {
  if (type === "MonthClosed") return closingStream;
  if (isOfWallet(type) && "userId" in data) return walletStream(data.userId);
  if ("orderId" in data) return orderStream(data.orderId);
  if ("entryId" in data) return bankEntryStream(data.entryId);
  return "userId" in data ? networkStream : commissionPlanStream;
}

/** The only order that the fold of an event reads and changes: the one in whose stream the event is. */
export function orderIdOf({ type, data }: LedgerEvent): string | null {
  return "orderId" in data && !isOfWallet(type) ? data.orderId : null;
}

function isOfWallet(type: LedgerEvent["type"]): boolean {
  switch (type) {
    case "PayoutRequested":
    case "PayoutPaid":
    case "PayoutCorrected":
    case "SelfBilledInvoiceCredited":
    case "PayoutReturned":
    case "PayoutReturnUndone":
    case "CommissionRepaid":
    case "CommissionRepaymentUndone":
    case "CreditSetOff":
    case "CommissionWrittenOff":
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
