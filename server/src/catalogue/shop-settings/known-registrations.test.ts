import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { monthSteps } from "@portal/shared/money/statements.ts";
import { addDays, lastDayOf, previousMonth } from "@portal/shared/platform/calendar.ts";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import type { Tx } from "../../platform/db/database.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { shopDay } from "../../testing/shop-day.ts";
import {
  aGuestOrder,
  payByBank,
  saveCompanyDetails,
  test,
  type TestShop,
} from "../../testing/shop-test.ts";

const today = shopDay();
const tomorrow = addDays(today, 1);
const month = today.slice(0, 7);

/** The fields of the form; what is left out is none. */
type Registration = Readonly<{
  vatRegistered: "always" | "from" | "never";
  vatRegisteredFrom?: string;
  vatRegisteredUntil?: string;
}>;

async function register(shop: TestShop, registration: Registration) {
  const { settings } = await shop.as(shop.people.admin);
  const { regions } = await settings.get();
  const za = regions.find(({ code }) => code === "za");
  if (!za) throw new Error("there is no za");
  const none = { vatRegisteredFrom: null, vatRegisteredUntil: null };
  await settings.save({ section: "region", ...za, ...none, ...registration });
}

async function knownRegistrations(tx: Tx) {
  return tx
    .selectFrom("region_vat_registration")
    .select(["region", "registered_from", "registered_until", "earlier"])
    .orderBy("region")
    .orderBy("id")
    .execute();
}

describe("the registration for VAT as it was known", () => {
  test("decides the VAT of figures as known at an earlier time", async ({ shop }) => {
    await saveCompanyDetails(shop, { vatNo: "4123456789" });
    await register(shop, { vatRegistered: "always" });
    const order = await aGuestOrder(shop, "BEN");
    await payByBank(shop, order.uuid, order.total);
    const outputVat = async (knownAt: string | null) => {
      const question = { kind: "balance", region: "za", month, asOf: null, knownAt } as const;
      const { balances } = await shop.deps.readBooks(question);
      return balances[0]?.accounts.find(({ key }) => key === "vatOutput")?.credit ?? 0;
    };
    const vat = await outputVat(null);
    expect(vat).toBeGreaterThan(0);
    const registered = new Date().toISOString();
    await register(shop, { vatRegistered: "never" });
    const notRegistered = new Date().toISOString();
    expect(await outputVat(null)).toBe(0);
    expect(await outputVat(registered)).toBe(vat);

    await register(shop, { vatRegistered: "from", vatRegisteredFrom: today });
    expect(await outputVat(null)).toBe(vat);
    expect(await outputVat(notRegistered)).toBe(0);
    await register(shop, { vatRegistered: "always" });
    expect(await outputVat(notRegistered)).toBe(0);
    expect(await outputVat(registered)).toBe(vat);
  });

  test("is in the audit log where an earlier release did not keep it", async ({ shop }) => {
    const lastMonth = previousMonth(month);
    await register(shop, { vatRegistered: "always", vatRegisteredUntil: lastDayOf(lastMonth) });
    const { statements } = await shop.as(shop.people.admin);
    const accepts = [...monthSteps];
    await statements.close({ commandId: randomUUID(), month: lastMonth, accepts });
    // Registered again: the former one stays beside it.
    await register(shop, { vatRegistered: "from", vatRegisteredFrom: tomorrow });
    const ended = { vatRegisteredFrom: today, vatRegisteredUntil: tomorrow };
    await register(shop, { vatRegistered: "from", ...ended });
    await register(shop, { vatRegistered: "never" });

    const migration = "../../../../migrations/0150-vat-registrations-as-known.sql";
    const text = await readFile(path.join(import.meta.dirname, migration), "utf8");
    const fill = text.slice(text.indexOf("create temporary table"));
    const [kept, found] = await asOwner(shop.deps.db, async (tx) => {
      const before = await knownRegistrations(tx);
      await tx.deleteFrom("region_vat_registration").execute();
      await sql.raw(fill).execute(tx);
      return [before, await knownRegistrations(tx)];
    });
    expect(kept.filter(({ earlier }) => earlier.length > 0)).toHaveLength(3);
    expect(found).toEqual(kept);
  });
});
