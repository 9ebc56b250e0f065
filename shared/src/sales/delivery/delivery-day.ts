const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "Thu 26 Nov", from a calendar day `2026-11-26`: a promise is a day, not a speed. */
export function deliveryDayText(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const [weekday, month] = [weekdays[date.getUTCDay()], months[date.getUTCMonth()]];
  return `${weekday ?? ""} ${date.getUTCDate()} ${month ?? ""}`;
}
