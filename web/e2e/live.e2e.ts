import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { shopDay } from "../../server/src/testing/shop-day.ts";
import { demoPassword } from "../../server/src/edges/demo/demo-people.ts";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { call, type PlacedOrder, placeGuestOrder } from "./by-program.ts";
import { baseUrl } from "./lane.ts";
import { expectSoundPage } from "./page-check.ts";
import { signIn } from "./steps.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const lwazi = {
  id: -1,
  name: "Lwazi Live",
  town: "Knysna",
  words: "It arrived while I was looking.",
  imageId: null,
  sortOrder: 90,
  isShown: false,
};

describe("live", () => {
  test("a paid order appears in an open wallet and on the dashboard without a reload", async () => {
    const member = await visit(browser, { baseUrl, viewport: phone });
    await signIn(member.page, "cara.l3@shop.test", "/distributor/my-wallet");
    const office = await visit(browser, { baseUrl, viewport: desk });
    await signIn(office.page, "admin@shop.test", "/admin");
    // A phone does not show the live mark, but the connection is open.
    await member.page.getByTitle(/updates automatically/).waitFor({ state: "attached" });
    await office.page.getByTitle(/updates automatically/).waitFor();
    await expectSoundPage(office.page);
    const earned = await unpaidCommission(member.page);
    const sold = await soldToday(office.page);
    const loaded = await office.page.evaluate(() => performance.timeOrigin);

    const order = await placeGuestOrder("CARA");
    await payByBank(order);

    await expect.poll(() => unpaidCommission(member.page)).not.toBe(earned);
    await expect.poll(() => soldToday(office.page)).not.toBe(sold);
    expect(await office.page.evaluate(() => performance.timeOrigin)).toBe(loaded);
    expect([...member.mistakes, ...office.mistakes]).toEqual([]);
    await member.context.close();
    await office.context.close();
  });

  test("another admin's change outside the ledger appears without a reload", async () => {
    const mine = await visit(browser, { baseUrl, viewport: desk });
    await signIn(mine.page, "admin@shop.test", "/admin/edit/testimonials");
    await mine.page.getByTitle(/updates automatically/).waitFor();
    await call("testimonials.save", lwazi, await officeToken());
    await mine.page.getByText("Lwazi Live").first().waitFor();

    await mine.page.goto("/admin/people/1?tab=notes");
    await mine.page.getByTitle(/updates automatically/).waitFor();
    const note = `Asked for the new price list, ${Date.now()}`;
    await call("people.addNote", { id: 1, note }, await officeToken());
    await mine.page.getByRole("article").filter({ hasText: note }).waitFor();
    expect(mine.mistakes).toEqual([]);
    await mine.context.close();
  });

  test("reconnects after a network failure", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: desk });
    await signIn(page, "admin@shop.test", "/admin");
    await page.getByTitle(/updates automatically/).waitFor();
    const sold = await soldToday(page);

    await context.setOffline(true);
    await payByBank(await placeGuestOrder("CARA"));
    await context.setOffline(false);

    await expect.poll(() => soldToday(page), { timeout: 40_000 }).not.toBe(sold);
    await page.getByTitle(/updates automatically/).waitFor({ timeout: 40_000 });
    await context.close();
  });
});

describe("the office's day", () => {
  test("starts with the open tasks, each linking to its list", async () => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: phone });
    await signIn(page, "admin@shop.test", "/admin");
    await payByBank(await placeGuestOrder("CARA"), 100);
    await page.getByRole("link", { name: /Overpaid orders/ }).click();
    await page.waitForURL("**/admin/orders?state=overpaid");
    await page.getByRole("heading", { name: "Orders" }).waitFor();
    expect(mistakes).toEqual([]);
    await context.close();
  });

  test("shows that the money checks pass", async () => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: desk });
    await signIn(page, "admin@shop.test", "/admin/ledger-health");
    await page.getByRole("button", { name: "Check now" }).click();
    await page.getByText("Everything is in order").waitFor();
    const figures = page.getByRole("region", { name: "Figures check" });
    await figures.getByText("Checked just now").waitFor();
    await expectSoundPage(page);
    expect(mistakes).toEqual([]);
    await context.close();
  });
});

function unpaidCommission(page: Page): Promise<string> {
  return page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "You can be paid" }) })
    .first()
    .innerText();
}

function soldToday(page: Page): Promise<string> {
  return page.getByRole("article", { name: "Sold today" }).innerText();
}

async function officeToken(): Promise<string> {
  const signedIn = await call("auth.login", { email: "office@shop.test", password: demoPassword });
  return z.object({ token: z.string() }).parse(signedIn).token;
}

/** Records a bank transfer over the API. @param more an overpayment, in cents */
async function payByBank({ uuid, total }: PlacedOrder, more = 0): Promise<void> {
  const token = await officeToken();
  const receivedOn = shopDay();
  const payment = { commandId: randomUUID(), uuid, amount: total + more, reference: uuid };
  await call("orders.recordEft", { ...payment, receivedOn }, token);
}
