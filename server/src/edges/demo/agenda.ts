/** What is going to happen in a generated history, run in the order of time. */
export type Agenda = Readonly<{
  /** Two happenings of the same time run in the order in which they were added. */
  add: (at: number, happen: (at: number) => void) => void;
  /** Runs everything before `end`, also what is added on the way; what is later never happens. */
  runUntil: (end: number) => void;
}>;

type Happening = Readonly<{ at: number; happen: (at: number) => void }>;

export function createAgenda(): Agenda {
  /** Latest first, so that the next one is taken off the end. */
  const waiting: Happening[] = [];

  function placeOf(at: number): number {
    let low = 0;
    let high = waiting.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((waiting[middle]?.at ?? at) > at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    add: (at, happen) => void waiting.splice(placeOf(at), 0, { at, happen }),
    runUntil(end) {
      for (let next = waiting.pop(); next && next.at < end; next = waiting.pop())
        next.happen(next.at);
    },
  };
}
