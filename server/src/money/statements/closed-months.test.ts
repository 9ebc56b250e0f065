import { randomUUID } from "node:crypto";
import { earnedOf, monthSteps } from "@portal/shared/money/statements.ts";
import {
  firstDayOf,
  lastDayOf,
  monthsThrough,
  nextMonth,
  previousMonth,
  startOfMonth,
} from "@portal/shared/platform/calendar.ts";
import { describe, expect } from "vitest";
import type pg from "pg";
import { type Database, type ReadDatabase, readOnly } from "../../platform/db/database.ts";
import { rootOf } from "../../platform/ledger/sealing.ts";
import { createRandom } from "../../edges/demo/random.ts";
import { createHistory, type History } from "../../testing/a-history.ts";
import { append, createProjectionsLedger } from "../../testing/projection-ledger.ts";
import { test } from "../../testing/database-test.ts";
import { type BookEntry, type PostedEntry, postedOn } from "../books/book-entry.rules.ts";
import type { LedgerEvent } from "../../projections/ledger-catalogue.ts";
import { createBooksPass } from "../../projections/books/books-pass.ts";
import { passOf } from "../../testing/imported-alone.ts";
import { alwaysRegistered } from "../../testing/some-facts.ts";
import { eventsIn } from "../../testing/projection-row-samples.ts";
import { readRegister } from "./commission-register.queries.ts";
import { type RegisterFigures, registerSumsOf } from "./commission-register.rules.ts";
import { getCalendar, listCents } from "./closing.queries.ts";
import { closeProjections } from "./closing.actions.ts";
import { listTaxedPayments } from "./tax-certificates.queries.ts";
import { paidByMember, paidInAnotherYear } from "./tax-certificates.rules.ts";
import { figuresOfMonths, getStatement, listStatementMonths } from "./statement.queries.ts";
import { statementDocument } from "./statement-documents.ts";
import type { Calendar } from "./statement.rules.ts";

const timeZone = "Africa/Johannesburg";
const firstMonth = "2025-03";
const lastMonth = "2026-02";
const now = "2026-02-28T12:00:00.000Z";

/** A year with events that are recorded late, and with months closed one or several at a time. */
async function aYear(db: Database, pool: pg.Pool, seed: number) {
  const ledger = createProjectionsLedger(pool);
  const random = createRandom(seed);
  const history = createHistory({ seed });
  const kept = new Map<string, string>();
  const reader = readOnly(db);
  const paidOut = new Map<number, number>();
  let open = firstMonth;
  for (const month of monthsThrough(firstMonth, lastMonth)) {
    for (let count = 0; count < 14; count++) {
      const events = history.next();
      if (events.length > 0) await append(ledger, events, anInstant(random, month));
    }
    const leaving = creditPaidOut(history, paidOut);
    if (leaving.length > 0) await append(ledger, leaving, anInstant(random, month));
    // Sometimes a month stays open and is closed together with a later one.
    if (month === firstMonth || random.chance(30)) continue;
    for (; open < month; open = nextMonth(open)) {
      const occurredAt = startOfMonth(month, timeZone);
      const command = { commandId: randomUUID(), request: open, metadata: {}, occurredAt };
      await closeProjections({ db, ledger, region: "za" }, command, {
        month: open,
        accepts: monthSteps,
      });
      const calendar = await getCalendar(reader, "za");
      for (const memberId of someOf(history))
        kept.set(`${open} ${memberId}`, await documentOf(reader, calendar, memberId, open));
    }
  }
  await ledger.close();
  return { history, kept, reader, closedThrough: previousMonth(open) };
}

/** In the month, or up to three months earlier for an event that is recorded late. */
function anInstant(random: ReturnType<typeof createRandom>, month: string): string {
  let happened = month;
  if (random.chance(30))
    for (let back = random.between(1, 3); back > 0; back--) happened = previousMonth(happened);
  const start = Date.parse(startOfMonth(happened, timeZone));
  return new Date(start + random.between(0, 27 * 24 * 3600) * 1000).toISOString();
}

/** Store credit of everyone who turned commission into it, with tax withheld of it: the history itself pays none out. */
function creditPaidOut({ projections }: History, before: Map<number, number>): LedgerEvent[] {
  return [...projections.wallets.all.values()].flatMap(({ userId, credit, creditAccount }) => {
    const amount = creditAccount - (before.get(userId) ?? 0);
    if (credit <= 0 || amount <= 0) return [];
    before.set(userId, creditAccount);
    const data = { userId, amount, withheld: 1, reason: "person-asked" } as const;
    return [{ type: "CreditPaidOut", data: { ...data, paidOn: "2026-02-01" } }];
  });
}

/** The first members have the largest teams. */
function someOf({ projections }: History): number[] {
  return [...projections.members.all.keys()].slice(0, 12);
}

async function documentOf(
  db: ReadDatabase,
  calendar: Calendar,
  memberId: number,
  month: string,
): Promise<string> {
  const statement = await getStatement(db, calendar, { memberId, month });
  return JSON.stringify(statementDocument(statement));
}

function sumOf(
  of: readonly Readonly<{ income: number; withheld: number }>[],
  figure: "income" | "withheld",
): number {
  return of.reduce((sum, { [figure]: amount }) => sum + amount, 0);
}

const noRow = { ...registerSumsOf([]), userId: 0, name: null, currency: "ZAR" };

/** The figures of a register's row, from the statement alone. */
function registerFiguresOf({
  opening,
  closing,
  entries,
  movements,
}: Awaited<ReturnType<typeof getStatement>>): RegisterFigures {
  const earned = (kind: string) =>
    entries.reduce((sum, entry) => sum + (entry.kind.startsWith(kind) ? entry.amount : 0), 0);
  const converted = movements.filter(({ type }) => type === "CommissionConverted");
  return {
    opening: opening.balance,
    own: earned("own"),
    upline: earned("upline"),
    stockist: earned("stockist"),
    leader: earned("leader"),
    reversed: earned("reversal-of-"),
    converted: converted.reduce((sum, { credit }) => sum + credit, 0),
    paid: movements
      .filter(({ type }) => type === "PayoutPaid")
      .reduce((sum, { cash, withheld = 0 }) => sum + cash + withheld, 0),
    withheld: movements.reduce((sum, { withheld = 0 }) => sum + withheld, 0),
    closing: closing.balance,
  };
}

const yearTest = test.extend("year", { scope: "file" }, ({ db, pool }) => aYear(db, pool, 11));

describe("a year of closed months", { timeout: 60_000 }, () => {
  yearTest(
    "keeps every statement of a closed month as it was when the month was closed",
    async ({ year }) => {
      expect(year.kept.size).toBeGreaterThan(50);
      const calendar = await getCalendar(year.reader, "za");
      for (const [key, document] of year.kept) {
        const [month = "", memberId] = key.split(" ");
        expect(await documentOf(year.reader, calendar, Number(memberId), month)).toBe(document);
      }
    },
  );

  yearTest(
    "has each entry in exactly one statement, and statements that add up to the wallet",
    async ({ year, db }) => {
      const calendar = await getCalendar(year.reader, "za");
      let late = 0;
      for (const memberId of someOf(year.history)) {
        const months = monthsThrough("2024-12", "2026-03");
        const figures = await figuresOfMonths(year.reader, calendar, { memberId, months });
        let before = figures[0]?.closing;
        const seen = new Set<string>();
        for (const [at, month] of months.entries()) {
          const statement = await getStatement(year.reader, calendar, { memberId, month });
          expect(statement.closing).toEqual(figures[at]?.closing);
          if (at > 0) expect(statement.opening).toEqual(before);
          before = statement.closing;
          for (const { position, entryNo, occurredAt } of statement.entries) {
            expect(seen.has(`${position} ${entryNo}`)).toBe(false);
            seen.add(`${position} ${entryNo}`);
            if (occurredAt < startOfMonth(month, timeZone)) late++;
          }
        }
        const { count } = await db
          .selectFrom("projection.commission_entry")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .where("beneficiary_id", "=", memberId)
          .executeTakeFirstOrThrow();
        expect(seen.size).toBe(count);
        const wallet = year.history.projections.wallets.all.get(memberId);
        const { accrued = 0, paid = 0, credit = 0 } = wallet ?? {};
        const balance = accrued - paid - credit;
        expect(before).toEqual({ accrued, paid, credit, unpaid: accrued - paid, balance });
      }
      // Without entries that are recorded late, the assertions above would prove nothing.
      expect(late).toBeGreaterThan(5);
    },
  );

  yearTest("lists the months of a member with the figures of its statements", async ({ year }) => {
    const calendar = await getCalendar(year.reader, "za");
    for (const memberId of someOf(year.history)) {
      const months = await listStatementMonths(year.reader, calendar, { memberId, now });
      for (const { month, earned, closing } of months) {
        const statement = await getStatement(year.reader, calendar, { memberId, month });
        expect(closing).toEqual(statement.closing);
        expect(earned).toBe(statement.closing.accrued - statement.opening.accrued);
      }
    }
  });

  yearTest("has a register of each month that agrees with every statement", async ({ year }) => {
    const calendar = await getCalendar(year.reader, "za");
    const members = [...year.history.projections.members.all.keys()];
    const seen = { converted: 0, paid: 0, withheld: 0, reversed: 0, leader: 0 };
    for (const month of monthsThrough("2024-12", "2026-03")) {
      const rows = await readRegister(year.reader, calendar, month);
      const byMember = new Map(rows.map((row) => [row.userId, row]));
      for (const memberId of members) {
        const statement = await getStatement(year.reader, calendar, { memberId, month });
        const {
          userId: _id,
          name: _name,
          currency: _zar,
          ...row
        } = byMember.get(memberId) ?? noRow;
        expect(row).toEqual(registerFiguresOf(statement));
        expect(row.opening + earnedOf(row) + row.reversed - row.converted - row.paid).toBe(
          row.closing,
        );
        for (const figure of ["converted", "paid", "withheld", "reversed", "leader"] as const)
          seen[figure] += row[figure] === 0 ? 0 : 1;
      }
      expect(rows.every(({ userId }) => members.includes(userId))).toBe(true);
    }
    // Without them, the assertions above would prove nothing.
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(0);
  });

  // shows T390
  yearTest("has registers that add up to the accounts of the journals", async ({ year, pool }) => {
    const calendar = await getCalendar(year.reader, "za");
    const entries: PostedEntry[] = [];
    const onEntry = (entry: BookEntry) => entries.push(postedOn(calendar, entry));
    const pass = createBooksPass({ currency: "ZAR", registration: alwaysRegistered, onEntry });
    for (const passed of passOf(await eventsIn(pool))) pass.add(passed);
    const postedTo = (key: string, isIn: (month: string) => boolean) =>
      entries
        .filter(({ postingDate }) => isIn(postingDate.slice(0, 7)))
        .flatMap(({ lines }) => lines.filter(({ account }) => account === key))
        .reduce((sum, { amount }) => sum + amount, 0);
    let ofCredit = 0;
    for (const month of monthsThrough("2024-12", "2026-03")) {
      const rows = await readRegister(year.reader, calendar, month);
      const { closing, withheld } = registerSumsOf(rows);
      expect(closing).toBe(0 - postedTo("commissionOwed", (posted) => posted <= month));
      // The history has no payment of tax to the authority.
      expect(withheld).toBe(0 - postedTo("withholdingTax", (posted) => posted === month));
      ofCredit += rows.filter((row) => row.withheld > row.paid).length;
    }
    expect(ofCredit).toBeGreaterThan(0);
  });

  // shows T313
  yearTest("has certificates that have each payment once, by its day", async ({ year }) => {
    const { reader } = year;
    const calendar = await getCalendar(reader, "za");
    const total = { certified: 0, registered: 0, differing: 0 };
    // Payouts of the history have one day of payment, so the year is cut before it.
    for (const [first, last] of [
      ["2024-12", "2025-09"],
      ["2025-10", "2026-03"],
    ] as const) {
      const period = { from: firstDayOf(first), to: lastDayOf(last) };
      const payments = await listTaxedPayments(reader, calendar, period);
      const apart = paidInAnotherYear(payments, period);
      const registers = await Promise.all(
        monthsThrough(first, last).map(async (month) => {
          const sums = registerSumsOf(await readRegister(reader, calendar, month));
          return { income: sums.paid + sums.converted, withheld: sums.withheld };
        }),
      );
      for (const figure of ["income", "withheld"] as const) {
        const certified = sumOf([...paidByMember(payments, period).values()], figure);
        const registered = sumOf(registers, figure);
        const isHere = ({ paidOn }: { paidOn: string }) =>
          period.from <= paidOn && paidOn <= period.to;
        const here = sumOf(apart.filter(isHere), figure);
        const elsewhere = sumOf(apart, figure) - here;
        expect(certified - here + elsewhere).toBe(registered);
        total.certified += certified;
        total.registered += registered;
      }
      total.differing += apart.length;
    }
    expect(total.certified).toBe(total.registered);
    expect(total.differing).toBeGreaterThan(0);
  });

  yearTest("seals each closing with the root of the ledger", async ({ year }) => {
    const { closings } = await getCalendar(year.reader, "za");
    expect(closings.at(-1)?.month).toBe(year.closedThrough);
    for (const { seal, throughPosition } of closings) {
      const { root } = await rootOf(
        year.reader,
        seal.previousRoot,
        seal.afterPosition,
        throughPosition,
      );
      expect(root).toBe(seal.root);
    }
  });

  yearTest(
    "reports rounding residuals that can be recalculated from the entries",
    async ({ year }) => {
      const calendar = await getCalendar(year.reader, "za");
      const cents = await listCents(year.reader, calendar);

      const exact = new Map<string, { entries: number; amount: number; residual: number }>();
      for (const memberId of year.history.projections.members.all.keys())
        for (const month of monthsThrough("2024-12", lastMonth)) {
          const { entries } = await getStatement(year.reader, calendar, { memberId, month });
          const sum = exact.get(month) ?? { entries: 0, amount: 0, residual: 0 };
          for (const { amount, kind, value, rateBps, cappedBy = 0 } of entries) {
            sum.entries += 1;
            sum.amount += amount;
            if (!kind.startsWith("reversal"))
              sum.residual += (value * rateBps) / 10_000 - cappedBy - amount;
          }
          exact.set(month, sum);
        }
      for (const { month, entries, amount } of cents)
        expect({ entries, amount }).toEqual({
          entries: exact.get(month)?.entries,
          amount: exact.get(month)?.amount,
        });
      const all = cents.reduce((sum, { residual }) => sum + Number(residual), 0);
      const originals = [...exact.values()].reduce((sum, { residual }) => sum + residual, 0);
      // A reversal adds less than a cent, and one of a whole share adds nothing.
      expect(Math.abs(all - originals)).toBeLessThan(
        cents.reduce((sum, { entries }) => sum + entries, 0) * 0.5,
      );
      for (const { entries, residual } of cents)
        expect(Math.abs(Number(residual))).toBeLessThanOrEqual(entries);
    },
  );
});
