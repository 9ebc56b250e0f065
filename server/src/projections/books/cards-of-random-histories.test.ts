import { addDays } from "@portal/shared/platform/calendar.ts";
import { cardProviderNames, cardProviders } from "@portal/shared/sales/card-match.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { BookEntry } from "../../money/books/book-entry.rules.ts";
import {
  type CardEntry,
  type ProvidersLine,
  reconcileCards,
} from "../../money/books/card-reconciliation.rules.ts";
import type { KnownStatement } from "../../sales/bank-lines/statement-balance.rules.ts";
import { passOf } from "../../testing/imported-alone.ts";
import { createSimulatedShop } from "../../testing/simulated-shop.ts";
import { anyStep, type Step, takeStep } from "../../testing/some-business.ts";
import { alwaysRegistered } from "../../testing/some-facts.ts";
import { cardEntriesOf } from "./bank-entries.rules.ts";
import { createBooksPass } from "./books-pass.ts";

const calendar = { closings: [], currency: "ZAR", timeZone: "Africa/Johannesburg" } as const;
const dayAt = (day: number) => addDays("2026-01-01", day);
const sum = (rows: readonly { amount: number }[]) =>
  rows.reduce((total, { amount }) => total + amount, 0);

/** What a history puts on the account of the card provider, in ledger order and on any days, and all entries. */
function cardsOf(business: readonly Step[], days: readonly number[]) {
  const shop = createSimulatedShop();
  for (const step of business) takeStep(shop, step);
  const entries: CardEntry[] = [];
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
      entries.push(...cardEntriesOf(entry, { event: passed.event, calendar }));
  }
  return { entries, booked };
}

function dated(entry: BookEntry, days: readonly number[]): BookEntry {
  const day = dayAt(days[entry.position % days.length] ?? 0);
  return { ...entry, occurredAt: `${day}T08:00:00.000Z` };
}

const noLine = {
  paymentId: null,
  orderId: null,
  orderNumber: null,
  fee: 0,
  bookedFee: null,
  explained: null,
} as const;

/** The line that the provider would have of an entry. */
function lineOf(entry: CardEntry, id: number): ProvidersLine {
  const { day, event, paymentId, orderId, orderNumber, amount, gross } = entry;
  const at = { id, day, provider: "payfast", net: amount } as const;
  if (event === "PaymentReceived")
    return {
      ...noLine,
      ...at,
      kind: "payment",
      type: "FUNDS_RECEIVED",
      paymentId,
      orderId,
      orderNumber,
      gross,
      fee: gross - amount,
    };
  if (event === "PaymentRefunded")
    return { ...noLine, ...at, kind: "refund", type: "REFUND", orderId, gross };
  if (entry.isOfBank && amount < 0)
    return { ...noLine, ...at, kind: "payout", type: "PAYOUT", gross: amount };
  return { ...noLine, ...at, kind: "unknown", type: "ADJUSTMENT", gross: amount };
}

const anyLine = fc.record({
  /** Which entry it is of; beyond the last one, none. */
  of: fc.nat({ max: 40 }),
  how: fc.constantFrom("same", "same", "recorded", "other amount", "other day", "alone", "ignored"),
  day: fc.nat({ max: 90 }),
  amount: fc.integer({ min: -100_000, max: 100_000 }).filter((amount) => amount !== 0),
  provider: fc.constantFrom(...cardProviders),
  type: fc.constantFrom("FUNDS_RECEIVED", "REFUND", "CHARGEBACK", "PAYOUT", "TOPUP"),
});
const anyFile = fc.record({
  provider: fc.constantFrom(...cardProviders),
  from: fc.nat({ max: 90 }),
  length: fc.nat({ max: 40 }),
  missing: fc.constantFrom(0, 0, 0, 777),
  states: fc.boolean(),
});

const anyBusiness = fc.array(anyStep, { minLength: 10, maxLength: 60, size: "max" });
const anyDays = fc.array(fc.nat({ max: 90 }), { minLength: 3, maxLength: 20 });

test("what the card provider holds in any history is the books and what is on one side alone, each once", () => {
  const seen = { matched: 0, alone: 0, different: 0, providers: 0 };
  fc.assert(
    fc.property(
      anyBusiness,
      anyDays,
      fc.array(anyLine, { maxLength: 40 }),
      fc.array(anyFile, { maxLength: 5 }),
      fc.nat({ max: 95 }),
      (business, days, someLines, someFiles, at) => {
        const history = cardsOf(business, days);
        const day = dayAt(at);
        const recorded = new Map<string, number>();
        const settlement = someLines.map((some, index): ProvidersLine => {
          const id = index + 1;
          const entry = history.entries[some.of];
          const alone: ProvidersLine = {
            ...noLine,
            id,
            day: dayAt(some.day),
            provider: some.provider,
            kind: "unknown",
            type: some.type,
            gross: some.amount,
            net: some.amount,
          };
          if (!entry || some.how === "alone" || some.how === "ignored") return alone;
          const line = lineOf(entry, id);
          if (some.how === "recorded") recorded.set(entry.thing, id);
          if (some.how === "other day") return { ...line, day: dayAt(some.day) };
          return some.how === "other amount"
            ? { ...line, net: line.net - 5, fee: line.fee + 5 }
            : line;
        });
        const entries = history.entries.map((entry) => ({
          ...entry,
          lineId: recorded.get(entry.thing) ?? null,
        }));
        const moved = settlement.map((line) => ({ ...line, amount: line.net }));
        const statements = someFiles.map((file, index): KnownStatement => {
          const [from, to] = [dayAt(file.from), dayAt(file.from + file.length)];
          const balance = (end: string) =>
            50_000 +
            sum(moved.filter((line) => line.provider === file.provider && line.day <= end));
          return {
            id: index + 1,
            account: cardProviderNames[file.provider],
            from,
            to,
            opening: file.states ? balance(addDays(from, -1)) : null,
            closing: file.states ? balance(to) + file.missing : null,
          };
        });

        const found = reconcileCards(day, { statements, settlement, ignored: new Set(), entries });

        expect(found.statement).toBe(
          found.books + found.lines.sum - found.entries.sum + found.before.sum + found.difference,
        );
        expect(found.books).toBe(
          sum(
            history.booked
              .filter(({ occurredAt }) => occurredAt.slice(0, 10) <= day)
              .flatMap((entry) => entry.lines)
              .filter(({ account }) => account === "cardClearing"),
          ),
        );
        expect(sum(moved.filter((line) => line.day <= day))).toBe(
          found.matched.sum + found.lines.sum,
        );
        expect(found.matched.sum + found.entries.sum + found.before.entries.sum).toBe(found.books);
        // Each provider alone, and all of them together.
        const providers = found.providers.map(({ books, stored }) => ({ amount: books, stored }));
        expect(sum(providers)).toBe(found.books);
        const stored = providers.flatMap((each) => each.stored ?? []);
        expect(sum(stored.map(({ closing }) => ({ amount: closing })))).toBe(found.statement);
        for (const { month, closing, difference, from } of stored) {
          const { opening, charges, refunds, disputes, fees, payouts, other } = month;
          expect(
            opening + charges + refunds + disputes + fees + payouts + other + month.difference,
          ).toBe(month.closing);
          expect(month.closing).toBe(closing);
          // Of a month that began before the stored days, a part of the difference is older.
          expect(month.from !== from || month.difference === difference).toBe(true);
        }
        seen.matched += found.matched.lines;
        seen.alone += found.lines.count > 0 && found.entries.count > 0 ? 1 : 0;
        seen.different += found.difference === 0 ? 0 : 1;
        seen.providers += stored.length > 1 ? 1 : 0;
      },
    ),
    { numRuns: 500 },
  );
  // Without them, the assertions above would prove nothing.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
});

test("a settlement that has all of a history leaves nothing on either side", () => {
  let settled = 0;
  fc.assert(
    fc.property(anyBusiness, anyDays, (business, days) => {
      const { entries } = cardsOf(business, days);
      const standing = [...Map.groupBy(entries, ({ thing }) => thing).values()].flatMap((own) => {
        const amount = sum(own);
        return own[0] === undefined || amount === 0 ? [] : [{ ...own[0], amount }];
      });
      const settlement = standing.map((entry, at) => lineOf(entry, at + 1));
      const lineIds = new Map(
        standing.flatMap(({ thing, event, isOfBank }, at) =>
          event === "MoneyBooked" && !isOfBank ? [[thing, at + 1] as const] : [],
        ),
      );
      const found = reconcileCards(dayAt(95), {
        statements: [],
        settlement,
        ignored: new Set(),
        entries: entries.map((entry) => ({ ...entry, lineId: lineIds.get(entry.thing) ?? null })),
      });
      expect(found).toMatchObject({ lines: { count: 0 }, entries: { count: 0 }, difference: 0 });
      expect(found.statement).toBe(found.books);
      settled += found.matched.lines;
    }),
    { numRuns: 200 },
  );
  expect(settled).toBeGreaterThan(0);
});
