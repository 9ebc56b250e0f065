import { randomUUID } from "node:crypto";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { decimalText } from "@portal/shared/platform/money.ts";
import { describe, expect } from "vitest";
import { balanceOf } from "../../money/books/book-entry.rules.ts";
import { aNotification, settled, signed } from "../../testing/card-notifications.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, test, type TestShop } from "../../testing/shop-test.ts";
import { uploadSettlement, uploadStatement } from "../../testing/upload-statement.ts";
import { setOwnAccount, setPayoutLimit } from "../../testing/waiting-payouts.ts";

const today = shopDay();
const fee = 45_88;

type Line = readonly [
  type: string,
  gross: number,
  fee: number,
  reference?: string,
  number?: string,
];

/** PayFast's history, with the balance after each line. */
function history(opening: number, lines: readonly Line[], day = today): string {
  let balance = opening;
  const rows = lines.map(([type, gross, charged, reference = "", number = ""], at) => {
    balance += gross - charged;
    const amounts = [gross, 0 - charged, gross - charged, balance].map(decimalText).join(",");
    return `${day} 08:00:0${at},${type},${amounts},${reference},${number}`;
  });
  const header = "Date,Type,Gross,Fee,Net,Balance,M Payment ID,PF Payment ID";
  return [header, ...rows].join("\n");
}

/** An order that is paid by card, and the provider's number of the payment. */
async function paidByCard(shop: TestShop) {
  const order = await aGuestOrder(shop, "BEN");
  const fields = aNotification(order);
  await settled(shop, signed(fields));
  const number = fields.find(([name]) => name === "pf_payment_id")?.[1] ?? "";
  return { ...order, number };
}

/** With the equation checked, and the account of the trial balance. */
async function reconciled(shop: TestShop, asOf: string | null = null) {
  const { books } = await shop.as(shop.people.admin);
  const found = await books.cardReconciliation({ asOf });
  const { statement, lines, entries, before, difference } = found;
  expect(found.books + lines.sum - entries.sum + before.sum + difference).toBe(statement);
  const { balances } = await books.trialBalance({ asOf, knownOn: null });
  const held = balances[0]?.accounts.filter(({ key }) => key === "cardClearing");
  expect(found.books).toBe(balanceOf(held ?? []));
  return found;
}

const month = { month: today.slice(0, 7) };

describe("what the card provider holds", () => {
  test("is reconciled with its settlement, transaction by transaction", async ({ shop }) => {
    await setOwnAccount(shop);
    await setPayoutLimit(shop, null);
    const office = await shop.as(shop.people.admin);
    const order = await paidByCard(shop);
    expect(await reconciled(shop)).toMatchObject({
      accounts: [],
      statement: 0,
      books: order.total - fee,
      entries: { count: 1, rows: [{ event: "PaymentReceived", orderId: order.uuid }] },
      providers: [{ provider: "payfast", books: order.total - fee, stored: null }],
    });

    const opening = 1_000_00;
    const payout = 500_00;
    const stored = history(opening, [
      ["FUNDS_RECEIVED", order.total, fee + 1_00, order.uuid, order.number],
      ["MONTHLY_FEE", -30_00, 0],
      ["CHARGEBACK", -20_00, 0, "", "424242"],
      ["PAYOUT", -payout, 8_70],
    ]);
    await uploadSettlement(shop, stored);
    const held = opening + order.total - fee - 1_00 - 30_00 - 20_00 - payout - 8_70;
    const found = await reconciled(shop);
    expect(found).toMatchObject({
      statement: held,
      accounts: [{ account: "PayFast", opening, statedOn: today, difference: 0 }],
      before: { opening, entries: { count: 0 } },
      entries: { count: 0 },
      difference: 0,
    });
    expect(found.lines.rows.map(({ amount, reason }) => [amount, reason])).toEqual([
      // Of the payment, the fee that the provider did not tell with it.
      [-1_00, "part"],
      [-30_00, "unexplained"],
      [-20_00, "unexplained"],
      [-payout - 8_70, "unexplained"],
    ]);
    expect(found.providers).toMatchObject([
      {
        provider: "payfast",
        stored: {
          closing: held,
          month: {
            from: today,
            opening,
            charges: order.total,
            refunds: 0,
            disputes: -20_00,
            fees: -fee - 1_00 - 8_70,
            payouts: -payout,
            other: -30_00,
            difference: 0,
            closing: held,
          },
        },
      },
    ]);

    // The fees are booked, the charge is said, and the bank has the payout.
    const { fees } = await office.cardMatch.list({ from: today, to: today });
    await office.cardMatch.bookFees({
      commandId: randomUUID(),
      from: today,
      to: today,
      fees: fees.map(({ lineId, amount }) => ({ lineId, amount })),
    });
    const charge = found.lines.rows.find(({ amount }) => amount === -30_00)?.id ?? 0;
    const explained = { commandId: randomUUID(), lineId: charge, kind: "card-fee" } as const;
    await office.cardMatch.explain(explained);
    await uploadStatement(shop, `Date,Amount,Description\n${today},500.00,PAYFAST PAYOUT`);
    const { rows } = await office.bankLines.list({ search: "PAYFAST PAYOUT" });
    const reason = { kind: "card-payout", reason: "Payout" } as const;
    const lineId = rows[0]?.id ?? 0;
    await office.bankLines.ignore({ commandId: randomUUID(), lineId, ...reason });
    const left = await reconciled(shop);
    expect(left).toMatchObject({
      statement: held,
      lines: { count: 1, sum: -20_00, rows: [{ description: "CHARGEBACK" }] },
      entries: { count: 0 },
      before: { sum: opening },
      difference: 0,
    });
    expect(await reconciled(shop, addDays(today, -1))).toMatchObject({ accounts: [], books: 0 });

    // The money that it held before the settlement is booked once, and nothing of it is left.
    await office.books.bookOpening({
      commandId: randomUUID(),
      kind: "opening-card",
      day: addDays(today, -1),
      amount: opening,
    });
    expect(await reconciled(shop)).toMatchObject({ before: { sum: 0 }, lines: { sum: -20_00 } });
  });

  test("names what the balances of the provider have beyond its transactions", async ({ shop }) => {
    const office = await shop.as(shop.people.admin);
    const before = await reconciled(shop);
    await uploadSettlement(
      shop,
      history(before.statement + 5_00, [["FUNDS_RECEIVED", 1_00, 0, "", `${Date.now()}`]]),
    );
    const found = await reconciled(shop);
    expect(found).toMatchObject({ statement: before.statement + 6_00, difference: 5_00 });
    expect(await office.monthEnd.get(month)).toMatchObject({
      card: { difference: 5_00 },
      openSteps: expect.arrayContaining(["cards"]),
    });
  });

  test("holds a month while a transaction of the bank is in no settlement, until it is accepted", async ({
    shop,
  }) => {
    await setOwnAccount(shop);
    const office = await shop.as(shop.people.admin);
    const at = (days: number) => addDays(today, -days);
    const day = at(20);
    await uploadStatement(shop, `Date,Amount,Description\n${day},77.77,DEPOSIT WITHOUT A NAME`);
    const { rows } = await office.bankLines.list({ search: "DEPOSIT WITHOUT A NAME" });
    const lineId = rows[0]?.id ?? 0;
    const why = { kind: "card-payout", reason: "Payout" } as const;
    await office.bankLines.ignore({ commandId: randomUUID(), lineId, ...why });
    const steps = async () => (await office.monthEnd.get(month)).card;
    // No settlement has its days.
    expect(await steps()).toMatchObject({ unsettled: { count: 0 } });
    await uploadSettlement(
      shop,
      `Date,Type,Gross,Fee,Net\n${at(40)},PAYOUT,-3.00,0.00,-3.00\n${at(1)},PAYOUT,-4.00,0.00,-4.00`,
    );
    expect(await steps()).toMatchObject({ unsettled: { count: 1, sum: 77_77 } });

    const alone = async () =>
      (await reconciled(shop)).entries.rows.find(({ amount }) => amount === -77_77);
    const entry = await alone();
    expect(entry).toMatchObject({ mayBeAccepted: true, accepted: null });
    const key = entry?.thing ?? "";
    const note = "Paid out by the terminal";
    const { id } = await office.differences.accept({ commandId: randomUUID(), key, note });
    expect(await steps()).toMatchObject({ unsettled: { count: 0 } });
    expect(await alone()).toMatchObject({ accepted: { id, note, byName: "Admin Person" } });
    await office.differences.reopen({ commandId: randomUUID(), id });
    expect(await steps()).toMatchObject({ unsettled: { count: 1 } });

    // The settlement has it after all.
    await uploadSettlement(
      shop,
      `Date,Type,Gross,Fee,Net\n${addDays(day, -1)},PAYOUT,-77.77,0.00,-77.77`,
    );
    expect(await steps()).toMatchObject({ unsettled: { count: 0 } });
    expect(await alone()).toBeUndefined();
  });

  test("is a file for the office alone, whose text starts no formula", async ({ shop }) => {
    await uploadSettlement(shop, history(0, [["=1+1", 3_21, 0]]));
    const { books } = await shop.as(shop.people.admin);
    const [file] = await books.cardFiles({ asOf: null });
    expect(file?.name).toBe(`card-provider-${today}.csv`);
    expect(file?.text).toContain(",unexplained,'=1+1,,3.21,ZAR\r\n");
    expect(file?.text).toContain("moved,");
    const exported = await shop.deps.db
      .selectFrom("audit_entry")
      .select("actor_id")
      .where("action", "=", "card-reconciliation.exported")
      .execute();
    expect(exported).toEqual([{ actor_id: shop.people.admin }]);
    const ben = await shop.as(shop.people.ben);
    await expect(ben.books.cardReconciliation({ asOf: null })).rejects.toMatchObject({
      cause: { code: "access.forbidden" },
    });
    await expect(books.cardReconciliation({ asOf: "2026-02-30" })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });
});
