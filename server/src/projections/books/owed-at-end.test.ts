import { dayOf } from "@portal/shared/platform/calendar.ts";
import { kept } from "@portal/shared/sales/orders/order-money.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BookEntry, postedOn } from "../../money/books/book-entry.rules.ts";
import { createOwedAtEnd } from "../../money/books/owed-at-end.rules.ts";
import type { Calendar } from "../../money/statements/statement.rules.ts";
import { passOf } from "../../testing/imported-alone.ts";
import { projectionsOf } from "../../testing/recorded-facts.ts";
import { createSimulatedShop } from "../../testing/simulated-shop.ts";
import { anyStep, takeStep } from "../../testing/some-business.ts";
import { closingsAt } from "../../testing/some-closings.ts";
import { alwaysRegistered } from "../../testing/some-facts.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";
import { createBooksPass } from "./books-pass.ts";

const timeZone = "Africa/Johannesburg";
const open: Calendar = { closings: [], currency: "ZAR", timeZone };

/** What is posted by the end of a day: the lists, and the accounts that they are of. */
function owedAt(events: readonly RecordedLedgerEvent[], lastDay: string, calendar = open) {
  const owed = createOwedAtEnd();
  const accounts = { storeCredit: 0, customers: 0 };
  const pass = createBooksPass({
    currency: "ZAR",
    registration: alwaysRegistered,
    onEntry(entry: BookEntry) {
      const posted = postedOn(calendar, entry);
      if (posted.postingDate > lastDay) return;
      owed.add(posted);
      for (const { account, amount } of entry.lines)
        if (account === "storeCredit" || account === "customers") accounts[account] -= amount;
    },
  });
  for (const passed of passOf(events)) pass.add(passed);
  return { credit: owed.credit(), customerMoney: owed.customerMoney(), accounts };
}

const sumOf = (rows: readonly Readonly<{ amount: number }>[]) =>
  rows.reduce((sum, { amount }) => sum + amount, 0);

const anyHistory = fc
  .tuple(
    fc.array(anyStep, { minLength: 10, maxLength: 60, size: "max" }),
    fc.array(fc.nat({ max: 9 }), { minLength: 3, maxLength: 20 }),
  )
  .map(([business, gaps]) => {
    const shop = createSimulatedShop();
    for (const step of business) takeStep(shop, step);
    let at = Date.UTC(2026, 0, 1, 8);
    return shop.history.map((event, index) => {
      at += (gaps[index % gaps.length] ?? 0) * 86_400_000;
      return { ...event, occurredAt: new Date(at).toISOString() };
    });
  });
const numRuns = Number(process.env["HISTORIES"] ?? 2000) / 4;

// shows T311
describe("what is owed at the end of a period of a random history", () => {
  test("adds up to its account on any day, and is in the end the wallets and the orders", () => {
    fc.assert(
      fc.property(anyHistory, fc.nat(1000), (history, share) => {
        const moment = history[Math.floor((history.length * share) / 1001)];
        const then = owedAt(
          history,
          dayOf(moment?.occurredAt ?? "2026-01-01T08:00:00.000Z", timeZone),
        );
        expect(sumOf(then.credit)).toBe(then.accounts.storeCredit);
        expect(sumOf(then.customerMoney)).toBe(then.accounts.customers);

        const { credit, customerMoney } = owedAt(history, "2099-12-31");
        const projections = projectionsOf(history);
        const wallets = [...projections.wallets.all.values()];
        expect(credit.map(({ userId, amount }) => [userId, amount])).toEqual(
          wallets
            .filter(({ creditAccount }) => creditAccount !== 0)
            .map(({ userId, creditAccount }) => [userId, creditAccount])
            .toSorted(([one = 0], [other = 0]) => one - other),
        );
        const orders = [...projections.orders.all.values()].filter(({ live }) => live);
        const held = orders.map((order) => {
          const isSold = order.paidAt !== null && order.state !== "cancelled";
          return { number: order.orderNumber, amount: kept(order) - (isSold ? order.due : 0) };
        });
        const ofOrders = customerMoney.filter(({ orderNumber }) => orderNumber !== null);
        expect(ofOrders.map(({ orderNumber, amount }) => [orderNumber, amount])).toEqual(
          held
            .filter(({ amount }) => amount !== 0)
            .toSorted((one, other) => one.number - other.number)
            .map(({ number, amount }) => [number, amount]),
        );
      }),
      { numRuns },
    );
  });

  test("is the same of a closed month, whatever is recorded later", () => {
    fc.assert(
      fc.property(anyHistory, fc.nat(1000), (history, share) => {
        const through = Math.ceil((history.length * share) / 1000);
        const known = history.slice(0, through);
        const [closing] = closingsAt([known.at(-1)?.position ?? 0]);
        const calendar = { ...open, closings: closing ? [closing] : [] };
        const lastDay = `${closing?.month ?? "2026-01"}-28`;
        const late = history.map((event, index) =>
          index < through ? event : { ...event, occurredAt: "2026-01-01T08:00:00.000Z" },
        );
        expect(owedAt(late, lastDay, calendar)).toEqual(owedAt(known, lastDay, calendar));
      }),
      { numRuns },
    );
  });
});
