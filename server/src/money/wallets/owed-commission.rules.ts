import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { CommandOf } from "../../platform/ledger/decider.ts";
import type { WalletEvent } from "./wallet.events.ts";
import { balanceOf, type WalletFigures } from "./wallet.rules.ts";

/** `accrued` is the sum of all entries of the member, which are not in this stream. */
export type RepayCommission = CommandOf<
  "RepayCommission",
  Extract<WalletEvent, { type: "CommissionRepaid" }>["data"] & Pick<WalletFigures, "accrued">
>;

/**
 * It only brings a negative balance up to zero, so that nobody gets commission into a wallet by it.
 *
 * @throws DomainError wallet.owes-less
 */
export function commissionRepaid(
  { userId, amount, bankLineId, accrued }: RepayCommission,
  { paid, credit }: Omit<WalletFigures, "accrued">,
): WalletEvent {
  if (amount > owedBy({ accrued, paid, credit })) throw new DomainError("wallet.owes-less");
  return { type: "CommissionRepaid", data: { userId, amount, bankLineId } };
}

/** What a member owes the shop: a negative balance, as a positive amount. */
export function owedBy(figures: WalletFigures): number {
  return Math.max(0, 0 - balanceOf(figures));
}

/**
 * The store credit that can be spent or paid out: what is left of the account after what the member owes. Granted credit too,
 * and credit that a payout netted, because nobody can say which cent of the account was commission (docs/decisions.md, 128).
 */
export function usableCreditOf({
  creditAccount,
  ...figures
}: WalletFigures & Readonly<{ creditAccount: number }>): number {
  return Math.max(0, creditAccount - owedBy(figures));
}
