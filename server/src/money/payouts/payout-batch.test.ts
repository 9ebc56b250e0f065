import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { asOwner } from "../../testing/as-owner.ts";
import { aConfirmedSession } from "../../testing/busy-shop.ts";
import {
  aGuestOrder,
  payByBank,
  type TestShop,
  test as shopTest,
} from "../../testing/shop-test.ts";
import {
  aWaitingPayout,
  setAccountNumber,
  setOwnAccount,
  setPayoutLimit,
} from "../../testing/waiting-payouts.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { lockPayouts } from "./payout-batch.store.ts";

/** A shop without open requests or batches, whatever the previous test left. */
const test = shopTest.extend("ready", async ({ shop }): Promise<TestShop> => {
  await setOwnAccount(shop);
  await setPayoutLimit(shop, null);
  await settleAll(shop);
  return shop;
});

const refusedAs = (code: string) =>
  expect.objectContaining({ cause: expect.objectContaining({ code }) });
const fnb = { layout: "fnb", payOn: "2026-02-02" } as const;
const single = (id: string) => ({ commandId: randomUUID(), id, paidOn: shopDay() });
const paidEvents = ({ deps }: TestShop, id: string) =>
  deps.db
    .selectFrom("ledger_events")
    .select("position")
    .where("type", "=", "PayoutPaid")
    .where(sql<boolean>`data ->> 'payoutId' = ${id}`)
    .execute();

/** The timeout for row locks in a transaction that locks payouts. */
async function lockTimeoutOf({ deps }: TestShop): Promise<string | undefined> {
  return deps.db.transaction().execute(async (tx) => {
    await lockPayouts(tx);
    const { rows } = await sql<{ timeout: string }>`
      select current_setting('lock_timeout') as timeout`.execute(tx);
    return rows[0]?.timeout;
  });
}

/** The office at a time when the hold on changed bank details is over. */
async function inTwoDays(shop: TestShop) {
  const later = new Date(Date.now() + 49 * 3_600_000).toISOString();
  const session = { ...aConfirmedSession(), passwordAt: later };
  return shop.as(shop.people.admin, { now: () => later, session });
}

async function settleAll(shop: TestShop): Promise<void> {
  const admin = await shop.as(shop.people.admin);
  for (const { id } of (await admin.payoutBatches.list({ state: "open" })).rows)
    await admin.payoutBatches.cancel({ batchId: id });
  for (const { id } of (await admin.payouts.list({ state: "requested" })).rows)
    await admin.payouts.reject({ commandId: randomUUID(), id, reason: null });
}

describe("the payout preflight", () => {
  test("counts the age of a request in days of the shop's calendar", async ({
    ready: shop,
    superuser,
  }) => {
    const { id } = await aWaitingPayout(shop, "anna");
    const lateInTheEvening = "2026-03-01T21:30:00.000Z";
    await sql`update projection.payout_request set requested_at = ${lateInTheEvening}
      where payout_id = ${id}`.execute(superuser);
    const ageAt = async (now: string) => {
      const office = await shop.as(shop.people.admin, { now: () => now });
      const { rows } = await office.payouts.list({ state: "requested" });
      return rows.find((row) => row.id === id)?.preflight.find(({ check }) => check === "age");
    };
    expect(await ageAt("2026-03-01T21:59:00.000Z")).toMatchObject({ figure: 0 });
    expect(await ageAt("2026-03-01T22:30:00.000Z")).toMatchObject({ figure: 1 });
    expect(await ageAt("2026-03-31T21:59:00.000Z")).toMatchObject({ severity: "ok", figure: 30 });
    expect(await ageAt("2026-03-31T22:00:00.000Z")).toMatchObject({
      severity: "warning",
      figure: 31,
    });
  });
});

describe("a payout batch", () => {
  test("is one file for the bank, and marks all its payouts as paid", async ({ ready: shop }) => {
    const admin = await shop.as(shop.people.admin);
    const anna = await aWaitingPayout(shop, "anna");
    const ben = await aWaitingPayout(shop, "ben");
    const made = await admin.payoutBatches.make({ ids: [anna.id, ben.id, anna.id], ...fnb });
    const total = anna.amount + ben.amount;
    expect(made).toMatchObject({ itemCount: 2, total, left: [] });
    const { batchId } = made;

    const file = await admin.payoutBatches.file({ batchId });
    expect(file.name).toBe(`payouts-${batchId}-fnb.csv`);
    const lines = file.text.split("\r\n");
    expect(lines[1]).toMatch(/^02-02-2026,/);
    // 62000031451 + 62001234567 + 62776765160
    expect(lines[2]).toMatch(/^62000031451,186778031178,/);
    expect(lines[4]).toMatch(/^A Person,62001234567,2,250655,\d+\.\d\d,PAYOUT \d+-1,PAYOUT \d+-1,/);
    expect(await admin.payoutBatches.file({ batchId })).toEqual(file);
    const looks = await shop.deps.db
      .selectFrom("audit_entry")
      .select("subject_id")
      .where("action", "=", "bank-details.viewed")
      .where("target", "=", `payment batch ${batchId}`)
      .execute();
    expect(new Set(looks.map((look) => look.subject_id))).toEqual(
      new Set([anna.userId, ben.userId]),
    );

    expect(await admin.payoutBatches.pay({ batchId, paidOn: shopDay() })).toEqual({
      paid: 2,
      failed: [],
    });
    const batch = await admin.payoutBatches.byId({ batchId });
    expect(batch).toMatchObject({ state: "paid", hashTotal: "186778031178", itemCount: 2 });
    expect(batch.items.map(({ state, reference }) => [state, reference])).toEqual([
      ["paid", `PAYOUT ${batchId}-1`],
      ["paid", `PAYOUT ${batchId}-2`],
    ]);
    const { rows } = await admin.payouts.list({ state: "paid", search: "anna@" });
    expect(rows[0]).toMatchObject({ reference: `PAYOUT ${batchId}-1`, datePaid: shopDay() });
    const mails = await shop.deps.db
      .selectFrom("message")
      .select("user_id")
      .where("kind", "=", "payout-paid")
      .execute();
    expect(mails).toHaveLength(2);
    await expect(admin.payoutBatches.pay({ batchId, paidOn: shopDay() })).rejects.toEqual(
      refusedAs("batch.settled"),
    );
    await expect(admin.payoutBatches.cancel({ batchId })).rejects.toEqual(
      refusedAs("batch.settled"),
    );
  });

  test("keeps its payouts from other batches, single payments and rejection", async ({
    ready: shop,
  }) => {
    const admin = await shop.as(shop.people.admin);
    const { id } = await aWaitingPayout(shop, "anna");
    const attempts = await Promise.allSettled(
      Array.from({ length: 5 }, () => admin.payoutBatches.make({ ids: [id], ...fnb })),
    );
    const made = attempts.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(made).toHaveLength(1);
    expect(attempts).toContainEqual({ status: "rejected", reason: refusedAs("payout.in-batch") });
    await expect(admin.payouts.markAsPaid(single(id))).rejects.toThrow(/^Already in progress/);
    await expect(
      admin.payouts.reject({ commandId: randomUUID(), id, reason: null }),
    ).rejects.toEqual(refusedAs("payout.in-batch"));
    const { rows } = await admin.payouts.list({ state: "requested", search: "anna@" });
    expect(rows[0]?.batchId).toBe(made[0]?.batchId);

    await admin.payoutBatches.cancel({ batchId: made[0]?.batchId ?? 0 });
    const batch = await admin.payoutBatches.byId({ batchId: made[0]?.batchId ?? 0 });
    expect(batch).toMatchObject({ state: "cancelled", items: [{ state: "released" }] });
    expect(await admin.payouts.markAsPaid(single(id))).toMatchObject({ state: "paid" });
  });

  // shows R55, T73
  test("pays each payout once under concurrent batch and single payments", async ({
    ready: shop,
  }) => {
    const [admin, dev] = await Promise.all([shop.as(shop.people.admin), shop.as(shop.people.dev)]);
    const anna = await aWaitingPayout(shop, "anna");
    const ben = await aWaitingPayout(shop, "ben");
    const cara = await aWaitingPayout(shop, "cara");
    const ids = [anna.id, ben.id, cara.id];
    const settled = await Promise.allSettled([
      admin.payoutBatches.make({ ids, ...fnb }),
      ...ids.map((id) => dev.payouts.markAsPaid(single(id))),
    ]);
    const [made] = settled;
    const batchIds =
      made?.status === "fulfilled" && "batchId" in made.value ? [made.value.batchId] : [];
    for (const batchId of batchIds) {
      await Promise.allSettled([
        admin.payoutBatches.pay({ batchId, paidOn: shopDay() }),
        dev.payoutBatches.pay({ batchId, paidOn: shopDay() }),
        ...ids.map((id) => admin.payouts.markAsPaid(single(id))),
      ]);
      expect(await admin.payoutBatches.byId({ batchId })).toMatchObject({ state: "paid" });
    }
    for (const id of ids) expect(await paidEvents(shop, id)).toHaveLength(1);
  });

  test("names the payouts that it leaves out", async ({ ready: shop }) => {
    const admin = await shop.as(shop.people.admin);
    const good = await aWaitingPayout(shop, "anna");
    const held = await aWaitingPayout(shop, "ben");
    const wrong = await aWaitingPayout(shop, "skye", "62001234568");
    const ben = await shop.as(shop.people.ben);
    await ben.bankDetails.save({
      bankName: "Nedbank",
      accountName: "B Person",
      accountNumber: "1234567890",
      chequeOrSavings: "Cheque",
    });
    const { rows: requested } = await admin.payouts.list({ state: "requested", pageSize: 100 });
    const obstacles = new Map(requested.map(({ id, obstacle }) => [id, obstacle]));
    expect(obstacles.get(good.id)).toBeNull();
    expect(obstacles.get(held.id)).toMatch(/^The bank or contact details changed/);
    const made = await admin.payoutBatches.make({ ids: [good.id, held.id, wrong.id], ...fnb });
    expect(made.left.map(({ words }) => words)).toEqual([
      obstacles.get(held.id),
      obstacles.get(wrong.id),
    ]);
    expect(made).toMatchObject({
      itemCount: 1,
      left: [
        { id: held.id, fullName: "Ben Person", reason: "payout.on-hold" },
        { id: wrong.id, fullName: "Skye Person", reason: "payout.wrong-account" },
      ],
    });
    const { rows } = await admin.payouts.list({ state: "requested", search: "skye@" });
    expect(rows[0]?.preflight).toContainEqual({
      check: "account-number",
      severity: "bad",
      figure: null,
    });
    await expect(admin.payoutBatches.make({ ids: [held.id, wrong.id], ...fnb })).rejects.toEqual(
      refusedAs("batch.nothing-to-pay"),
    );
  });

  test("reports payouts that fail and keeps them open, and has no file after a change of account", async ({
    ready: shop,
  }) => {
    const admin = await shop.as(shop.people.admin);
    const sound = await aWaitingPayout(shop, "anna");
    const moved = await aWaitingPayout(shop, "cara");
    const { batchId } = await admin.payoutBatches.make({ ids: [sound.id, moved.id], ...fnb });
    const cara = await shop.as(shop.people.cara);
    await cara.bankDetails.save({
      bankName: "FNB",
      accountName: "C Person",
      accountNumber: "62842621725",
      chequeOrSavings: "Cheque",
    });
    await expect(admin.payoutBatches.file({ batchId })).rejects.toEqual(
      refusedAs("batch.details-changed"),
    );
    expect(await admin.payoutBatches.pay({ batchId, paidOn: shopDay() })).toEqual({
      paid: 1,
      failed: [
        {
          payoutId: moved.id,
          reason: "payout.on-hold",
          words: expect.stringMatching(/^The bank or contact details changed/),
        },
      ],
    });
    expect(await admin.payoutBatches.byId({ batchId })).toMatchObject({
      state: "open",
      items: [
        { state: "paid", failure: null },
        { state: "open", failure: expect.stringMatching(/changed in the last 48 hours/) },
      ],
    });
    await admin.payoutBatches.cancel({ batchId });
    expect(await admin.payoutBatches.byId({ batchId })).toMatchObject({
      state: "paid",
      items: [{ state: "paid" }, { state: "released" }],
    });
  });

  // shows T100
  test("is refused as busy while another request locks its rows, and does not block orders", async ({
    ready: shop,
    superuser,
  }) => {
    const admin = await shop.as(shop.people.admin);
    const { id } = await aWaitingPayout(shop, "anna");
    const { batchId } = await admin.payoutBatches.make({ ids: [id], ...fnb });
    const holder = await superuser.startTransaction().execute();
    await sql`select from payout_batch_item where batch_id = ${batchId} for update`.execute(holder);

    const refused = await Promise.allSettled([admin.payoutBatches.cancel({ batchId })]);
    await aGuestOrder(shop);
    await holder.rollback().execute();

    expect(refused).toMatchObject([{ reason: refusedAs("request.busy") }]);
    expect(await lockTimeoutOf(shop)).toBe("1ms");
    expect(await admin.payoutBatches.cancel({ batchId })).toEqual({ batchId });
  });

  test("above the limit takes only payouts with a second approval", async ({ ready: shop }) => {
    const [admin, dev] = await Promise.all([shop.as(shop.people.admin), shop.as(shop.people.dev)]);
    const { id } = await aWaitingPayout(shop, "anna");
    await setPayoutLimit(shop, 0);
    await expect(admin.payoutBatches.make({ ids: [id], ...fnb })).rejects.toEqual(
      refusedAs("payout.second-person"),
    );
    await dev.payouts.approve({ id });
    const { batchId } = await admin.payoutBatches.make({ ids: [id], ...fnb });
    // The admin who approved it cannot pay it, nor download its file.
    for (const attempt of [
      () => dev.payoutBatches.pay({ batchId, paidOn: shopDay() }),
      () => dev.payoutBatches.file({ batchId }),
    ])
      await expect(attempt()).rejects.toEqual(refusedAs("decision.needed"));
    expect(await admin.payoutBatches.pay({ batchId, paidOn: shopDay() })).toMatchObject({
      paid: 1,
    });
    await setPayoutLimit(shop, null);
  });

  // shows T272
  test("is proved by one debit of the whole batch, wherever the statement is uploaded", async ({
    ready: shop,
  }) => {
    const anna = await aWaitingPayout(shop, "anna");
    const adminLater = await inTwoDays(shop);
    const { batchId, total } = await adminLater.payoutBatches.make({ ids: [anna.id], ...fnb });
    const row = `2026-02-03,-${(total / 100).toFixed(2)},BULK PAYMENTS PAYOUT ${batchId}`;
    const text = `Date,Amount,Description\n${row}`;
    expect(await statement(shop, text)).toMatchObject({ added: 0, outgoing: 1, proved: 1 });
    expect(await statement(shop, text)).toMatchObject({ outgoing: 0, proved: 0 });
    const admin = await shop.as(shop.people.admin);
    const { items } = await admin.payoutBatches.byId({ batchId });
    expect(items).toMatchObject([{ proofDay: "2026-02-03", difference: null }]);
    // What proved one payout proves no other.
    await admin.payoutBatches.cancel({ batchId });
    const again = await adminLater.payoutBatches.make({ ids: [anna.id], ...fnb });
    await renameBatchLine(shop, again.batchId);
    expect(await statement(shop, "Date,Amount,Description\n2026-02-04,-1.00,FEE")).toMatchObject({
      proved: 0,
    });
  });

  // shows T272
  test("is not proved again by a line that an older server took as a proof", async ({
    ready: shop,
  }) => {
    const anna = await aWaitingPayout(shop, "anna");
    const adminLater = await inTwoDays(shop);
    const { batchId, total } = await adminLater.payoutBatches.make({ ids: [anna.id], ...fnb });
    const words = `BULK PAYMENTS PAYOUT ${batchId + 1}`;
    await shop.deps.db
      .updateTable("payout_batch_item")
      .set({ proof_day: "2026-02-03", proof_text: words })
      .where("batch_id", "=", batchId)
      .execute();
    const admin = await shop.as(shop.people.admin);
    await admin.payoutBatches.cancel({ batchId });
    const next = await adminLater.payoutBatches.make({ ids: [anna.id], ...fnb });
    expect(next.batchId).toBe(batchId + 1);
    const text = `Date,Amount,Description\n2026-02-03,-${(total / 100).toFixed(2)},${words}`;
    expect(await statement(shop, text)).toMatchObject({ outgoing: 1, proved: 0 });
  });

  test("is proved by the bank statement once", async ({ ready: shop }) => {
    const admin = await shop.as(shop.people.admin);
    const anna = await aWaitingPayout(shop, "anna");
    const cara = await aWaitingPayout(shop, "skye");
    const skye = await shop.as(shop.people.skye);
    await skye.bankDetails.save({
      bankName: "FNB",
      accountName: "S Person",
      accountNumber: "62800739677",
      chequeOrSavings: "Cheque",
    });
    const adminLater = await inTwoDays(shop);
    const { batchId } = await adminLater.payoutBatches.make({ ids: [anna.id, cara.id], ...fnb });
    const cents = (minor: number) => (minor / 100).toFixed(2);
    const text = [
      "Date,Amount,Description",
      `2026-02-02,-${cents(anna.amount)},FNB OB PMT PAYOUT ${batchId}-1 A PERSON`,
      `2026-02-02,${cents(cara.amount)},PAYOUT ${batchId}-2 came in`,
      `2026-02-02,-${cents(cara.amount + 1)},PAYOUT ${batchId}-2 a cent too much`,
      `2026-02-02,-${cents(cara.amount)},PAYOUT ${batchId}-21 another one`,
    ].join("\n");
    expect(await proof(shop, batchId, text)).toEqual({ proved: 1, missing: 1 });
    expect(await proof(shop, batchId, text)).toEqual({ proved: 0, missing: 1 });
    // The statement of a busy month exceeds the size limit of an ordinary call.
    const others = "2026-02-02,-1.00,CARD PURCHASE OF SOMETHING ELSE\n".repeat(20_000);
    expect(await proof(shop, batchId, `${text}\n${others}`)).toEqual({ proved: 0, missing: 1 });
    const { items } = await admin.payoutBatches.byId({ batchId });
    expect(items.map(({ proofDay }) => proofDay)).toEqual(["2026-02-02", null]);
    expect(items.map(({ difference }) => difference)).toEqual([
      null,
      { day: "2026-02-02", amount: cara.amount + 1 },
    ]);
    expect(await proof(shop, batchId, "Date,Amount,Description\n2026-02-02,much,x")).toMatch(
      /line 2: much in column amount is not an amount/,
    );
    expect(await proof(shop, 999_999, text)).toMatch(/could not find/);
    expect(await proof(shop, "1e3", text)).toMatch(/could not find/);
  });

  test("is not found under an unknown id, and is not made without the shop's account", async ({
    ready: shop,
  }) => {
    const admin = await shop.as(shop.people.admin);
    await expect(admin.payoutBatches.byId({ batchId: 999_999 })).rejects.toEqual(
      refusedAs("batch.unknown"),
    );
    const { id } = await aWaitingPayout(shop, "anna");
    await setAccountNumber(shop.deps.db, "");
    await expect(admin.payoutBatches.make({ ids: [id], ...fnb })).rejects.toEqual(
      refusedAs("batch.no-own-account"),
    );
    await setOwnAccount(shop);
  });
});

describe("a batch of a shop in the United Kingdom", () => {
  test("has a Bacs file of the shop as it was, for accounts that Bacs can pay", async ({
    ready: shop,
  }) => {
    const { id, amount } = await aWaitingPayout(shop, "skye");
    const skye = await shop.as(shop.people.skye);
    const british = { ...shop.deps.shop, region: "uk" } as const;
    const later = new Date(Date.now() + 49 * 3_600_000).toISOString();
    const session = { ...aConfirmedSession(), passwordAt: later };
    const office = await shop.as(shop.people.admin, { now: () => later, session, shop: british });
    const make = (changes: object = {}) =>
      office.payoutBatches.make({ ids: [id], layout: "bacs", payOn: "2026-02-02", ...changes });

    await expect(make({ layout: "fnb" })).rejects.toEqual(refusedAs("batch.other-region"));
    await expect(make({ payOn: "2026-02-01" })).rejects.toEqual(refusedAs("batch.no-bank-day"));
    await expect(make()).rejects.toEqual(refusedAs("batch.no-originator"));
    await setPayer(shop, { branch: "20-00-00", account: "1234 5678", id: "654321" });
    await expect(make()).rejects.toEqual(refusedAs("payout.wrong-account"));
    const account = {
      bankName: "Barclays",
      accountName: "Skye O’Neil",
      accountNumber: "87654321",
      chequeOrSavings: "Cheque",
    } as const;
    await skye.bankDetails.save(account);
    await expect(make()).rejects.toEqual(refusedAs("payout.no-branch-code"));
    await skye.bankDetails.save({ ...account, branchCode: "60-92-42" });

    const { batchId, itemCount } = await make();
    expect(itemCount).toBe(1);
    await setPayer(shop, { branch: "111111", account: "11111111", id: "111111" });
    const file = await office.payoutBatches.file({ batchId });
    expect(file.name).toBe(`payouts-${batchId}-bacs.txt`);
    const pence = String(amount).padStart(11, "0");
    expect(file.text).toContain(`\r\n6092428765432109920000012345678    ${pence}`);
    expect(file.text).toContain(`\r\n2000001234567801720000012345678    ${pence}`);
    expect(file.text).toContain("SKYE ONEIL");
    await office.payoutBatches.cancel({ batchId });
    await setOwnAccount(shop);
  });
});

describe("a batch of a shop in the USA", () => {
  test("has an ACH file with an id of its own on its day, the same at each download", async ({
    ready: shop,
  }) => {
    const { id } = await aWaitingPayout(shop, "skye");
    const skye = await shop.as(shop.people.skye);
    const american = { ...shop.deps.shop, region: "usa" } as const;
    const officeAfter = (hours: number) => {
      const at = new Date(Date.now() + hours * 3_600_000).toISOString();
      const session = { ...aConfirmedSession(), passwordAt: at };
      return shop.as(shop.people.admin, { now: () => at, session, shop: american });
    };
    const account = {
      bankName: "Chase",
      accountName: "Skye O’Neil",
      accountNumber: "123456789",
      chequeOrSavings: "Savings",
      branchCode: "121000358",
    } as const;
    await skye.bankDetails.save(account);
    await setPayer(shop, { branch: "021000021", account: "12345678", id: "1123456789" });
    const office = await officeAfter(49);
    const nacha = { layout: "nacha", payOn: "2026-02-02" } as const;
    const idOf = (text: string) => text.slice(33, 34);
    const made = async (by: typeof office) => {
      const { batchId } = await by.payoutBatches.make({ ids: [id], ...nacha });
      const { text } = await by.payoutBatches.file({ batchId });
      expect((await by.payoutBatches.file({ batchId })).text).toBe(text);
      await by.payoutBatches.cancel({ batchId });
      return { batchId, text };
    };
    const first = await made(office);
    const second = await made(office);
    expect([first, second].map(({ text }) => idOf(text))).toEqual(["A", "B"]);

    await sql`
      insert into payout_batch (layout, total, pay_on, own_account, own_branch_code, own_name, own_bank, own_id, item_count,
        made_at, made_by, hash_total, state, settled_at)
      select layout, total, pay_on, own_account, own_branch_code, own_name, own_bank, own_id, item_count, made_at, made_by,
        hash_total, state, settled_at
      from payout_batch, generate_series(3, 36) where id = ${second.batchId}`.execute(shop.deps.db);
    await expect(office.payoutBatches.make({ ids: [id], ...nacha })).rejects.toEqual(
      refusedAs("batch.too-many-files"),
    );
    expect(idOf((await made(await officeAfter(49 + 24))).text)).toBe("A");
    await setOwnAccount(shop);
  });
});

async function setPayer(
  { deps }: TestShop,
  { branch, account, id }: Readonly<{ branch: string; account: string; id: string }>,
): Promise<void> {
  await asOwner(deps.db, (tx) =>
    tx
      .updateTable("shop_setting")
      .set({
        bank_branch_code: branch,
        bank_account_number: account,
        bank_account_name: "Rhizo Ltd",
        payout_originator_id: id,
      })
      .execute(),
  );
}

describe("any sequence of actions", () => {
  // shows R55, T73
  test("pays out no more than the wallet earned, and each request once", async ({
    ready: shop,
  }) => {
    const admin = await shop.as(shop.people.admin);
    const cara = await shop.as(shop.people.cara);
    const step = fc.constantFrom(
      "sell",
      "request",
      "pay",
      "pay twice",
      "reject",
      "batch",
      "cancel",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const office = await inTwoDays(shop);
        for (const each of steps) {
          const open = (await cara.wallet.mine()).openPayout?.id ?? randomUUID();
          const [batch] = (await admin.payoutBatches.list({ state: "open" })).rows;
          const batchId = batch?.id ?? 999_999;
          const doing = {
            sell: async () => {
              const order = await aGuestOrder(shop, "CARA");
              await payByBank(shop, order.uuid, order.total);
            },
            request: () => cara.wallet.requestPayout({ commandId: randomUUID() }),
            pay: () => office.payouts.markAsPaid(single(open)),
            "pay twice": () =>
              Promise.all([
                office.payouts.markAsPaid(single(open)),
                office.payoutBatches.pay({ batchId, paidOn: shopDay() }),
              ]),
            reject: () =>
              office.payouts.reject({ commandId: randomUUID(), id: open, reason: null }),
            batch: () => office.payoutBatches.make({ ids: [open], ...fnb }),
            cancel: () => office.payoutBatches.cancel({ batchId }),
          };
          await doing[each]().catch(() => {});
          const { accrued, paid } = await cara.wallet.mine();
          expect(paid).toBeLessThanOrEqual(accrued);
        }
        const { rows } = await admin.payouts.list({ state: "paid", search: "cara@" });
        for (const { id } of rows) expect(await paidEvents(shop, id)).toHaveLength(1);
        await settleAll(shop);
      }),
      { numRuns: 8, seed: 20 },
    );
  });
});

/** As though the line that proved the last batch named this one. */
async function renameBatchLine({ deps }: TestShop, batchId: number): Promise<void> {
  const { numUpdatedRows } = await deps.db
    .updateTable("bank_debit")
    .set({ description: `BULK PAYMENTS PAYOUT ${batchId}` })
    .where("description", "like", "BULK PAYMENTS PAYOUT%")
    .executeTakeFirst();
  expect(Number(numUpdatedRows)).toBe(1);
}

/** The answer or error when the office uploads a bank statement as proof of a batch. */
async function proof(shop: TestShop, batchId: number | string, text: string): Promise<unknown> {
  return post(shop, `/office/payout-batches/${batchId}/proof`, text);
}

/** The same under "Bank payments". */
async function statement(shop: TestShop, text: string): Promise<unknown> {
  return post(shop, "/office/bank-statements", text);
}

async function post(shop: TestShop, path: string, text: string): Promise<unknown> {
  const start = { userId: shop.people.admin, device: "", withPassword: true };
  const { token } = await shop.deps.sessions.start(start);
  const answer = await shop.app.inject({
    method: "POST",
    url: `${path}?name=bank.csv`,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
    payload: Buffer.from(text),
  });
  const { data, error } = answer.json();
  return data ?? error;
}
