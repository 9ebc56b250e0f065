import { randomUUID } from "node:crypto";
import {
  addDays,
  lastDayOf,
  monthsOfTaxYear,
  taxYearOf,
} from "@portal/shared/platform/calendar.ts";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, payByBank, test, type TestShop } from "../../testing/shop-test.ts";
import { purgeExpired } from "../retention/purge-expired.actions.ts";
import { eraseAccount } from "./erase-account.actions.ts";

const tax = { kind: "za-tax", number: "0001339050", idNumber: "8001015009087" } as const;

const eraseIn = ({ deps: { db, now } }: TestShop, userId: number) =>
  db.transaction().execute((tx) => eraseAccount(tx, userId, now(), { isAgain: true }));

const command = () => ({ commandId: randomUUID() });

const keptOf = ({ deps: { db } }: TestShop, userId: number) =>
  db.selectFrom("kept_tax_identity").selectAll().where("user_id", "=", userId).execute();

/** The last day of the tax year of today. */
function yearEnd(): string {
  const months = monthsOfTaxYear(taxYearOf(shopDay().slice(0, 7), "za"), "za");
  return lastDayOf(months.at(-1) ?? "");
}

describe("who a member was to the tax authority", () => {
  // shows R79, T313
  test("stays for five years after the tax year of the last payment, and goes then", async ({
    shop,
  }) => {
    const { ben } = shop.people;
    const { db } = shop.deps;
    const order = await aGuestOrder(shop, "BEN");
    await payByBank(shop, order.uuid, order.total);
    const api = await shop.as(ben);
    await api.taxDetails.save({ ...tax, vatNumber: "4123456789" });
    await api.wallet.convertToCredit({ ...command(), amount: 299 });

    const admin = await shop.as(shop.people.admin);
    const last = addDays(yearEnd(), 1827);
    await admin.users.delete({ ...command(), id: ben });
    expect(await admin.users.moneyDue({ id: ben })).toMatchObject({ taxIdentityThrough: last });
    await eraseIn(shop, ben);
    const kept = {
      first_name: "Ben",
      last_name: "Person",
      kind: tax.kind,
      number: tax.number,
      id_number: tax.idNumber,
      vat_number: "4123456789",
      tax_year_end: yearEnd(),
    };
    expect(await keptOf(shop, ben)).toEqual([{ user_id: ben, ...kept }]);
    expect(await db.selectFrom("tax_detail").selectAll().execute()).toEqual([]);

    const purgeOn = (day: string) => purgeExpired({ db, now: () => `${day}T12:00:00.000Z` });
    await purgeOn(last);
    expect(await keptOf(shop, ben)).toEqual([{ user_id: ben, ...kept }]);
    await purgeOn(addDays(last, 1));
    expect(await keptOf(shop, ben)).toEqual([]);
  });

  // shows R77
  test("is not kept of somebody who was never paid", async ({ shop }) => {
    const { cara } = shop.people;
    await (await shop.as(cara)).taxDetails.save({ ...tax, vatNumber: "" });
    await eraseIn(shop, cara);
    expect(await keptOf(shop, cara)).toEqual([]);
  });

  // shows R79
  test("is not kept where there are no certificates, nor longer because of a late erasure", async ({
    shop,
    superuser,
  }) => {
    const { anna } = shop.people;
    const { db } = shop.deps;
    const order = await aGuestOrder(shop, "ANNA");
    await payByBank(shop, order.uuid, order.total);
    await (await shop.as(anna)).wallet.convertToCredit({ ...command(), amount: 1 });
    const admin = await shop.as(shop.people.admin);
    await admin.users.delete({ ...command(), id: anna });
    const keptThrough = async () => (await admin.users.moneyDue({ id: anna })).taxIdentityThrough;
    expect(await keptThrough()).toBe(addDays(yearEnd(), 1827));
    const sellIn = (region: string) =>
      sql`update projection.order_state set region = ${region}`.execute(superuser);
    await sellIn("uk");
    expect(await keptThrough()).toBeNull();
    await sellIn("za");

    const late = `${addDays(yearEnd(), 1828)}T08:00:00.000Z`;
    await db.transaction().execute((tx) => eraseAccount(tx, anna, late, { isAgain: true }));
    expect(await keptOf(shop, anna)).toEqual([]);
  });
});
