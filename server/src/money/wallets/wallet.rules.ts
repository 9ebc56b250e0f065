import { type WalletFigures, balanceOf } from "@portal/shared/money/wallet-figures.ts";
import type { WalletRow } from "../../platform/read-model/projection-tables.ts";
import type { DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import { shareOf } from "@portal/shared/platform/money.ts";

/**
 * The amount that can be paid now: of a new request, and of a conversion to store credit, which would otherwise evade the
 * waiting period. It excludes the cash of an open request and what cannot be requested yet. The single definition, for
 * pages and decisions alike.
 */
export function payableOf(
  figures: WalletFigures,
  { requested, waiting }: Readonly<{ requested: number; waiting: number }>,
): number {
  return Math.max(0, balanceOf(figures) - requested - waiting);
}

/**
 * The tax withheld of a payout, in minor units: the rate's share, rounded half up, of all commission that the payout settles,
 * that turned into store credit included, and at most its cash (docs/domain.md, "Wallet, payouts, credit").
 */
export function withheldOf(
  { commission, requested }: Readonly<{ commission: number; requested: number }>,
  bps: number,
): number {
  return Math.min(requested, shareOf(commission, bps));
}

/**
 * The tax withheld of store credit that is paid out: of commission that became credit and that no payout has settled since,
 * because converting it first would pay it out without tax. Credit that was granted is no commission.
 */
export function withheldOfCredit(
  { amount, credit }: Readonly<{ amount: number; credit: number }>,
  bps: number,
): number {
  return shareOf(Math.min(amount, Math.max(0, credit)), bps);
}

/** From a day, to a last day or without one; with the region's rate of VAT in basis points. */
export type SelfBillingAgreement = Readonly<{
  agreedOn: string;
  until: string | null;
  vatBps: number;
}>;

/**
 * The rate of VAT in a payout for which the shop writes the member's tax invoice, in basis points; null: it writes none. The
 * agreement is in force on the day of payment, and the region has VAT.
 */
export function selfBilledVatBpsOf(
  agreement: SelfBillingAgreement | null,
  paidOn: string,
): number | null {
  if (!agreement || agreement.vatBps === 0 || agreement.agreedOn > paidOn) return null;
  return agreement.until !== null && agreement.until < paidOn ? null : agreement.vatBps;
}

type RequestTerms = Readonly<{
  isOpen: boolean;
  hasBankDetails: boolean;
  /** The amount that the request would be for. */
  cash: number;
  /** Commission that is too young to be requested. */
  maturing: number;
  minimum: number;
}>;

/** Why a payout request would be rejected now; null where it would be accepted. */
export function refusalOfRequest(terms: RequestTerms): DomainErrorCode | null {
  const { isOpen, hasBankDetails, cash, maturing, minimum } = terms;
  if (isOpen) return "payout.already-requested";
  if (!hasBankDetails) return "wallet.no-bank-details";
  if (cash <= 0) return maturing > 0 ? "wallet.still-maturing" : "wallet.nothing-due";
  return cash < minimum ? "wallet.below-minimum" : null;
}

/** The wallet of a user without wallet events. */
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
