import type { CreditDecision } from "@portal/shared/people/users/erase-user.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { WalletEvent } from "./wallet.events.ts";
import { withheldOfCredit } from "./wallet.rules.ts";

/** The whole credit account. Another amount than the one shown to the admin is rejected: it may have changed since. */
export type CloseCredit = Readonly<{
  type: "CloseCredit";
  userId: number;
  credit: CreditDecision;
  /** By the shop's calendar: the last time that credit came in, and today. It was paid out in between. */
  creditedOn: string;
  today: string;
  /** The rate of tax that is withheld, in basis points, as the shop has it for this member now. */
  withholdingBps: number;
}>;

/** @throws DomainError wallet.wrong-amounts, wallet.wrong-day */
export function creditClosed(
  { userId, credit, creditedOn, today, withholdingBps }: CloseCredit,
  { creditAccount, credit: unsettled }: Readonly<{ creditAccount: number; credit: number }>,
): WalletEvent {
  const { amount } = credit;
  if (!(amount > 0) || amount !== creditAccount) throw new DomainError("wallet.wrong-amounts");
  if (credit.decision === "paid-out" && (credit.paidOn < creditedOn || credit.paidOn > today))
    throw new DomainError("wallet.wrong-day", { field: "paidOn" });
  return credit.decision === "paid-out"
    ? {
        type: "CreditPaidOut",
        data: {
          userId,
          amount,
          paidOn: credit.paidOn,
          reason: credit.reason,
          withheld: withheldOfCredit({ amount, credit: unsettled }, withholdingBps),
        },
      }
    : { type: "CreditGivenUp", data: { userId, amount, reason: credit.reason } };
}
