/**
 * Counts calls by key in the memory of this process, in windows of fixed length (docs/adr/0009). Only the keys of the current
 * window are kept.
 *
 * @param now milliseconds
 * @returns takes a number of calls; false where fewer are left, and then none is taken
 */
export function countCalls({
  most,
  windowMs,
  now = () => performance.now(),
}: Readonly<{ most: number; windowMs: number; now?: () => number }>) {
  let endsAt = Number.NEGATIVE_INFINITY;
  const counts = new Map<string, number>();
  return (key: string, calls = 1): boolean => {
    if (now() >= endsAt) {
      counts.clear();
      endsAt = now() + windowMs;
    }
    const count = (counts.get(key) ?? 0) + calls;
    if (count > most) return false;
    counts.set(key, count);
    return true;
  };
}
