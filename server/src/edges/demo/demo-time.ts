const dayMs = 86_400_000;
const minuteMs = 60_000;

/** The days of the demo's year, counted from its start, on South African clocks (UTC+2, no summer time). */
export type DemoTime = Readonly<{
  days: number;
  /** The first instant after the history. */
  end: number;
  on: (day: number, clock: `${number}:${number}`) => number;
  /** The calendar day of an instant. */
  dateOf: (at: number) => string;
}>;

/** `until` is the day of which nothing has happened yet, as `YYYY-MM-DD`. */
export function createDemoTime(until: string, days: number): DemoTime {
  const lastMidnight = Date.parse(`${until}T00:00:00.000+02:00`);
  const start = lastMidnight - days * dayMs;
  return {
    days,
    end: lastMidnight,
    on(day, clock) {
      const [hours = 0, minutes = 0] = clock.split(":").map(Number);
      return start + day * dayMs + (hours * 60 + minutes) * minuteMs;
    },
    dateOf: (at) => new Date(at + 120 * minuteMs).toISOString().slice(0, 10),
  };
}
