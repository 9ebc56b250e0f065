import { addDays } from "@portal/shared/platform/calendar.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type BankEntry,
  type BankTransaction,
  reconcileBank,
} from "../../money/books/bank-reconciliation.rules.ts";
import type { BookEntry } from "../../money/books/book-entry.rules.ts";
import type { KnownStatement } from "../../sales/bank-lines/statement-balance.rules.ts";
import { passOf } from "../../testing/imported-alone.ts";
import { alwaysRegistered } from "../../testing/some-facts.ts";
import { createSimulatedShop } from "../../testing/simulated-shop.ts";
import { anyStep, type Step, takeStep } from "../../testing/some-business.ts";
import { bankEntriesOf } from "./bank-entries.rules.ts";
import { createBooksPass } from "./books-pass.ts";

const calendar = { closings: [], currency: "ZAR", timeZone: "Africa/Johannesburg" } as const;
const accounts = ["62001234567", "62009999999"];
const dayAt = (day: number) => addDays("2026-01-01", day);

/** What a history puts on the account Bank, in ledger order and on any days, and the balance that the books have by each day. */
function bankOf(business: readonly Step[], days: readonly number[]) {
  const shop = createSimulatedShop();
  for (const step of business) takeStep(shop, step);
  const entries: BankEntry[] = [];
  const booked: BookEntry[] = [];
  const pass = createBooksPass({
    currency: "ZAR",
    registration: alwaysRegistered,
    onEntry: (entry) => booked.push(dated(entry, days)),
  });
  for (const passed of passOf(shop.history)) {
    const before = booked.length;
    pass.add(passed);
    for (const entry of booked.slice(before))
      entries.push(...bankEntriesOf(entry, { event: passed.event, calendar }));
  }
  return { entries, booked };
}

function dated(entry: BookEntry, days: readonly number[]): BookEntry {
  const day = dayAt(days[entry.position % days.length] ?? 0);
  return { ...entry, occurredAt: `${day}T08:00:00.000Z` };
}

const anyLine = fc.record({
  /** Which entry it is of; beyond the last one, none. */
  of: fc.nat({ max: 60 }),
  how: fc.constantFrom("proof", "recorded", "used", "known", "said", "open"),
  day: fc.nat({ max: 90 }),
  other: fc.constantFrom(0, 0, 0, 5, -5),
  amount: fc.integer({ min: -100_000, max: 100_000 }).filter((amount) => amount !== 0),
  account: fc.constantFrom(...accounts, ""),
});
const anyFile = fc.record({
  account: fc.constantFrom(...accounts),
  from: fc.nat({ max: 90 }),
  length: fc.nat({ max: 40 }),
  missing: fc.constantFrom(0, 0, 0, 777),
  states: fc.boolean(),
});

const anyBusiness = fc.array(anyStep, { minLength: 10, maxLength: 60, size: "max" });

// shows T303
test("the bank of any history is the books and what is on one side alone, each once", () => {
  const seen = { matched: 0, alone: 0, different: 0 };
  fc.assert(
    fc.property(
      anyBusiness,
      fc.array(fc.nat({ max: 90 }), { minLength: 3, maxLength: 20 }),
      fc.array(anyLine, { maxLength: 40 }),
      fc.array(anyFile, { maxLength: 5 }),
      fc.nat({ max: 95 }),
      (business, days, someLines, someFiles, at) => {
        const history = bankOf(business, days);
        const day = dayAt(at);
        const proofs = new Map<string, number>();
        const recorded = new Map<string, number>();
        const lines = someLines.map((of, index): BankTransaction => {
          const { account, other, amount, how } = of;
          const amountOf = history.entries[of.of];
          const id = (index + 1) * (of.amount < 0 ? -1 : 1);
          if (amountOf && how === "proof") proofs.set(amountOf.thing, id);
          if (amountOf && how === "recorded") recorded.set(amountOf.thing, id);
          const isBooked = how === "proof" || how === "recorded" || how === "used";
          return {
            id,
            account,
            day: dayAt(of.day),
            amount: amountOf && amountOf.amount + other !== 0 ? amountOf.amount + other : amount,
            description: "",
            namedOrders: amountOf?.orderNumber ? [amountOf.orderNumber] : [],
            uses:
              amountOf?.orderNumber && how === "used"
                ? [{ orderNumber: amountOf.orderNumber, amount: amountOf.amount }]
                : [],
            state: isBooked ? "booked" : how,
          };
        });
        const entries = history.entries
          .map((each) => ({ ...each, lineId: recorded.get(each.thing) ?? null }))
          .filter((each) => each.day <= day);
        const statements = someFiles.map((file, index): KnownStatement => {
          const [from, to] = [dayAt(file.from), dayAt(file.from + file.length)];
          const balance = (end: string) =>
            lines.reduce((sum, line) => sum + (line.day <= end ? line.amount : 0), 50_000);
          return {
            id: index + 1,
            account: file.account,
            from,
            to,
            opening: file.states ? balance(addDays(from, -1)) : null,
            closing: file.states ? balance(to) + file.missing : null,
          };
        });

        const found = reconcileBank(day, {
          ownAccount: accounts[0] ?? "",
          statements,
          lines,
          entries,
          proofs,
        });

        const stored = lines.filter((line) => line.day <= day);
        const sum = (rows: readonly { amount: number }[]) =>
          rows.reduce((total, { amount }) => total + amount, 0);
        expect(found.statement).toBe(
          found.books + found.lines.sum - found.entries.sum + found.before.sum + found.difference,
        );
        // The difference is that of the balances in the files alone, whatever is in the books.
        expect(found.difference).toBe(
          found.accounts.reduce((total, { difference }) => total + difference, 0),
        );
        expect(found.books).toBe(
          history.booked
            .filter(({ occurredAt }) => occurredAt.slice(0, 10) <= day)
            .flatMap((entry) => entry.lines)
            .reduce((total, { account, amount }) => total + (account === "bank" ? amount : 0), 0),
        );
        expect(sum(stored)).toBe(found.matched.sum + found.lines.sum);
        expect(new Set(found.lines.rows.map(({ id }) => id)).size).toBe(found.lines.count);
        expect(new Set(found.entries.rows.map(({ position }) => position)).size).toBe(
          found.entries.count,
        );
        const things = Map.groupBy(entries, ({ thing }) => thing);
        const standing = [...things.values()].filter((own) => sum(own) !== 0).length;
        const older = found.before.entries;
        expect(found.matched.entries + found.entries.count + older.count).toBe(standing);
        expect(found.matched.sum + found.entries.sum + older.sum).toBe(found.books);
        seen.matched += found.matched.lines;
        seen.alone += found.lines.count > 0 && found.entries.count > 0 ? 1 : 0;
        seen.different += found.difference === 0 ? 0 : 1;
      },
    ),
    { numRuns: 500 },
  );
  // Without them, the assertions above would prove nothing.
  expect(Math.min(seen.matched, seen.alone, seen.different)).toBeGreaterThan(0);
});
