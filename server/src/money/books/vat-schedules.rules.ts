import { type ScheduleKind, scheduleKinds } from "@portal/shared/money/books.ts";
import { addMonths, type Day, lastDayOf } from "@portal/shared/platform/calendar.ts";
import { type Currency, decimalText, exclVat } from "@portal/shared/platform/money.ts";
import { csvOf } from "./journal-files.rules.ts";

/** Money of one order in a schedule, at the end of a day. Amounts in minor units, VAT included. */
export type ScheduleEntry = Readonly<{
  orderId: string;
  orderNumber: number;
  currency: Currency;
  vatBps: number;
  /**
   * Of a part payment the day of the first part that is kept, of an overpayment the day on which its four months ended, of an
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

/** With what it was before the period began; 0 at the end where the order has left the schedule since. */
export type ScheduleRow = ScheduleEntry & Readonly<{ grossBefore: number; vatBefore: number }>;

export type ScheduleMoney = Readonly<{ gross: number; vat: number; orderVat: number }>;

export type ScheduleSums = ScheduleMoney &
  Readonly<{
    currency: Currency;
    /** What came to the schedule in the period: new since the return before. */
    added: ScheduleMoney;
    /** What left it in the period: what may be deducted of what was declared before. */
    taken: ScheduleMoney;
  }>;

/** The orders of a schedule at the end of a period and those that left it, the oldest first, and their sums by currency. */
export type VatSchedule = Readonly<{
  kind: ScheduleKind;
  rows: readonly ScheduleRow[];
  sums: readonly ScheduleSums[];
}>;

export type ScheduleEntries = Readonly<Record<ScheduleKind, readonly ScheduleEntry[]>>;

/** All schedules, also those without rows. @param before the entries at the end of the day before the period */
export function vatSchedulesOf(
  before: ScheduleEntries,
  present: ScheduleEntries,
): readonly VatSchedule[] {
  return scheduleKinds.map((kind) => {
    const rows = rowsOf(kind, before[kind], present[kind]).toSorted(
      (one, other) =>
        one.day.localeCompare(other.day) ||
        one.orderNumber - other.orderNumber ||
        one.gross - other.gross,
    );
    const sums = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, all]) => ({
      currency,
      ...sumOf(all.map((row) => ({ ...row, orderVat: row.gross > 0 ? row.orderVat : 0 }))),
      added: sumOf(all.map((row) => upwards(changeOf(row)))),
      taken: sumOf(all.map((row) => upwards(changeOf(row), -1))),
    }));
    return { kind, rows, sums: sums.toSorted((a, b) => a.currency.localeCompare(b.currency)) };
  });
}

function rowsOf(
  kind: ScheduleKind,
  before: readonly ScheduleEntry[],
  present: readonly ScheduleEntry[],
): readonly ScheduleRow[] {
  // An order has several overpayments, whose months end on different days.
  const keyOf = ({ orderId, day }: ScheduleEntry) =>
    kind === "old-overpayments" ? `${orderId} ${day}` : orderId;
  const [were, are] = [joined(before, keyOf), joined(present, keyOf)];
  const left = [...were].filter(([key]) => !are.has(key));
  return [
    ...[...are].map(([key, entry]) => {
      const was = were.get(key);
      return { ...entry, grossBefore: was?.gross ?? 0, vatBefore: was?.vat ?? 0 };
    }),
    ...left.map(([, was]) => ({
      ...was,
      gross: 0,
      vat: 0,
      grossBefore: was.gross,
      vatBefore: was.vat,
    })),
  ];
}

/** One entry for each key. */
function joined(
  entries: readonly ScheduleEntry[],
  keyOf: (entry: ScheduleEntry) => string,
): ReadonlyMap<string, ScheduleEntry> {
  const found = new Map<string, ScheduleEntry>();
  for (const entry of entries) {
    const { gross, vat } = found.get(keyOf(entry)) ?? { gross: 0, vat: 0 };
    found.set(keyOf(entry), { ...entry, gross: gross + entry.gross, vat: vat + entry.vat });
  }
  return found;
}

function changeOf({ gross, grossBefore, vat, vatBefore, orderVat }: ScheduleRow): ScheduleMoney {
  return {
    gross: gross - grossBefore,
    vat: vat - vatBefore,
    orderVat: Number(gross > 0) * orderVat - Number(grossBefore > 0) * orderVat,
  };
}

/** What of a change is in one direction. */
function upwards({ gross, vat, orderVat }: ScheduleMoney, direction: 1 | -1 = 1): ScheduleMoney {
  const of = (amount: number) => Math.max(0, direction * amount);
  return { gross: of(gross), vat: of(vat), orderVat: of(orderVat) };
}

function sumOf(all: readonly ScheduleMoney[]): ScheduleMoney {
  return all.reduce(
    (sum, { gross, vat, orderVat }) => ({
      gross: sum.gross + gross,
      vat: sum.vat + vat,
      orderVat: sum.orderVat + orderVat,
    }),
    { gross: 0, vat: 0, orderVat: 0 },
  );
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
  "rate",
  "inclVatBefore",
  "vatBefore",
  "inclVat",
  "vat",
  "vatChange",
  "orderInclVat",
  "orderVat",
  "currency",
];

/** The schedules as CSV, a line for each row: apart from the documents, because nothing of them is in an account. */
export function vatSchedulesFile(schedules: readonly VatSchedule[]): string {
  return csvOf(
    headings,
    schedules.flatMap(({ kind, rows }) =>
      rows.map((row) => [
        scheduleWords[kind],
        String(row.orderNumber),
        row.day,
        `${row.vatBps / 100}%`,
        ...[row.grossBefore, row.vatBefore, row.gross, row.vat].map(decimalText),
        decimalText(row.vat - row.vatBefore),
        decimalText(row.orderGross),
        decimalText(row.orderVat),
        row.currency,
      ]),
    ),
  );
}

const scheduleWords: Readonly<Record<ScheduleKind, string>> = {
  "part-payments": "part payment",
  "old-overpayments": "overpayment older than 4 months",
  "shipped-unpaid": "shipped but unpaid",
};
