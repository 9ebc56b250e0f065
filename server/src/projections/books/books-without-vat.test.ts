import { defaultChart } from "@portal/shared/catalogue/chart.ts";
import {
  closedMonthChanged,
  isRegisteredOn,
  type VatDays,
  type VatRegisteredFrom,
  type VatRegistrations,
} from "@portal/shared/catalogue/vat-registration.ts";
import { addDays, dayOf } from "@portal/shared/platform/calendar.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BookEntry,
  journalsOf,
  type PostedEntry,
  postedOn,
} from "../../money/books/book-entry.rules.ts";
import {
  type OwnTerms,
  signedSumsOf,
  vatDocumentsOf,
  vatGroupsOf,
  vatReturnOf,
} from "../../money/books/vat.rules.ts";
import type { Calendar } from "../../money/statements/statement.rules.ts";
import { closingsAt } from "../../testing/some-closings.ts";
import { passOf } from "../../testing/imported-alone.ts";
import { projectionsOf, recorded } from "../../testing/recorded-facts.ts";
import { createSimulatedShop } from "../../testing/simulated-shop.ts";
import { anyStep, type Step, takeStep } from "../../testing/some-business.ts";
import { distributor, placedOrder, someOrderId } from "../../testing/some-facts.ts";
import type { LedgerEvent, RecordedLedgerEvent } from "../ledger-catalogue.ts";
import { createBooksPass } from "./books-pass.ts";

const timeZone = "Africa/Johannesburg";
const calendar: Calendar = { closings: [], currency: "ZAR", timeZone };
const orderId = someOrderId(1);

const placed = placedOrder();
const eft = { orderId, paymentId: "p1", method: "eft", amount: 42_500 } as const;
const received: LedgerEvent = {
  type: "PaymentReceived",
  data: { ...eft, fee: 0, reference: "", referenceId: null },
};
const paid: LedgerEvent = { type: "OrderPaid", data: { orderId } };
const undone: LedgerEvent = { type: "PaymentUndone", data: eft };
const refunded: LedgerEvent = {
  type: "PaymentRefunded",
  data: {
    orderId,
    refundId: "r1",
    amount: 32_500,
    productAmount: 32_500,
    units: 1,
    method: "eft",
    reasonId: null,
  },
};

type Dated = readonly [instant: string, event: LedgerEvent];

const since = (from: VatRegisteredFrom): VatDays => ({ from, until: null });

/** The documents of an order, and the lines of their entries. */
function documentsOf(vatDays: VatDays, ...dated: readonly Dated[]) {
  const history = recorded(distributor(30, 1, null), ...dated.map(([, event]) => event)).map(
    (event, at) => ({ ...event, occurredAt: dated[at - 1]?.[0] ?? "2026-01-01T00:00:00.000Z" }),
  );
  return booksOf(history, vatDays).flatMap(({ document, lines, ...entry }) => {
    if (document === null) return [];
    const { number, vatBps } = document;
    const { gross, net, vat } = signedSumsOf(document);
    // Not −0.
    const sums = { gross, net, vat: vat + 0 };
    const ofAccount = (wanted: string) =>
      lines.reduce((sum, { account, amount }) => (account === wanted ? sum + amount : sum), 0);
    const commission = ofAccount("commissionExpense");
    const hasVatLine = lines.some(({ account }) => account === "vatOutput");
    return [
      { number, vatBps, ...sums, hasVatLine, commission, entry: { ...entry, document, lines } },
    ];
  });
}

function booksOf(history: Iterable<RecordedLedgerEvent>, vatDays: VatDays): readonly BookEntry[] {
  const entries: BookEntry[] = [];
  const registration = { vatDays, timeZone };
  const onEntry = (entry: BookEntry) => entries.push(entry);
  const pass = createBooksPass({ currency: "ZAR", registration, onEntry });
  for (const each of passOf(history)) pass.add(each);
  return entries;
}

/** Half an hour before and after midnight in Johannesburg. */
const lastEvening = "2026-02-28T21:30:00.000Z";
const firstMorning = "2026-02-28T22:30:00.000Z";
const sale = (instant: string): readonly Dated[] => [
  [instant, placed],
  [instant, received],
  [instant, paid],
];

describe("a document from before the registration for VAT", () => {
  // shows T314
  test("has no VAT and no line of it, the first one after midnight of the shop's day has", () => {
    const [before] = documentsOf(since("2026-03-01"), ...sale(lastEvening));
    expect(before).toMatchObject({ vatBps: null, gross: 42_500, net: 42_500, vat: 0 });
    expect(before).toMatchObject({ hasVatLine: false });
    const [after] = documentsOf(since("2026-03-01"), ...sale(firstMorning));
    expect(after).toMatchObject({ vatBps: 1500, net: 36_957, vat: 5543, hasVatLine: true });
    // Commission is on prices as they are.
    expect(after?.commission).toBeGreaterThan(0);
    expect(before?.commission).toBe(after?.commission);
  });

  // shows T314
  test("is followed by its credit note, whenever that is written", () => {
    const late = "2026-05-01T08:00:00.000Z";
    expect(documentsOf(since("2026-03-01"), ...sale(lastEvening), [late, refunded])).toMatchObject([
      { number: "7001", vat: 0 },
      { number: "CN7001-1", vatBps: null, gross: -32_500, net: -32_500, hasVatLine: false },
    ]);
  });

  // shows T314
  test("is taken back without VAT, and the next invoice of the order has it", () => {
    const again = documentsOf(
      since("2026-03-01"),
      ...sale(lastEvening),
      [firstMorning, undone],
      [firstMorning, received],
      [firstMorning, paid],
    );
    expect(again).toMatchObject([
      { number: "7001", gross: 42_500, vat: 0 },
      { number: "CN7001-1", gross: -42_500, vat: 0, hasVatLine: false },
      { number: "7001-2", gross: 42_500, vat: 5543 },
    ]);
  });

  test("is of a shop that is never registered, and none of one that always was", () => {
    const life = [...sale(lastEvening), [firstMorning, refunded]] as const;
    expect(documentsOf(since("never"), ...life).map(({ vat }) => vat)).toEqual([0, 0]);
    expect(documentsOf(since("always"), ...life).map(({ vat }) => vat)).toEqual([5543, -4239]);
    expect(documentsOf(since("2026-02-28"), ...life)).toEqual(
      documentsOf(since("always"), ...life),
    );
  });

  // shows T314
  test("or from after its end has none, and an earlier invoice is credited with its VAT", () => {
    const ended = { from: "always", until: "2026-02-28" };
    expect(documentsOf(ended, ...sale(firstMorning))).toMatchObject([
      { vatBps: null, gross: 42_500, net: 42_500, vat: 0, hasVatLine: false },
    ]);
    const late = "2026-05-01T08:00:00.000Z";
    expect(documentsOf(ended, ...sale(lastEvening), [late, refunded])).toMatchObject([
      { number: "7001", vatBps: 1500, vat: 5543, hasVatLine: true },
      { number: "CN7001-1", vatBps: 1500, gross: -32_500, vat: -4239, hasVatLine: true },
    ]);
    // Paid again after the end, it is a new sale.
    const again: readonly Dated[] = [
      [firstMorning, undone],
      [firstMorning, received],
      [firstMorning, paid],
    ];
    expect(documentsOf(ended, ...sale(lastEvening), ...again)).toMatchObject([
      { number: "7001", vat: 5543 },
      { number: "CN7001-1", vat: -5543 },
      { number: "7001-2", gross: 42_500, vat: 0, hasVatLine: false },
    ]);
  });

  test("is listed apart from the VAT of its period, and in no field of the return", () => {
    const own: OwnTerms = { currency: "ZAR", vatBps: 1500, rates: [{ vatBps: 1500, from: null }] };
    const documents = [lastEvening, firstMorning]
      .flatMap((instant) => documentsOf(since("2026-03-01"), ...sale(instant)))
      .map(({ entry }) => postedOn(calendar, entry));
    const groups = vatGroupsOf(vatDocumentsOf(documents), own);
    expect(groups).toMatchObject([
      { vatBps: 1500, gross: 42_500, vat: 5543 },
      { vatBps: null, gross: 42_500, net: 42_500, vat: 0 },
    ]);
    expect(vatReturnOf(groups, own)).toMatchObject({
      gross: 42_500,
      zeroRated: 0,
      vat: 5543,
      vatOfGross: 5543,
    });
  });
});

/** HISTORIES=20000 npx vitest run src/projections/books/books-without-vat.test.ts tries more of them. */
const numRuns = Number(process.env["HISTORIES"] ?? 500);
const anyBusiness = fc.array(anyStep, { minLength: 10, maxLength: 60, size: "max" });
const anyFrom = fc.oneof(
  fc.constantFrom<VatRegisteredFrom>("always", "never"),
  fc.nat({ max: 120 }).map((days): VatRegisteredFrom => addDays("2026-01-01", days)),
);
const anyDays = fc
  .record({
    from: anyFrom,
    until: fc.option(fc.nat({ max: 120 }).map((days) => addDays("2026-01-01", days))),
  })
  .map(({ from, until }): VatDays => ({ from, until: from === "never" ? null : until }))
  .filter(({ from, until }) => until === null || from === "always" || from <= until);

/** Spread over four months, in the order of the ledger. */
function historyOf(business: readonly Step[]): readonly RecordedLedgerEvent[] {
  const shop = createSimulatedShop();
  for (const step of business) takeStep(shop, step);
  const count = shop.history.length;
  return shop.history.map((event, at) => {
    const minutes = Math.floor((at * 120 * 24 * 60) / count);
    return { ...event, occurredAt: new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString() };
  });
}

test("an order of another region has VAT by the registration there, as its invoice has", () => {
  const there: LedgerEvent =
    placed.type === "OrderPlaced" ? { ...placed, data: { ...placed.data, region: "uk" } } : placed;
  const history = recorded(distributor(30, 1, null), there, received, paid).map((event) => ({
    ...event,
    occurredAt: firstMorning,
  }));
  const documentBps = (registration: VatRegistrations) => {
    const entries: BookEntry[] = [];
    const pass = createBooksPass({
      currency: "ZAR",
      registration,
      onEntry: (entry) => entries.push(entry),
    });
    for (const each of passOf(history)) pass.add(each);
    return entries.flatMap(({ document }) => (document ? [document.vatBps] : []));
  };
  const at = (from: VatRegisteredFrom) => ({ vatDays: since(from), timeZone });
  expect(documentBps({ ...at("never"), others: { uk: at("always") } })).toEqual([1500]);
  expect(documentBps({ ...at("always"), others: { uk: at("never") } })).toEqual([null]);
  // In London that is still the last evening.
  const london = { vatDays: since("2026-03-01"), timeZone: "Europe/London" };
  expect(documentBps({ ...at("2026-03-01"), others: { uk: london } })).toEqual([null]);
});

describe("the books of a random history with a registration for VAT", () => {
  // shows T314
  test("balance, have no VAT outside of it, and the documents of each order add up with the VAT of their invoice", () => {
    fc.assert(
      fc.property(anyBusiness, anyDays, (business, days) => {
        const history = historyOf(business);
        const entries = booksOf(history, days);
        const present = new Map<
          string | null,
          Readonly<{ gross: number; vatBps: number | null }>
        >();
        for (const { lines, document, orderId: of, occurredAt } of entries) {
          expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
          if (document === null) continue;
          const before = present.get(of);
          const isWithout = !isRegisteredOn(days, dayOf(occurredAt, timeZone));
          const isInvoice = document.kind === "invoice";
          expect(isInvoice && (before?.gross ?? 0) !== 0).toBe(false);
          expect(isInvoice || document.vatBps === before?.vatBps).toBe(true);
          expect(isInvoice && (document.vatBps === null) !== isWithout).toBe(false);
          const hasVatLine = lines.some(({ account }) => account === "vatOutput");
          expect(document.vatBps === null && hasVatLine).toBe(false);
          const gross = (before?.gross ?? 0) + signedSumsOf(document).gross;
          present.set(of, { gross, vatBps: document.vatBps });
        }
        for (const order of projectionsOf(history).orders.all.values()) {
          const isSold = order.live && order.paidAt !== null && order.state !== "cancelled";
          expect(present.get(order.orderId)?.gross ?? 0).toBe(isSold ? order.due : 0);
        }
      }),
      { numRuns },
    );
  });

  // shows T314
  test("differ from those without it in sales and VAT alone", () => {
    fc.assert(
      fc.property(anyBusiness, anyDays, (business, days) => {
        const history = historyOf(business);
        const others = (entries: readonly BookEntry[]) =>
          entries.map(({ lines, document, ...entry }) => ({
            ...entry,
            gross: document?.gross,
            lines: lines.filter(
              ({ account }) => account !== "vatOutput" && !/^(sales|returns)/.test(account),
            ),
          }));
        expect(others(booksOf(history, days))).toEqual(others(booksOf(history, since("always"))));
      }),
      { numRuns },
    );
  });

  // shows T315
  test("keep the journals of closed months through every change that is allowed", () => {
    const cuts = fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 3 });
    const days = fc.array(fc.nat({ max: 120 }), { minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(
        anyBusiness,
        cuts,
        days,
        anyDays,
        anyDays,
        (business, thousandths, someDays, from, to) => {
          // As in an imported history: in no order of time.
          const history = [...historyOf(business)].map((event, at) => {
            const day = addDays("2026-01-01", someDays[at % someDays.length] ?? 0);
            return { ...event, occurredAt: `${day}T08:00:00.000Z` };
          });
          const closings = closingsAt(
            thousandths
              .map((each) => Math.floor((history.length * each) / 1001))
              .toSorted((a, b) => a - b),
          );
          const last = closings.at(-1)?.month ?? "";
          const postedWith = (registered: VatDays) =>
            booksOf(history, registered).map((entry) => postedOn({ ...calendar, closings }, entry));
          const isClosed = ({ postingDate }: { postingDate: string }) =>
            postingDate.slice(0, 7) <= last;
          const creditedInvoices = invoicesCreditedIn(postedWith(from), isClosed);
          const changed = closedMonthChanged(from, to, { lastClosed: last, creditedInvoices });
          fc.pre(changed === null);
          const closedOf = (registered: VatDays) =>
            journalsOf(postedWith(registered), {
              chart: defaultChart,
              currency: "ZAR",
              by: "day",
            }).filter(isClosed);
          expect(closedOf(to)).toEqual(closedOf(from));
        },
      ),
      { numRuns },
    );
  });
});

/** The own days of the invoices whose credit notes are posted in closed months. */
function invoicesCreditedIn(
  entries: readonly PostedEntry[],
  isClosed: (entry: PostedEntry) => boolean,
): readonly string[] {
  const invoicedOn = new Map<string | null, string>();
  return entries.flatMap((entry) => {
    const { document, orderId: of, occurredAt } = entry;
    if (document?.kind === "invoice") invoicedOn.set(of, dayOf(occurredAt, timeZone));
    else if (document && isClosed(entry)) return [invoicedOn.get(of) ?? ""];
    return [];
  });
}
