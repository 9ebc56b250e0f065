import { randomUUID } from "node:crypto";
import type { CardLineKind } from "@portal/shared/sales/card-match.ts";
import { describe, expect } from "vitest";
import { accountBalances, changesOf } from "../../testing/account-balances.ts";
import { refusedAs } from "../../testing/proposals-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { test, type TestShop } from "../../testing/shop-test.ts";
import { uploadSettlement, uploadStatement } from "../../testing/upload-statement.ts";

const day = shopDay();
const days = { from: day, to: day };

/** Stores a line of PayFast's, and finds it in the list of the day. */
async function aLine(shop: TestShop, type: string, net: string) {
  const number = randomUUID();
  const header = "Date,Type,Name,Gross,Fee,Net,M Payment ID,PF Payment ID";
  await uploadSettlement(shop, `${header}\n${day},${type},,${net},0.00,${net},,${number}`);
  return {
    row: await rowOf(shop, number),
    now: () => rowOf(shop, number),
  };
}

async function rowOf({ as, people }: TestShop, number: string) {
  const office = await as(people.admin);
  const { rows } = await office.cardMatch.list({ ...days, show: "all", search: number });
  const [row] = rows;
  if (!row) throw new Error(`there is no line ${number}`);
  return { ...row, lineId: row.settlement?.lineId ?? 0 };
}

async function explain({ as, people }: TestShop, lineId: number, kind: CardLineKind) {
  const office = await as(people.admin);
  return office.cardMatch.explain({ commandId: randomUUID(), lineId, kind });
}

// shows T287
describe("a line of the settlement that nothing else books", () => {
  test.for([
    ["MONTHLY_FEE", "-50.00", "card-fee", { cardFees: 50_00, cardClearing: -50_00 }],
    ["PAYOUT_FEE", "-8.70", "card-fee", { cardFees: 8_70, cardClearing: -8_70 }],
    ["MONTHLY_FEE", "50.00", "card-fee", { cardFees: -50_00, cardClearing: 50_00 }],
    ["FUNDS_SENT", "-75.00", "card-transfer", { ownTransfers: 75_00, cardClearing: -75_00 }],
    ["TOPUP", "75.00", "card-transfer", { ownTransfers: -75_00, cardClearing: 75_00 }],
    ["ADJUSTMENT", "-9.00", "card-unexplained", { suspense: 9_00, cardClearing: -9_00 }],
  ] as const)(
    "is an exception until it is said what %s of %s is, and then in its accounts",
    async ([type, net, kind, changes], { shop }) => {
      const office = await shop.as(shop.people.admin);
      const { row, now } = await aLine(shop, type, net);
      expect(row).toMatchObject({ kind: "unknown", state: "unknown-type", explained: null });
      const open = (await office.cardMatch.list(days)).counts.exceptions;
      const before = await accountBalances(shop);
      await explain(shop, row.lineId, kind);
      expect(changesOf(before, await accountBalances(shop))).toEqual(changes);
      const byName = "Admin Person";
      expect(await now()).toMatchObject({ state: "matched", explained: { kind, byName } });
      expect((await office.cardMatch.list(days)).counts.exceptions).toBe(open - 1);

      await office.cardMatch.reopenLine({ commandId: randomUUID(), lineId: row.lineId });
      expect(await accountBalances(shop)).toEqual(before);
      expect(await now()).toMatchObject({ state: "unknown-type", explained: null });
    },
  );

  test("is booked once by two people at once, and taken back once", async ({ shop }) => {
    const office = await shop.as(shop.people.admin);
    const { row } = await aLine(shop, "MONTHLY_FEE", "-3.00");
    const before = await accountBalances(shop);
    const said = await Promise.allSettled(
      [1, 2, 3].map(() => explain(shop, row.lineId, "card-fee")),
    );
    expect(said.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(changesOf(before, await accountBalances(shop))).toEqual({
      cardFees: 3_00,
      cardClearing: -3_00,
    });
    const takeBack = () =>
      office.cardMatch.reopenLine({ commandId: randomUUID(), lineId: row.lineId });
    const taken = await Promise.allSettled([takeBack(), takeBack()]);
    expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await accountBalances(shop)).toEqual(before);
  });

  test("is refused where it is a payment, a payout, no line, or moved nothing", async ({
    shop,
  }) => {
    const refused = refusedAs("cardmatch.decided");
    const payment = await aLine(shop, "FUNDS_RECEIVED", "10.00");
    const nothing = await aLine(shop, "RESERVE_HELD", "0.00");
    const left = await aLine(shop, "RESERVE_HELD", "-4.00");
    for (const [lineId, kind] of [
      [payment.row.lineId, "card-transfer"],
      [nothing.row.lineId, "card-unexplained"],
      [left.row.lineId, "card-refund-returned"],
      [2_000_000_000, "card-fee"],
    ] as const)
      await expect(explain(shop, lineId, kind)).rejects.toEqual(refused);
  });

  test("is not ignored once it is said what it is", async ({ shop }) => {
    const office = await shop.as(shop.people.admin);
    const { row } = await aLine(shop, "MONTHLY_FEE", "-2.00");
    await explain(shop, row.lineId, "card-fee");
    const { paymentId, orderId, orderNumber } = row;
    const seen = { ...days, paymentId, orderId, orderNumber, settledOn: day, settledAmount: -2_00 };
    await expect(
      office.cardMatch.ignore({ ...seen, state: "unknown-type", note: "Agreed" }),
    ).rejects.toEqual(refusedAs("cardmatch.decided"));
  });
});

// shows T287
describe("a refund to a card that failed", () => {
  test("is owed to the buyer until a transfer pays it, and leaves nothing behind", async ({
    shop,
  }) => {
    const office = await shop.as(shop.people.admin);
    const before = await accountBalances(shop);
    const id = randomUUID();
    const report = [
      "balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,payment_intent_id",
      `txn_${id},${day} 08:00:00,zar,100.00,0.00,100.00,refund_failure,pi_${id}`,
    ];
    await uploadSettlement(shop, report.join("\n"));
    const { lineId } = await rowOf(shop, id);
    await explain(shop, lineId, "card-refund-returned");
    expect(changesOf(before, await accountBalances(shop))).toEqual({
      cardClearing: 100_00,
      customers: -100_00,
    });

    await uploadStatement(shop, `Date,Amount,Description\n${day},-100.00,TRANSFER ${id}`);
    const { rows } = await office.bankDebits.list({ search: id });
    await office.bankDebits.explain({
      commandId: randomUUID(),
      debitId: rows[0]?.id ?? 0,
      kind: "refund-again",
    });
    expect(changesOf(before, await accountBalances(shop))).toEqual({
      cardClearing: 100_00,
      bank: -100_00,
    });
  });
});

describe("a dispute of Stripe", () => {
  async function disputed(shop: TestShop, reversedFee: string) {
    const id = randomUUID();
    const number = `pi_${id}`;
    const net = reversedFee === "0.00" ? "100.00" : "120.00";
    await uploadSettlement(
      shop,
      [
        "balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,payment_intent_id",
        `txn_a${id},${day} 08:00:00,zar,-100.00,20.00,-120.00,dispute,${number}`,
        `txn_b${id},${day} 09:00:00,zar,100.00,${reversedFee},${net},dispute_reversal,${number}`,
      ].join("\n"),
    );
    const office = await shop.as(shop.people.admin);
    const list = await office.cardMatch.list({ ...days, show: "all", search: number });
    const ids = list.rows.flatMap(({ settlement }) => settlement?.lineId ?? []);
    const fees = list.fees.filter(({ lineId }) => ids.includes(lineId));
    return { office, rows: list.rows, fees, ids };
  }

  const open = async (shop: TestShop, ids: readonly number[]) => {
    const { books } = await shop.as(shop.people.admin);
    const { lines } = await books.cardReconciliation({ asOf: null });
    return lines.rows
      .filter(({ id }) => ids.includes(id))
      .reduce((sum, { amount }) => sum + amount, 0);
  };

  test.for(["0.00", "-20.00"])(
    "that is won has its fee booked, with %s given back of it, and an ignored pair leaves nothing",
    async (reversedFee, { shop }) => {
      const { office, rows, fees, ids } = await disputed(shop, reversedFee);
      const back = reversedFee === "0.00" ? 0 : 20_00;
      expect(await open(shop, ids)).toBe(back - 20_00);
      const before = await accountBalances(shop);
      await office.cardMatch.bookFees({
        commandId: randomUUID(),
        ...days,
        fees: fees.map(({ lineId, amount }) => ({ lineId, amount })),
      });
      for (const { state, paymentId, orderId, orderNumber, settlement } of rows)
        await office.cardMatch.ignore({
          ...days,
          state,
          paymentId,
          orderId,
          orderNumber,
          note: "Won",
          settledOn: settlement?.day ?? null,
          settledAmount: settlement?.amount ?? null,
        });
      const fee = 20_00 - back;
      expect(changesOf(before, await accountBalances(shop))).toEqual(
        fee === 0 ? {} : { cardFees: fee, cardClearing: -fee },
      );
      expect(await open(shop, ids)).toBe(0);
    },
  );

  test("that is won after its refund was recorded is owed to the buyer without its fee", async ({
    shop,
  }) => {
    const { office, rows, fees } = await disputed(shop, "-20.00");
    const before = await accountBalances(shop);
    const won = rows.find(({ kind }) => kind === "unknown")?.settlement?.lineId ?? 0;
    await explain(shop, won, "card-refund-returned");
    const gross = { cardClearing: 100_00, customers: -100_00 };
    expect(changesOf(before, await accountBalances(shop))).toEqual(gross);
    const booked = fees.filter(({ lineId }) => lineId === won);
    await office.cardMatch.bookFees({
      commandId: randomUUID(),
      ...days,
      fees: booked.map(({ lineId, amount }) => ({ lineId, amount })),
    });
    expect(changesOf(before, await accountBalances(shop))).toEqual({
      ...gross,
      cardClearing: 120_00,
      cardFees: -20_00,
    });
    const { bookedFees } = await office.cardMatch.list(days);
    expect(bookedFees).toContainEqual(expect.objectContaining({ lineId: won }));
    await office.cardMatch.reopenLine({ commandId: randomUUID(), lineId: won });
    await office.cardMatch.unbookFee({ commandId: randomUUID(), lineId: won });
    expect(await accountBalances(shop)).toEqual(before);
  });
});
