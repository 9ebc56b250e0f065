import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listDemoAccounts } from "../../../server/src/edges/demo/demo-people.ts";
import { baseUrl } from "../lane.ts";
import { openWebKit, type WebKit } from "./webkit-browser.ts";
import { WebKitPage } from "./webkit-page.ts";

const distributor = listDemoAccounts().find(({ email }) => email === "ben.l2@shop.test");
const pay = "Pay R1 400.00 by card";

let webkit: WebKit;
beforeAll(async () => {
  webkit = await openWebKit();
});
afterAll(() => webkit[Symbol.asyncDispose]());

describe("in WebKit, the engine of Safari", () => {
  test("a guest orders, comes Back from the card provider's page, and pays", async () => {
    const page = new WebKitPage(webkit.driver);
    await order(page);

    await page.seeHeading("Pay order");
    await page.mark();
    await page.press(pay);
    await page.untilAddressHas("/sandbox/payfast/");
    await page.back();

    // WebKit shows the page as it was left, with its scripts going on: the button must be at rest again.
    await page.seeHeading("Pay order");
    expect(await page.isMarked()).toBe(true);
    await page.press(pay);
    await page.untilAddressHas("/sandbox/payfast/");
    await page.press("Complete Payment");
    await page.seeHeading("Paid. Thank you.");

    // Back past the provider, to the page that still says that the order is to be paid: it is read anew.
    await page.back();
    await page.untilAddressHas("/sandbox/payfast/");
    await page.back();
    await page.untilAddressHas("/orders/pay/");
    expect(await page.isMarked()).toBe(true);
    await page.see("This page is your receipt.");
  });
});

async function order(page: WebKitPage): Promise<void> {
  await page.open(`${baseUrl}/via/${distributor?.code}`);
  await page.fill("Quantity of 50 ml bottle", "4");
  await page.press("Add recipient");
  await page.fill("Post code or suburb", "Observatory");
  await page.press("Search");
  await page.pressOption("Cape Town, 7925");
  await page.fill("First name", "Thandi");
  await page.fill("Last name", "Mokoena");
  await page.fill("Cell number", "0821234567");
  await page.fill("Email", "thandi@example.test");
  await page.choose("Address type", "Residential");
  await page.fill("Street address", "12 Milkwood Lane");
  await page.press("Save");
  await page.see("Thandi Mokoena");
  await page.press("Next");
  await page.seeHeading("Choose a delivery option");
  await page.see("Collect from our office");
  await page.press("Next");
  await page.seeHeading("Check your order");
  await page.press("Place order and pay R1 400.00");
}
