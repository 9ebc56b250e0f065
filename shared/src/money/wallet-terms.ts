/** Since the last payout, before it, and both together (docs/domain.md, "Wallet"). */
export const walletModes = ["current", "historical", "total"] as const;
export type WalletMode = (typeof walletModes)[number];

/** What an entry was made for; what took it back is of the same kind. */
export const walletKinds = ["own", "upline", "stockist", "leader"] as const;
export type WalletKind = (typeof walletKinds)[number];

export const questionStates = ["open", "answered"] as const;
export type QuestionState = (typeof questionStates)[number];
