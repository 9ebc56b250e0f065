/**
 * Hands over at once what comes first, and what comes within `pauseMs` after it together: a busy
 * minute reloads a list a few times, not a hundred.
 */
export function gather<Thing>(
  pauseMs: number,
  hand: (things: ReadonlySet<Thing>) => void,
): Readonly<{ add: (things: readonly Thing[]) => void; stop: () => void }> {
  let waiting = new Set<Thing>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush() {
    timer = undefined;
    if (waiting.size === 0) return;
    const things = waiting;
    waiting = new Set();
    timer = setTimeout(flush, pauseMs);
    hand(things);
  }

  return {
    add(things) {
      for (const thing of things) waiting.add(thing);
      if (timer === undefined) flush();
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
