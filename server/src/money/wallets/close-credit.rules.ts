import { type WalletFigures, owedBy } from "@portal/shared/money/wallet-figures.ts";
import type { CreditDecision } from "@portal/shared/people/users/erase-user.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { WalletEvent } from "./wallet.events.ts";
import { withheldOfCredit } from "./wallet.rules.ts";

/** Of a member who is erased: nobody is left who could spend the credit or pay back what is owed. */
export type CloseWallet = Readonly<{
  type: "CloseWallet";
  userId: number;
  /** The sum of all entries of the member, which are not in this stream. */
  accrued: number;
  /**
   * All that is left of the credit account after what is owed. Another amount than the one shown to the admin is rejected: it may
   * have changed since. Null: it stays.
   */
  credit: CreditDecision | null;
  /** By the shop's calendar: the last time that credit came in, and today. It was paid out in between. */
  creditedOn: string;
  today: string;
  /** The rate of tax that is withheld, in basis points, as the shop has it for this member now. */
  withholdingBps: number;
}>;

type Account = Omit<WalletFigures, "accrued"> & Readonly<{ creditAccount: number }>;

/**
 * Store credit pays back what is owed first. What is left of it is paid out or given up, and what is still owed is written off.
 *
 * @throws DomainError wallet.wrong-amounts, wallet.wrong-day
 */
export function walletClosed(command: CloseWallet, wallet: Account): WalletEvent[] {
  const { userId, accrued, credit } = command;
  const owed = owedBy({ ...wallet, accrued });
  const setOff = Math.min(owed, Math.max(0, wallet.creditAccount));
  const rest = owed - setOff;
  return [
    ...(setOff > 0 ? [{ type: "CreditSetOff" as const, data: { userId, amount: setOff } }] : []),
    ...(credit ? [creditClosed({ ...command, credit }, wallet, setOff)] : []),
    ...(rest > 0
      ? [{ type: "CommissionWrittenOff" as const, data: { userId, amount: rest } }]
      : []),
  ];
}

function creditClosed(
  {
    userId,
    credit,
    creditedOn,
    today,
    withholdingBps,
  }: Omit<CloseWallet, "credit"> & Readonly<{ credit: CreditDecision }>,
  wallet: Account,
  setOff: number,
): WalletEvent {
  const { amount } = credit;
  if (!(amount > 0) || amount !== wallet.creditAccount - setOff)
    throw new DomainError("wallet.wrong-amounts");
  if (credit.decision === "paid-out" && (credit.paidOn < creditedOn || credit.paidOn > today))
    throw new DomainError("wallet.wrong-day", { field: "paidOn" });
  if (credit.decision === "given-up")
    return { type: "CreditGivenUp", data: { userId, amount, reason: credit.reason } };
  // What paid commission back was converted of commission that was reversed since.
  const unsettled = wallet.credit - setOff;
  return {
    type: "CreditPaidOut",
    data: {
      userId,
      amount,
      paidOn: credit.paidOn,
      reason: credit.reason,
      withheld: withheldOfCredit({ amount, credit: unsettled }, withholdingBps),
    },
  };
}
