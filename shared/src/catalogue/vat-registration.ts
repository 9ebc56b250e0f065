import { addDays, type Day, dayOf, lastDayOf, type Month } from "../platform/calendar.ts";
import type { Region } from "../platform/region.ts";

/** Whether the seller is registered for VAT: the choices of the form. */
export const vatRegistrations = ["always", "from", "never"] as const;

/** The first day on which the seller is registered for VAT; or `always`, or `never`. */
export type VatRegisteredFrom = Day;

/** One registration: from a first day until a last one, or null while it goes on. */
export type VatPeriod = Readonly<{ from: VatRegisteredFrom; until: Day | null }>;

/** The days on which the seller is registered for VAT: of the present registration, and of those that ended before it. */
export type VatDays = VatPeriod & Readonly<{ earlier?: readonly VatPeriod[] }>;

/** What decides the VAT of a document: the registration, and the time zone of the document's day. */
export type VatRegistration = Readonly<{ vatDays: VatDays; timeZone: string }>;

/** The registration in the shop's region, and those in others, whose orders an imported history may have. */
export type VatRegistrations = VatRegistration &
  Readonly<{ others?: Readonly<Partial<Record<Region, VatRegistration>>> }>;

/** The one that decides about an order: that of its own region, in which it is taxed. */
export function registrationIn(all: VatRegistrations, region: Region): VatRegistration {
  return all.others?.[region] ?? all;
}

/**
 * The VAT rate of a document of a day (docs/domain.md, "Orders and payments"), in basis points: that of its order, or null where
 * the seller was not registered on that day. A credit note has the rate of its invoice, whatever its own day is.
 */
export function bpsOfDay(
  registered: VatDays,
  { vatBps, day }: Readonly<{ vatBps: number; day: Day }>,
): number | null {
  return isRegisteredOn(registered, day) ? vatBps : null;
}

/** Whether the seller is registered for VAT on a day. */
export function isRegisteredOn({ earlier = [], ...present }: VatDays, day: Day): boolean {
  return isIn(present, day) || earlier.some((period) => isIn(period, day));
}

function isIn({ from, until }: VatPeriod, day: Day): boolean {
  const hasBegun = from === "always" || (from !== "never" && day >= from);
  return hasBegun && (until === null || day <= until);
}

/** The same for an instant. */
export function bpsAt(
  { vatDays, timeZone }: VatRegistration,
  { vatBps, at }: Readonly<{ vatBps: number; at: string }>,
): number | null {
  const { from, until, earlier = [] } = vatDays;
  // A pass over the ledger has no time for days that decide nothing.
  const isAnyDay = until === null && ["always", "never"].includes(from) && earlier.length === 0;
  return bpsOfDay(vatDays, { vatBps, day: isAnyDay ? "" : dayOf(at, timeZone) });
}

/** The rate of a document from a day without registration, in lists and files. */
export const noRate = "none" as const;

/** "15%", or "none". */
export function rateInWords(vatBps: number | null): string {
  return vatBps === null ? noRate : `${vatBps / 100}%`;
}

/** What is closed of the books, as far as a registration can change it. */
export type ClosedBooks = Readonly<{
  lastClosed: Month;
  /** The days of invoices of open months that have a credit note in a closed one, as an imported history may have them. */
  creditedInvoices: readonly Day[];
}>;

/**
 * The closed month whose documents another registration would change, or null. Months are closed in order, so it is the last
 * closed one unless all changed days are later, and no document of them is in a closed month.
 */
export function closedMonthChanged(
  before: VatDays,
  after: VatDays,
  closed: ClosedBooks | null,
): Month | null {
  if (closed === null) return null;
  const { lastClosed, creditedInvoices } = closed;
  const lastDay = lastDayOf(lastClosed);
  const isOfOpenDays =
    changesThrough(before, lastDay).join() === changesThrough(after, lastDay).join();
  const isFollowed = creditedInvoices.some(
    (day) => isRegisteredOn(before, day) !== isRegisteredOn(after, day),
  );
  return isOfOpenDays && !isFollowed ? null : lastClosed;
}

/** The first days with and without registration, in turns, of those through the last one. */
function changesThrough({ earlier = [], ...present }: VatDays, last: Day): readonly string[] {
  const changes = [...earlier, present].flatMap(({ from, until }) => {
    if (from === "never") return [];
    // Before every day.
    return [from === "always" ? "0" : from, ...(until === null ? [] : [addDays(until, 1)])];
  });
  return changes
    .filter((day) => day <= last && changes.filter((each) => each === day).length === 1)
    .toSorted();
}

/**
 * Whether the new registration follows one whose days are all closed, so that they stay. One that did not end in closed months is
 * replaced: it may have been a mistake.
 */
export function isRegisteredAgain(
  before: VatPeriod,
  after: VatPeriod,
  closed: ClosedBooks | null,
): boolean {
  const { until } = before;
  if (until === null || closed === null || until > lastDayOf(closed.lastClosed)) return false;
  return after.from !== "always" && (after.from === "never" || after.from > until);
}

/** Whether two registrations are the same. */
export function areSameDays(one: VatPeriod, other: VatPeriod): boolean {
  return one.from === other.from && one.until === other.until;
}
