/** Money of a day, in minor units and negative where it left. */
type Money = Readonly<{ day: string; amount: number; description: string }>;

/**
 * The stored lines of which a file of their days has fewer: as many as it lacks, those with other words first. Amounts and days
 * are compared and not words, because another format of the same bank writes others.
 *
 * @param stored of the same account and days, in the order in which they came
 */
export function missingAmong<Line extends Money>(
  stored: readonly Line[],
  inFile: readonly Money[],
): Line[] {
  const ofFile = Map.groupBy(inFile, moneyOf);
  // Some files have one way alone.
  const ways = new Set(inFile.map(({ amount }) => Math.sign(amount)));
  const known = stored.filter(({ amount }) => ways.has(Math.sign(amount)));
  return [...Map.groupBy(known, moneyOf)].flatMap(([money, lines]) => {
    const same = ofFile.get(money) ?? [];
    const words = new Set(same.map(({ description }) => description));
    const surest = lines.toSorted(
      (one, other) => Number(words.has(other.description)) - Number(words.has(one.description)),
    );
    return surest.slice(same.length);
  });
}

function moneyOf({ day, amount }: Money): string {
  return `${day} ${amount}`;
}
