/** Since the last payout, before it, and in total (docs/domain.md, "Wallet"). */
export const walletModes = ["current", "historical", "total"] as const;
export type WalletMode = (typeof walletModes)[number];

/** A reversal has the kind of the entry that it reverses. */
export const walletKinds = ["own", "upline", "stockist", "leader"] as const;
export type WalletKind = (typeof walletKinds)[number];

export const questionStates = ["open", "answered"] as const;
export type QuestionState = (typeof questionStates)[number];
