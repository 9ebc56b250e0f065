import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { finance } from "./by-program.ts";
import { openOwnShop, type OwnShop } from "./own-shop.ts";
import { expectSoundPage } from "./page-check.ts";
import { goOn, orderNumberToPay, payByCard, signIn } from "./steps.ts";

let browser: Browser;
let shop: OwnShop;
beforeAll(async () => {
  // $32.50 instead of R325.00, and so on.
  const opening = openOwnShop("usa", { REGION: "usa" }, (randCents) => randCents / 10);
  [browser, shop] = await Promise.all([openBrowser(), opening]);
});
afterAll(async () => {
  await browser.close();
  await shop.close();
});

describe("the shop in the United States", () => {
  test("takes an order in dollars to a state and a ZIP code, and is paid by card", async () => {
    const { page, context, mistakes } = await visit(browser, {
      baseUrl: shop.baseUrl,
      viewport: phone,
    });
    await page.goto("/");
    await page.getByText("$32.50").first().waitFor();
    await addAmericanRecipient(page);
    await goOn(page, "Choose a delivery option");
    await page.getByRole("radio", { checked: true }).waitFor();
    expect(await page.getByRole("radio").count()).toBe(1);
    await expectSoundPage(page);
    await goOn(page, "Check your order");
    await page.getByText("Austin, TX 78701").waitFor();
    await expectSoundPage(page);
    await page.getByRole("button", { name: /^Place order and pay \$/ }).click();

    const number = await orderNumberToPay(page);
    await expectSoundPage(page);
    await payByCard(page, "$42.50");
    await expectSoundPage(page);
    expect(mistakes).toEqual([]);
    await context.close();

    const office = await visit(browser, { baseUrl: shop.baseUrl, viewport: desk });
    await signIn(office.page, shop.adminEmail, "/admin/orders");
    await office.page.getByRole("link", { name: `Open order ${number}` }).click();
    const sheet = office.page.getByRole("dialog", { name: `Order ${number}` });
    await sheet.getByText("Austin, TX 78701").first().waitFor();
    await expectSoundPage(office.page);
    const link = sheet.getByRole("link", { name: "Invoice (PDF)" });
    const invoice = await office.page.request.get((await link.getAttribute("href")) ?? "");
    expect((await invoice.body()).subarray(0, 5).toString()).toBe("%PDF-");
    await takeToThePost(office.page, sheet);
    expect(office.mistakes).toEqual([]);
    await office.context.close();
    expect(await finance(shop.databaseUrl, "reconcile")).toMatchObject({ sound: true });
  });
});

async function addAmericanRecipient(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Add (a )?recipient/ }).click();
  const dialog = page.getByRole("dialog", { name: "Add recipient" });
  await dialog.getByLabel("First name").fill("Kim");
  await dialog.getByLabel("Last name").fill("Jacobs");
  await dialog.getByLabel("Cell number").fill("082 123 4567");
  await dialog.getByLabel("Email").fill("kim@example.test");
  await dialog.getByLabel("Address type").selectOption("Residential");
  await dialog.getByLabel("Street address").fill("1 Main Street");
  await dialog.getByLabel("City").fill("Austin");
  await dialog.getByLabel("ZIP code").fill("7870");
  await dialog.getByRole("button", { name: "Save" }).click();
  const problems = dialog.getByRole("alert");
  await problems.getByText(/ZIP code like/).waitFor();
  await problems.getByText("Please choose a state").waitFor();
  await problems.getByText(/\(201\) 555-0123/).waitFor();
  await expectSoundPage(page);
  await dialog.getByLabel("Cell number").fill("(201) 555-0123");
  await dialog.getByLabel("State").selectOption("TX");
  await dialog.getByLabel("ZIP code").fill("78701");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => page.getByRole("radio", { name: /Kim Jacobs/ }).isChecked()).toBe(true);
}

async function takeToThePost(page: Page, sheet: Locator): Promise<void> {
  await sheet.getByRole("button", { name: "Mark as sent" }).click();
  const dialog = page.getByRole("dialog", { name: "Mark this order as sent" });
  await dialog.getByLabel("Tracking number").fill("by hand");
  await dialog.getByRole("button", { name: "Mark as sent" }).click();
  await dialog
    .getByRole("alert")
    .getByText(/letters and digits/)
    .waitFor();
  await expectSoundPage(page);
  await dialog.getByLabel("Tracking number").fill("9400 1000 0000 0000 0000 00");
  await dialog.getByRole("button", { name: "Mark as sent" }).click();
  await dialog.waitFor({ state: "detached" });
  await sheet.getByText("9400100000000000000000").first().waitFor();
  await sheet.getByRole("button", { name: "Correct tracking number" }).click();
  const correction = page.getByRole("dialog", { name: "Correct the tracking number" });
  await correction.getByLabel("Tracking number").fill("9400 1000 0000 0000 0000 17");
  await expectSoundPage(page);
  await correction.getByRole("button", { name: "Correct", exact: true }).click();
  await correction.waitFor({ state: "detached" });
  await sheet.getByText("9400100000000000000017").first().waitFor();
  expect(await sheet.getByRole("button", { name: "Get waybill" }).count()).toBe(0);
  await expectSoundPage(page);
}
