/** A line of money that went out, as the bank's statement has it; `amount` is positive. */
export type PaidLine = Readonly<{ day: string; amount: number; text: string }>;
/** A payout that was sent to the bank, in minor units, with what its line should say. */
export type SentItem = Readonly<{ payoutId: string; amount: number; reference: string }>;
export type Proof = Readonly<{ payoutId: string; line: PaidLine }>;

/**
 * Which line of the bank proves which payout: one that has its amount and names its reference, blanks
 * and marks aside. Each line proves one payout, and each payout is proved once.
 */
export function proofsFor(items: readonly SentItem[], lines: readonly PaidLine[]): Proof[] {
  const unused = new Set(lines);
  return items.flatMap(({ payoutId, amount, reference }) => {
    const names = namesReference(reference);
    const line = [...unused].find((each) => each.amount === amount && names(each.text));
    if (!line) return [];
    unused.delete(line);
    return [{ payoutId, line }];
  });
}

/** `PAYOUT 12-3` is named by "FNB PAYOUT12-3 A NKOSI" and not by "PAYOUT 12-31" or "PAYOUT 112-3". */
function namesReference(reference: string): (text: string) => boolean {
  const [batch, place] = reference.match(/\d+/g) ?? [];
  const pattern = new RegExp(`payout\\W*${batch}\\W+${place}(?!\\d)`, "i");
  return (text) => pattern.test(text);
}
