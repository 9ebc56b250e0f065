import { randomUUID } from "node:crypto";
import { monthSteps } from "@portal/shared/money/statements.ts";
import { firstDayOf, lastDayOf, previousMonth } from "@portal/shared/platform/calendar.ts";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { balanceOf } from "../../money/books/book-entry.rules.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { test, type TestShop } from "../../testing/shop-test.ts";
import { uploadPayoutAndFee, uploadStatement } from "../../testing/upload-statement.ts";

const thisMonth = shopDay().slice(0, 7);
const month = previousMonth(thisMonth);
/** Of the bank and of the card provider. */
const day = `${month}-20`;

const officeOf = ({ as, people }: TestShop) => as(people.admin);

async function storedDebit(shop: TestShop, amount: string) {
  const search = randomUUID();
  await uploadStatement(shop, `Date,Amount,Description\n${day},-${amount},${search}`);
  const { rows } = await (await officeOf(shop)).bankDebits.list({ search, state: "open" });
  return rows[0]?.id ?? 0;
}

async function explain(shop: TestShop, debitId: number, kind: "courier" | "rent") {
  const { bankDebits } = await officeOf(shop);
  await bankDebits.explain({ commandId: randomUUID(), debitId, kind });
}

async function reopen(shop: TestShop, debitId: number) {
  await (await officeOf(shop)).bankDebits.reopen({ commandId: randomUUID(), debitId });
}

/** What a day's line and the rent of it put on accounts. */
const own = ["bank", "courierCosts", "rent"] as const;

type Accounts = readonly Readonly<{ key: string; debit: number; credit: number }>[];

function ofOwn(accounts: Accounts = []) {
  return own.map((key) => balanceOf(accounts.filter((account) => account.key === key)));
}

async function posted(shop: TestShop, through: string) {
  const { books } = await officeOf(shop);
  const { balances } = await books.postedBalance({ through });
  return ofOwn(balances[0]?.accounts);
}

async function asOf(shop: TestShop, on: string) {
  const { books } = await officeOf(shop);
  const { balances } = await books.trialBalance({ asOf: on, knownOn: null });
  return ofOwn(balances[0]?.accounts);
}

const less = (one: readonly number[], other: readonly number[]) =>
  one.map((each, index) => each - (other[index] ?? 0));

// shows T411
describe("a booking that is taken back and booked again", () => {
  test("is once in its month, and in no other, while the month is open", async ({ shop }) => {
    const debitId = await storedDebit(shop, "1150.00");
    await explain(shop, debitId, "courier");
    expect(await posted(shop, month)).toEqual([-1150_00, 1150_00, 0]);
    await reopen(shop, debitId);
    for (const through of [month, thisMonth])
      expect(await posted(shop, through)).toEqual([0, 0, 0]);
    await explain(shop, debitId, "rent");
    const rent = [-1150_00, 0, 1150_00];
    for (const through of [month, thisMonth]) expect(await posted(shop, through)).toEqual(rent);
    expect(await asOf(shop, `${month}-19`)).toEqual([0, 0, 0]);
    for (const on of [day, lastDayOf(month), shopDay()]) expect(await asOf(shop, on)).toEqual(rent);
  });

  test("changes nothing of its month once that is closed, and is right in the next", async ({
    shop,
  }) => {
    const before = await posted(shop, month);
    const debitId = await storedDebit(shop, "575.00");
    await explain(shop, debitId, "courier");
    const booked = await posted(shop, month);
    expect(less(booked, before)).toEqual([-575_00, 575_00, 0]);
    const { statements } = await officeOf(shop);
    await statements.close({ commandId: randomUUID(), month, accepts: [...monthSteps] });
    await reopen(shop, debitId);
    await explain(shop, debitId, "rent");
    expect(await posted(shop, month)).toEqual(booked);
    expect(less(await posted(shop, thisMonth), booked)).toEqual([0, -575_00, 575_00]);
    // By the days themselves it never was the courier.
    expect(less(await asOf(shop, day), before)).toEqual([-575_00, 0, 575_00]);
  });

  test("counts from the day of its booking, whatever it was booked from", async ({ shop }) => {
    const office = await officeOf(shop);
    const commandId = () => randomUUID();
    const search = randomUUID();
    await uploadStatement(shop, `Date,Amount,Description\n${day},14.00,${search}`);
    const lineId = (await office.bankLines.list({ state: "open", search })).rows[0]?.id ?? 0;
    const interest = { lineId, kind: "interest", reason: "Interest" } as const;
    await office.bankLines.ignore({ commandId: commandId(), ...interest });
    await office.bankLines.reopen({ commandId: commandId(), lineId });

    await uploadPayoutAndFee(shop, day);
    const period = { from: day, to: day };
    const { rows, fees } = await office.cardMatch.list({ ...period, show: "all" });
    const card = rows.find(({ type }) => type === "MONTHLY_FEE");
    const cardLine = { lineId: card?.settlement?.lineId ?? 0 };
    await office.cardMatch.explain({ commandId: commandId(), ...cardLine, kind: "card-fee" });
    await office.cardMatch.reopenLine({ commandId: commandId(), ...cardLine });
    const kept = fees.map(({ lineId: id, amount }) => ({ lineId: id, amount }));
    await office.cardMatch.bookFees({ commandId: commandId(), ...period, fees: kept });
    await office.cardMatch.unbookFee({ commandId: commandId(), lineId: kept[0]?.lineId ?? 0 });

    const opening = { kind: "opening-vat", day: firstDayOf(month), amount: 70_00 } as const;
    await office.books.bookOpening({ commandId: commandId(), ...opening });
    await office.books.takeBackOpening({ commandId: commandId(), kind: opening.kind });

    const { rows: pairs } = await sql<{ kind: string; on: string; sameTime: boolean }>`
      select booked.data ->> 'kind' as kind,
        (back.occurred_at at time zone 'Africa/Johannesburg')::date as on,
        back.occurred_at = booked.occurred_at as "sameTime"
      from ledger_events back
      join ledger_events booked on booked.stream_id = back.stream_id and booked.type = 'MoneyBooked'
      where back.type = 'MoneyUnbooked' and booked.data ->> 'kind' <> 'courier'
      order by back.position`.execute(shop.deps.db);
    expect(pairs).toEqual([
      { kind: "bank-interest", on: day, sameTime: true },
      { kind: "card-fee", on: day, sameTime: true },
      { kind: "card-fee", on: day, sameTime: true },
      { kind: "opening-vat", on: firstDayOf(month), sameTime: true },
    ]);
  });
});
