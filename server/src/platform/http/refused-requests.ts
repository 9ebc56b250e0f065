import type { Log } from "../../caller.ts";

const windowMs = 60_000;
/** So many lines a minute tell of one kind of refusal, and of all kinds together. */
const linesMax = { each: 10, all: 100 } as const;
/** Routes and statuses are ours, methods are not. */
const kindsMax = 200;

/**
 * Requests that were refused are lines of the log one by one while they are few. Of more than that a minute has one line with
 * their number, by what was asked and answered: anybody can have a thousand a second.
 */
export function countRefused(log: Log): Readonly<{
  /** Whether this one has a line of its own. */
  isTold: (kind: string) => boolean;
  /** Says what was counted since the last time. */
  tell: () => void;
}> {
  let seen = new Map<string, number>();
  let told = 0;
  let timer: NodeJS.Timeout | null = null;

  function tell(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    const more = [...seen].flatMap(([kind, count]) =>
      count > linesMax.each ? [[kind, count - linesMax.each] as const] : [],
    );
    const all = [...seen.values()].reduce((sum, count) => sum + count, 0);
    if (all > told)
      log.warn(
        { requests: all - told, byKind: Object.fromEntries(more) },
        "refused and not told one by one",
      );
    seen = new Map();
    told = 0;
  }

  return {
    isTold(given) {
      timer ??= setTimeout(tell, windowMs).unref();
      const kind = seen.has(given) || seen.size < kindsMax ? given : "other";
      const count = (seen.get(kind) ?? 0) + 1;
      seen.set(kind, count);
      if (count > linesMax.each || told >= linesMax.all) return false;
      told += 1;
      return true;
    },
    tell,
  };
}
