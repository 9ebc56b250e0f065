import { randomUUID } from "node:crypto";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { addBankRuleSchema } from "@portal/shared/sales/bank-debits.ts";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { accountBalances, changesOf } from "../../testing/account-balances.ts";
import { refusedAs } from "../../testing/proposals-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, payByBank, test, type TestShop } from "../../testing/shop-test.ts";
import { uploadStatement } from "../../testing/upload-statement.ts";

const day = shopDay();

function upload(shop: TestShop, ...lines: readonly string[]) {
  const text = ["Date,Amount,Description", ...lines.map((line) => `${day},${line}`)].join("\n");
  return uploadStatement(shop, text);
}

/** The events of the entries of an outgoing transaction, with their days. */
async function booked({ deps }: TestShop, debitId: number) {
  const { rows } = await sql<{ type: string; kind: string; amount: number; day: string }>`
    select entry.type, entry.data ->> 'kind' as kind, (entry.data ->> 'amount')::int as amount,
      (entry.occurred_at at time zone 'Africa/Johannesburg')::date as day
    from ledger_events opened
    join ledger_events entry on entry.stream_id = opened.stream_id
    where opened.type = 'MoneyBooked' and opened.data ->> 'bankDebitId' = ${String(debitId)}
    order by entry.position`.execute(deps.db);
  return rows.map(({ type, kind, amount, day: on }) => [type, kind, amount, on]);
}

const admin = ({ as, people }: TestShop) => as(people.admin);

async function debitWith(shop: TestShop, search: string, state: "open" | "explained" = "open") {
  const { rows } = await (await admin(shop)).bankDebits.list({ search, state });
  const [row] = rows;
  if (!row) throw new Error(`there is no ${state} transaction ${search}`);
  return row;
}

/** Of what was paid too much, so that no goods come back. */
async function aRefund(shop: TestShop, amount: number) {
  const order = await aGuestOrder(shop);
  await payByBank(shop, order.uuid, order.total + 12_345);
  await (await admin(shop)).orders.refund({
    commandId: randomUUID(),
    uuid: order.uuid,
    amount,
    method: "eft",
    productAmount: 0,
    units: 0,
    reason: "Part of it broke",
  });
  return order;
}

// shows T301
describe("a refund by transfer", () => {
  test("is missing while its day is on a statement without it, and proved by the line that names it", async ({
    shop,
  }) => {
    const order = await aRefund(shop, 12_345);
    const office = await admin(shop);
    const missing = async () => (await office.bankDebits.list({})).missing;
    expect((await missing()).count).toBe(0);

    // Another amount, and another order.
    await upload(
      shop,
      `-123.46,REFUND RH${order.orderNumber}`,
      `-123.45,REFUND RH${order.orderNumber}9`,
    );
    expect(await missing()).toMatchObject({
      count: 1,
      newest: [{ orderNumber: order.orderNumber, amount: 12_345, day }],
    });
    const proving = `-123.45,RH${order.orderNumber} refund ${randomUUID()}`;
    expect(await upload(shop, proving)).toMatchObject({ outgoing: 1, refunds: 1 });
    expect(await upload(shop, proving)).toMatchObject({ outgoing: 0, refunds: 0 });
    expect((await missing()).count).toBe(0);

    const proof = await debitWith(shop, `RH${order.orderNumber} refund`, "explained");
    expect(proof).toMatchObject({
      kind: "refund",
      orders: [order.orderNumber],
      decidedByName: null,
    });
    await expect(
      office.bankDebits.reopen({ commandId: randomUUID(), debitId: proof.id }),
    ).rejects.toEqual(refusedAs("bankdebit.decided"));
    await expect(
      office.bankDebits.explain({ commandId: randomUUID(), debitId: proof.id, kind: "other" }),
    ).rejects.toEqual(refusedAs("bankdebit.decided"));
  });

  test("is proved by a line that was stored before it was recorded, at the next upload", async ({
    shop,
  }) => {
    const order = await aGuestOrder(shop);
    await payByBank(shop, order.uuid, order.total + 12_345);
    await upload(shop, `-55.55,RH${order.orderNumber} early`);
    await (await admin(shop)).orders.refund({
      commandId: randomUUID(),
      uuid: order.uuid,
      amount: 5555,
      method: "eft",
      productAmount: 0,
      units: 0,
      reason: "Late",
    });
    expect(await upload(shop, "-1.00,something else")).toMatchObject({ refunds: 1 });
  });
});

describe("what an outgoing transaction is", () => {
  test("is said once, can be taken back, and a rule proposes it for the next", async ({ shop }) => {
    const office = await admin(shop);
    const word = randomUUID();
    await upload(shop, `-29.00,Monthly ${word} fee 1`);
    const first = await debitWith(shop, `${word} fee 1`);
    expect(first).toMatchObject({ kind: null, proposed: null, amount: 29_00, batches: [] });
    const said = { debitId: first.id, kind: "bank-fee", ruleFor: `Monthly  ${word}` } as const;
    await office.bankDebits.explain({ commandId: randomUUID(), ...said });
    await expect(office.bankDebits.explain({ commandId: randomUUID(), ...said })).rejects.toEqual(
      refusedAs("bankdebit.decided"),
    );
    expect(await debitWith(shop, `${word} fee 1`, "explained")).toMatchObject({ kind: "bank-fee" });
    expect(await booked(shop, first.id)).toEqual([["MoneyBooked", "bank-fee", 29_00, day]]);

    await upload(shop, `-31.00,MONTHLY ${word.toUpperCase()} fee 2`);
    const second = await debitWith(shop, `${word} fee 2`);
    expect(second.proposed).toBe("bank-fee");
    await office.bankDebits.acceptRules({
      commandId: randomUUID(),
      debits: [{ debitId: second.id, kind: "bank-fee" }],
    });
    await office.bankDebits.reopen({ commandId: randomUUID(), debitId: second.id });
    expect(await booked(shop, second.id)).toEqual([
      ["MoneyBooked", "bank-fee", 31_00, day],
      ["MoneyUnbooked", null, null, day],
    ]);
    await expect(
      office.bankDebits.reopen({ commandId: randomUUID(), debitId: second.id }),
    ).rejects.toEqual(refusedAs("bankdebit.decided"));

    const { rules } = await office.bankDebits.list({});
    const rule = rules.find(({ contains }) => contains === `Monthly ${word}`);
    expect(rule).toMatchObject({ way: "out", kind: "bank-fee" });
    await office.bankDebits.removeRule({ ruleId: rule?.id ?? 0 });
    await expect(office.bankDebits.removeRule({ ruleId: rule?.id ?? 0 })).rejects.toEqual(
      refusedAs("bankdebit.rule-unknown"),
    );
    expect((await debitWith(shop, `${word} fee 2`)).proposed).toBeNull();
  });

  test("counts once on the bank's day after it was taken back and said again", async ({ shop }) => {
    const office = await admin(shop);
    const earlier = addDays(day, -12);
    const word = randomUUID();
    const before = await accountBalances(shop, earlier);
    await uploadStatement(shop, `Date,Amount,Description\n${earlier},-1150.00,${word}`);
    const { id: debitId } = await debitWith(shop, word);
    const say = (kind: "courier" | "rent") =>
      office.bankDebits.explain({ commandId: randomUUID(), debitId, kind });
    await say("courier");
    await office.bankDebits.reopen({ commandId: randomUUID(), debitId });
    await say("rent");

    expect(changesOf(before, await accountBalances(shop, earlier))).toEqual({
      rent: 1150_00,
      bank: -1150_00,
    });
    expect(await booked(shop, debitId)).toEqual([
      ["MoneyBooked", "courier", 1150_00, earlier],
      ["MoneyUnbooked", null, null, earlier],
      ["MoneyBooked", "rent", 1150_00, earlier],
    ]);
  });

  test("is accepted for all or for none", async ({ shop }) => {
    const office = await admin(shop);
    const word = randomUUID();
    await upload(shop, `-2.00,${word} a`, `-3.00,${word} b`);
    const [a, b] = [await debitWith(shop, `${word} a`), await debitWith(shop, `${word} b`)];
    await office.bankDebits.explain({ commandId: randomUUID(), debitId: b.id, kind: "courier" });
    const both = [a, b].map(({ id }) => ({ debitId: id, kind: "tax" as const }));
    await expect(
      office.bankDebits.acceptRules({ commandId: randomUUID(), debits: both }),
    ).rejects.toEqual(refusedAs("bankdebit.decided"));
    expect(await debitWith(shop, `${word} a`)).toMatchObject({ kind: null });
    expect(await booked(shop, a.id)).toEqual([]);

    await office.bankDebits.reopen({ commandId: randomUUID(), debitId: b.id });
    const accepted = { commandId: randomUUID(), debits: both };
    await office.bankDebits.acceptRules(accepted);
    expect(await office.bankDebits.acceptRules(accepted)).toEqual({ accepted: 2 });
    expect(await booked(shop, a.id)).toEqual([["MoneyBooked", "other-tax", 2_00, day]]);
  });

  test("is not booked where it is the same money as another line", async ({ shop }) => {
    const office = await admin(shop);
    const word = randomUUID();
    await upload(shop, `-2.00,${word}`);
    const { id } = await debitWith(shop, word);
    await office.bankDebits.explain({ commandId: randomUUID(), debitId: id, kind: "repeat" });
    expect(await debitWith(shop, word, "explained")).toMatchObject({ kind: "repeat" });
    expect(await booked(shop, id)).toEqual([]);
    await office.bankDebits.reopen({ commandId: randomUUID(), debitId: id });
    expect(await booked(shop, id)).toEqual([]);
  });

  // shows T287
  test("is booked once by two people at once", async ({ shop }) => {
    const office = await admin(shop);
    const word = randomUUID();
    await upload(shop, `-2.00,${word}`);
    const { id } = await debitWith(shop, word);
    const explain = async () =>
      office.bankDebits.explain({ commandId: randomUUID(), debitId: id, kind: "courier" });
    const settled = await Promise.allSettled([explain(), explain(), explain()]);
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await booked(shop, id)).toHaveLength(1);
  });

  test("has no rule with a kind that only somebody can say", () => {
    const rule = { contains: "fee", kind: "repeat" };
    for (const way of ["in", "out"])
      expect(addBankRuleSchema.safeParse({ ...rule, way }).success).toBe(false);
  });

  test.for([
    ["two characters", "Use at least 3 characters", { way: "in", contains: "ab", kind: "other" }],
    ["no words", "Please complete", { way: "in", contains: "   ", kind: "other" }],
  ] as const)("has no rule with %s", async ([, problem, rule], { shop }) => {
    await expect((await admin(shop)).bankDebits.addRule(rule)).rejects.toThrow(problem);
  });
});

// shows T287
describe("money that goes the other way than its kind usually does", () => {
  test.for([
    ["VAT that the authority pays back", "vat-payment", "vatOutput"],
    ["a charge that the bank takes back", "bank-fee", "bankFees"],
    ["a credit of the courier", "courier", "courierCosts"],
    ["a refund of a supplier", "supplier", "purchases"],
    ["a loan of the owner", "owner", "ownerAccount"],
    ["withheld tax that comes back", "withholding-payment", "withholdingTax"],
    ["a refund that the bank returns", "refund-again", "customers"],
  ] as const)("%s is booked to its own account", async ([, kind, account], { shop }) => {
    const office = await admin(shop);
    const word = randomUUID();
    await upload(shop, `5000.00,${word}`);
    const { rows } = await office.bankLines.list({ search: word });
    const before = await accountBalances(shop);
    const lineId = rows[0]?.id ?? 0;
    await office.bankLines.ignore({
      commandId: randomUUID(),
      lineId,
      kind,
      reason: "It came back",
    });
    const after = await accountBalances(shop);
    expect(changesOf(before, after)).toEqual({ bank: 5_000_00, [account]: -5_000_00 });

    await office.bankLines.reopen({ commandId: randomUUID(), lineId });
    expect(await accountBalances(shop)).toEqual(before);
  });

  test.for([
    ["a debit of the card provider", "card-payout", "cardClearing"],
    ["interest that the bank charges", "interest", "otherIncome"],
    ["a bill of a supplier", "supplier", "purchases"],
    ["rent", "rent", "rent"],
    ["a salary", "salaries", "salaries"],
    ["a bill for software", "running-costs", "runningCosts"],
    ["income tax", "income-tax", "incomeTax"],
    ["another tax", "tax", "otherTax"],
    ["a drawing of the owner", "owner", "ownerAccount"],
    ["what the accounting program has", "elsewhere", "elsewhere"],
  ] as const)("%s is booked to its own account", async ([, kind, account], { shop }) => {
    const office = await admin(shop);
    const word = randomUUID();
    await upload(shop, `-70.00,${word}`);
    const { id: debitId } = await debitWith(shop, word);
    const before = await accountBalances(shop);
    await office.bankDebits.explain({ commandId: randomUUID(), debitId, kind, ruleFor: word });
    const after = await accountBalances(shop);
    expect(changesOf(before, after)).toEqual({ bank: -70_00, [account]: 70_00 });
    const { rules } = await office.bankDebits.list({});
    expect(rules).toContainEqual(expect.objectContaining({ way: "out", contains: word, kind }));

    await office.bankDebits.reopen({ commandId: randomUUID(), debitId });
    expect(await accountBalances(shop)).toEqual(before);
  });
});

describe("a rule about incoming transactions", () => {
  test("proposes what they are, but not for one that names an order", async ({ shop }) => {
    const office = await admin(shop);
    const word = randomUUID();
    await office.bankDebits.addRule({ way: "in", contains: word, kind: "interest" });
    await office.bankDebits.addRule({
      way: "in",
      contains: word.toUpperCase(),
      kind: "own-transfer",
    });
    await upload(shop, `1.51,${word} of November`, `1.52,${word} RH999999`);
    const { rows } = await office.bankLines.list({ search: word });
    expect(
      rows.map(({ description, proposedKind }) => [description.slice(37), proposedKind]),
    ).toEqual([
      ["RH999999", null],
      ["of November", "own-transfer"],
    ]);
  });
});
