/** After this many days a courier's price is no promise any more. */
export const quoteFreshDays = 7;

export function isQuoteStale(quotedAt: string, now: string): boolean {
  return Date.parse(now) - Date.parse(quotedAt) > quoteFreshDays * 24 * 3600_000;
}
