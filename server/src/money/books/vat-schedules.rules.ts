import { type ScheduleKind, scheduleKinds } from "@portal/shared/money/books.ts";
import {
  addMonths,
  type Day,
  type FirstAndLast,
  lastDayOf,
} from "@portal/shared/platform/calendar.ts";
import { type Currency, decimalText, exclVat } from "@portal/shared/platform/money.ts";
import { csvOf } from "./journal-files.rules.ts";

/** Money of one order in a schedule, at the end of a day. Amounts in minor units, VAT included. */
export type ScheduleRow = Readonly<{
  orderId: string;
  orderNumber: number;
  currency: Currency;
  vatBps: number;
  /**
   * Of a part payment the day on which money of it came first, of an overpayment the day on which its four months ended, of an
   * unpaid shipment the day on which its invoice was cancelled.
   */
  day: Day;
  gross: number;
  /** The VAT in `gross`, at the rate of the order. */
  vat: number;
  /** What the order costs, and the VAT in it. */
  orderGross: number;
  orderVat: number;
}>;

export type ScheduleSums = Readonly<{
  currency: Currency;
  gross: number;
  vat: number;
  orderVat: number;
  /** The part of `gross` and of `vat` whose day is in the period. */
  grossOfPeriod: number;
  vatOfPeriod: number;
}>;

/** The orders of a schedule at the end of a period, the oldest first, and their sums by currency. */
export type VatSchedule = Readonly<{
  kind: ScheduleKind;
  rows: readonly ScheduleRow[];
  sums: readonly ScheduleSums[];
}>;

/** All schedules, also those without rows. */
export function vatSchedulesOf(
  rowsOf: Readonly<Record<ScheduleKind, readonly ScheduleRow[]>>,
  { from, to }: FirstAndLast,
): readonly VatSchedule[] {
  return scheduleKinds.map((kind) => {
    const rows = rowsOf[kind].toSorted(
      (one, other) =>
        one.day.localeCompare(other.day) ||
        one.orderNumber - other.orderNumber ||
        one.gross - other.gross,
    );
    const sums = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, all]) => {
      const ofPeriod = all.filter(({ day }) => from <= day && day <= to);
      return {
        currency,
        gross: sumOf(all, "gross"),
        vat: sumOf(all, "vat"),
        orderVat: sumOf(all, "orderVat"),
        grossOfPeriod: sumOf(ofPeriod, "gross"),
        vatOfPeriod: sumOf(ofPeriod, "vat"),
      };
    });
    return { kind, rows, sums: sums.toSorted((a, b) => a.currency.localeCompare(b.currency)) };
  });
}

function sumOf(rows: readonly ScheduleRow[], figure: "gross" | "vat" | "orderVat"): number {
  return rows.reduce((sum, row) => sum + row[figure], 0);
}

export function vatIn(gross: number, vatBps: number): number {
  return gross - exclVat(gross, vatBps);
}

/** The day four months later, or the last of its month where that is shorter. */
export function fourMonthsAfter(day: Day): Day {
  const month = addMonths(day.slice(0, 7), 4);
  const last = lastDayOf(month);
  const same = `${month}-${day.slice(8)}`;
  return same > last ? last : same;
}

const headings = [
  "schedule",
  "order",
  "date",
  "ofPeriod",
  "rate",
  "inclVat",
  "vat",
  "orderInclVat",
  "orderVat",
  "currency",
];

/** The schedules as CSV, a line for each row: apart from the documents, because nothing of them is in an account. */
export function vatSchedulesFile(
  schedules: readonly VatSchedule[],
  { from, to }: FirstAndLast,
): string {
  return csvOf(
    headings,
    schedules.flatMap(({ kind, rows }) =>
      rows.map(({ orderNumber, day, vatBps, gross, vat, orderGross, orderVat, currency }) => [
        scheduleWords[kind],
        String(orderNumber),
        day,
        from <= day && day <= to ? "yes" : "no",
        `${vatBps / 100}%`,
        ...[gross, vat, orderGross, orderVat].map(decimalText),
        currency,
      ]),
    ),
  );
}

const scheduleWords: Readonly<Record<ScheduleKind, string>> = {
  "part-payments": "part payment",
  "old-overpayments": "overpayment older than 4 months",
  "shipped-unpaid": "shipped but unpaid",
};
