import { owedBy, type WalletFigures } from "@portal/shared/money/wallet-figures.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { CommandOf } from "../../platform/ledger/decider.ts";
import type { WalletEvent } from "./wallet.events.ts";

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
