import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AccountKey } from "@portal/shared/catalogue/chart.ts";
import { defaultChart } from "@portal/shared/catalogue/chart.ts";
import type { BankEntryKind } from "@portal/shared/sales/bank-entries.ts";
import { exclVat } from "@portal/shared/platform/money.ts";
import { kept, outstanding } from "@portal/shared/sales/orders/order-money.ts";
import { createAccountLedger } from "../../money/books/account-ledger.rules.ts";
import {
  balanceOf,
  type BookEntry,
  createAccountTable,
  journalsOf,
  postedOn,
} from "../../money/books/book-entry.rules.ts";
import { vatDocumentsOf, vatGroupsOf, vatSumsOf } from "../../money/books/vat.rules.ts";
import type { Calendar } from "../../money/statements/statement.rules.ts";
import { documentsOf } from "../../sales/orders/order-documents.rules.ts";
import { orderEvents } from "../../sales/orders/order.events.ts";
import { closingsAt } from "../../testing/some-closings.ts";
import { passOf } from "../../testing/imported-alone.ts";
import { projectionsOf } from "../../testing/recorded-facts.ts";
import { alwaysRegistered } from "../../testing/some-facts.ts";
import { createSimulatedShop } from "../../testing/simulated-shop.ts";
import { anyStep, type Step, takeStep } from "../../testing/some-business.ts";
import { eventsAsOf, type RecordedLedgerEvent } from "../ledger-catalogue.ts";
import { memberTotals } from "../rebuild/member-totals.ts";
import { createBooksPass } from "./books-pass.ts";

/** HISTORIES=20000 npx vitest run src/projections/books/books-of-random-histories.test.ts tries more of them. */
const numRuns = Number(process.env["HISTORIES"] ?? 2000);

const anyBusiness = fc.array(anyStep, { minLength: 10, maxLength: 60, size: "max" });
const anyMoment = fc.nat({ max: 1000 });
/** In which all of a history is in one; financial-years-of-random-histories.test.ts has others. */
const calendarYears = { beginsIn: "01", former: [] } as const;

function historyOf(business: readonly Step[]): readonly RecordedLedgerEvent[] {
  const shop = createSimulatedShop();
  for (const step of business) takeStep(shop, step);
  return shop.history;
}

function booksOf(events: Iterable<RecordedLedgerEvent>) {
  const entries: BookEntry[] = [];
  const pass = createBooksPass({
    currency: "ZAR",
    registration: alwaysRegistered,
    onEntry: (entry) => entries.push(entry),
  });
  for (const passed of passOf(events)) pass.add(passed);
  return { entries, awaited: pass.awaited.get("ZAR") ?? 0 };
}

function balancesOf(entries: readonly BookEntry[]): Partial<Record<AccountKey, number>> {
  const balances: Partial<Record<AccountKey, number>> = {};
  for (const { lines } of entries)
    for (const { account, amount } of lines) balances[account] = (balances[account] ?? 0) + amount;
  return balances;
}

/** The figures that the accounts have to agree with, from the projections and the events themselves. */
function figuresOf(events: readonly RecordedLedgerEvent[]): Partial<Record<AccountKey, number>> {
  const projections = projectionsOf(events);
  const wallets = [...projections.wallets.all.values()];
  const orders = [...projections.orders.all.values()].filter(({ live }) => live);
  const isLive = (orderId: string) => projections.orders.get(orderId)?.live === true;
  const documents = orders.map(({ orderId, vatBps }) => {
    const facts = events.flatMap((event) => {
      const { type, data, occurredAt: at } = event;
      const isOfOrder = event.streamId === `order-${orderId}`;
      return isOfOrder
        ? [
            {
              event: orderEvents.read({
                type,
                data,
                schemaVersion: event.schemaVersion,
                eventId: "",
              }),
              at,
            },
          ]
        : [];
    });
    const { invoices, creditNotes } = documentsOf(facts);
    return [
      ...invoices.map(({ amount }) => ({ amount, net: exclVat(amount, vatBps) })),
      ...creditNotes.map(({ amount }) => ({ amount: -amount, net: -exclVat(amount, vatBps) })),
    ];
  });
  const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);
  const fees = new Map<string, number>();
  const money = { card: 0, eft: 0, credit: 0 };
  const fee = { card: 0, eft: 0, credit: 0 };
  let cash = 0;
  let withheld = 0;
  let writtenOff = 0;
  let spent = 0;
  let givenUp = 0;
  let granted = 0;
  /** What of each kind stands: booked and not taken back. */
  const booked = new Map(
    events.flatMap((event) =>
      event.type === "MoneyBooked" ? [[event.data.entryId, event.data] as const] : [],
    ),
  );
  for (const event of events) if (event.type === "MoneyUnbooked") booked.delete(event.data.entryId);
  const sumOf = (kind: BankEntryKind) =>
    sum([...booked.values()].map((each) => (each.kind === kind ? each.amount : 0)));
  for (const { type, data } of events) {
    switch (type) {
      case "PaymentReceived":
        if (!isLive(data.orderId)) break;
        fees.set(`${data.orderId} ${data.paymentId}`, data.fee);
        money[data.method] += data.amount;
        fee[data.method] += data.fee;
        break;
      case "PaymentUndone":
        if (!isLive(data.orderId)) break;
        money[data.method] -= data.amount;
        fee[data.method] -= fees.get(`${data.orderId} ${data.paymentId}`) ?? 0;
        break;
      case "PaymentRefunded":
        if (isLive(data.orderId)) money[data.method] -= data.amount;
        break;
      case "PayoutPaid":
        cash += data.amount - data.withheld;
        withheld += data.withheld;
        break;
      case "PayoutReturned":
        cash -= data.amount - data.withheld;
        withheld -= data.withheld;
        break;
      case "PayoutReturnUndone":
        cash += data.amount - data.withheld;
        withheld += data.withheld;
        break;
      case "CommissionRepaymentUndone":
        cash += data.amount;
        break;
      case "CommissionRepaid":
        cash -= data.amount;
        break;
      case "CommissionWrittenOff":
        writtenOff += data.amount;
        break;
      case "CreditPaidOut":
        cash += data.amount - data.withheld;
        withheld += data.withheld;
        break;
      case "CreditSpent":
      case "CreditRestored": {
        const signed = type === "CreditSpent" ? data.amount : -data.amount;
        if (isLive(data.orderId)) spent += signed;
        else givenUp += signed;
        break;
      }
      case "CreditGivenUp":
        givenUp += data.amount;
        break;
      case "CreditGranted":
        granted += data.amount;
        break;
      default:
    }
  }
  const all = documents.flat();
  return {
    bank:
      money.eft -
      fee.eft -
      cash +
      sumOf("card-payout") +
      sumOf("bank-interest") -
      sumOf("bank-fee") -
      sumOf("courier") -
      sumOf("vat-payment") -
      sumOf("withholding-payment") -
      sumOf("own-transfer") -
      sumOf("refund-again") -
      sumOf("unexplained") -
      sumOf("supplier") -
      sumOf("rent") -
      sumOf("salaries") -
      sumOf("running-costs") -
      sumOf("income-tax") -
      sumOf("other-tax") -
      sumOf("owner") -
      sumOf("elsewhere") +
      sumOf("opening-bank"),
    purchases: sumOf("supplier"),
    rent: sumOf("rent"),
    salaries: sumOf("salaries"),
    runningCosts: sumOf("running-costs"),
    incomeTax: sumOf("income-tax"),
    otherTax: sumOf("other-tax"),
    ownerAccount: sumOf("owner"),
    elsewhere: sumOf("elsewhere"),
    bankFees: fee.eft + sumOf("bank-fee"),
    cardClearing:
      money.card -
      fee.card -
      sumOf("card-payout") -
      sumOf("card-fee") -
      sumOf("card-transfer") +
      sumOf("card-refund-returned") -
      sumOf("card-unexplained") +
      sumOf("opening-card"),
    cardFees: fee.card + sumOf("card-fee"),
    otherIncome: -sumOf("bank-interest"),
    courierCosts: sumOf("courier"),
    withholdingTax: sumOf("withholding-payment") - withheld - sumOf("opening-withholding"),
    rounding: sumOf("vat-rounding"),
    ownTransfers:
      sumOf("own-transfer") +
      sumOf("card-transfer") +
      sumOf("opening-vat") +
      sumOf("opening-withholding") -
      sumOf("opening-bank") -
      sumOf("opening-card"),
    suspense: sumOf("unexplained") + sumOf("card-unexplained"),
    creditClearing: money.credit - spent,
    creditGivenUp: -givenUp,
    creditGranted: granted,
    customers:
      sumOf("refund-again") -
      sumOf("card-refund-returned") -
      sum(
        orders.map((order) => {
          const isSold = order.paidAt !== null && order.state !== "cancelled";
          return kept(order) - (isSold ? order.due : 0);
        }),
      ),
    storeCredit: -sum(wallets.map(({ creditAccount }) => creditAccount)),
    commissionOwed: -sum(wallets.map(({ accrued, paid, credit }) => accrued - paid - credit)),
    commissionExpense: sum(wallets.map(({ accrued }) => accrued)) + writtenOff,
    vatOutput:
      sumOf("vat-payment") -
      sumOf("vat-rounding") -
      sumOf("opening-vat") -
      sum(all.map(({ amount, net }) => amount - net)),
    salesGoods: -sum(all.map(({ net }) => net)),
  };
}

/** Sales and returns, of goods and delivery, are one figure here: the documents do not part them. */
function comparable(balances: Partial<Record<AccountKey, number>>) {
  const { salesGoods, salesDelivery, returnsGoods, returnsDelivery, ...rest } = balances;
  const sales = [salesGoods, salesDelivery, returnsGoods, returnsDelivery].reduce<number>(
    (sum, each) => sum + (each ?? 0),
    0,
  );
  const named = Object.entries({ ...rest, sales }).filter(([, amount]) => amount !== 0);
  return Object.fromEntries(named);
}

function salesOf(balances: Partial<Record<AccountKey, number>>) {
  const { sales } = comparable(balances);
  return sales === undefined ? {} : { sales };
}

describe("the books of a random history", () => {
  // shows T285
  test("balance to the cent, and each account is the figure that it stands for", () => {
    fc.assert(
      fc.property(anyBusiness, (business) => {
        const history = historyOf(business);
        const { entries, awaited } = booksOf(history);

        for (const { lines } of entries)
          expect(lines.reduce((sum, each) => sum + each.amount, 0)).toBe(0);
        const balances = balancesOf(entries);
        expect(comparable(balances)).toEqual(comparable(figuresOf(history)));

        const projections = projectionsOf(history);
        const owed = memberTotals(projections, { unitValue: 1 });
        expect(owed.reduce((sum, { balance }) => sum + balance, 0)).toBe(
          0 - (balances.commissionOwed ?? 0),
        );
        const orders = [...projections.orders.all.values()].filter(({ live }) => live);
        expect(awaited).toBe(orders.reduce((sum, order) => sum + outstanding(order), 0));
      }),
      { numRuns },
    );
  });

  // shows T285
  test("are those figures as of any time, and what was known at any time never changes", () => {
    fc.assert(
      fc.property(anyBusiness, anyMoment, (business, thousandth) => {
        const history = historyOf(business);
        const moment = history[Math.floor((history.length * thousandth) / 1001)];
        const asOf = [...eventsAsOf(history, { asOf: moment?.occurredAt ?? "" })];
        expect(comparable(balancesOf(booksOf(asOf).entries))).toEqual(comparable(figuresOf(asOf)));

        const known = [...eventsAsOf(history, { knownAt: moment?.recordedAt ?? "" })];
        const { entries } = booksOf(known);
        expect(booksOf(history).entries.slice(0, entries.length)).toEqual(entries);
      }),
      { numRuns: numRuns / 4 },
    );
  });

  // shows T285
  test("have the numbers and amounts of the documents, each number once", () => {
    fc.assert(
      fc.property(anyBusiness, (business) => {
        const { entries } = booksOf(historyOf(business));
        const documents = entries.flatMap(({ document }) => document ?? []);
        const numbers = documents.map(({ number }) => number);
        expect(new Set(numbers).size).toBe(numbers.length);
        for (const { gross, goods, vatBps, netGoods, netDelivery } of documents) {
          expect(goods).toBeLessThanOrEqual(gross);
          expect(netGoods + netDelivery).toBe(exclVat(gross, vatBps ?? 0));
        }
      }),
      { numRuns: numRuns / 4 },
    );
  });

  // shows T292
  test("have an output VAT by period that is the account of the trial balance", () => {
    const days = fc.array(fc.nat({ max: 120 }), { minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(anyBusiness, days, (business, someDays) => {
        const calendar = {
          closings: [],
          currency: "ZAR",
          timeZone: "Africa/Johannesburg",
        } as const;
        const posted = booksOf(historyOf(business)).entries.map((entry, at) => {
          const day = someDays[at % someDays.length] ?? 0;
          const occurredAt = new Date(Date.UTC(2026, 0, 1 + day, 8)).toISOString();
          return postedOn(calendar, { ...entry, occurredAt });
        });
        const isOfDocument = ({ event }: BookEntry) =>
          event !== "MoneyBooked" && event !== "MoneyUnbooked";
        const months = [...new Set(posted.map(({ postingDate }) => postingDate.slice(0, 7)))];
        for (const month of months) {
          const entries = posted.filter(({ postingDate }) => postingDate.startsWith(month));
          const groups = vatGroupsOf(vatDocumentsOf(entries), {
            currency: "ZAR",
            vatBps: 1500,
            rates: [{ vatBps: 1500, from: null }],
          });
          const sumOf = (figure: "net" | "vat") =>
            groups.reduce((sum, group) => sum + group[figure], 0);
          const balances = balancesOf(entries.filter(isOfDocument));
          expect(sumOf("vat")).toBe(0 - (balances.vatOutput ?? 0));
          expect(comparable({ salesGoods: 0 - sumOf("net") })).toEqual(salesOf(balances));
          for (const group of groups) {
            expect(vatSumsOf(group.documents)).toMatchObject({ gross: group.gross });
            expect(group.net + group.vat).toBe(group.gross);
          }
        }
      }),
      { numRuns: numRuns / 4 },
    );
  });

  // shows T285
  test("have a ledger of each account that ends at its balance, whatever it begins with", () => {
    const days = fc.array(fc.nat({ max: 120 }), { minLength: 3, maxLength: 20 });
    const anyMonth = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(anyBusiness, days, anyMonth, (business, someDays, month) => {
        const posted = booksOf(historyOf(business)).entries.map((entry, at) => {
          const day = someDays[at % someDays.length] ?? 0;
          const occurredAt = new Date(Date.UTC(2026, 0, 1 + day, 8)).toISOString();
          return postedOn(
            { closings: [], currency: "ZAR", timeZone: "UTC" },
            { ...entry, occurredAt },
          );
        });
        const table = createAccountTable(defaultChart);
        for (const { lines } of posted) table.add(lines);
        for (const { key, productId, debit, credit } of table.sums()) {
          const account = { key, productId, currency: "ZAR" } as const;
          const months = { from: `2026-0${month}`, last: "2026-06", years: calendarYears };
          const ledger = createAccountLedger(defaultChart, account, months);
          for (const entry of posted) ledger.add(entry, entry.postingDate);
          const { opening, closing, total, rows, ...sums } = ledger.read({
            page: 1,
            pageSize: 1e6,
          });
          expect(closing).toBe(debit - credit);
          expect(opening + sums.debit - sums.credit).toBe(closing);
          expect(rows).toHaveLength(total);
          expect(rows.at(-1)?.balance ?? opening).toBe(closing);
          const pages = [1, 2, 3].flatMap((page) => ledger.read({ page, pageSize: 7 }).rows);
          expect(pages).toEqual(rows.slice(0, 21));
          const order = rows.map(({ entry }) => entry?.postingDate ?? "");
          expect(order).toEqual(order.toSorted());
        }
      }),
      { numRuns: numRuns / 8 },
    );
  });

  // shows T411
  test("have what is taken back on the day of its booking, and in its month unless that was closed between", () => {
    const cuts = fc.array(fc.nat({ max: 1000 }), { maxLength: 4 });
    fc.assert(
      fc.property(anyBusiness, cuts, (business, thousandths) => {
        const { entries } = booksOf(historyOf(business));
        const last = entries.at(-1)?.position ?? 0;
        const closings = closingsAt(
          thousandths.map((each) => Math.floor((last * each) / 1001)).toSorted((a, b) => a - b),
        );
        const calendar = { closings, currency: "ZAR", timeZone: "Africa/Johannesburg" } as const;
        const posted = entries.map((entry) =>
          postedOn(calendar, { ...entry, occurredAt: aDayForEachMinute(entry.occurredAt) }),
        );
        const ofMoney = Map.groupBy(posted, ({ bankEntryId }) => bankEntryId);
        ofMoney.delete(null);
        for (const [booked, back] of ofMoney.values()) {
          if (booked === undefined || back === undefined) continue;
          expect(back.ownDay).toBe(booked.ownDay);
          expect(comparable(balancesOf([booked, back]))).toEqual({});
          const month = booked.postingDate.slice(0, 7);
          const isClosedBetween = closings.some(
            (each) =>
              each.month >= month &&
              each.throughPosition >= booked.position &&
              each.throughPosition < back.position,
          );
          expect(back.postingDate.startsWith(month)).toBe(!isClosedBetween);
        }
      }),
      { numRuns: numRuns / 4 },
    );
  });

  // shows T286
  test("give journals that balance, of which those of a closed month never change", () => {
    const cuts = fc.array(fc.nat({ max: 1000 }), { maxLength: 4 });
    const days = fc.array(fc.nat({ max: 120 }), { minLength: 3, maxLength: 20 });
    const by = fc.constantFrom("day" as const, "month" as const);
    fc.assert(
      fc.property(anyBusiness, cuts, days, by, (business, thousandths, someDays, period) => {
        const entries = booksOf(historyOf(business)).entries.map((entry, at) => {
          const day = someDays[at % someDays.length] ?? 0;
          const occurredAt = new Date(Date.UTC(2026, 0, 1 + day, 8)).toISOString();
          return { ...entry, occurredAt };
        });
        const last = entries.at(-1)?.position ?? 0;
        const closings = closingsAt(
          thousandths.map((each) => Math.floor((last * each) / 1001)).toSorted((a, b) => a - b),
        );
        const journals = journalsUnder(closings, entries, period);
        for (const { lines } of journals) expect(balanceOf(lines)).toBe(0);
        expect(new Set(journals.map(({ number }) => number)).size).toBe(journals.length);

        for (const [index, { month, throughPosition }] of closings.entries()) {
          const isClosed = ({ postingDate }: { postingDate: string }) =>
            postingDate.slice(0, 7) <= month;
          const known = entries.filter(({ position }) => position <= throughPosition);
          const then = journalsUnder(closings.slice(0, index + 1), known, period);
          expect(journals.filter(isClosed)).toEqual(then.filter(isClosed));
        }
      }),
      { numRuns: numRuns / 4 },
    );
  });
});

/** So that the events of a history, of which one a minute is recorded, are of several months. */
function aDayForEachMinute(occurredAt: string): string {
  const first = Date.parse("2026-01-01T08:00:00.000Z");
  return new Date(first + (Date.parse(occurredAt) - first) * 24 * 60).toISOString();
}

function journalsUnder(
  closings: Calendar["closings"],
  entries: readonly BookEntry[],
  by: "day" | "month",
) {
  const calendar: Calendar = { closings, currency: "ZAR", timeZone: "Africa/Johannesburg" };
  const posted = entries.map((entry) => postedOn(calendar, entry));
  return journalsOf(posted, { chart: defaultChart, currency: "ZAR", by });
}
