import { randomUUID } from "node:crypto";
import {
  isRegisteredOn,
  type VatRegisteredFrom,
} from "@portal/shared/catalogue/vat-registration.ts";
import { monthSteps } from "@portal/shared/money/statements.ts";
import {
  addDays,
  firstDayOf,
  lastDayOf,
  monthInWords,
  nextMonth,
  previousMonth,
} from "@portal/shared/platform/calendar.ts";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { countSales } from "../../office/reports/sales-count.actions.ts";
import { readOnly } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { findSignedInUser } from "../../people/accounts/account.store.ts";
import { readInvoice } from "../../sales/orders/order-documents.actions.ts";
import { writeInvoice } from "../../sales/orders/order-documents.rules.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { shopDay } from "../../testing/shop-day.ts";
import {
  aGuestOrder,
  payByBank,
  saveCompanyDetails,
  test as base,
  type TestShop,
} from "../../testing/shop-test.ts";

const today = shopDay();
const month = today.slice(0, 7);
const tomorrow = addDays(today, 1);
const period = { from: today, to: today };
const days = { from: addDays(today, -1), to: tomorrow };

/** A sale of today, of which one bottle was refunded, in a shop with a VAT number. */
const test = base.extend("sold", { scope: "file" }, async ({ shop }) => {
  const office = await shop.as(shop.people.admin);
  const order = await aGuestOrder(shop, "BEN");
  await payByBank(shop, order.uuid, order.total);
  await office.orders.refund({
    commandId: randomUUID(),
    uuid: order.uuid,
    amount: 325_00,
    productAmount: 325_00,
    units: 1,
    method: "eft",
    reason: "broken",
  });
  await asOwner(shop.deps.db, (tx) =>
    tx.updateTable("shop_setting").set({ vat_no: "4123456789" }).execute(),
  );
  return order;
});

async function za(shop: TestShop) {
  const { regions } = await (await shop.as(shop.people.admin)).settings.get();
  const found = regions.find(({ code }) => code === "za");
  if (!found) throw new Error("there is no za");
  return found;
}

async function newestDetails(shop: TestShop) {
  const { details } = await shop.deps.db
    .selectFrom("audit_entry")
    .select("details")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return details;
}

async function register(
  shop: TestShop,
  vatRegistered: "always" | "from" | "never",
  vatRegisteredFrom: string | null = null,
  vatRegisteredUntil: string | null = null,
) {
  const { settings } = await shop.as(shop.people.admin);
  const asked = { ...(await za(shop)), vatRegistered, vatRegisteredFrom, vatRegisteredUntil };
  return settings.save({ section: "region", ...asked });
}

/** Everything that a document's VAT is in. */
async function figuresOf(shop: TestShop, { uuid }: { uuid: string }) {
  const { deps, people } = shop;
  await countSales(deps.db);
  const office = await shop.as(people.admin);
  const paged = { kind: null, page: 1, pageSize: 20 } as const;
  const user = await findSignedInUser(deps.db, people.admin);
  const { facts } = await readInvoice(readOnly(deps.db), user, uuid);
  const { money } = await office.orders.detail({ uuid });
  return {
    journals: await office.books.journals({ month }),
    vat: await office.books.vat(period),
    register: await office.books.documents({ ...period, ...paged }),
    report: (await office.reports.sales(days)).totals,
    invoice: writeInvoice(facts),
    vatOfOrder: money?.vat,
    commission: money?.commission,
  };
}

describe("the registration for VAT", () => {
  // shows T314
  test("decides the VAT of books, reports and documents, and leaves them as they were when it is undone", async ({
    shop,
    sold,
  }) => {
    const before = await figuresOf(shop, sold);
    expect(before.vat.vatReturn.vat).toBeGreaterThan(0);
    expect(before.invoice).toMatchObject({ title: "Tax invoice" });

    await register(shop, "from", tomorrow);
    const without = await figuresOf(shop, sold);
    const keys = without.journals.days.flatMap(({ lines }) => lines.map(({ key }) => key));
    expect(keys).toContain("salesGoods");
    expect(keys).not.toContain("vatOutput");
    const left = sold.total - 325_00;
    expect(without.vat.vatReturn).toMatchObject({ gross: 0, zeroRated: 0, vat: 0, vatOfGross: 0 });
    expect(without.vat.groups).toMatchObject([
      { vatBps: null, kind: "invoice", gross: sold.total, net: sold.total, vat: 0 },
      { vatBps: null, kind: "credit-note", gross: -325_00, net: -325_00 },
    ]);
    expect(without.register.sums).toMatchObject([{ gross: left, net: left, vat: 0 }]);
    expect(without.report).toMatchObject([{ exclVat: left, vat: 0, inclVat: left }]);
    expect(without.vatOfOrder).toBe(0);
    expect(without.invoice).toMatchObject({ form: "plain", title: "Invoice" });
    expect(JSON.stringify(without.invoice)).not.toContain("VAT");

    // Commission, and what was charged, are on prices as they are.
    expect(without.commission).toBe(before.commission);
    const { commissionable, charged } = before.report[0] ?? {};
    expect(without.report).toMatchObject([{ commissionable, charged }]);
    const office = await shop.as(shop.people.admin);
    const chosen = { ...period, currency: "ZAR", kind: null, page: 1, pageSize: 20 } as const;
    expect((await office.books.vatDocuments({ ...chosen, vatBps: "none" })).total).toBe(2);
    expect((await office.books.vatDocuments({ ...chosen, vatBps: 0 })).total).toBe(0);

    // As one that ended before the sale, and one that ends with its day.
    await register(shop, "always", null, addDays(today, -1));
    expect(await figuresOf(shop, sold)).toEqual(without);
    await register(shop, "from", today, today);
    expect(await figuresOf(shop, sold)).toEqual(before);
    await register(shop, "always");
    expect(await figuresOf(shop, sold)).toEqual(before);
  });

  test("is a choice with a date of this century, kept where it is not sent, and audited", async ({
    shop,
  }) => {
    expect(await za(shop)).toMatchObject({ vatRegistered: "always", vatRegisteredFrom: null });
    await register(shop, "from", "2026-03-01");
    expect(await za(shop)).toMatchObject({
      vatRegistered: "from",
      vatRegisteredFrom: "2026-03-01",
    });
    expect(await newestDetails(shop)).toEqual({
      region: "za",
      changed: { vatRegistered: ["always", "from"], vatRegisteredFrom: [null, "2026-03-01"] },
    });
    await register(shop, "from", "2026-03-01", "2027-02-28");
    expect(await newestDetails(shop)).toEqual({
      region: "za",
      changed: { vatRegisteredUntil: [null, "2027-02-28"] },
    });

    const { vatRegisteredUntil: _last, ...former } = await za(shop);
    const { vatRegistered: _choice, vatRegisteredFrom: _date, ...older } = former;
    const { settings } = await shop.as(shop.people.admin);
    await settings.save({ section: "region", ...older });
    const kept = { vatRegisteredFrom: "2026-03-01", vatRegisteredUntil: "2027-02-28" };
    expect(await za(shop)).toMatchObject(kept);
    await settings.save({ section: "region", ...older, vatRegisteredFrom: "2026-04-01" });
    expect(await za(shop)).toMatchObject(kept);
    await settings.save({ section: "region", ...older, vatRegisteredUntil: null });
    expect(await za(shop)).toMatchObject(kept);
    // A form of an earlier release does not know the last day.
    await settings.save({ section: "region", ...former });
    expect(await za(shop)).toMatchObject(kept);

    for (const date of [null, "", "2026-02-30", "1999-12-31", "soon", "2026-03-01T00:00:00Z"])
      await expect(register(shop, "from", date)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    for (const date of ["", "2026-02-30", "1999-12-31", "2026-02-28", "2026-03-01T00:00:00Z"])
      await expect(register(shop, "from", "2026-03-01", date)).rejects.toMatchObject({
        code: "BAD_REQUEST",
      });
    // No day is left of it where there is none.
    await register(shop, "never", null, "2027-02-28");
    expect(await za(shop)).toMatchObject({ vatRegistered: "never", vatRegisteredUntil: null });
    await register(shop, "always", "2026-03-01");
    expect(await za(shop)).toMatchObject({ vatRegistered: "always", vatRegisteredFrom: null });
  });

  test("takes the VAT number first, and keeps it while it lasts", async ({ shop, sold }) => {
    const number = (vatNo: string) => saveCompanyDetails(shop, { vatNo });
    const refused = (code: string, field: string) => ({ code: "CONFLICT", cause: { code, field } });
    const kept = refused("settings.vat-number-in-use", "vatNo");
    await expect(number("")).rejects.toMatchObject(kept);
    await register(shop, "from", tomorrow);
    await expect(number("")).rejects.toMatchObject(kept);
    await register(shop, "never");
    await number("");
    for (const [choice, from] of [
      ["always", null],
      ["from", tomorrow],
    ] as const)
      await expect(register(shop, choice, from)).rejects.toMatchObject(
        refused("settings.no-vat-number", "vatRegistered"),
      );
    await register(shop, "never");
    await number("4123456789");
    await register(shop, "always");
    const before = await figuresOf(shop, sold);
    expect(before.vat.lacksVatNumber).toBe(false);

    // As a shop of an earlier release may be.
    await asOwner(shop.deps.db, (tx) =>
      tx.updateTable("shop_setting").set({ vat_no: "" }).execute(),
    );
    const without = await figuresOf(shop, sold);
    expect(without.vat).toEqual({ ...before.vat, lacksVatNumber: true });
    expect(without.journals).toEqual(before.journals);
    const { supplier, ...invoice } = without.invoice;
    expect(before.invoice).toMatchObject(invoice);
    expect(supplier.join(" ")).not.toContain("VAT no.");
    await saveCompanyDetails(shop, { shopName: "Rhizo Ltd" });
    await register(shop, "always");
    await number("4123456789");
  });

  // shows T315
  test("changes nothing of a closed month, which the refusal names", async ({ shop }) => {
    const lastMonth = previousMonth(month);
    const office = await shop.as(shop.people.admin);
    const closing = { commandId: randomUUID(), month: lastMonth, accepts: [...monthSteps] };
    await office.statements.close(closing);
    const set = (from: VatRegisteredFrom) =>
      asOwner(shop.deps.db, (tx) =>
        tx
          .updateTable("region")
          .set({ vat_registered_from: from })
          .where("code", "=", "za")
          .execute(),
      );
    const refusal = {
      code: "CONFLICT",
      message: expect.stringContaining(monthInWords(lastMonth)),
      cause: { code: "settings.vat-of-closed-month" },
    };

    for (const from of [lastDayOf(lastMonth), firstDayOf(month), tomorrow])
      await expect(register(shop, "from", from)).rejects.toMatchObject(refusal);
    await expect(register(shop, "never")).rejects.toMatchObject(refusal);
    expect(await za(shop)).toMatchObject({ vatRegistered: "always" });

    await set("never");
    await expect(register(shop, "from", lastDayOf(lastMonth))).rejects.toMatchObject(refusal);
    await expect(register(shop, "always")).rejects.toMatchObject(refusal);
    await register(shop, "from", firstDayOf(month));
    await register(shop, "from", firstDayOf(nextMonth(month)));
    await expect(register(shop, "from", firstDayOf(lastMonth))).rejects.toMatchObject(refusal);
    await set(firstDayOf(lastMonth));
    await expect(register(shop, "from", firstDayOf(month))).rejects.toMatchObject(refusal);
    // What does not touch the registration is saved as ever.
    await register(shop, "from", firstDayOf(lastMonth));
    await set("always");

    // It may end where nothing is closed, also with the last closed day, after which every day is open.
    const end = (day: string | null) => register(shop, "always", null, day);
    await expect(end(addDays(lastDayOf(lastMonth), -1))).rejects.toMatchObject({
      ...refusal,
      cause: { code: "settings.vat-of-closed-month", field: "vatRegisteredUntil" },
    });
    const before = await office.books.journals({ month: lastMonth });
    await end(lastDayOf(lastMonth));
    expect(await za(shop)).toMatchObject({
      vatRegistered: "always",
      vatRegisteredUntil: lastDayOf(lastMonth),
    });
    expect(await office.books.journals({ month: lastMonth })).toEqual(before);
    // Registered again: the former days stay, also when that is changed or taken back.
    const vatOfLastMonth = async () => {
      const { vatDays } = await loadRegion(readOnly(shop.deps.db), "za");
      return [
        addDays(firstDayOf(month), -1),
        firstDayOf(month),
        addDays(firstDayOf(month), 40),
      ].map((day) => isRegisteredOn(vatDays, day));
    };
    expect(await vatOfLastMonth()).toEqual([true, false, false]);
    await register(shop, "from", addDays(firstDayOf(month), 40));
    expect(await vatOfLastMonth()).toEqual([true, false, true]);
    expect(await office.books.journals({ month: lastMonth })).toEqual(before);
    await register(shop, "from", firstDayOf(month), firstDayOf(month));
    expect(await vatOfLastMonth()).toEqual([true, true, false]);
    await expect(register(shop, "from", lastDayOf(lastMonth))).rejects.toMatchObject(refusal);
    await expect(register(shop, "always")).rejects.toMatchObject(refusal);
    await register(shop, "never");
    expect(await vatOfLastMonth()).toEqual([true, false, false]);
    expect(await office.books.journals({ month: lastMonth })).toEqual(before);
    await asOwner(shop.deps.db, (tx) =>
      tx.updateTable("region").set({ vat_registered_earlier: sql`'[]'` }).execute(),
    );
    await set("always");
    await end(today);
    await end(null);
    expect(await za(shop)).toMatchObject({ vatRegisteredUntil: null });
  });
});
