import { emptyWallet } from "../../money/wallets/wallet.rules.ts";
import type {
  Projections,
  CommissionEntryRow,
  PayoutRow,
  SaleEntryRow,
  WalletRow,
} from "../../platform/read-model/projection-tables.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";

type Of<Type extends RecordedLedgerEvent["type"]> = Extract<RecordedLedgerEvent, { type: Type }>;

/** The lengths of the entry lists before the current event. */
export type EntriesBefore = Readonly<{ sales: number; commissions: number }>;

/** Wallets and payout requests. Runs after the commissions and adds their new entries to the wallets. */
export function applyToWallets(
  projections: Projections,
  event: RecordedLedgerEvent,
  before: EntriesBefore,
): void {
  addNewEntries(projections, before);
  switch (event.type) {
    case "PayoutRequested":
      return requested(projections, event);
    case "PayoutPaid":
      return paid(projections, event);
    case "PayoutCorrected":
      return corrected(projections, event);
    case "PayoutReturned":
      return returned(projections, event);
    case "PayoutReturnUndone":
      return returnUndone(projections, event);
    case "CommissionRepaymentUndone": {
      const wallet = walletOf(projections, event.data.userId);
      const paidMore = wallet.paid + event.data.amount;
      return projections.wallets.put(wallet.userId, { ...wallet, paid: paidMore });
    }
    case "CommissionRepaid":
    case "CommissionWrittenOff": {
      const wallet = walletOf(projections, event.data.userId);
      const paidLess = wallet.paid - event.data.amount;
      return projections.wallets.put(wallet.userId, { ...wallet, paid: paidLess });
    }
    case "CreditSetOff": {
      const wallet = walletOf(projections, event.data.userId);
      const paidLess = wallet.paid - event.data.amount;
      const creditAccount = wallet.creditAccount - event.data.amount;
      return projections.wallets.put(wallet.userId, { ...wallet, paid: paidLess, creditAccount });
    }
    case "PayoutRejected":
      return rejected(projections, event);
    case "CommissionConverted": {
      const wallet = walletOf(projections, event.data.userId);
      const credit = wallet.credit + event.data.amount;
      const creditAccount = wallet.creditAccount + event.data.amount;
      return projections.wallets.put(wallet.userId, { ...wallet, credit, creditAccount });
    }
    case "CreditGranted":
    case "CreditRestored":
      return addCredit(projections, event.data.userId, event.data.amount);
    case "CreditSpent":
    case "CreditPaidOut":
    case "CreditGivenUp":
      return addCredit(projections, event.data.userId, -event.data.amount);
    default:
  }
}

function addNewEntries(projections: Projections, before: EntriesBefore): void {
  const { wallets, saleEntries, commissionEntries } = projections;
  for (let at = before.sales; at < saleEntries.length; at++) {
    const entry = saleEntries[at];
    if (entry) wallets.put(entry.sellerId, withSale(walletOf(projections, entry.sellerId), entry));
  }
  for (let at = before.commissions; at < commissionEntries.length; at++) {
    const entry = commissionEntries[at];
    if (!entry) continue;
    const { beneficiaryId } = entry;
    wallets.put(beneficiaryId, withCommission(walletOf(projections, beneficiaryId), entry));
  }
}

function withSale(wallet: WalletRow, { units, value }: SaleEntryRow): WalletRow {
  return {
    ...wallet,
    units: wallet.units + units,
    commissionable: wallet.commissionable + value,
  };
}

function withCommission(wallet: WalletRow, entry: CommissionEntryRow): WalletRow {
  const { amount } = entry;
  const accrued = wallet.accrued + amount;
  if (entry.kind === "leader" || entry.kind === "reversal-of-leader")
    return { ...wallet, accrued, leaderBonus: wallet.leaderBonus + amount };
  switch (entry.sellerLevel) {
    case 1:
      return { ...wallet, accrued, commissionLevel1: wallet.commissionLevel1 + amount };
    case 2:
      return { ...wallet, accrued, commissionLevel2: wallet.commissionLevel2 + amount };
    case 3:
      return { ...wallet, accrued, commissionLevel3: wallet.commissionLevel3 + amount };
    case 4:
      return { ...wallet, accrued, commissionLevel4: wallet.commissionLevel4 + amount };
  }
}

function requested(
  projections: Projections,
  { data, position, occurredAt }: Of<"PayoutRequested">,
): void {
  const { throughPosition, ...requestOf } = data;
  const wallet = walletOf(projections, data.userId);
  const payout: PayoutRow = {
    ...requestOf,
    afterPosition: wallet.lastPaidCutoff,
    cutoffPosition: throughPosition ?? position,
    // The amount accrued at an earlier cut-off is not stored; it follows from what was paid and is requested.
    accruedAtCutoff: throughPosition === undefined ? wallet.accrued : wallet.paid + data.commission,
    state: "requested",
    requestedAt: occurredAt,
    settledAt: null,
    paidOn: null,
    referenceId: null,
    reasonId: null,
  };
  projections.payouts.put(payout.payoutId, payout);
  projections.wallets.put(wallet.userId, { ...wallet, openPayoutId: payout.payoutId });
}

function paid(projections: Projections, { data, occurredAt }: Of<"PayoutPaid">): void {
  const payout = projections.payouts.get(data.payoutId);
  if (!payout) return;
  const { paidOn, referenceId } = data;
  projections.payouts.put(payout.payoutId, {
    ...payout,
    state: "paid",
    settledAt: occurredAt,
    paidOn,
    referenceId,
  });

  const wallet = walletOf(projections, payout.userId);
  projections.wallets.put(wallet.userId, {
    ...wallet,
    paid: wallet.paid + payout.commission,
    credit: wallet.credit - payout.credit,
    openPayoutId: null,
    lastPaidCutoff: payout.cutoffPosition,
    accruedAtLastPaidCutoff: payout.accruedAtCutoff,
  });
}

function corrected(projections: Projections, { data }: Of<"PayoutCorrected">): void {
  const payout = projections.payouts.get(data.payoutId);
  if (!payout) return;
  const { paidOn, referenceId } = data;
  projections.payouts.put(payout.payoutId, { ...payout, paidOn, referenceId });
}

/**
 * The cut-off stays: the entries before it have matured, and what is owed of them again is in the balance, not in what was
 * earned since the last payout.
 */
function returned(projections: Projections, { data }: Of<"PayoutReturned">): void {
  const payout = projections.payouts.get(data.payoutId);
  if (!payout) return;
  projections.payouts.put(payout.payoutId, { ...payout, state: "returned" });
  const wallet = walletOf(projections, payout.userId);
  projections.wallets.put(wallet.userId, {
    ...wallet,
    paid: wallet.paid - payout.commission,
    credit: wallet.credit + payout.credit,
  });
}

/** The payout is paid as before, with its day and cut-off. */
function returnUndone(projections: Projections, { data }: Of<"PayoutReturnUndone">): void {
  const payout = projections.payouts.get(data.payoutId);
  if (!payout) return;
  projections.payouts.put(payout.payoutId, { ...payout, state: "paid" });
  const wallet = walletOf(projections, payout.userId);
  projections.wallets.put(wallet.userId, {
    ...wallet,
    paid: wallet.paid + payout.commission,
    credit: wallet.credit - payout.credit,
  });
}

function rejected(projections: Projections, { data, occurredAt }: Of<"PayoutRejected">): void {
  const payout = projections.payouts.get(data.payoutId);
  if (!payout) return;
  const { reasonId } = data;
  projections.payouts.put(payout.payoutId, {
    ...payout,
    state: "rejected",
    settledAt: occurredAt,
    reasonId,
  });
  const wallet = walletOf(projections, payout.userId);
  projections.wallets.put(wallet.userId, { ...wallet, openPayoutId: null });
}

function addCredit(projections: Projections, userId: number, amount: number): void {
  const wallet = walletOf(projections, userId);
  projections.wallets.put(userId, { ...wallet, creditAccount: wallet.creditAccount + amount });
}

function walletOf({ wallets }: Projections, userId: number): WalletRow {
  return wallets.get(userId) ?? { userId, ...emptyWallet };
}
