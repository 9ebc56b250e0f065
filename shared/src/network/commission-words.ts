/** The kinds of commission entries in the words of statements. */
export const entryKindWords = {
  own: "Own sale",
  upline: "Team sale",
  stockist: "Stockist order",
  leader: "Leader bonus",
  "reversal-of-own": "Own sale reversed",
  "reversal-of-upline": "Team sale reversed",
  "reversal-of-stockist": "Stockist order reversed",
  "reversal-of-leader": "Leader bonus reversed",
} as const;

/** Mentions the ceiling where it reduced the entry, because then the rate alone does not explain the amount. */
export function entryWords(entry: {
  kind: keyof typeof entryKindWords;
  cappedBy?: number | undefined;
}): string {
  const words = entryKindWords[entry.kind];
  return entry.cappedBy === undefined ? words : `${words}, limited to what was paid`;
}

/** 1250 basis points are `12.5%`. */
export function percentWords(bps: number): string {
  return `${bps / 100}%`;
}
