import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, visit } from "./browser.ts";
import { baseUrl } from "./lane.ts";
import { expectSoundPage } from "./page-check.ts";
import { goOn, orderNumberToPay, signIn } from "./steps.ts";

const officeUrl = baseUrl.replace("//localhost", "//office.localhost");
/** A phone, both sides of the width where the columns begin, and two desks. */
const widths = [390, 767, 768, 1024, 1280] as const;
/** As long as an email address may be in one word. */
const longEmail = `${"thandi.the.buyer.of.many.bottles".repeat(2).slice(0, 60)}@${"example".repeat(8)}.test`;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe("the order form at every width", () => {
  test("shows a large amount whole and breaks a long email, from the form to the payment", async () => {
    const { page, context, mistakes } = await visit(browser, {
      baseUrl,
      viewport: { width: 390, height: 844 },
    });
    await page.goto("/");
    await page.getByText("R325.00").first().waitFor();
    await addLongRecipient(page);
    await page
      .getByLabel(/^Quantity of/)
      .first()
      .fill("706");
    await page
      .getByText(/R2\d\d\s\d{3}\.\d\d/)
      .last()
      .waitFor();
    await expectSoundAtWidths(page);
    await goOn(page, "Choose a delivery option");
    await expectSoundAtWidths(page);
    await goOn(page, "Check your order");
    await page.getByText(longEmail).first().waitFor();
    await expectSoundAtWidths(page);
    await page.getByRole("button", { name: /^Place order and pay/ }).click();
    await orderNumberToPay(page);
    await expectSoundAtWidths(page);
    expect(mistakes).toEqual([]);
    await context.close();
  });

  test("shows a large amount whole in the portal", async () => {
    const { page, context, mistakes } = await visit(browser, {
      baseUrl: officeUrl,
      viewport: { width: 1280, height: 844 },
    });
    await signIn(page, "cara.l3@shop.test", "/distributor/create-order");
    await page.getByRole("radio").first().waitFor();
    await page
      .getByLabel(/^Quantity of/)
      .first()
      .fill("706");
    await page
      .getByText(/R\d{3}\s\d{3}\.\d\d/)
      .last()
      .waitFor();
    await expectSoundAtWidths(page);
    expect(mistakes).toEqual([]);
    await context.close();
  });

  test("keeps every button free of a recipient that needs a new address", async () => {
    const { page, context } = await visit(browser, {
      baseUrl,
      viewport: { width: 390, height: 844 },
    });
    // An address as it came from the former courier's system, whose place is not known any more.
    await page.route("**/trpc/**addresses.list**", async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({
        response,
        body: text.replaceAll('"needsUpdate":false', '"needsUpdate":true'),
      });
    });
    await page.goto("/");
    await page.getByText("R325.00").first().waitFor();
    await addLongRecipient(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      await page.getByRole("button", { name: "Update Address" }).click({ trial: true });
      for (const button of await page.getByRole("button", { name: /^Add / }).all())
        await button.click({ trial: true });
      await expectSoundPage(page);
    }
    await context.close();
  });
});

async function expectSoundAtWidths(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await expectSoundPage(page);
  }
}

async function addLongRecipient(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Add (a )?recipient/ }).click();
  const dialog = page.getByRole("dialog", { name: "Add recipient" });
  await page.getByLabel("Post code or suburb").fill("Observatory");
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: "Observatory Cape Town, 7925" }).click();
  await dialog.getByLabel("First name").fill("Thandi");
  await dialog.getByLabel("Last name").fill("Mokoena");
  await dialog.getByLabel("Cell number").fill("0821234567");
  await dialog.getByLabel("Email").fill(longEmail);
  await dialog.getByLabel("Address type").selectOption("Residential");
  await dialog.getByLabel("Street address").fill("12 Milkwood Lane");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
}
