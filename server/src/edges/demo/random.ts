/** Numbers that look random and are the same in every run of the same seed. */
export type Random = Readonly<{
  /** A whole number from `from` to `to`, both included. */
  between: (from: number, to: number) => number;
  /** True so many times in a hundred. */
  chance: (percent: number) => boolean;
  pick: <Item>(items: readonly [Item, ...Item[]]) => Item;
  uuid: () => string;
}>;

export function createRandom(seed: number): Random {
  const next = mulberry32(seed);
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const byte = (): string => between(0, 255).toString(16).padStart(2, "0");
  const bytes = (count: number): string => Array.from({ length: count }, byte).join("");
  return {
    between,
    chance: (percent) => next() * 100 < percent,
    pick: (items) => items[between(0, items.length - 1)] ?? items[0],
    uuid: () => `${bytes(4)}-${bytes(2)}-4${bytes(2).slice(1)}-a${bytes(2).slice(1)}-${bytes(6)}`,
  };
}

/** 32 bits of state are plenty for names and quantities of a demo. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
