export type Random = ReturnType<typeof createRandom>;

/** Pseudo-random values that are the same in every run with the same seed. */
export function createRandom(seed: number) {
  const next = mulberry32(seed);
  /** A whole number from `from` to `to`, inclusive. */
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const byte = (): string => between(0, 255).toString(16).padStart(2, "0");
  const bytes = (count: number): string => Array.from({ length: count }, byte).join("");
  return {
    between,
    /** True with this probability. */
    chance: (percent: number): boolean => next() * 100 < percent,
    pick: <Item>(items: readonly [Item, ...Item[]]): Item =>
      items[between(0, items.length - 1)] ?? items[0],
    uuid: () => `${bytes(4)}-${bytes(2)}-4${bytes(2).slice(1)}-a${bytes(2).slice(1)}-${bytes(6)}`,
  };
}

/** A generator with 32 bits of state, which is enough for demo data. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
