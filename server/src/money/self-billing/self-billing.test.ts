import { randomUUID } from "node:crypto";
import { addDays, dayInWords, startOfDay } from "@portal/shared/platform/calendar.ts";
import { exclVat, formatMoney } from "@portal/shared/platform/money.ts";
import { sql } from "kysely";
import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect } from "vitest";
import { eraseAccount } from "../../office/erasure/erase-account.actions.ts";
import { archiveOf } from "../../testing/archive-files.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { grantCredit } from "../../testing/grant-credit.ts";
import { office, refusedAs } from "../../testing/proposals-test.ts";
import { findSelfBillingTerms } from "./self-billing.actions.ts";
import { shopDay } from "../../testing/shop-day.ts";
import {
  aGuestOrder,
  payByBank,
  saveCompanyDetails,
  test as shopTest,
  type TestShop,
} from "../../testing/shop-test.ts";
import { aWaitingPayout, setOwnAccount, setPayoutLimit } from "../../testing/waiting-payouts.ts";

const command = () => ({ commandId: randomUUID() });
const month = shopDay().slice(0, 7);
const supplier = { name: "Botha & Sons <CC>", address: "4 Loop Street\nCape Town" };
const vat = { kind: "za-tax", number: "0001339050", vatNumber: "4123456789" } as const;

const test = shopTest.extend("ready", { scope: "file" }, async ({ shop }): Promise<TestShop> => {
  await setOwnAccount(shop);
  await setPayoutLimit(shop, null);
  return shop;
});

async function agree(shop: TestShop, userId: number, agreedOn = shopDay()): Promise<void> {
  const { admin } = await office(shop);
  await (await shop.as(userId)).taxDetails.save(vat);
  await admin.taxDetails.saveSelfBilling({ ...command(), userId, agreedOn, ...supplier });
}

/** @returns the id of the paid request, and its amount */
async function pay(shop: TestShop, name: "anna" | "ben" | "cara" | "skye", paidOn = shopDay()) {
  const { admin } = await office(shop);
  const { id, amount } = await aWaitingPayout(shop, name);
  await admin.payouts.markAsPaid({ ...command(), id, paidOn });
  return { id, amount };
}

async function ask(
  { app, deps }: TestShop,
  userId: number | null,
  id: string,
  file = "tax-invoice.pdf",
) {
  const url = `/payouts/${id}/${file}`;
  if (userId === null) return app.inject({ url });
  const { cookie } = await deps.sessions.start({ userId, device: "d", withPassword: true });
  return app.inject({ url, headers: { cookie: cookie.split(";")[0] ?? "" } });
}

async function textOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), {
    mergePages: true,
  });
  return text.replaceAll(/\s+/g, " ");
}

async function billedOf(shop: TestShop, id: string) {
  const { data } = await shop.deps.db
    .selectFrom("ledger_events")
    .select("data")
    .where("type", "=", "PayoutPaid")
    .where(sql<boolean>`data ->> 'payoutId' = ${id}`)
    .executeTakeFirstOrThrow();
  return data;
}

describe("a payout to a member who agreed to self-billing", () => {
  // shows T316, T317, T318
  test("has a tax invoice, which a later setting does not change, for its owner and the office alone", async ({
    ready: shop,
  }) => {
    const { ben, anna, kim, skye } = shop.people;
    await saveCompanyDetails(shop, { shopName: "Rhizo Ltd", vatNo: "4000000000" });
    const earlier = await pay(shop, "ben");
    await agree(shop, ben);
    const { id, amount } = await pay(shop, "ben");
    expect(await billedOf(shop, earlier.id)).toMatchObject({ selfBilledVatBps: null });
    const event = await billedOf(shop, id);
    expect(event).toMatchObject({ selfBilledVatBps: 1500 });
    expect(JSON.stringify(event)).not.toMatch(/Botha|Loop|4123456789/);

    const own = await ask(shop, ben, id);
    expect(own.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="invoice-SB${ben}-1.pdf"`,
    });
    const text = await textOf(own.rawPayload);
    const net = exclVat(amount, 1500);
    const money = (minor: number) => formatMoney(minor, "ZAR").replaceAll("\u00a0", " ");
    for (const words of [
      "Tax invoice (self-billed)",
      `Invoice no. SB${ben}-1`,
      "Botha & Sons <CC> 4 Loop Street Cape Town VAT no. 4123456789",
      "To Rhizo Ltd VAT no. 4000000000",
      "Commission on sales,",
      `Subtotal excl. VAT ${money(net)} VAT 15% ${money(amount - net)} Total ${money(amount)}`,
      "section 20(2)",
    ])
      expect(text).toContain(words);

    const { admin } = await office(shop);
    const { regions } = await admin.settings.get();
    const za = regions.find(({ code }) => code === "za");
    if (!za) throw new Error("there is no za");
    await asOwner(shop.deps.db, (tx) =>
      tx.updateTable("region_vat_rate").set({ vat_bps: 1600 }).where("region", "=", "za").execute(),
    );
    await saveCompanyDetails(shop, { shopName: "Rhizo Trading", vatNo: "4777777777" });
    const details = { ...vat, vatNumber: "4999999999" };
    await (await shop.as(ben)).taxDetails.save(details);
    await admin.payouts.correct({ ...command(), id, paidOn: shopDay(), reference: "EFT 1" });
    expect(await textOf((await ask(shop, ben, id)).rawPayload)).toBe(text);
    await asOwner(shop.deps.db, (tx) =>
      tx
        .updateTable("region_vat_rate")
        .set({ vat_bps: za.vatBps })
        .where("region", "=", "za")
        .execute(),
    );

    expect((await ask(shop, shop.people.admin, id)).statusCode).toBe(200);
    for (const other of [anna, skye]) expect((await ask(shop, other, id)).statusCode).toBe(404);
    expect((await ask(shop, kim, id)).statusCode).toBe(403);
    expect((await ask(shop, null, id)).statusCode).toBe(401);
    for (const wrong of [
      earlier.id,
      randomUUID(),
      "x",
      "1'; drop table account; --",
      "..%2F..%2Fetc",
      "a".repeat(65),
    ])
      expect((await ask(shop, ben, wrong)).statusCode, wrong).toBe(404);
    expect((await ask(shop, ben, "%00")).statusCode).toBe(400);

    const listed = (await (await shop.as(ben)).wallet.payouts({ page: 1, pageSize: 5 })).rows;
    expect(listed.map(({ hasTaxInvoice }) => hasTaxInvoice)).toEqual([true, false]);
    expect((await admin.payouts.list({ id })).rows[0]).toMatchObject({ hasTaxInvoice: true });
  });

  test("says the days from request to request, although something older was recorded last", async ({
    ready: shop,
  }) => {
    const { skye, kim } = shop.people;
    await pay(shop, "skye");
    await agree(shop, skye);
    const sold = await aGuestOrder(shop, "SKYE");
    await payByBank(shop, sold.uuid, sold.total);
    await grantCredit(shop, kim, 1, "2026-01-05T10:00:00.000Z");
    const request = await (await shop.as(skye)).wallet.requestPayout(command());
    const { admin } = await office(shop);
    await admin.payouts.markAsPaid({ ...command(), id: request.payoutId, paidOn: shopDay() });

    const { rawPayload } = await ask(shop, skye, request.payoutId);
    const today = dayInWords(shopDay(), "medium");
    expect(await textOf(rawPayload)).toContain(`Commission on sales, ${today} to ${today}`);
  });

  // shows T317
  test("ends with the VAT number, and a new one needs a new agreement", async ({ ready: shop }) => {
    const { cara } = shop.people;
    await agree(shop, cara);
    const own = await shop.as(cara);
    expect(await own.taxDetails.get()).toMatchObject({
      selfBilling: { agreedOn: shopDay(), ...supplier },
    });
    await own.taxDetails.save({ ...vat, number: "" });
    expect(await own.taxDetails.get()).toMatchObject({ selfBilling: { agreedOn: shopDay() } });
    for (const vatNumber of ["4999999999", ""]) {
      await agree(shop, cara);
      await own.taxDetails.save({ ...vat, vatNumber });
      expect(await own.taxDetails.get()).toMatchObject({ selfBilling: null });
      const { id } = await pay(shop, "cara");
      expect(await billedOf(shop, id)).toMatchObject({ selfBilledVatBps: null });
      expect((await ask(shop, cara, id)).statusCode).toBe(404);
    }
    await agree(shop, cara);
    const { admin } = await office(shop);
    await admin.taxDetails.endSelfBilling({ ...command(), userId: cara });
    await admin.taxDetails.endSelfBilling({ ...command(), userId: cara });
    const { id } = await pay(shop, "cara");
    expect(await billedOf(shop, id)).toMatchObject({ selfBilledVatBps: null });
    const audit = await shop.deps.db
      .selectFrom("audit_entry")
      .select("details")
      .where("action", "=", "self-billing.saved")
      .where("subject_id", "=", cara)
      .orderBy("id")
      .execute();
    const day = shopDay();
    expect(audit.map(({ details }) => details)).toEqual(
      [
        [null, day],
        [day, day],
        [day, null],
        [null, day],
        [day, null],
        [null, day],
        [day, null],
      ].map((agreedOn) => ({ changed: { agreedOn, until: [null, null] } })),
    );
  });

  test("is in the ZIP of the month’s statements, and is gone once its member is erased", async ({
    ready: shop,
  }) => {
    const { skye } = shop.people;
    await agree(shop, skye);
    const { id } = await pay(shop, "skye");
    const { names, pdfText } = await archiveOf(shop, { kind: "statements", month });
    const name = `invoice-SB${skye}-1.pdf`;
    expect(names.filter((each) => each.startsWith("invoice-"))).toContain(name);
    expect(await pdfText(name)).toContain(`Invoice no. SB${skye}-1`);

    const { db, now } = shop.deps;
    await db.transaction().execute((tx) => eraseAccount(tx, skye, now(), { isAgain: true }));
    expect((await ask(shop, shop.people.admin, id)).statusCode).toBe(404);
    for (const table of ["self_billing", "self_billed_invoice"] as const)
      expect(
        await db.selectFrom(table).select("user_id").where("user_id", "=", skye).execute(),
      ).toEqual([]);
  });
});

describe("an agreement to self-billing", () => {
  // shows T320
  test("has the rate of the day of payment, and none while the shop is not registered for VAT", async ({
    ready: shop,
  }) => {
    const { cara } = shop.people;
    const today = shopDay();
    await agree(shop, cara, addDays(today, -30));
    const setRegion = (until: string | null) =>
      asOwner(shop.deps.db, (tx) =>
        tx
          .updateTable("region")
          .set({ vat_registered_until: until })
          .where("code", "=", "za")
          .execute(),
      );
    const raised = { region: "za", from_at: startOfDay(today, "Africa/Johannesburg") } as const;
    await asOwner(shop.deps.db, (tx) =>
      tx
        .insertInto("region_vat_rate")
        .values({ ...raised, vat_bps: 1550 })
        .execute(),
    );
    const yesterday = addDays(today, -1);
    const rateOn = async (paidOn: string) =>
      (await findSelfBillingTerms(shop.deps, { userId: cara, paidOn }))?.vatBps;
    // Paid at the bank before the rate changed, and recorded after it.
    expect(await rateOn(yesterday)).toBe(1500);
    expect(await rateOn(today)).toBe(1550);
    await setRegion(yesterday);
    expect(await rateOn(yesterday)).toBe(1500);
    const { id } = await pay(shop, "cara");
    expect(await billedOf(shop, id)).toMatchObject({ selfBilledVatBps: null });
    await setRegion(null);
    await asOwner(shop.deps.db, (tx) =>
      tx.deleteFrom("region_vat_rate").where("from_at", "is not", null).execute(),
    );
    await (await office(shop)).admin.taxDetails.endSelfBilling({ ...command(), userId: cara });
  });

  test("bills no payment after its last day, is listed before and after it, and is renewed", async ({
    ready: shop,
  }) => {
    const { ben } = shop.people;
    const { admin } = await office(shop);
    const today = shopDay();
    const yesterday = addDays(today, -1);
    const save = (until: string | null, agreedOn = addDays(today, -300)) =>
      admin.taxDetails.saveSelfBilling({ ...command(), userId: ben, agreedOn, until, ...supplier });
    const listed = async () =>
      (await admin.monthEnd.get({})).selfBilling.filter(({ userId }) => userId === ben);
    await (await shop.as(ben)).taxDetails.save(vat);
    for (const [until, rows] of [
      [null, []],
      [addDays(today, 31), []],
      [addDays(today, 30), [{ until: addDays(today, 30), isOver: false }]],
      [today, [{ until: today, isOver: false }]],
      [yesterday, [{ until: yesterday, isOver: true }]],
    ] as const) {
      await save(until);
      const name = "Ben Person";
      expect(await listed()).toEqual(rows.map((row) => ({ userId: ben, name, ...row })));
    }
    expect(await (await shop.as(ben)).taxDetails.get()).toMatchObject({
      selfBilling: { until: yesterday },
    });
    const late = await pay(shop, "ben");
    expect(await billedOf(shop, late.id)).toMatchObject({ selfBilledVatBps: null });
    expect((await ask(shop, ben, late.id)).statusCode).toBe(404);

    await save(today);
    const onLastDay = await pay(shop, "ben");
    expect(await billedOf(shop, onLastDay.id)).toMatchObject({ selfBilledVatBps: 1500 });
    await save(addDays(today, 364), today);
    expect(await listed()).toEqual([]);

    await expect(save(yesterday, today)).rejects.toMatchObject({
      cause: { code: "tax.end-before-agreement", field: "until" },
    });
    for (const wrong of ["2026-02-30", "", "soon", "2100-01-01"])
      await expect(save(wrong)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  // shows T320
  test("has a last day in the United Kingdom, after twelve months or with the contract", async ({
    ready: shop,
  }) => {
    const { cara, admin: adminId } = shop.people;
    const uk = { shop: { ...shop.deps.shop, region: "uk" as const } };
    const admin = await shop.as(adminId, uk);
    await (await shop.as(cara)).taxDetails.save(vat);
    const save = (until: string | null, endsWithContract = false) =>
      admin.taxDetails.saveSelfBilling({
        ...command(),
        userId: cara,
        agreedOn: "2026-03-01",
        until,
        endsWithContract,
        ...supplier,
      });
    for (const [until, code] of [
      [null, "tax.no-end"],
      ["2026-02-28", "tax.end-before-agreement"],
      ["2027-03-01", "tax.end-too-late"],
    ] as const)
      await expect(save(until)).rejects.toMatchObject({ cause: { code, field: "until" } });
    await save("2027-02-28");
    await save("2029-05-31", true);

    // One from before the last day was asked for is listed there, and only there.
    await shop.deps.db.updateTable("self_billing").set({ agreed_until: null }).execute();
    const listed = async (reader: typeof admin) =>
      (await reader.monthEnd.get({})).selfBilling.map(({ userId, until }) => [userId, until]);
    expect(await listed(admin)).toContainEqual([cara, null]);
    expect(await listed(await shop.as(adminId))).toEqual([]);
  });

  // shows T317
  test("needs a VAT number, a day up to today, and name and address", async ({ ready: shop }) => {
    const { anna, admin: adminId } = shop.people;
    const { admin } = await office(shop);
    const save = (changes: object = {}) =>
      admin.taxDetails.saveSelfBilling({
        ...command(),
        userId: anna,
        agreedOn: shopDay(),
        ...supplier,
        ...changes,
      });
    await expect(save()).rejects.toEqual(refusedAs("tax.no-vat-number"));
    await expect(save({ userId: adminId })).rejects.toEqual(refusedAs("tax.no-vat-number"));
    await expect(save({ userId: 999_999 })).rejects.toEqual(refusedAs("tax.no-vat-number"));
    await (await shop.as(anna)).taxDetails.save({ ...vat, vatNumber: "" });
    await expect(save()).rejects.toEqual(refusedAs("tax.no-vat-number"));
    await (await shop.as(anna)).taxDetails.save(vat);
    await expect(save({ agreedOn: addDays(shopDay(), 1) })).rejects.toMatchObject({
      cause: { code: "tax.future-agreement", field: "agreedOn" },
    });
    for (const wrong of [
      { name: " " },
      { address: "" },
      { name: "a".repeat(121) },
      { agreedOn: "2026-02-30" },
      { agreedOn: "0001-01-01" },
      { userId: -1 },
      { vatBps: 0 },
    ])
      await expect(save(wrong)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(
      (await shop.as(anna)).taxDetails.saveSelfBilling({
        ...command(),
        userId: anna,
        agreedOn: shopDay(),
        ...supplier,
      }),
    ).rejects.toEqual(refusedAs("access.forbidden"));
    expect(await admin.taxDetails.ofUser({ userId: anna })).toMatchObject({ selfBilling: null });
  });
});

describe("a tax invoice that was wrong", () => {
  // shows T316, T319
  test("is credited once, and keeps its words, the money and the figures", async ({
    ready: shop,
  }) => {
    const { anna, ben, kim, admin: adminId } = shop.people;
    const { admin } = await office(shop);
    const own = await shop.as(anna);
    await agree(shop, anna);
    const { id, amount } = await pay(shop, "anna");
    const note = (userId: number | null, of = id) => ask(shop, userId, of, "tax-credit-note.pdf");
    expect((await note(anna)).statusCode).toBe(404);
    const before = await textOf((await ask(shop, anna, id)).rawPayload);
    const wallet = await own.wallet.mine();
    const asOfNow = { asOf: null, knownOn: null };
    const accounts = await admin.books.trialBalance(asOfNow);
    const credit = (of = id, changes: object = {}) =>
      admin.payouts.creditTaxInvoice({
        ...command(),
        id: of,
        reason: "wrong-supplier",
        ...changes,
      });
    await credit();
    expect(await own.wallet.mine()).toMatchObject({
      payable: wallet.payable,
      storeCredit: wallet.storeCredit,
    });
    expect(await admin.books.trialBalance(asOfNow)).toEqual(accounts);
    expect(await textOf((await ask(shop, anna, id)).rawPayload)).toBe(before);
    const asked = await note(anna);
    expect(asked.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="credit-note-SBC${anna}-1.pdf"`,
    });
    const text = await textOf(asked.rawPayload);
    const money = (minor: number) => formatMoney(minor, "ZAR").replaceAll("\u00a0", " ");
    for (const words of [
      "Credit note (self-billed)",
      `Credit note no. SBC${anna}-1`,
      `For invoice no. SB${anna}-1 of ${dayInWords(shopDay())}`,
      "Botha & Sons <CC> 4 Loop Street Cape Town VAT no. 4123456789",
      "Reason: The supplier’s name, address or VAT number was wrong",
      `Total credited ${money(amount)}`,
    ])
      expect(text).toContain(words);
    expect((await note(adminId)).statusCode).toBe(200);
    expect((await note(ben)).statusCode).toBe(404);
    expect((await note(kim)).statusCode).toBe(403);
    expect((await note(null)).statusCode).toBe(401);

    const [listed] = (await own.wallet.payouts({ page: 1, pageSize: 5 })).rows;
    expect(listed).toMatchObject({ hasTaxInvoice: true, isInvoiceCredited: true });
    const [row] = (await admin.payouts.list({ id })).rows;
    expect(row).toMatchObject({ state: "paid", isInvoiceCredited: true });
    expect((await admin.payouts.log({ id })).at(-1)).toMatchObject({
      what: "credited",
      note: "The supplier’s name, address or VAT number was wrong",
    });
    for (const kind of ["statements", "month-end"] as const) {
      const { names, pdfText } = await archiveOf(shop, { kind, month });
      const name = `credit-note-SBC${anna}-1.pdf`;
      expect(names).toContain(`invoice-SB${anna}-1.pdf`);
      expect(names).toContain(name);
      expect(await pdfText(name)).toContain(`Credit note no. SBC${anna}-1`);
    }
    await expect(credit()).rejects.toEqual(refusedAs("payout.invoice-credited"));
    await expect(credit(randomUUID())).rejects.toEqual(refusedAs("payout.unknown"));
    const open = await aWaitingPayout(shop, "cara");
    await expect(credit(open.id)).rejects.toEqual(refusedAs("payout.not-paid"));
    for (const wrong of [{ reason: "Botha was wrong" }, { reason: "" }, { amount: 1 }])
      await expect(credit(id, wrong)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(
      (await shop.as(anna)).payouts.creditTaxInvoice({ ...command(), id, reason: "wrong-rate" }),
    ).rejects.toEqual(refusedAs("access.forbidden"));
  });
});
