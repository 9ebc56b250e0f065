/** The instant at which a local day begins; `localMidnight` is its midnight read as if it were UTC. */
export function startOfLocalDay(localMidnight: number, timeZone: string): Date {
  // The offset may change within the day, so it is looked up again at the first guess.
  const guess = localMidnight - offsetAt(localMidnight, timeZone);
  return new Date(localMidnight - offsetAt(guess, timeZone));
}

/** The calendar day of an instant in a time zone, as `YYYY-MM-DD`. */
export function dayOf(instant: string, timeZone: string): string {
  return new Date(wallClock(Date.parse(instant), timeZone)).toISOString().slice(0, 10);
}

function offsetAt(instant: number, timeZone: string): number {
  return wallClock(instant, timeZone) - Math.floor(instant / 1000) * 1000;
}

/** What a clock on the wall shows at an instant, in milliseconds read as if it were UTC, to the second. */
export function wallClock(instant: number, timeZone: string): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  return Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A formatter costs a millisecond to make, and a list shows a hundred days. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formats.set(timeZone, format);
  return format;
}
