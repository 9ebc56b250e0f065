/** The figures of domain, "Wallet", that the rest follows from. */
export type WalletFigures = Readonly<{ accrued: number; paid: number; credit: number }>;

/** What cash would settle everything; negative after a reversal, and carried. */
export function balanceOf({ accrued, paid, credit }: WalletFigures): number {
  return accrued - paid - credit;
}

/** What may become store credit: the balance that no open request asks for. */
export function convertibleOf(figures: WalletFigures, requested: number): number {
  return Math.max(0, balanceOf(figures) - requested);
}
