const minute = 60;
const steps = [
  { unit: "year", seconds: 365 * 24 * 60 * minute },
  { unit: "month", seconds: 30 * 24 * 60 * minute },
  { unit: "day", seconds: 24 * 60 * minute },
  { unit: "hour", seconds: 60 * minute },
  { unit: "minute", seconds: minute },
] as const;

const format = new Intl.RelativeTimeFormat("en-GB", { numeric: "always" });

/** "3 hours ago", in whole units of the largest that fits; "just now" within a minute and for a clock that is ahead. */
export function agoWords(instant: string, now: Date): string {
  const seconds = Math.floor((now.getTime() - Date.parse(instant)) / 1000);
  const step = steps.find((known) => seconds >= known.seconds);
  return step ? format.format(0 - Math.floor(seconds / step.seconds), step.unit) : "just now";
}
