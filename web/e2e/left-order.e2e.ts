import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, phone, visit } from "./browser.ts";
import { baseUrl } from "./lane.ts";
import { expectSoundPage } from "./page-check.ts";
import { addRecipient, goToSummary, orderNumberToPay, payByCard, signIn } from "./steps.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe("an order that was left before it was paid", () => {
  // shows T278
  test("is named in the shop of that browser until it is paid, and the form's steps are gone from the history", async () => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: phone });
    const number = await placeOrder(page);
    const payPath = new URL(page.url()).pathname;
    await page.goBack();
    const notice = page.getByText(`Order ${number} is not paid yet`);
    await notice.waitFor();
    await page.getByText("R325.00").first().waitFor();
    expect(await page.evaluate(() => localStorage.getItem("unpaid-orders-1"))).not.toMatch(
      /Ayanda|Mokoena|example\.test/,
    );
    await expectSoundPage(page);

    await page.goForward();
    await page.waitForURL(`**${payPath}`);
    await orderNumberToPay(page);
    await page.goBack();
    await page.getByRole("link", { name: `Pay order ${number}` }).click();
    await payByCard(page, "R425.00");
    await page.goto("/");
    await page.getByText("R325.00").first().waitFor();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("unpaid-orders-1")))
      .toBeNull();
    expect(await notice.count()).toBe(0);
    expect(mistakes).toEqual([]);
    await context.close();
  });

  test("is not shown to the person who signs in next", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    const number = await placeOrder(page);
    await page.goto("/login");
    await signIn(page, "kim.customer@shop.test", null);
    await page.goto("/");
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    await page.getByText("R325.00").first().waitFor();
    expect(await page.evaluate(() => localStorage.getItem("unpaid-orders-1"))).toBeNull();
    expect(await page.getByText(`Order ${number} is not paid yet`).count()).toBe(0);
    await context.close();
  });
});

// shows T279
test("a sign-out in one tab takes the person out of every other tab, even while the server cannot be reached", async () => {
  const { page, context } = await visit(browser, { baseUrl, viewport: phone });
  await page.goto("/login");
  await signIn(page, "kim.customer@shop.test", null);
  await page.goto("/");
  await page.getByRole("radio").first().waitFor();
  await goToSummary(page);
  const name = page.getByRole("heading", { name: /^Parcel to / });
  const shown = (await name.innerText()).replace("Parcel to ", "");
  // The first tab gets no answer any more.
  await page.route("**/trpc/**", (route) => route.abort());

  const other = await context.newPage();
  await other.goto("/");
  await other.getByRole("button", { name: "Sign out" }).click();
  await other.getByRole("link", { name: "Sign in" }).first().waitFor();
  await page.getByRole("link", { name: "Sign in" }).first().waitFor();
  expect(await page.locator("body").innerText()).not.toContain(shown);
  await context.close();
});

async function placeOrder(page: Page): Promise<string> {
  await page.goto("/");
  await page.getByText("R325.00").first().waitFor();
  await addRecipient(page, "Ayanda");
  await goToSummary(page);
  await page.getByRole("button", { name: /^Place order and pay/ }).click();
  return orderNumberToPay(page);
}
