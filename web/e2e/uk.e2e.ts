import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect } from "../../server/src/platform/db/connect.ts";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { finance } from "./by-program.ts";
import { goOn, orderNumberToPay, payByCard, signIn } from "./steps.ts";
import { openOwnShop, type OwnShop } from "./own-shop.ts";
import { expectSoundPage } from "./page-check.ts";

let browser: Browser;
let shop: OwnShop;
beforeAll(async () => {
  // £32.50 instead of R325.00, and so on.
  const opening = openOwnShop(
    "uk",
    { REGION: "uk", STRIPE_MODE: "local" },
    (randCents) => randCents / 10,
  );
  [browser, shop] = await Promise.all([openBrowser(), opening]);
  await setBank(shop.databaseUrl);
});
afterAll(async () => {
  await browser.close();
  await shop.close();
});

/** One bottle, and one parcel by Royal Mail. */
const price = "£37.49";
/** The bottle without 20% VAT. */
const value = "£27.08";

describe("the shop in the United Kingdom", () => {
  test("asks about cookies before storing anything, without blocking the order", async () => {
    const { page, context, mistakes } = await visit(browser, {
      baseUrl: shop.baseUrl,
      viewport: phone,
    });
    await page.goto("/?gclid=an-advertisement");
    const notice = page.getByRole("region", { name: "Cookies" });
    await notice.getByText(/which advert brought you here/).waitFor();
    await page.getByText(price).waitFor();
    await expectSoundPage(page);
    // The notice and the order bar do not overlap.
    const bottom = await bottomOf(notice.getByRole("button", { name: "Allow all" }));
    const total = await page.getByRole("complementary", { name: "Your order" }).boundingBox();
    expect(bottom).toBeLessThanOrEqual(total?.y ?? 0);
    expect(await stored(page)).not.toContain("an-advertisement");

    await notice.getByRole("button", { name: "Necessary only" }).click();
    await notice.waitFor({ state: "detached" });
    expect(await stored(page)).not.toContain("an-advertisement");
    await page.reload();
    await page.getByText(price).waitFor();
    expect(await notice.count()).toBe(0);
    expect(mistakes).toEqual([]);
    await context.close();
  });

  // shows S9.24
  test("takes an order in pounds, sends it by Royal Mail, and is paid by card", async () => {
    const { page, context, mistakes } = await visit(browser, {
      baseUrl: shop.baseUrl,
      viewport: phone,
    });
    await orderAsGuest(page);
    const number = await orderNumberToPay(page);
    await expectSoundPage(page);
    await page.getByText("You’ll pay on Stripe’s secure page").waitFor();
    await page.getByRole("button", { name: `Pay ${price} by card` }).click();
    await page.waitForURL("**/sandbox/stripe/**");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("This order is not paid").waitFor();
    await payByCard(page, price, "stripe");
    await expectSoundPage(page);
    expect(mistakes).toEqual([]);
    await context.close();

    const office = await visit(browser, { baseUrl: shop.baseUrl, viewport: desk });
    await signIn(office.page, shop.adminEmail, "/admin/orders");
    await sendByRoyalMail(office.page, number);
    expect(office.mistakes).toEqual([]);
    await office.context.close();
    expect(await finance(shop.databaseUrl, "reconcile")).toMatchObject({ sound: true });
  });

  test("shows bank details with a sort code", async () => {
    const { page, context, mistakes } = await visit(browser, {
      baseUrl: shop.baseUrl,
      viewport: desk,
    });
    await orderAsGuest(page);
    const number = await orderNumberToPay(page);
    await page.getByRole("radio", { name: "Pay by bank transfer" }).check();
    await page.getByRole("button", { name: "PAY WITH EFT" }).click();
    await page.getByText("Your order is placed.").waitFor();
    await page.getByText(`RH${number}`).first().waitFor();
    await page.getByText("Sort code").waitFor();
    await expectSoundPage(page);
    await expect
      .poll(() => mailTexts(shop.mailFolder), { timeout: 15_000 })
      .toContain(`Amount: ${price}\nReference: RH${number}`);
    expect(await mailTexts(shop.mailFolder)).toContain("Sort code: 20-00-00");
    expect(mistakes).toEqual([]);
    await context.close();
  });

  // shows S9.24
  test("takes a British mobile number from an aspiring distributor", async () => {
    const { page, context } = await visit(browser, { baseUrl: shop.baseUrl, viewport: phone });
    await page.goto("/contact-us");
    await page.getByRole("radio", { name: "Become a distributor" }).check();
    await page.getByLabel("Mobile number").waitFor();
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Please enter a valid UK mobile number.").first().waitFor();
    await expectSoundPage(page);
    await context.close();
  });
});

async function orderAsGuest(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByText("£32.50").first().waitFor();
  await page.getByRole("button", { name: "Necessary only" }).click();
  await addBritishRecipient(page);
  await goOn(page, "Choose a delivery option");
  const royalMail = page.getByRole("radio", { name: /^Royal Mail £4\.99/ });
  await royalMail.waitFor();
  expect(await royalMail.isChecked()).toBe(true);
  expect(await page.getByRole("radio").count()).toBe(1);
  await expectSoundPage(page);
  await goOn(page, "Check your order");
  await page.getByText("London, SW1Y 4LE").waitFor();
  await expectSoundPage(page);
  await page.getByRole("button", { name: `Place order and pay ${price}` }).click();
}

/** Types address lines, town and postcode, without a list of places. */
async function addBritishRecipient(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Add (a )?recipient/ }).click();
  const dialog = page.getByRole("dialog", { name: "Add recipient" });
  await dialog.getByLabel("Postcode").fill("7925");
  await dialog.getByRole("button", { name: "Save" }).click();
  const problems = dialog.getByRole("alert");
  await problems.getByText("Please enter a postcode like SW1A 1AA").waitFor();
  await problems.getByText(/Please enter a UK mobile number like 07400 123456/).waitFor();
  await expectSoundPage(page);
  await dialog.getByLabel("First name").fill("Ada");
  await dialog.getByLabel("Last name").fill("Lovelace");
  await dialog.getByLabel("Mobile number").fill("+44 7400 123456");
  expect(await dialog.getByLabel("Mobile number").inputValue()).toBe("07400123456");
  await dialog.getByLabel("Email").fill("ada@example.test");
  await dialog.getByLabel("Address type").selectOption("Residential");
  await dialog.getByLabel("Postcode").fill("sw1y4le");
  await dialog.getByLabel("Address line 1").fill("12 St James’s Square");
  await dialog.getByLabel("Town").fill("London");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const recipient = page.getByRole("radio", { name: /Ada Lovelace/ });
  await expect.poll(() => recipient.isChecked()).toBe(true);
}

/** Takes the flat rate; the invoice has 20% VAT, and the Royal Mail file has the parcel. */
async function sendByRoyalMail(page: Page, number: string): Promise<void> {
  await page.getByRole("link", { name: `Open order ${number}` }).click();
  const sheet = page.getByRole("dialog", { name: `Order ${number}` });
  await sheet.getByRole("button", { name: "Use the Royal Mail flat rate" }).click();
  await sheet.getByText("Courier’s quote").waitFor();
  await sheet.getByText("£4.99").last().waitFor();
  await expectSoundPage(page);
  const link = sheet.getByRole("link", { name: "Invoice (PDF)" });
  const invoice = await page.request.get((await link.getAttribute("href")) ?? "");
  expect((await invoice.body()).subarray(0, 5).toString()).toBe("%PDF-");
  const file = await page.request.get("/office/click-and-drop.csv");
  expect(await file.text()).toMatch(/Ada Lovelace.*12 St James’s Square.*London.*SW1Y 4LE/);
  await sheet.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Explain commission" }).click();
  const why = page.getByRole("dialog", { name: `Commission on order ${number}` });
  await why.getByText(/Each line excludes 20% VAT/).waitFor();
  await why.getByText(value).first().waitFor();
}

/** Enters values under Other Settings. */
async function setBank(url: string): Promise<void> {
  const db = connect(url, { poolSize: 1 });
  try {
    await db
      .updateTable("shop_setting")
      .set({
        bank_name: "Demo Bank",
        bank_account_name: "Rhizo Shop Ltd",
        bank_account_type: "Business account",
        bank_account_number: "12345678",
        bank_branch_code: "20-00-00",
      })
      .execute();
  } finally {
    await db.destroy();
  }
}

async function bottomOf(part: Locator): Promise<number> {
  const box = await part.boundingBox();
  return box ? box.y + box.height : Number.NaN;
}

/** Everything the browser stores for the shop. */
function stored(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage].map((kept) => Object.entries(kept))),
  );
}

async function mailTexts(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")));
  return texts.join("\n").replaceAll("\\n", "\n");
}
