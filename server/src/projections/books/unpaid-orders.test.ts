import { dayOf } from "@portal/shared/platform/calendar.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Calendar } from "../../money/statements/statement.rules.ts";
import { passOf } from "../../testing/imported-alone.ts";
import { alwaysRegistered } from "../../testing/some-facts.ts";
import { createSimulatedShop } from "../../testing/simulated-shop.ts";
import { anyStep, takeStep } from "../../testing/some-business.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";
import { createBooksPass } from "./books-pass.ts";
import { createUnpaidOrdersPass } from "./unpaid-orders-pass.ts";

const timeZone = "Africa/Johannesburg";
const open: Calendar = { closings: [], currency: "ZAR", timeZone };

function unpaidAt(events: readonly RecordedLedgerEvent[], lastDay: string, calendar = open) {
  const pass = createUnpaidOrdersPass(calendar, lastDay);
  for (const passed of passOf(events)) pass.add(passed);
  return pass.unpaid();
}

function awaitedOf(events: readonly RecordedLedgerEvent[]): number {
  const pass = createBooksPass({
    currency: "ZAR",
    registration: alwaysRegistered,
    onEntry: () => {},
  });
  for (const passed of passOf(events)) pass.add(passed);
  return [...pass.awaited.values()].reduce((sum, amount) => sum + amount, 0);
}

const anyBusiness = fc.array(anyStep, { minLength: 10, maxLength: 60, size: "max" });
const anyDays = fc.array(fc.nat({ max: 9 }), { minLength: 3, maxLength: 20 });
const numRuns = Number(process.env["HISTORIES"] ?? 2000) / 4;

/** A history whose days rise. */
const anyHistory = fc.tuple(anyBusiness, anyDays).map(([business, gaps]) => {
  const shop = createSimulatedShop();
  for (const step of business) takeStep(shop, step);
  let at = Date.UTC(2026, 0, 1, 8);
  return shop.history.map((event, index) => {
    at += (gaps[index % gaps.length] ?? 0) * 86_400_000;
    return { ...event, occurredAt: new Date(at).toISOString() };
  });
});

describe("the unpaid orders of a random history", () => {
  // shows T311
  test("are at the end of any day what the trial balance of that day awaits", () => {
    fc.assert(
      fc.property(anyHistory, fc.nat(1000), (history, share) => {
        const count = Math.ceil((history.length * share) / 1000);
        const last = history[Math.max(0, count - 1)];
        const lastDay = dayOf(last?.occurredAt ?? "2026-01-01T08:00:00.000Z", timeZone);
        const byThen = history.filter(({ occurredAt }) => dayOf(occurredAt, timeZone) <= lastDay);
        const unpaid = unpaidAt(history, lastDay);
        expect(unpaid.reduce((sum, { outstanding }) => sum + outstanding, 0)).toBe(
          awaitedOf(byThen),
        );
        expect(unpaidAt(byThen, lastDay)).toEqual(unpaid);
        for (const { placedOn, outstanding } of unpaid) {
          expect(placedOn <= lastDay).toBe(true);
          expect(outstanding).toBeGreaterThan(0);
        }
      }),
      { numRuns },
    );
  });

  // shows T311
  test("of a closed month do not change by what is recorded later, whatever its date", () => {
    fc.assert(
      fc.property(anyHistory, fc.nat(1000), (history, share) => {
        const through = Math.ceil((history.length * share) / 1000);
        const known = history.slice(0, through);
        const closing = {
          month: "2026-06",
          throughPosition: known.at(-1)?.position ?? 0,
          position: through + 1,
          seal: { afterPosition: 0, previousRoot: "", root: "" },
          timeZone,
          closedAt: "",
        };
        const calendar = { ...open, closings: [closing] };
        const late = history.map((event, index) =>
          index < through ? event : { ...event, occurredAt: "2026-05-01T08:00:00.000Z" },
        );
        const then = unpaidAt(known, "2026-06-30", calendar);
        expect(unpaidAt(late, "2026-06-30", calendar)).toEqual(then);
        // What is late is posted in July; what was known may be dated after it.
        const lastKnown = dayOf(known.at(-1)?.occurredAt ?? "2026-01-01T08:00:00.000Z", timeZone);
        const later = lastKnown > "2026-07-31" ? lastKnown : "2026-07-31";
        expect(unpaidAt(late, later, calendar)).toEqual(unpaidAt(late, "2099-12-31", calendar));
      }),
      { numRuns },
    );
  });
});
