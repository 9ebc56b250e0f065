import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { emptyVersionedMap, type VersionedMap } from "../../platform/ledger/versioned-map.ts";
import type { WalletEvent } from "./wallet.events.ts";

type OpenPayout = Readonly<{
  payoutId: string;
  commission: number;
  credit: number;
  requested: number;
}>;

export type WalletState = Readonly<{
  /** Σ commission of paid requests. */
  paid: number;
  /** Commission turned into credit, less what paid requests netted. */
  credit: number;
  creditAccount: number;
  open: OpenPayout | null;
  settled: VersionedMap<string, "paid" | "rejected">;
  /** What of each order is paid with credit now. */
  spent: VersionedMap<string, number>;
}>;

export const emptyWalletState: WalletState = {
  paid: 0,
  credit: 0,
  creditAccount: 0,
  open: null,
  settled: emptyVersionedMap(),
  spent: emptyVersionedMap(),
};

type DataOf<Type extends WalletEvent["type"]> = Extract<WalletEvent, { type: Type }>["data"];

/** @throws DomainError for a fact that cannot follow; what the ledger's books alone can tell is `checkAgainstBooks`. */
export function evolveWallet(wallet: WalletState, { type, data }: WalletEvent): WalletState {
  switch (type) {
    case "PayoutRequested":
      return withRequest(wallet, data);
    case "PayoutPaid":
      return paid(wallet, data);
    case "PayoutRejected":
      requireOpen(wallet, data.payoutId);
      return { ...wallet, open: null, settled: wallet.settled.with(data.payoutId, "rejected") };
    case "CreditGranted":
      return { ...wallet, creditAccount: wallet.creditAccount + data.amount };
    case "CommissionConverted": {
      const creditAccount = wallet.creditAccount + data.amount;
      return { ...wallet, credit: wallet.credit + data.amount, creditAccount };
    }
    case "CreditSpent":
      return spent(wallet, data);
    case "CreditRestored":
      return restored(wallet, data);
    case "CreditPaidOut":
    case "CreditGivenUp":
      return { ...wallet, creditAccount: lessCredit(wallet, data.amount) };
  }
}

function withRequest(wallet: WalletState, data: DataOf<"PayoutRequested">): WalletState {
  const { payoutId, commission, credit, requested } = data;
  if (wallet.open || wallet.settled.get(payoutId))
    throw new DomainError("payout.already-requested", payoutId);
  if (requested !== commission - credit || credit > wallet.credit)
    throw new DomainError("wallet.wrong-amounts");
  if (requested <= 0) throw new DomainError("wallet.nothing-due");
  return { ...wallet, open: { payoutId, commission, credit, requested } };
}

function paid(wallet: WalletState, { payoutId, amount }: DataOf<"PayoutPaid">): WalletState {
  const open = requireOpen(wallet, payoutId);
  if (amount !== open.requested) throw new DomainError("wallet.wrong-amounts");
  return {
    ...wallet,
    paid: wallet.paid + open.commission,
    credit: wallet.credit - open.credit,
    open: null,
    settled: wallet.settled.with(payoutId, "paid"),
  };
}

function requireOpen({ open, settled }: WalletState, payoutId: string): OpenPayout {
  if (open?.payoutId === payoutId) return open;
  switch (settled.get(payoutId)) {
    case "paid":
      throw new DomainError("payout.already-paid");
    case "rejected":
      throw new DomainError("payout.already-rejected");
    default:
      throw new DomainError("payout.unknown", payoutId);
  }
}

function spent(wallet: WalletState, { amount, orderId }: DataOf<"CreditSpent">): WalletState {
  const creditAccount = lessCredit(wallet, amount);
  const onOrder = (wallet.spent.get(orderId) ?? 0) + amount;
  return { ...wallet, creditAccount, spent: wallet.spent.with(orderId, onOrder) };
}

function lessCredit({ creditAccount }: WalletState, amount: number): number {
  if (amount > creditAccount) throw new DomainError("wallet.credit-too-small");
  return creditAccount - amount;
}

function restored(wallet: WalletState, { amount, orderId }: DataOf<"CreditRestored">): WalletState {
  const onOrder = (wallet.spent.get(orderId) ?? 0) - amount;
  if (onOrder < 0) throw new DomainError("wallet.wrong-amounts", "more than was spent");
  const creditAccount = wallet.creditAccount + amount;
  return { ...wallet, creditAccount, spent: wallet.spent.with(orderId, onOrder) };
}
