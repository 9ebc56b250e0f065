import type { WalletRow } from "../../platform/read-model/projection-tables.ts";
import type { DomainErrorCode } from "@portal/shared/platform/domain-error.ts";

/** The figures of docs/domain.md, "Wallet", that the rest follows from. */
export type WalletFigures = Readonly<{ accrued: number; paid: number; credit: number }>;

/** What cash would settle everything; negative after a reversal, and carried. */
export function balanceOf({ accrued, paid, credit }: WalletFigures): number {
  return accrued - paid - credit;
}

/** What of the balance nobody can be paid now: the cash of an open request, and what cannot be asked for yet. */
export type HeldBack = Readonly<{ requested: number; waiting: number }>;

/**
 * What a person can be paid now: a request asks for it, and it is what may become store credit. Credit that ran ahead of the
 * waiting period would be a way around it. Every figure of this kind, wherever it is shown or decided, comes from here.
 */
export function payableOf(figures: WalletFigures, { requested, waiting }: HeldBack): number {
  return Math.max(0, balanceOf(figures) - requested - waiting);
}

/** What a request would meet: `cash` is what it would ask for, the rest is what stands in its way. */
export type RequestTerms = Readonly<{
  isOpen: boolean;
  hasBankDetails: boolean;
  cash: number;
  /** Commission that is too young to be asked for. */
  maturing: number;
  minimum: number;
}>;

/** The one refusal that a request for a payout would meet now; null where it is taken. */
export function refusalOfRequest(terms: RequestTerms): DomainErrorCode | null {
  const { isOpen, hasBankDetails, cash, maturing, minimum } = terms;
  if (isOpen) return "payout.already-requested";
  if (!hasBankDetails) return "wallet.no-bank-details";
  if (cash <= 0) return maturing > 0 ? "wallet.still-maturing" : "wallet.nothing-due";
  return cash < minimum ? "wallet.below-minimum" : null;
}

/** A wallet is there from the first event that touches it; until then everything in it is nothing. */
export const emptyWallet: Omit<WalletRow, "userId"> = {
  units: 0,
  commissionable: 0,
  accrued: 0,
  paid: 0,
  credit: 0,
  creditAccount: 0,
  commissionLevel1: 0,
  commissionLevel2: 0,
  commissionLevel3: 0,
  commissionLevel4: 0,
  leaderBonus: 0,
  openPayoutId: null,
  lastPaidCutoff: 0,
  accruedAtLastPaidCutoff: 0,
};
