/** What a shop may have used of its numbers in a time that it lost, by what it used before. Times in milliseconds. */
type Lost = Readonly<{
  /** How many numbers were given out until then. */
  given: number;
  /** How long that took. */
  lifeMs: number;
  lostMs: number;
}>;

/** For a shop that had just begun, or whose business was seasonal. */
const skippedMin = 1000;

/**
 * How many numbers of a sequence are skipped after a restore, because people may hold them: twice as many as the lost time
 * would have used at the average pace. At most twice as many as were ever given out, so that a clock that was wrong does not
 * exhaust a sequence.
 */
export function numbersToSkip({ given, lifeMs, lostMs }: Lost): number {
  const part = lifeMs > 0 ? Math.min(1, Math.max(0, lostMs / lifeMs)) : 1;
  return Math.max(skippedMin, Math.ceil(2 * given * part));
}
