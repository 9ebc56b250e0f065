import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { baseUrl } from "./lane.ts";
import { expectSoundPage } from "./page-check.ts";
import { signIn } from "./steps.ts";

/** The same server under a second host name, which Chromium resolves without DNS. */
const officeUrl = baseUrl.replace("//localhost", "//office.localhost");

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Sam's 30% off the list price, as shown. */
const margin = "was R325.00, with your 30% discount R227.50";
/** Four of these, and one parcel at full price. */
const stockistPrice = "R1\u00a0010.00";
/** One bottle, the four travel sizes of a new office order, and one parcel. */
const firstPrice = "R805.00";
/** Ben's 10% of R1 130.43, the list price of four without VAT; the margin does not reduce it. */
const commission = "R113.04";

describe("ordering in the office portal", () => {
  // shows S6.12
  test("a stockist orders at their margin, pays by card, and the distributor above earns on the list price", async () => {
    const { page, context, mistakes } = await visit(browser, {
      baseUrl: officeUrl,
      viewport: desk,
    });
    await signIn(page, "sam.stockist@shop.test", "/stockist/my-orders");
    await page.getByRole("navigation").getByRole("link", { name: "Create order" }).click();
    await page.getByText(margin).waitFor();
    await page.getByLabel("Quantity of Original 50ml").fill("4");
    await page.getByLabel("Quantity of Original 10ml travel size").fill("0");
    await page.getByText(stockistPrice).first().waitFor();
    await expectSoundPage(page);
    await goToSummary(page);
    await page.getByText("Your 30% discount").filter({ visible: true }).waitFor();
    expect(await page.getByText(margin).count()).toBe(0);
    await expectSoundPage(page);
    await page.getByRole("button", { name: `Place order and pay ${stockistPrice}` }).click();

    await page.waitForURL("**/stockist/my-orders?placed=*");
    await page.getByText(/^Order \d+ placed$/).waitFor();
    const orderNumber = await payNewest(page);
    expect(mistakes).toEqual([]);
    await context.close();

    const ben = await visit(browser, { baseUrl: officeUrl, viewport: desk });
    await signIn(ben.page, "ben.l2@shop.test", "/distributor/my-wallet");
    const sale = ben.page.getByRole("row", { name: new RegExp(`rder ${orderNumber} `) });
    await sale.getByText(commission).waitFor();
    await ben.context.close();
  });

  // shows S4.3
  test("a distributor orders on a phone, at the list price", async () => {
    const { page, context, mistakes } = await visit(browser, {
      baseUrl: officeUrl,
      viewport: phone,
    });
    await signIn(page, "cara.l3@shop.test", "/distributor/create-order");
    await page.getByText(firstPrice).first().waitFor();
    expect(await page.getByText("was R325.00").count()).toBe(0);
    await expectSoundPage(page);
    await goToSummary(page);
    await page.getByRole("button", { name: `Place order and pay ${firstPrice}` }).click();

    await page.waitForURL("**/distributor/my-orders?placed=*");
    await page.getByText(/^Order \d+ placed$/).waitFor();
    await page
      .getByRole("link", { name: /^Pay order/ })
      .first()
      .waitFor();
    expect(mistakes).toEqual([]);
    await context.close();
  });
});

describe("on the customer host", () => {
  // shows S6.11
  test("a distributor is sent to the order form of the office still signed in, and signs out of both hosts", async () => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: phone });
    await signIn(page, "anna.l1@shop.test", "/distributor/my-wallet");
    await page.goto("/");
    await page.getByRole("heading", { name: "Place orders in the office portal" }).waitFor();
    await expectSoundPage(page);
    await page.getByRole("link", { name: "Go to the office portal" }).click();

    // The session is handed over to the other host.
    await page.waitForURL(`${officeUrl}/distributor/create-order`);
    await page.getByRole("heading", { name: "Create order" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Place orders in the office portal" }).waitFor();

    const office = await context.newPage();
    await office.goto(`${officeUrl}/distributor/my-profile`);
    await office.getByRole("button", { name: /^Your account/ }).click();
    await office.getByRole("menuitem", { name: "Sign out" }).click();
    await office.waitForURL((url) => !url.pathname.startsWith("/distributor"));
    await page.goto("/distributor/my-profile");
    await page.waitForURL("**/login?*");
    expect(mistakes).toEqual([]);
    await context.close();
  });
});

async function goToSummary(page: Page): Promise<void> {
  const recipient = page.getByRole("radio").first();
  await recipient.waitFor();
  await recipient.check();
  for (const heading of ["Choose a delivery option", "Check your order"]) {
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  }
}

/** Pays by card from the list of own orders; the provider returns to the shop's host. */
async function payNewest(page: Page): Promise<string> {
  const pay = page.getByRole("link", { name: /^Pay order/ }).first();
  const orderNumber = /\d+/.exec((await pay.getAttribute("aria-label")) ?? "")?.[0] ?? "";
  await pay.click();
  await page.getByRole("button", { name: /by card$/ }).click();
  await page.waitForURL("**/sandbox/payfast/**");
  await page.getByRole("button", { name: /pay/i }).first().click();
  // Back on the portal's host, where the payment began, and still signed in.
  await page.waitForURL(`${officeUrl}/orders/pay/*/payfast-success`);
  await page.getByRole("heading", { name: "Paid. Thank you." }).waitFor();
  expect(await page.getByRole("link", { name: "Sign in" }).count()).toBe(0);
  await expectSoundPage(page);
  await page.getByRole("link", { name: "View receipt" }).click();
  await page.getByText("This page is your receipt.").waitFor();
  return orderNumber;
}
