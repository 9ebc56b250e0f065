/** Since the last payout, before it, and in total (docs/domain.md, "Wallet"). */
export const walletModes = ["current", "historical", "total"] as const;
export type WalletMode = (typeof walletModes)[number];

/** The specification's names of the three. */
export const walletModeWords: Readonly<Record<WalletMode, string>> = {
  current: "Current",
  historical: "Historical",
  total: "Total",
};

/** A figure in a mode, of all time and since the last payout. */
export function inMode(mode: WalletMode, total: number, current: number): number {
  if (mode === "total") return total;
  return mode === "current" ? current : total - current;
}

/** A reversal has the kind of the entry that it reverses. */
export const walletKinds = ["own", "upline", "stockist", "leader"] as const;
export type WalletKind = (typeof walletKinds)[number];

export const questionStates = ["open", "answered"] as const;
export type QuestionState = (typeof questionStates)[number];
