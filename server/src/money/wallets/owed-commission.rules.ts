import { owedBy, type WalletFigures } from "@portal/shared/money/wallet-figures.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { CommandOf, VersionedMap } from "../../platform/ledger/decider.ts";
import type { WalletEvent } from "./wallet.events.ts";

type DataOf<Type extends WalletEvent["type"]> = Extract<WalletEvent, { type: Type }>["data"];

/** `accrued` is the sum of all entries of the member, which are not in this stream. */
export type RepayCommission = CommandOf<
  "RepayCommission",
  DataOf<"CommissionRepaid"> & Pick<WalletFigures, "accrued">
>;
export type UndoCommissionRepayment = CommandOf<
  "UndoCommissionRepayment",
  Omit<DataOf<"CommissionRepaymentUndone">, "amount">
>;

/** The part of a wallet's state that repayments change. */
export type RepaymentsState = Readonly<{
  paid: number;
  /** By transaction, what it repaid last; 0 where that was undone. */
  repaidBy: VersionedMap<number, number>;
}>;

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

/**
 * The member owes the amount again, also where the balance has risen above zero since.
 *
 * @throws DomainError wallet.not-repaid
 */
export function repaymentUndone(
  { userId, bankLineId }: UndoCommissionRepayment,
  { repaidBy }: RepaymentsState,
): WalletEvent {
  const amount = repaidBy.get(bankLineId) ?? 0;
  if (amount === 0) throw new DomainError("wallet.not-repaid");
  return { type: "CommissionRepaymentUndone", data: { userId, amount, bankLineId } };
}

export function withRepaid<State extends RepaymentsState>(
  wallet: State,
  { amount, bankLineId }: DataOf<"CommissionRepaid">,
): State {
  const paid = wallet.paid - amount;
  if (bankLineId === null) return { ...wallet, paid };
  return { ...wallet, paid, repaidBy: wallet.repaidBy.with(bankLineId, amount) };
}

/** @throws DomainError wallet.not-repaid for an undoing that cannot follow the state */
export function withRepaymentUndone<State extends RepaymentsState>(
  wallet: State,
  { amount, bankLineId }: DataOf<"CommissionRepaymentUndone">,
): State {
  if (wallet.repaidBy.get(bankLineId) !== amount) throw new DomainError("wallet.not-repaid");
  return {
    ...wallet,
    paid: wallet.paid + amount,
    repaidBy: wallet.repaidBy.with(bankLineId, 0),
  };
}
