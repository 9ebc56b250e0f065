/** The office's clock: South Africa has one, and never changes it. */
const officeOffsetMs = 2 * 3600 * 1000;

/** Monday to Friday (specification, section 9), as minutes of the day. */
const opens = 9 * 60;
const closes = 15 * 60;
/** Until then an overnight parcel leaves on the same day. */
const overnightUntil = 9 * 60 + 30;

export const collectionHours = "Monday to Friday, 9:00 to 15:00";

/** Whether the courier finds somebody there: the first minute counts, the last one too. */
export function isWithinCollectionHours(instant: string): boolean {
  const { weekday, minute } = atOffice(instant);
  return isWorkday(weekday) && minute >= opens && minute <= closes;
}

/** Whether an overnight parcel would still leave today. */
export function isBeforeOvernightCutOff(instant: string): boolean {
  const { weekday, minute } = atOffice(instant);
  return isWorkday(weekday) && minute < overnightUntil;
}

/** `2026-11-26` and `09:30` at the office, as an ISO instant; null where that is no time. */
export function officeInstant(day: string, time: string): string | null {
  const at = new Date(`${day}T${time}:00+02:00`);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** The calendar day at the office, `YYYY-MM-DD`. */
export function officeDay(instant: string): string {
  return shifted(instant).toISOString().slice(0, 10);
}

/** The time of day at the office, `HH:mm`. */
export function officeTime(instant: string): string {
  return shifted(instant).toISOString().slice(11, 16);
}

function atOffice(instant: string): { weekday: number; minute: number } {
  const at = shifted(instant);
  return { weekday: at.getUTCDay(), minute: at.getUTCHours() * 60 + at.getUTCMinutes() };
}

function shifted(instant: string): Date {
  return new Date(Date.parse(instant) + officeOffsetMs);
}

function isWorkday(weekday: number): boolean {
  return weekday >= 1 && weekday <= 5;
}
