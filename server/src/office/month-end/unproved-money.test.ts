import { randomUUID } from "node:crypto";
import { monthSteps } from "@portal/shared/money/statements.ts";
import {
  addDays,
  firstDayOf,
  lastDayOf,
  nextMonth,
  previousMonth,
} from "@portal/shared/platform/calendar.ts";
import { decimalText } from "@portal/shared/platform/money.ts";
import { describe, expect } from "vitest";
import { captureFinance } from "../../edges/finance/finance-test.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { LedgerEvent } from "../../projections/ledger-catalogue.ts";
import { append } from "../../testing/projection-ledger.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { type TestShop, test } from "../../testing/shop-test.ts";
import { bottles, refunded, sold, someOrderId } from "../../testing/some-facts.ts";
import { uploadSettlement, uploadStatement } from "../../testing/upload-statement.ts";
import { setOwnAccount } from "../../testing/waiting-payouts.ts";

const thisMonth = shopDay().slice(0, 7);
const month = previousMonth(thisMonth);
const before = previousMonth(month);
const first = firstDayOf(month);
const day = addDays(first, 9);
const noon = (on: string) => `${on}T10:00:00.000Z`;

/** An order paid by bank transfer, as somebody recorded it by hand. */
const paidByHand = (number: number): LedgerEvent[] =>
  sold({ number, sellerId: null, lines: [bottles(1)] }).map((event) =>
    event.type === "PaymentReceived" ? { ...event, data: { ...event.data, method: "eft" } } : event,
  );

const undone = (number: number): LedgerEvent => ({
  type: "PaymentUndone",
  data: {
    orderId: someOrderId(number),
    paymentId: `pay-${number}`,
    method: "eft",
    amount: 325_00,
  },
});

const office = ({ as, people }: TestShop) => as(people.admin);
const monthEnd = async (shop: TestShop, of = month) =>
  (await office(shop)).monthEnd.get({ month: of });
const csv = (lines: readonly (readonly [day: string, amount: number, text: string])[]) =>
  [
    "Date,Amount,Description",
    ...lines.map(([on, amount, text]) => `${on},${decimalText(amount)},${text}`),
  ].join("\n");
const fees = (from: string, to: string) =>
  csv([
    [from, -1_00, `FEE ${from}`],
    [to, -1_00, `FEE ${to}`],
  ]);

const close = async (shop: TestShop, of: string) =>
  (await office(shop)).statements.close({
    commandId: randomUUID(),
    month: of,
    accepts: [...monthSteps],
  });

// shows T303
describe("money in the ledger that the bank never had", () => {
  test("holds the closing once the statements would have it, until it is proved, undone or accepted", async ({
    shop,
  }) => {
    await setOwnAccount(shop);
    await append(shop.deps.ledger, paidByHand(810_001), noon(day));
    await append(shop.deps.ledger, paidByHand(810_002), noon(day));
    const refund = { refundId: "r-1", amount: 10_00, productAmount: 10_00, units: 0 };
    await append(shop.deps.ledger, [refunded(810_001, refund)], noon(day));
    expect((await monthEnd(shop)).unproved).toEqual({ count: 0, sum: 0, before: 0 });

    // It may still come.
    await uploadStatement(shop, fees(first, addDays(day, 6)));
    expect((await monthEnd(shop)).unproved.count).toBe(0);
    await uploadStatement(shop, fees(addDays(day, 6), addDays(day, 7)));
    const found = await monthEnd(shop);
    expect(found.unproved).toEqual({ count: 3, sum: 2 * 325_00 + 10_00, before: 0 });
    expect(found.openSteps).toContain("bank");
    // The same as the list of the bank.
    const { books, differences, bankLines } = await office(shop);
    const unseen = async () => (await books.bankReconciliation({ asOf: null })).entries.rows;
    const rows = await unseen();
    expect(rows.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([
      -10_00, 325_00, 325_00,
    ]);

    // The line came, and somebody says that it is recorded already.
    await uploadStatement(shop, csv([[addDays(day, 3), 325_00, "FROM A BUYER RH810001"]]));
    const [line] = (await bankLines.list({ search: "RH810001" })).rows;
    const known = { kind: "repeat", reason: "By hand" } as const;
    await bankLines.ignore({ commandId: randomUUID(), lineId: line?.id ?? 0, ...known });
    expect((await monthEnd(shop)).unproved.count).toBe(2);

    const refundRow = (await unseen()).find(({ amount }) => amount === -10_00);
    const { id } = await differences.accept({ key: refundRow?.thing ?? "", note: "In cash" });
    expect((await monthEnd(shop)).unproved.count).toBe(1);
    expect((await unseen()).find(({ amount }) => amount === -10_00)).toMatchObject({
      accepted: { id, note: "In cash" },
    });
    expect((await (await office(shop)).bankDebits.list({})).missing.count).toBe(0);
    for (const key of [refundRow?.thing ?? "", "payout nobody", "refund 1", "entry 7"])
      await expect(differences.accept({ key, note: "Again" })).rejects.toMatchObject({
        cause: { code: "difference.decided" },
      });
    await differences.reopen({ id });
    expect((await monthEnd(shop)).unproved.count).toBe(2);
    await expect(differences.reopen({ id })).rejects.toMatchObject({
      cause: { code: "difference.decided" },
    });

    // Nobody undid it at the bank, but it was typed by mistake.
    const [payment] = (await unseen()).filter(({ amount }) => amount === 325_00);
    expect(payment?.thing).toBe(`payment ${someOrderId(810_002)} pay-810002`);
    await append(shop.deps.ledger, [undone(810_002)], noon(day));
    expect((await monthEnd(shop)).unproved.count).toBe(1);
  });

  test("is a payout that never left, until a transaction proves it", async ({ shop }) => {
    const { ben } = shop.people;
    const paidOn = addDays(day, 3);
    const [proved, alone] = [randomUUID(), randomUUID()];
    for (const payoutId of [proved, alone]) {
      const payout = { payoutId, userId: ben };
      const facts: LedgerEvent[] = [
        {
          type: "PayoutRequested",
          data: { ...payout, commission: 50_00, credit: 0, requested: 50_00, withheld: 10_00 },
        },
        {
          type: "PayoutPaid",
          data: {
            ...payout,
            amount: 50_00,
            withheld: 10_00,
            selfBilledVatBps: null,
            paidOn,
            referenceId: null,
          },
        },
      ];
      await append(shop.deps.ledger, facts, noon(paidOn));
    }
    const known = (await monthEnd(shop)).unproved.count;
    await uploadStatement(shop, fees(first, addDays(day, 14)));
    const found = await monthEnd(shop);
    expect(found.unproved.count).toBe(known + 2);
    await uploadStatement(shop, csv([[addDays(paidOn, 1), -40_00, "TO BEN"]]));
    const { bankDebits, books } = await office(shop);
    const [debit] = (await bankDebits.list({ search: "TO BEN" })).rows;
    const repeat = { debitId: debit?.id ?? 0, kind: "repeat" } as const;
    await bankDebits.explain({ commandId: randomUUID(), ...repeat });
    expect((await monthEnd(shop)).unproved.count).toBe(known + 1);
    const { rows } = (await books.bankReconciliation({ asOf: null })).entries;
    expect(rows.filter(({ userId }) => userId === ben)).toMatchObject([
      { event: "PayoutPaid", amount: -40_00, accepted: null },
    ]);
  });

  test("is store credit of an erased person that was paid out, less the tax withheld", async ({
    shop,
  }) => {
    const userId = shop.people.kim;
    await uploadStatement(shop, fees(first, addDays(day, 14)));
    const known = (await monthEnd(shop)).unproved;
    const facts: LedgerEvent[] = [
      { type: "CreditGranted", data: { userId, amount: 50_00, reasonId: null } },
      {
        type: "CreditPaidOut",
        data: { userId, amount: 50_00, withheld: 10_00, paidOn: day, reason: "account-closed" },
      },
    ];
    await append(shop.deps.ledger, facts, noon(day));
    const actor = {
      user: { id: shop.people.admin },
      impersonatedById: null,
      now: () => noon(day),
    };
    await insertAudit(shop.deps.db, actor, { action: "account.erased", subjectId: userId });
    const { count, sum } = (await monthEnd(shop)).unproved;
    expect([count, sum]).toEqual([known.count + 1, known.sum + 40_00]);
  });
});

describe("what somebody called Other", () => {
  test("holds the closing until it is explained anew, comes to nothing, or is accepted", async ({
    shop,
  }) => {
    const { bankDebits, books, differences } = await office(shop);
    const texts = [randomUUID(), randomUUID()];
    await uploadStatement(
      shop,
      csv([
        [day, -70_00, texts[0] ?? ""],
        [day, -30_00, texts[1] ?? ""],
      ]),
    );
    const ids = await Promise.all(
      texts.map(async (search) => (await bankDebits.list({ search })).rows[0]?.id ?? 0),
    );
    const say = (debitId: number, kind: "other" | "supplier") =>
      bankDebits.explain({ commandId: randomUUID(), debitId, kind });
    const known = (await monthEnd(shop)).suspense;
    for (const id of ids) await say(id, "other");
    const found = await monthEnd(shop);
    expect(found.suspense).toEqual({ count: known.count + 2, sum: 100_00, before: 0 });
    expect(found.openSteps).toContain("bank");
    const unexplained = async () => (await books.bankReconciliation({ asOf: null })).unexplained;
    expect(await unexplained()).toMatchObject({ count: 2, sum: -100_00 });

    await bankDebits.reopen({ commandId: randomUUID(), debitId: ids[0] ?? 0 });
    await say(ids[0] ?? 0, "supplier");
    expect((await monthEnd(shop)).suspense).toEqual({ count: 1, sum: 30_00, before: 0 });
    const [line] = (await unexplained()).rows;
    expect(line).toMatchObject({ amount: -30_00, text: texts[1], at: "out", accepted: null });

    const key = line?.thing ?? "";
    const { id } = await differences.accept({ key, note: "Nobody knows" });
    expect((await monthEnd(shop)).suspense.count).toBe(0);
    expect((await unexplained()).rows[0]).toMatchObject({ accepted: { note: "Nobody knows" } });
    await differences.reopen({ id });

    await uploadStatement(shop, csv([[day, 30_00, `BACK ${texts[1]}`]]));
    const { bankLines } = await office(shop);
    const [back] = (await bankLines.list({ search: `BACK ${texts[1]}` })).rows;
    const why = { kind: "other", reason: "It came back" } as const;
    await bankLines.ignore({ commandId: randomUUID(), lineId: back?.id ?? 0, ...why });
    expect((await monthEnd(shop)).suspense.count).toBe(0);
    expect(await unexplained()).toMatchObject({ count: 2, sum: 0 });
  });
});

// shows T136, T137
describe("a closing", () => {
  test("is held by what an earlier month left open, named apart", async ({ shop }) => {
    const earlier = addDays(firstDayOf(before), 4);
    await uploadStatement(shop, csv([[earlier, -77_00, "OLD DEBIT"]]));
    await close(shop, before);
    const { outgoing, openSteps } = await monthEnd(shop);
    expect(outgoing).toMatchObject({ before: 1 });
    expect(outgoing.sum).toBeGreaterThanOrEqual(77_00);
    expect(openSteps).toContain("bank");
    expect((await monthEnd(shop, before)).outgoing.before).toBe(0);
  });

  test("is held by a payout of the card provider that never came to the bank, of an earlier month too", async ({
    shop,
    pool,
  }) => {
    await setOwnAccount(shop);
    const on = addDays(firstDayOf(before), 9);
    const history = [
      "Date,Type,Sign,Currency,Gross,Fee,Net,M Payment ID,PF Payment ID",
      `${firstDayOf(before)} 09:00:00,PAYOUT,DEBIT,ZAR,-10.00,-1.00,-11.00,,`,
      `${on} 12:00:00,PAYOUT,DEBIT,ZAR,-612.34,0.00,-612.34,,`,
      `${lastDayOf(before)} 12:00:00,PAYOUT,DEBIT,ZAR,-20.00,-2.00,-22.00,,`,
    ].join("\n");
    await uploadSettlement(shop, history);
    await uploadStatement(
      shop,
      csv([
        [firstDayOf(before), 10_00, "PAYFAST"],
        [addDays(lastDayOf(before), 2), 20_00, "PAYFAST"],
        [addDays(lastDayOf(before), 8), -1_00, "FEE"],
      ]),
    );
    const { cardMatch, differences } = await office(shop);
    const days = { from: firstDayOf(before), to: lastDayOf(before) };
    const { deposits } = await cardMatch.list(days);
    expect(deposits.map(({ state }) => state)).toEqual(["matched", "missing-in-bank", "matched"]);
    const deposit = deposits[1];
    expect(deposit).toMatchObject({ state: "missing-in-bank", amount: 612_34, accepted: null });
    for (const [of, isBefore] of [
      [before, 0],
      [month, 1],
    ] as const) {
      const { card, openSteps } = await monthEnd(shop, of);
      expect(card.deposits).toEqual({ count: 1, sum: 612_34, before: isBefore });
      expect(card.fees).toEqual({ count: 2, sum: 3_00, before: 2 * isBefore });
      expect(card.before).toBe(isBefore ? firstDayOf(before) : null);
      expect(openSteps).toContain("cards");
    }

    const finance = await captureFinance(pool);
    const file = await finance.file("payfast.csv", history);
    const matchCards = () => finance.run("match-cards", "--payfast", file);
    expect(await matchCards()).toMatchObject({ exitCode: 1 });
    const { id } = await differences.accept({ key: deposit?.key ?? "", note: "Other account" });
    expect((await monthEnd(shop)).card.deposits).toEqual({ count: 0, sum: 0, before: 0 });
    const { exitCode, stdout } = await matchCards();
    expect(exitCode).toBe(0);
    expect(stdout).toContain("missing on the bank statement, accepted by");
    await finance.close();
    await differences.reopen({ id });
    expect((await monthEnd(shop, nextMonth(month))).card.deposits.before).toBe(1);
  });
});
