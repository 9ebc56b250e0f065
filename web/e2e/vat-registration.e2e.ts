import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pdfText } from "../../server/src/testing/pdf-text.ts";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { finance } from "./by-program.ts";
import { openOwnShop, type OwnShop } from "./own-shop.ts";
import { expectSoundPage } from "./page-check.ts";
import { addRecipient, goToSummary, orderNumberToPay, payByCard, signIn } from "./steps.ts";

const settingsAt = (section: string) => `/admin/edit/rhizo-config?section=${section}`;

let browser: Browser;
/** Other journeys rely on VAT, and their shop has closed months. */
let shop: OwnShop;
beforeAll(async () => {
  [browser, shop] = await Promise.all([openBrowser(), openOwnShop("vat", {})]);
});
afterAll(async () => {
  await browser.close();
  await shop.close();
});

describe("a shop that is not registered for VAT yet", () => {
  // shows T314
  test("sells without VAT: on the invoice, in the journals and in the return", async () => {
    const { baseUrl } = shop;
    const buyer = await visit(browser, { baseUrl, viewport: phone });
    await buyer.page.goto("/");
    await addRecipient(buyer.page, "Thandi");
    await goToSummary(buyer.page);
    await buyer.page.getByRole("button", { name: /^Place order and pay R/ }).click();
    const number = await orderNumberToPay(buyer.page);
    await payByCard(buyer.page, "R425.00");

    const office = await visit(browser, { baseUrl, viewport: desk });
    const { page } = office;
    await signIn(page, shop.adminEmail, "/admin/orders");
    const invoice = await invoiceOf(page, number);
    expect(invoice).toContain("R425.00");
    expect(invoice).not.toMatch(/VAT|Tax/);
    await page.goto("/admin/accounting?view=vat");
    await page
      .getByText(/^Not registered for VAT: invoices/)
      .first()
      .waitFor();
    await expectSoundPage(page);
    await page.goto("/admin/accounting?view=trial-balance");
    await page.getByText("Sales", { exact: true }).first().waitFor();
    expect(await page.getByText("VAT output").count()).toBe(0);
    await expectSoundPage(page);

    await page.goto(settingsAt("region-za"));
    const registered = page.getByLabel(/^Registered for VAT/);
    await registered.selectOption("from");
    await page.getByRole("button", { name: "Save" }).last().click();
    await page.getByText("Required").first().waitFor();
    await expectSoundPage(page);
    await registered.selectOption("always");
    await page.getByRole("button", { name: "Save" }).last().click();
    await page
      .getByText(/Enter it under Company details first/)
      .first()
      .waitFor();
    await expectSoundPage(page);

    await page.goto(settingsAt("shop"));
    await page.getByLabel("VAT number").fill("4123456789");
    await save(page);
    await page.goto(settingsAt("region-za"));
    await registered.selectOption("always");
    await save(page);
    expect(await invoiceOf(page, number)).toMatch(/Tax invoice.*VAT no. 4123456789/s);
    await page.goto(settingsAt("shop"));
    await page.getByLabel("VAT number").fill("");
    await page.getByRole("button", { name: "Save" }).last().click();
    await page
      .getByText(/so its invoices need the VAT number/)
      .first()
      .waitFor();
    await page.goto("/admin/accounting?view=trial-balance");
    await page.getByText("VAT output").first().waitFor();
    expect(await finance(shop.databaseUrl, "reconcile")).toMatchObject({ sound: true });
    const refused = /409 \(Conflict\) \S+\/trpc\/settings\.save/;
    expect(office.mistakes.filter((mistake) => refused.test(mistake))).toHaveLength(2);
    expect(office.mistakes.filter((mistake) => !refused.test(mistake))).toEqual([]);
    expect(buyer.mistakes).toEqual([]);
    await Promise.all([buyer.context.close(), office.context.close()]);
  });
});

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save" }).last().click();
  await page.getByText("Saved!").waitFor();
}

/** The words of the order's invoice as a PDF. */
async function invoiceOf(page: Page, number: string): Promise<string> {
  await page.goto("/admin/orders");
  await page.getByRole("link", { name: `Open order ${number}` }).click();
  const sheet = page.getByRole("dialog", { name: `Order ${number}` });
  const link = sheet.getByRole("link", { name: "Invoice (PDF)" });
  const answer = await page.request.get((await link.getAttribute("href")) ?? "");
  return pdfText(await answer.body());
}
