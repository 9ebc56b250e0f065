/** What commission entries are of, as statements say it to the member who earned. */
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

/** The same of one entry: where the ceiling of its order took something off, the rate alone does not make the amount. */
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
