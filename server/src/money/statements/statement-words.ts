/** `21 Nov 2026` on the wall's calendar. */
export function dayInWords(instant: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone });
  return format.format(new Date(instant));
}
