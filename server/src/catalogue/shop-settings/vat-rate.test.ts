import { addDays, startOfDay } from "@portal/shared/platform/calendar.ts";
import { describe, expect, onTestFinished } from "vitest";
import { asOwner } from "../../testing/as-owner.ts";
import { office, stateOf, test } from "../../testing/proposals-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, payByBank, type TestShop } from "../../testing/shop-test.ts";

const today = shopDay();
const tomorrow = addDays(today, 1);
const period = { from: today, to: today };

async function za(shop: TestShop) {
  const { regions } = await (await shop.as(shop.people.admin)).settings.get();
  const found = regions.find(({ code }) => code === "za");
  if (!found) throw new Error("there is no za");
  return found;
}

async function saveRate(shop: TestShop, vatBps: number, vatFrom: string | null = null) {
  const { settings } = await shop.as(shop.people.admin);
  return settings.save({ section: "region", ...(await za(shop)), vatBps, vatFrom });
}

/** As if the shop had been set up with it. */
async function begin(shop: TestShop, vatBps = 1500) {
  await asOwner(shop.deps.db, async (tx) => {
    await tx.deleteFrom("region_vat_rate").where("region", "=", "za").execute();
    await tx
      .insertInto("region_vat_rate")
      .values({ region: "za", vat_bps: vatBps, from_at: null })
      .execute();
  });
}

async function rateOfNewOrder(shop: TestShop) {
  const { uuid } = await aGuestOrder(shop, "BEN");
  const { vat_bps } = await shop.deps.db
    .selectFrom("projection.order_state")
    .select("vat_bps")
    .where("order_id", "=", uuid)
    .executeTakeFirstOrThrow();
  return vat_bps;
}

describe("the VAT rate of a region", () => {
  test("leaves the return of documents of before as it was, and lists them apart afterwards", async ({
    limited: shop,
  }) => {
    await begin(shop);
    onTestFinished(() => begin(shop));
    const { admin } = await office(shop);
    const sell = async () => {
      const order = await aGuestOrder(shop, "BEN");
      await payByBank(shop, order.uuid, order.total);
      return order.total;
    };
    const total = await sell();
    const before = await admin.books.vat(period);
    expect(before.vatReturn.gross).toBeGreaterThanOrEqual(total);

    await saveRate(shop, 1600, tomorrow);
    expect(await admin.books.vat(period)).toEqual(before);

    // It begins.
    await asOwner(shop.deps.db, (tx) =>
      tx
        .updateTable("region_vat_rate")
        .set({ from_at: new Date().toISOString() })
        .where("vat_bps", "=", 1600)
        .execute(),
    );
    const later = await sell();
    const { vatReturn, groups } = await admin.books.vat(period);
    expect(vatReturn).toMatchObject({
      gross: later,
      formerRates: [{ vatBps: 1500, gross: before.vatReturn.gross, vat: before.vatReturn.vat }],
    });
    expect(groups.map(({ supply }) => supply)).toEqual(
      expect.arrayContaining(["standard", "former rate"]),
    );
    const asked = { ...period, currency: "ZAR", kind: null, page: 1, pageSize: 20 } as const;
    const former = await admin.books.vatDocuments({
      ...asked,
      vatBps: 1500,
      supplies: ["former rate"],
    });
    expect(former.sums.vat).toBe(before.vatReturn.vat);
  });

  test("holds for orders from its day on, and until then is shown and can be taken back", async ({
    limited: shop,
  }) => {
    await begin(shop);
    onTestFinished(() => begin(shop));
    const { admin } = await office(shop);
    await saveRate(shop, 1600, tomorrow);
    expect(await za(shop)).toMatchObject({ vatBps: 1600, vatFrom: tomorrow });
    expect((await admin.settings.get()).vatNow).toEqual([{ code: "za", vatBps: 1500 }]);
    expect(await rateOfNewOrder(shop)).toBe(1500);
    const { details } = await shop.deps.db
      .selectFrom("audit_entry")
      .select("details")
      .where("action", "=", "settings.changed")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(details).toEqual({
      region: "za",
      changed: { vatBps: [1500, 1600], vatFrom: [null, tomorrow] },
    });

    await saveRate(shop, 1650, addDays(today, 3));
    expect(await za(shop)).toMatchObject({ vatBps: 1650, vatFrom: addDays(today, 3) });
    const rates = await shop.deps.db
      .selectFrom("region_vat_rate")
      .select(["vat_bps", "from_at"])
      .where("region", "=", "za")
      .orderBy("id")
      .execute();
    const morning = (day: string) => startOfDay(day, "Africa/Johannesburg");
    expect(rates).toEqual([
      { vat_bps: 1500, from_at: null },
      { vat_bps: 1600, from_at: morning(tomorrow) },
      { vat_bps: 1500, from_at: morning(tomorrow) },
      { vat_bps: 1650, from_at: morning(addDays(today, 3)) },
    ]);

    expect((await saveRate(shop, 1500)).proposalId).toBeNull();
    expect(await za(shop)).toMatchObject({ vatBps: 1500, vatFrom: null });
    expect((await admin.settings.get()).vatNow).toEqual([]);

    await saveRate(shop, 1600, today);
    expect(await za(shop)).toMatchObject({ vatBps: 1600, vatFrom: null });
    expect(await rateOfNewOrder(shop)).toBe(1600);
  });

  test("does not begin on a day that is over", async ({ limited: shop }) => {
    await begin(shop);
    await expect(saveRate(shop, 1600, addDays(today, -1))).rejects.toMatchObject({
      code: "CONFLICT",
      cause: { code: "settings.vat-day-past" },
    });
    expect(await za(shop)).toMatchObject({ vatBps: 1500, vatFrom: null });
  });

  test("is lowered by two admins, while the rest is saved at once", async ({ limited: shop }) => {
    await begin(shop);
    onTestFinished(() => begin(shop));
    const { admin, dev } = await office(shop);
    const before = await za(shop);
    const { proposalId } = await admin.settings.save({
      section: "region",
      ...before,
      vatBps: 0,
      vatFrom: tomorrow,
      unitValue: 300_00,
    });
    expect(await za(shop)).toEqual({ ...before, unitValue: 300_00 });
    const { open } = await dev.proposals.list();
    expect(open.find(({ id }) => id === proposalId)?.change).toEqual({
      kind: "vat-rate",
      data: {
        region: "za",
        vatBps: 0,
        vatFrom: tomorrow,
        before: { vatBps: 1500, vatFrom: null },
      },
      words: null,
    });
    expect(await dev.proposals.confirm({ id: String(proposalId) })).toMatchObject({
      failure: null,
    });
    expect(await za(shop)).toMatchObject({ vatBps: 0, vatFrom: tomorrow });
    // Raised again before its day, by one.
    expect((await saveRate(shop, 1500)).proposalId).toBeNull();

    const outdated = String((await saveRate(shop, 1400)).proposalId);
    await saveRate(shop, 1600);
    await dev.proposals.confirm({ id: outdated });
    expect(await stateOf(shop, outdated)).toMatchObject({
      state: "void",
      failure: "proposal.outdated",
    });
    expect(await za(shop)).toMatchObject({ vatBps: 1600 });
    await admin.settings.save({
      section: "region",
      ...(await za(shop)),
      unitValue: before.unitValue,
    });
  });
});
