import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect } from "../../server/src/platform/db/connect.ts";
import { findFreePort } from "../../server/src/platform/free-port.ts";
import { sandboxCourierKey } from "../../server/src/gateways/courier/ship-logic-courier.ts";
import { startTestCourier, type TestCourier } from "../../server/src/testing/test-courier.ts";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { addRecipient, goOn, orderNumberToPay, signIn } from "./steps.ts";
import { openOwnShop, type OwnShop } from "./own-shop.ts";
import { expectSoundPage } from "./page-check.ts";

let browser: Browser;
let shop: OwnShop;
let courierPort: number;
beforeAll(async () => {
  courierPort = await findFreePort();
  const courier = {
    COURIER_MODE: "courier-guy",
    COURIER_API_KEY: sandboxCourierKey,
    COURIER_BASE_URL: `http://127.0.0.1:${courierPort}/sandbox/courier/v2`,
  };
  [browser, shop] = await Promise.all([openBrowser(), openOwnShop("courier_down", courier)]);
});
afterAll(async () => {
  await browser.close();
  await shop.close();
});

const flatOnly =
  "We cannot get delivery dates from the courier right now. The price does not change.";

describe("while the courier does not answer", () => {
  test("orders are placed and paid at the flat price, and shipped once it answers again", async () => {
    const buyer = await visit(browser, { baseUrl: shop.baseUrl, viewport: phone });
    const number = await orderAndPay(buyer.page);
    expect(buyer.mistakes).toEqual([]);

    const office = await visit(browser, { baseUrl: shop.baseUrl, viewport: desk });
    const { page } = office;
    await signIn(page, shop.adminEmail, "/admin/orders");
    await page.getByRole("tab", { name: "Needs a quote" }).click();
    await page.getByRole("link", { name: `Open order ${number}` }).click();
    const sheet = page.getByRole("dialog", { name: `Order ${number}` });
    await sheet.getByText("Quote expired").waitFor();
    expect(await sheet.getByRole("button", { name: "Book shipment" }).count()).toBe(0);
    await sheet.getByRole("button", { name: "Update quote" }).click();
    await sheet
      .getByText("The courier’s system is not responding. Try again in a few minutes.")
      .waitFor();
    await expectSoundPage(page);

    await withCourier(async (courier) => {
      await sheet.getByRole("button", { name: "Update quote" }).click();
      await sheet.getByText("Quote expired").waitFor({ state: "detached" });
      await bookShipment(page);
      expect(courier.asked.filter((call) => call === "POST shipments")).toHaveLength(1);
    });
    await page.goto("/admin/orders?view=to-quote");
    await page.getByText("No orders match").waitFor();

    await buyer.page.reload();
    await buyer.page.getByText("Waiting for the courier").waitFor();
    await Promise.all([buyer.context.close(), office.context.close()]);
  });

  test("a hanging courier does not block an order", async () => {
    await withCourier(async (courier) => {
      courier.mode = "silent";
      const { page, context } = await visit(browser, { baseUrl: shop.baseUrl, viewport: phone });
      await page.goto("/");
      await addRecipient(page, "Sizwe");
      await goOn(page, "Choose a delivery option");
      await page.getByText(flatOnly).waitFor();

      courier.mode = "works";
      await page.getByRole("button", { name: "Try again" }).click();
      await page
        .getByText(/^Arrives by/)
        .first()
        .waitFor();
      expect(await page.getByText(flatOnly).count()).toBe(0);
      await context.close();
    });
  });
});

/** Orders and pays as a guest. @returns the order number */
async function orderAndPay(page: Page): Promise<string> {
  await page.goto("/");
  await page.getByText("R325.00").first().waitFor();
  await addRecipient(page, "Naledi");
  await goOn(page, "Choose a delivery option");
  await page.getByText(flatOnly).waitFor();
  await page.getByRole("radio", { name: /^Courier to the door R100\.00/ }).check();
  await expectSoundPage(page);
  await goOn(page, "Check your order");
  await page.getByRole("button", { name: "Place order and pay R425.00" }).click();
  const number = await orderNumberToPay(page);
  await page.getByRole("button", { name: /by card$/ }).click();
  await page.waitForURL("**/sandbox/payfast/**");
  await page.getByRole("button", { name: /pay/i }).first().click();
  await page.waitForURL("**/payfast-success");
  await page.getByRole("link", { name: "View receipt" }).click();
  await page.getByText("This page is your receipt.").waitFor();
  return number;
}

async function bookShipment(page: Page): Promise<void> {
  const sheet = page.getByRole("dialog", { name: /^Order \d+$/ });
  await sheet.getByRole("button", { name: "Book shipment" }).click();
  const question = page.getByRole("dialog", { name: "Book this shipment?" });
  await question.getByRole("button", { name: "Book shipment" }).click();
  await sheet.getByRole("button", { name: "Get waybill" }).click();
  await sheet.getByRole("link", { name: /^Open waybill [A-Z\d]{6}$/ }).waitFor();
  await expectSoundPage(page);
}

/** Runs the courier while `work` runs. */
async function withCourier(work: (courier: TestCourier) => Promise<void>): Promise<void> {
  const db = connect(shop.databaseUrl, { poolSize: 2 });
  const itself = { region: "za", publicUrl: `http://127.0.0.1:${courierPort}` } as const;
  const clock = { now: () => new Date().toISOString(), newId: () => crypto.randomUUID() };
  const courier = await startTestCourier({ db, ...clock, shop: itself }, courierPort);
  try {
    await work(courier);
  } finally {
    await courier.close();
    await db.destroy();
  }
}
