import { type Day, dayOf } from "../platform/calendar.ts";

/** A VAT rate of a region in basis points, and since when orders have it; null: from the beginning. */
type VatRate = Readonly<{ vatBps: number; from: string | null }>;

/** All rates of a region, the oldest first. */
export type VatRates = readonly VatRate[];

/** The rate of orders that are placed at an instant: of two that begin at once, the later in the list. */
export function vatBpsAt(rates: VatRates, at: string): number {
  return newestOf(rates, (from) => !isAfter(from, at));
}

/** The rate of the last orders that are placed before an instant. */
export function vatBpsBefore(rates: VatRates, end: string): number {
  return newestOf(rates, (from) => isAfter(end, from));
}

function newestOf(rates: VatRates, isBegun: (from: string) => boolean): number {
  const found = rates.findLast(({ from }) => from === null || isBegun(from));
  if (!found) throw new Error("a region has a VAT rate from the beginning");
  return found.vatBps;
}

/** A VAT rate of a stockist's own; `isLower` where it was below that of all when it was entered, which two admins decided on. */
export type OwnVat = Readonly<{ bps: number | null; isLower: boolean }>;

/**
 * The rate of a stockist's orders. One that nobody decided to lower is never below that of all, whatever became of that: it is
 * that of all then.
 */
export function vatBpsOfStockist({ bps, isLower }: OwnVat, ofAll: number): number {
  if (bps === null) return ofAll;
  return isLower ? bps : Math.max(bps, ofAll);
}

/** What differs from the rate of all; null where nothing does. */
export function ownVatBps(own: OwnVat, ofAll: number): number | null {
  const bps = vatBpsOfStockist(own, ofAll);
  return bps === ofAll ? null : bps;
}

/** What the settings show of a region's rates: the one that is to hold in the end, and its first day while that is to come. */
type VatSetting = Readonly<{ vatBps: number; vatFrom: Day | null }>;

export function vatSettingOf(
  rates: VatRates,
  { at, timeZone }: Readonly<{ at: string; timeZone: string }>,
): VatSetting {
  const present = vatBpsAt(rates, at);
  const last = rates.at(-1);
  return !last || last.from === null || last.vatBps === present || !isAfter(last.from, at)
    ? { vatBps: present, vatFrom: null }
    : { vatBps: last.vatBps, vatFrom: dayOf(last.from, timeZone) };
}

/** Whether an instant is later than another one. */
export function isAfter(instant: string, at: string): boolean {
  return Date.parse(instant) > Date.parse(at);
}
