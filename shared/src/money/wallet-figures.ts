/** The figures of docs/domain.md, "Wallet", that all others are derived from; minor units. */
export type WalletFigures = Readonly<{ accrued: number; paid: number; credit: number }>;

/** The cash owed to the member. Negative after a reversal, and then carried forward. */
export function balanceOf({ accrued, paid, credit }: WalletFigures): number {
  return accrued - paid - credit;
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
