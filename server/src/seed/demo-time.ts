const dayMs = 86_400_000;
const minuteMs = 60_000;

/** The days of the demo's year, counted from its start, on South African clocks (UTC+2, no summer time). */
export type DemoTime = Readonly<{
  days: number;
  /** The first instant after the history. */
  end: number;
  on: (day: number, clock: `${number}:${number}`) => number;
  /** 0 is Sunday. */
  weekdayOf: (day: number) => number;
  /** 1 to 12. */
  monthOf: (day: number) => number;
  /** The calendar day of an instant. */
  dateOf: (at: number) => string;
}>;

/** `until` is the day of which nothing has happened yet, as `YYYY-MM-DD`. */
export function createDemoTime(until: string, days: number): DemoTime {
  const lastMidnight = Date.parse(`${until}T00:00:00.000+02:00`);
  const start = lastMidnight - days * dayMs;
  const localDay = (day: number): Date => new Date(start + day * dayMs + 120 * minuteMs);
  return {
    days,
    end: lastMidnight,
    on(day, clock) {
      const [hours = 0, minutes = 0] = clock.split(":").map(Number);
      return start + day * dayMs + (hours * 60 + minutes) * minuteMs;
    },
    weekdayOf: (day) => localDay(day).getUTCDay(),
    monthOf: (day) => localDay(day).getUTCMonth() + 1,
    dateOf: (at) => new Date(at + 120 * minuteMs).toISOString().slice(0, 10),
  };
}
