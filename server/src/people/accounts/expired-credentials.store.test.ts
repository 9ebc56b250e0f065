import { expect } from "vitest";
import { aBrowser, aPerson, linkFor } from "../../testing/a-browser.ts";
import { test } from "../../testing/shop-test.ts";
import { purgeExpiredCredentials } from "./sign-in-attempts.store.ts";

test("codes, links, tries and rate limits are purged once they have expired, and not before", async ({
  shop,
}) => {
  const { db } = shop.deps;
  const { id, email } = await aPerson(shop);
  await aBrowser(shop).change("auth.requestCode", { email });
  await aBrowser(shop).change("auth.login", { email, password: "Wrong-1234!" });
  await linkFor(shop, id, "reset-password");
  const left = async () => {
    const tables = ["sign_in_code", "account_link", "sign_in_failure", "rate_limit"] as const;
    const counts = tables.map(async (table) => {
      const found = db.selectFrom(table).select(db.fn.countAll<number>().as("rows"));
      return (await found.executeTakeFirstOrThrow()).rows;
    });
    return Promise.all(counts);
  };
  const before = await left();
  expect(before.every((rows) => rows > 0)).toBe(true);

  await purgeExpiredCredentials(db, new Date(Date.now() - 60_000).toISOString());
  expect(await left()).toEqual(before);

  await purgeExpiredCredentials(db, new Date(Date.now() + 2 * 3_600_000).toISOString());
  expect(await left()).toEqual([0, 0, 0, 0]);
});
