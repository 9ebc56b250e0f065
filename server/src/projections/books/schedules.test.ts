import type { VatDays } from "@portal/shared/catalogue/vat-registration.ts";
import type { ScheduleKind } from "@portal/shared/money/books.ts";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { kept } from "@portal/shared/sales/orders/order-money.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BookEntry, postedOn } from "../../money/books/book-entry.rules.ts";
import {
  fourMonthsAfter,
  type VatSchedule,
  vatSchedulesFile,
} from "../../money/books/vat-schedules.rules.ts";
import type { Calendar } from "../../money/statements/statement.rules.ts";
import { passOf } from "../../testing/imported-alone.ts";
import { projectionsOf, recorded } from "../../testing/recorded-facts.ts";
import { createSimulatedShop } from "../../testing/simulated-shop.ts";
import { anyStep, takeStep } from "../../testing/some-business.ts";
import {
  alwaysRegistered,
  distributor,
  placedOrder,
  someOrderId,
} from "../../testing/some-facts.ts";
import type { LedgerEvent, RecordedLedgerEvent } from "../ledger-catalogue.ts";
import { createBooksPass } from "./books-pass.ts";
import { createSchedulesPass } from "./schedules-pass.ts";

const calendar: Calendar = { closings: [], currency: "ZAR", timeZone: "Africa/Johannesburg" };
const orderId = someOrderId(1);

/** A bottle of 32500 and a parcel of 10000. */
const placed = (live = true) => placedOrder(1, { live });
const received = (amount: number): LedgerEvent => ({
  type: "PaymentReceived",
  data: {
    orderId,
    paymentId: `p${amount}`,
    method: "eft",
    amount,
    fee: 0,
    reference: "",
    referenceId: null,
  },
});
const undone = (amount: number): LedgerEvent => ({
  type: "PaymentUndone",
  data: { orderId, paymentId: `p${amount}`, method: "eft", amount },
});
const refunded = (amount: number): LedgerEvent => ({
  type: "PaymentRefunded",
  data: {
    orderId,
    refundId: `r${amount}`,
    amount,
    productAmount: 0,
    units: 0,
    method: "eft",
    reasonId: null,
  },
});
const paid: LedgerEvent = { type: "OrderPaid", data: { orderId } };
const cancelled: LedgerEvent = { type: "OrderCancelled", data: { orderId, reasonId: null } };
const shipped: LedgerEvent = {
  type: "ShipmentCreated",
  data: { orderId, service: "ECO", waybill: "W1" },
};

/** Each event on a day of its own. */
const on = (day: string, event: LedgerEvent) => [day, event] as const;
type Dated = ReturnType<typeof on>;

function schedulesOf(
  dated: readonly Dated[],
  [from, to]: readonly [string, string],
  closings: Calendar["closings"] = [],
  vatDays: VatDays = alwaysRegistered.vatDays,
): Readonly<Record<ScheduleKind, VatSchedule>> {
  const history = recorded(distributor(30, 1, null), ...dated.map(([, event]) => event)).map(
    (event, at) => {
      const day = dated[at - 1]?.[0] ?? "2026-01-01";
      return { ...event, occurredAt: `${day}T08:00:00.000Z` };
    },
  );
  const pass = createSchedulesPass(
    { ...calendar, closings },
    { ...alwaysRegistered, vatDays },
    { from, to },
  );
  for (const each of passOf(history)) pass.add(each);
  return byKind(pass.schedules());
}

function byKind(schedules: readonly VatSchedule[]): Readonly<Record<ScheduleKind, VatSchedule>> {
  const of = (kind: ScheduleKind) =>
    schedules.find((each) => each.kind === kind) ?? { kind, rows: [], sums: [] };
  return {
    "part-payments": of("part-payments"),
    "old-overpayments": of("old-overpayments"),
    "shipped-unpaid": of("shipped-unpaid"),
  };
}

const january = ["2026-01-01", "2026-01-31"] as const;
const nothing = { gross: 0, vat: 0, orderVat: 0 };
const placedThen = (...then: readonly Dated[]) => [on("2026-01-02", placed()), ...then];

describe("the schedules of a VAT return", () => {
  test("have the parts of an order that is not paid in full, until it is", () => {
    const parts = placedThen(
      on("2026-01-10", received(11_500)),
      on("2026-02-03", received(11_000)),
    );
    const { "part-payments": first, ...none } = schedulesOf(parts, january);
    expect(first).toMatchObject({
      rows: [
        {
          orderId,
          orderNumber: 7001,
          day: "2026-01-10",
          gross: 11_500,
          vat: 1500,
          orderGross: 42_500,
          orderVat: 5543,
        },
      ],
      sums: [
        {
          currency: "ZAR",
          gross: 11_500,
          vat: 1500,
          orderVat: 5543,
          added: { gross: 11_500, vat: 1500, orderVat: 5543 },
          taken: nothing,
        },
      ],
    });
    for (const { rows } of Object.values(none)) expect(rows).toEqual([]);

    const february = ["2026-02-01", "2026-02-28"] as const;
    expect(schedulesOf(parts, february)["part-payments"]).toMatchObject({
      rows: [{ grossBefore: 11_500, vatBefore: 1500, gross: 22_500, vat: 2935 }],
      sums: [
        {
          gross: 22_500,
          orderVat: 5543,
          added: { gross: 11_000, vat: 1435, orderVat: 0 },
          taken: nothing,
        },
      ],
    });
    const rest = [on("2026-02-04", received(20_000)), on("2026-02-04", paid)];
    // Its invoice has the VAT of the first part as well, which was declared in January.
    expect(schedulesOf([...parts, ...rest], february)["part-payments"]).toMatchObject({
      rows: [{ orderNumber: 7001, grossBefore: 11_500, gross: 0, vat: 0 }],
      sums: [
        {
          ...nothing,
          added: nothing,
          taken: { gross: 11_500, vat: 1500, orderVat: 5543 },
        },
      ],
    });
    expect(schedulesOf([...parts, ...rest], january)["part-payments"].sums).toEqual(first.sums);
    const march = ["2026-03-01", "2026-03-31"] as const;
    expect(schedulesOf([...parts, ...rest], march)["part-payments"].rows).toEqual([]);
  });

  test.for([
    ["nothing was paid", []],
    ["the part was refunded", [received(11_500), refunded(11_500)]],
    ["the part was undone", [received(11_500), undone(11_500)]],
    ["the order was cancelled", [received(11_500), cancelled]],
  ] as const)("have no part payment where %s", ([, then]) => {
    const events = placedThen(...then.map((event) => on("2026-01-10", event)));
    expect(schedulesOf(events, january)["part-payments"].rows).toEqual([]);
  });

  // shows T314
  test("have only what is dated after the registration for VAT", () => {
    const year = ["2026-01-01", "2026-12-31"] as const;
    const part = placedThen(on("2026-01-10", received(11_500)));
    const overpaid = [...part, on("2026-02-01", cancelled)];
    const sent = [...placedThen(), on("2026-01-10", received(42_500)), on("2026-01-10", paid)];
    const unpaid = [...sent, on("2026-01-11", shipped), on("2026-01-20", undone(42_500))];
    const listed = (dated: readonly Dated[], from: string, until: string | null = null) =>
      Object.values(schedulesOf(dated, year, [], { from, until })).flatMap(({ rows }) =>
        rows.map(({ day, vat }) => [day, vat]),
      );
    expect(listed(part, "2026-01-10")).toEqual([["2026-01-10", 1500]]);
    expect(listed(part, "2026-01-11")).toEqual([]);
    const twoParts = [...part, on("2026-02-03", received(11_000))];
    expect(listed(twoParts, "2026-02-01")).toEqual([["2026-02-03", 1435]]);
    // The end of the four months is when the law asks.
    expect(listed(overpaid, "2026-06-01")).toEqual([["2026-06-01", 1500]]);
    expect(listed(overpaid, "2026-06-02")).toEqual([]);
    // The invoice that was taken back had none.
    expect(listed(unpaid, "2026-01-10")).toEqual([["2026-01-20", 5543]]);
    expect(listed(unpaid, "2026-01-11")).toEqual([]);
    // And nothing of days after the last one with it.
    expect(listed(twoParts, "always", "2026-02-02")).toEqual([["2026-01-10", 1500]]);
    expect(listed(overpaid, "always", "2026-06-01")).toEqual([["2026-06-01", 1500]]);
    expect(listed(overpaid, "always", "2026-05-31")).toEqual([]);
    expect(listed(unpaid, "always", "2026-01-10")).toEqual([["2026-01-20", 5543]]);
    expect(listed(unpaid, "always", "2026-01-09")).toEqual([]);
  });

  test("have nothing of a test order", () => {
    const then = [received(50_000), paid, shipped, undone(50_000), received(11_500)];
    const events = then.map((event) => on("2026-01-10", event));
    const all = schedulesOf(
      [on("2026-01-02", placed(false)), ...events],
      ["2026-01-01", "2027-01-01"],
    );
    for (const { rows } of Object.values(all)) expect(rows).toEqual([]);
  });

  test("have an overpayment from the day on which its four months end", () => {
    const events = placedThen(
      on("2026-01-10", received(42_500)),
      on("2026-01-10", paid),
      on("2026-01-31", received(23_000)),
    );
    const until = (to: string) => schedulesOf(events, ["2026-05-01", to])["old-overpayments"];
    expect(until("2026-05-30").rows).toEqual([]);
    expect(until("2026-05-31")).toMatchObject({
      rows: [{ day: "2026-05-31", gross: 23_000, vat: 3000 }],
      sums: [{ gross: 23_000, vat: 3000, added: { gross: 23_000, vat: 3000 } }],
    });
    const june = schedulesOf(events, ["2026-06-01", "2026-06-30"])["old-overpayments"];
    expect(june.sums).toMatchObject([{ gross: 23_000, added: nothing, taken: nothing }]);
    // Section 8(27): what is given back later may be deducted then.
    const back = schedulesOf(
      [...events, on("2026-07-03", refunded(11_500))],
      ["2026-07-01", "2026-07-31"],
    );
    expect(back["old-overpayments"]).toMatchObject({
      rows: [{ grossBefore: 23_000, vatBefore: 3000, gross: 11_500, vat: 1500 }],
      sums: [{ gross: 11_500, added: nothing, taken: { gross: 11_500, vat: 1500 } }],
    });
  });

  test("take what is refunded from the oldest overpayment, and keep the money of a cancelled order", () => {
    const events = placedThen(
      on("2026-01-10", received(50_000)),
      on("2026-01-10", paid),
      on("2026-02-10", received(10_000)),
      on("2026-03-01", refunded(9000)),
    );
    const year = ["2026-01-01", "2026-12-31"] as const;
    expect(schedulesOf(events, year)["old-overpayments"].rows).toMatchObject([
      { day: "2026-06-10", gross: 8500 },
    ]);
    const unpaid = placedThen(on("2026-01-10", received(11_500)), on("2026-02-01", cancelled));
    expect(schedulesOf(unpaid, year)["old-overpayments"].rows).toMatchObject([
      { day: "2026-06-01", gross: 11_500, vat: 1500 },
    ]);
  });

  test("have an order that was shipped and is unpaid because its payment was undone", () => {
    const sent = placedThen(
      on("2026-01-10", received(42_500)),
      on("2026-01-10", paid),
      on("2026-01-12", shipped),
    );
    expect(schedulesOf(sent, january)["shipped-unpaid"].rows).toEqual([]);
    const open = [...sent, on("2026-01-20", undone(42_500))];
    expect(schedulesOf(open, january)["shipped-unpaid"]).toMatchObject({
      rows: [{ day: "2026-01-20", gross: 42_500, vat: 5543 }],
      sums: [{ added: { vat: 5543 } }],
    });
    const again = [...open, on("2026-01-25", received(42_501)), on("2026-01-25", paid)];
    expect(schedulesOf(again, january)["shipped-unpaid"].rows).toEqual([]);
    const unshipped = sent.filter(([, event]) => event !== shipped);
    const unsent = [...unshipped, on("2026-01-20", undone(42_500))];
    expect(schedulesOf(unsent, january)["shipped-unpaid"].rows).toEqual([]);
  });

  test("have a shipped and unpaid order until it is cancelled because its goods are back", () => {
    const open = placedThen(
      on("2026-01-10", received(42_500)),
      on("2026-01-10", paid),
      on("2026-01-12", shipped),
      on("2026-01-20", undone(42_500)),
      on("2026-02-03", cancelled),
    );
    expect(schedulesOf(open, january)["shipped-unpaid"].rows).toMatchObject([{ vat: 5543 }]);
    const february = schedulesOf(open, ["2026-02-01", "2026-02-28"]);
    expect(february["shipped-unpaid"]).toMatchObject({
      rows: [{ vatBefore: 5543, vat: 0 }],
      sums: [{ ...nothing, added: nothing, taken: { gross: 42_500, vat: 5543 } }],
    });
  });

  test("have an order that was packed for its collector, unless it is to be sent after all", () => {
    const ready: LedgerEvent = { type: "ReadyToCollect", data: { orderId } };
    const quoted: LedgerEvent = {
      type: "DeliveryQuoted",
      data: { orderId, service: "ECO", quoteNumber: "Q1", rate: 10_000 },
    };
    const packed = placedThen(
      on("2026-01-10", received(42_500)),
      on("2026-01-10", paid),
      on("2026-01-12", ready),
      on("2026-01-20", undone(42_500)),
    );
    const of = (events: readonly Dated[]) => schedulesOf(events, january)["shipped-unpaid"].rows;
    expect(of(packed)).toMatchObject([{ day: "2026-01-20", gross: 42_500 }]);
    expect(of([...packed, on("2026-01-22", quoted)])).toEqual([]);
    expect(of([...packed, on("2026-01-22", quoted), on("2026-01-23", shipped)])).toMatchObject([
      { day: "2026-01-20" },
    ]);
  });

  test("do not change for a closed month by what is recorded later", () => {
    const parts = placedThen(on("2026-01-10", received(11_500)));
    const closing = {
      month: "2026-01",
      throughPosition: parts.length + 1,
      position: parts.length + 2,
      seal: { afterPosition: 0, previousRoot: "", root: "" },
      timeZone: calendar.timeZone,
      closedAt: "",
    };
    const late = [...parts, on("2026-01-20", received(11_000)), on("2026-01-21", refunded(500))];
    expect(schedulesOf(late, january, [closing])).toEqual(schedulesOf(parts, january, [closing]));
    const february = schedulesOf(late, ["2026-02-01", "2026-02-28"], [closing]);
    expect(february["part-payments"]).toMatchObject({
      rows: [{ grossBefore: 11_500, gross: 22_000 }],
      sums: [{ added: { gross: 10_500 } }],
    });
  });

  test("are a file with a line for each order", () => {
    const parts = placedThen(on("2026-01-10", received(11_500)));
    const { "part-payments": schedule } = schedulesOf(parts, january);
    expect(vatSchedulesFile([schedule]).split("\r\n")).toEqual([
      "\uFEFFschedule,order,date,rate,inclVatBefore,vatBefore,inclVat,vat,vatChange,orderInclVat,orderVat,currency",
      "part payment,7001,2026-01-10,15%,0.00,0.00,115.00,15.00,15.00,425.00,55.43,ZAR",
      "",
    ]);
  });

  test.for([
    ["2026-01-15", "2026-05-15"],
    ["2026-10-31", "2027-02-28"],
    ["2027-10-31", "2028-02-29"],
    ["2026-12-31", "2027-04-30"],
  ] as const)("count four months from %s to %s", ([day, end]) => {
    expect(fourMonthsAfter(day)).toBe(end);
  });
});

const numRuns = Number(process.env["HISTORIES"] ?? 2000) / 4;
const anyBusiness = fc.array(anyStep, { minLength: 10, maxLength: 60, size: "max" });
const anyDays = fc.array(fc.nat({ max: 9 }), { minLength: 3, maxLength: 20 });

/** A random history whose events are some days apart, in the order of the ledger. */
function datedHistory(
  business: readonly Parameters<typeof takeStep>[1][],
  gaps: readonly number[],
): readonly RecordedLedgerEvent[] {
  const shop = createSimulatedShop();
  for (const step of business) takeStep(shop, step);
  let at = Date.UTC(2026, 0, 1, 8);
  return shop.history.map((event, index) => {
    at += (gaps[index % gaps.length] ?? 0) * 86_400_000;
    return { ...event, occurredAt: new Date(at).toISOString() };
  });
}

function passed(history: readonly RecordedLedgerEvent[], to: string) {
  let customers = 0;
  const books = createBooksPass({
    currency: "ZAR",
    registration: alwaysRegistered,
    onEntry(entry: BookEntry) {
      // Refunds that failed, and were paid again, are of no order.
      if (entry.orderId === null || postedOn(calendar, entry).postingDate > to) return;
      for (const { account, amount } of entry.lines)
        if (account === "customers") customers += amount;
    },
  });
  const pass = createSchedulesPass(calendar, alwaysRegistered, { from: "2026-01-01", to });
  for (const each of passOf(history)) {
    books.add(each);
    pass.add(each);
  }
  return { customers, schedules: byKind(pass.schedules()) };
}

const grossOf = ({ rows }: VatSchedule) => rows.reduce((sum, { gross }) => sum + gross, 0);

describe("the schedules of a random history", () => {
  // shows T293
  test("are once all are old the account of deposits and overpayments, and the orders that they name", () => {
    fc.assert(
      fc.property(anyBusiness, anyDays, (business, gaps) => {
        const history = datedHistory(business, gaps);
        const { customers, schedules } = passed(history, "2099-12-31");
        const { "part-payments": parts, "old-overpayments": over } = schedules;
        expect(grossOf(parts) + grossOf(over)).toBe(0 - customers);

        const orders = [...projectionsOf(history).orders.all.values()].filter(({ live }) => live);
        const partly = orders.filter(
          (order) => order.paidAt === null && order.state !== "cancelled" && kept(order) > 0,
        );
        expect(new Set(parts.rows.map((row) => row.orderNumber))).toEqual(
          new Set(partly.map((order) => order.orderNumber)),
        );
        for (const { orderNumber } of schedules["shipped-unpaid"].rows) {
          const order = orders.find((each) => each.orderNumber === orderNumber);
          expect(order).toMatchObject({ paidAt: null });
          expect(order?.waybill !== null || order?.fulfilment === "ready-to-collect").toBe(true);
        }
      }),
      { numRuns },
    );
  });

  // shows T293
  test("do not change by what is dated after the period, and never list more than the account has", () => {
    fc.assert(
      fc.property(anyBusiness, anyDays, fc.nat({ max: 400 }), (business, gaps, days) => {
        const history = datedHistory(business, gaps);
        const to = new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10);
        const { customers, schedules } = passed(history, to);
        const known = history.filter(({ occurredAt }) => occurredAt < `${to}T22:00:00.000Z`);
        expect(schedules).toEqual(passed(known, to).schedules);
        const { "part-payments": parts, "old-overpayments": over } = schedules;
        expect(grossOf(parts) + grossOf(over)).toBeLessThanOrEqual(0 - customers);
        for (const { sums, rows } of Object.values(schedules))
          expect(sums.reduce((sum, { vat }) => sum + vat, 0)).toBe(
            rows.reduce((sum, { vat }) => sum + vat, 0),
          );
      }),
      { numRuns: numRuns / 2 },
    );
  });

  // shows T293
  test("add up: what came and went in the periods until a day is what is listed on it", () => {
    fc.assert(
      fc.property(anyBusiness, anyDays, (business, gaps) => {
        const history = datedHistory(business, gaps);
        const firsts = ["2026-01-01", "2026-02-01", "2026-04-01", "2026-05-17", "2026-12-01"];
        const changes = new Map<ScheduleKind, number>();
        let last: Readonly<Record<string, VatSchedule>> = {};
        for (const [at, from] of firsts.entries()) {
          const to = addDays(firsts[at + 1] ?? "2027-07-01", -1);
          const pass = createSchedulesPass(calendar, alwaysRegistered, { from, to });
          for (const each of passOf(history)) pass.add(each);
          last = byKind(pass.schedules());
          for (const { kind, sums } of Object.values(last))
            for (const { added, taken } of sums)
              changes.set(kind, (changes.get(kind) ?? 0) + added.vat - taken.vat);
        }
        for (const { kind, rows } of Object.values(last))
          expect(rows.reduce((sum, { vat }) => sum + vat, 0)).toBe(changes.get(kind) ?? 0);
      }),
      { numRuns: numRuns / 4 },
    );
  });
});
