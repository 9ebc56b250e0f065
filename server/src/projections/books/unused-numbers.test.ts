import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PostedEntry, postedOn } from "../../money/books/book-entry.rules.ts";
import {
  registerFile,
  registerRowsOf,
  registerSumsOf,
  unusedNumbersFile,
} from "../../money/books/document-register.rules.ts";
import { vatDocumentsOf, vatGroupsOf } from "../../money/books/vat.rules.ts";
import type { SkippedNumbers } from "../../money/books/skipped-numbers.queries.ts";
import type { Calendar } from "../../money/statements/statement.rules.ts";
import { passOf } from "../../testing/imported-alone.ts";
import { recorded } from "../../testing/recorded-facts.ts";
import { createSimulatedShop } from "../../testing/simulated-shop.ts";
import { anyStep, takeStep } from "../../testing/some-business.ts";
import {
  alwaysRegistered,
  bottles,
  distributor,
  placedOrder,
  someOrderId,
} from "../../testing/some-facts.ts";
import type { LedgerEvent, RecordedLedgerEvent } from "../ledger-catalogue.ts";
import { createBooksPass } from "./books-pass.ts";
import { createUnusedNumbersPass } from "./unused-numbers-pass.ts";

const calendar: Calendar = { closings: [], currency: "ZAR", timeZone: "Africa/Johannesburg" };

const free = { lines: [bottles(1, 0)] };
const placed = (number: number, changes: Parameters<typeof placedOrder>[1] = {}) =>
  placedOrder(number, { sellerId: null, ...changes });
const received = (number: number, amount = 42_500): LedgerEvent => ({
  type: "PaymentReceived",
  data: {
    orderId: someOrderId(number),
    paymentId: `p${amount}`,
    method: "eft",
    amount,
    fee: 0,
    reference: "",
    referenceId: null,
  },
});
const paid = (number: number): LedgerEvent => ({
  type: "OrderPaid",
  data: { orderId: someOrderId(number) },
});
const cancelled = (number: number): LedgerEvent => ({
  type: "OrderCancelled",
  data: { orderId: someOrderId(number), reasonId: null },
});
const on = (day: string, event: LedgerEvent) => [day, event] as const;
type Dated = ReturnType<typeof on>;

function registerOf(
  dated: readonly Dated[],
  [from, to]: readonly [string, string],
  closings: Calendar["closings"] = [],
  skipped: readonly SkippedNumbers[] = [],
) {
  const history = recorded(...dated.map(([, event]) => event)).map((event, at) => ({
    ...event,
    occurredAt: `${dated[at]?.[0] ?? ""}T08:00:00.000Z`,
  }));
  return passed(history, { from, to }, closings, skipped);
}

function passed(
  history: readonly RecordedLedgerEvent[],
  { from, to }: Readonly<{ from: string; to: string }>,
  closings: Calendar["closings"] = [],
  skipped: readonly SkippedNumbers[] = [],
) {
  const entries: PostedEntry[] = [];
  const books = createBooksPass({
    currency: "ZAR",
    registration: alwaysRegistered,
    onEntry(entry) {
      const posted = postedOn({ ...calendar, closings }, entry);
      if (from <= posted.postingDate && posted.postingDate <= to) entries.push(posted);
    },
  });
  const numbers = createUnusedNumbersPass({ ...calendar, closings }, skipped, { from, to });
  for (const each of passOf(history)) {
    books.add(each);
    numbers.add(each);
  }
  return { documents: vatDocumentsOf(entries), unused: numbers.unused() };
}

const january = ["2026-01-01", "2026-01-31"] as const;
const february = ["2026-02-01", "2026-02-28"] as const;

describe("the register of documents", () => {
  test("has the reason why the number of an order is on no invoice", () => {
    const events = [
      on("2026-01-02", placed(4, { live: false })),
      on("2026-01-02", received(4)),
      on("2026-01-02", paid(4)),
      on("2026-01-03", placed(1)),
      on("2026-01-03", placed(2)),
      on("2026-01-03", placed(3)),
      on("2026-01-04", received(1)),
      on("2026-01-04", paid(1)),
      on("2026-01-05", cancelled(2)),
      on("2026-01-06", placed(5, free)),
      on("2026-01-06", paid(5)),
    ];
    const { documents, unused } = registerOf(events, january);
    expect(documents.map(({ number }) => number)).toEqual(["7001"]);
    expect(unused.map(({ orderNumber, reason }) => [orderNumber, reason])).toEqual([
      [7002, "cancelled"],
      [7003, "unpaid"],
      [7004, "test"],
      [7005, "free"],
    ]);
    expect(unusedNumbersFile(unused).split("\r\n").slice(0, 2)).toEqual([
      "\uFEFForder,lastOrder,postingDate,ownDay,reason",
      "7002,,2026-01-03,2026-01-03,cancelled",
    ]);
  });

  test("has the numbers that a restore skipped, in the month of the restore", () => {
    const events = [on("2026-01-03", placed(1)), on("2026-01-20", placed(3))];
    const restore = { first: 7002, last: 7002, at: "2026-01-10T23:30:00.000Z", position: 1 };
    const { unused } = registerOf(events, january, [], [restore]);
    expect(unusedNumbersFile(unused).split("\r\n").slice(1, 4)).toEqual([
      "7001,,2026-01-03,2026-01-03,unpaid",
      "7002,7002,2026-01-11,2026-01-11,restored",
      "7003,,2026-01-20,2026-01-20,unpaid",
    ]);
    expect(registerOf(events, february, [], [restore]).unused).toEqual([]);
  });

  test("keeps the numbers of a closed month, whatever happens to their orders later", () => {
    const closed = [on("2026-01-03", placed(1)), on("2026-01-03", placed(2))];
    const closing = {
      month: "2026-01",
      throughPosition: 2,
      position: 3,
      seal: { afterPosition: 0, previousRoot: "", root: "" },
      timeZone: calendar.timeZone,
      closedAt: "",
    };
    const late = [
      ...closed,
      on("2026-01-20", received(1)),
      on("2026-01-20", paid(1)),
      on("2026-01-21", cancelled(2)),
    ];
    const then = registerOf(closed, january, [closing]);
    expect(then.unused.map(({ reason }) => reason)).toEqual(["unpaid", "unpaid"]);
    expect(registerOf(late, january, [closing])).toEqual(then);
    expect(registerOf(late, february, [closing])).toMatchObject({
      documents: [{ number: "7001", postingDate: "2026-02-01", ownDay: "2026-01-20" }],
      unused: [],
    });
  });

  test("says what the buyer was, and names nobody", () => {
    const buyers = [
      { number: 1, buyerId: null },
      { number: 2, buyerId: 3 },
      { number: 3, buyerId: 30 },
    ];
    const events = [
      on("2026-01-01", distributor(30, 1, null)),
      ...buyers.flatMap(({ number, buyerId }) => [
        on("2026-01-02", placed(number, { buyerId })),
        on("2026-01-02", received(number)),
        on("2026-01-02", paid(number)),
      ]),
    ];
    const rows = registerRowsOf(registerOf(events, january).documents);
    expect(rows.map(({ buyer }) => buyer)).toEqual(["guest", "customer", "distributor"]);
    expect(registerFile(rows, "za").split("\r\n").slice(0, 2)).toEqual([
      "\uFEFFdocument,kind,postingDate,ownDay,order,buyer,rate,inclVat,exclVat,vat,currency",
      "7001,invoice,2026-01-02,2026-01-02,7001,guest,15%,425.00,369.57,55.43,ZAR",
    ]);
  });
});

const numRuns = Number(process.env["HISTORIES"] ?? 2000) / 4;

describe("the register of a random history", () => {
  // shows T294
  test("has every number once, and accounts for every order of every period", () => {
    const anyBusiness = fc.array(anyStep, { minLength: 10, maxLength: 60, size: "max" });
    const anyDays = fc.array(fc.nat({ max: 9 }), { minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(anyBusiness, anyDays, (business, gaps) => {
        const shop = createSimulatedShop();
        for (const step of business) takeStep(shop, step);
        let at = Date.UTC(2026, 0, 1, 8);
        const history = shop.history.map((event, index) => {
          at += (gaps[index % gaps.length] ?? 0) * 86_400_000;
          return { ...event, occurredAt: new Date(at).toISOString() };
        });
        const all = passed(history, { from: "2026-01-01", to: "2099-12-31" });
        const numbers = all.documents.map(({ number }) => number);
        expect(new Set(numbers).size).toBe(numbers.length);

        const invoiced = new Set(all.documents.map(({ orderId }) => orderId));
        for (const { orderId } of all.unused) expect(invoiced.has(orderId)).toBe(false);
        const placedIds = history.flatMap(({ type, data }) =>
          type === "OrderPlaced" ? [data.orderId] : [],
        );
        expect(invoiced.size + all.unused.length).toBe(placedIds.length);
        expect(new Set([...invoiced, ...all.unused.map(({ orderId }) => orderId)])).toEqual(
          new Set(placedIds),
        );

        const groups = vatGroupsOf(all.documents, {
          currency: "ZAR",
          vatBps: 1500,
          rates: [{ vatBps: 1500, from: null }],
        });
        for (const { currency, gross, net, vat } of registerSumsOf(all.documents)) {
          const own = groups.filter((group) => group.currency === currency);
          const sumOf = (figure: "gross" | "net" | "vat") =>
            own.reduce((sum, group) => sum + group[figure], 0);
          expect([gross, net, vat]).toEqual([sumOf("gross"), sumOf("net"), sumOf("vat")]);
        }
        const cut = passed(history, { from: "2026-01-01", to: "2026-02-15" });
        const rest = passed(history, { from: "2026-02-16", to: "2099-12-31" });
        expect([...cut.documents, ...rest.documents]).toEqual(all.documents);
      }),
      { numRuns },
    );
  });
});
