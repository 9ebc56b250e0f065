import { type Day, dayOf, firstDayOf, type Month, nextMonth } from "../platform/calendar.ts";

/** Whether the seller is registered for VAT: the choices of the form. */
export const vatRegistrations = ["always", "from", "never"] as const;

/** The first day on which the seller is registered for VAT; or `always`, or `never`. */
export type VatRegisteredFrom = Day;

/** What decides the VAT of a document: the registration, and the time zone of the document's day. */
export type VatRegistration = Readonly<{ vatRegisteredFrom: VatRegisteredFrom; timeZone: string }>;

/**
 * The VAT rate of a document of a day (docs/domain.md, "Orders and payments"), in basis points: that of its order, or null where
 * the seller was not registered on that day. A credit note has the rate of its invoice, whatever its own day is.
 */
export function bpsOfDay(
  from: VatRegisteredFrom,
  { vatBps, day }: Readonly<{ vatBps: number; day: Day }>,
): number | null {
  return isRegisteredOn(from, day) ? vatBps : null;
}

/** Whether the seller is registered for VAT on a day. */
export function isRegisteredOn(from: VatRegisteredFrom, day: Day): boolean {
  return from === "always" || (from !== "never" && day >= from);
}

/** The same for an instant. */
export function bpsAt(
  { vatRegisteredFrom: from, timeZone }: VatRegistration,
  { vatBps, at }: Readonly<{ vatBps: number; at: string }>,
): number | null {
  // A pass over the ledger has no time for days that decide nothing.
  const day = from === "always" || from === "never" ? "" : dayOf(at, timeZone);
  return bpsOfDay(from, { vatBps, day });
}

/** The rate of a document from before the registration, in lists and files. */
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
  before: VatRegisteredFrom,
  after: VatRegisteredFrom,
  closed: ClosedBooks | null,
): Month | null {
  if (before === after || closed === null) return null;
  const { lastClosed, creditedInvoices } = closed;
  const firstOpen = firstDayOf(nextMonth(lastClosed));
  const isOfOpenDays = [before, after].every((each) => each === "never" || isFrom(each, firstOpen));
  const isFollowed = creditedInvoices.some(
    (day) => isRegisteredOn(before, day) !== isRegisteredOn(after, day),
  );
  return isOfOpenDays && !isFollowed ? null : lastClosed;
}

function isFrom(from: VatRegisteredFrom, day: Day): boolean {
  return from !== "always" && from >= day;
}
