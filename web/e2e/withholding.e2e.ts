import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { type DemoShop, openDemoShop } from "./own-shop.ts";
import { expectSoundPage } from "./page-check.ts";
import { payInBatch, signIn, withPassword } from "./steps.ts";

const ben = "ben.l2@shop.test";
const requests = "/admin/payout-requests";

let browser: Browser;
/** Other journeys rely on payouts without tax. */
let shop: DemoShop;
beforeAll(async () => {
  [browser, shop] = await Promise.all([openBrowser(), openDemoShop("withholding")]);
});
afterAll(async () => {
  await browser.close();
  await shop.close();
});

describe("tax withheld of a payout", () => {
  // shows T307, T308, T316, T317, T318, T319
  test("is seen before the request, and is not in the bank file but in statement and journal", async () => {
    const { baseUrl } = shop;
    const office = await visit(browser, { baseUrl, viewport: desk });
    await signIn(office.page, "admin@shop.test", "/admin/edit/rhizo-config?section=payouts");
    await office.page.getByLabel(/^Tax withheld/).fill("25");
    await office.page.getByRole("button", { name: "Save" }).last().click();
    await office.page.getByText("Saved!").waitFor();
    await expectSoundPage(office.page);

    const member = await visit(browser, { baseUrl, viewport: phone });
    await signIn(member.page, ben, "/distributor/my-wallet");
    const { gross, tax } = await askForPayout(member.page);
    expect(tax).toBeGreaterThan(0);
    await addTaxNumber(member.page);

    const other = await visit(browser, { baseUrl, viewport: desk });
    await signIn(other.page, "office@shop.test", requests);
    await approveIfNeeded(other.page);
    await other.context.close();

    await agreeToSelfBilling(office.page);
    await selectBen(office.page);
    const { text: file } = await payInBatch(office.page);
    expect(file).toContain(((gross - tax) / 100).toFixed(2));
    expect(file).not.toContain((gross / 100).toFixed(2));

    const invoice = await documentOf(member.page, "Tax invoice (PDF)");
    expect(invoice).toMatch(/^inline; filename="invoice-SB\d+-1\.pdf"$/);
    await creditInvoice(office.page);
    const note = await documentOf(member.page, "credit note (PDF)");
    expect(note).toMatch(/^inline; filename="credit-note-SBC\d+-1\.pdf"$/);

    await member.page.goto("/distributor/my-statements");
    await member.page
      .getByRole("button", { name: /^Open the statement for/ })
      .first()
      .click();
    await member.page.getByText(/after R.* tax withheld/).waitFor();
    await expectSoundPage(member.page);
    await office.page.goto("/admin/accounting?view=trial-balance");
    const row = office.page.getByRole("row").filter({ hasText: "Tax withheld" });
    await row.waitFor();
    expect(centsIn(await row.innerText())).toContain(String(tax));
    await expectSoundPage(office.page);
    expect([...office.mistakes, ...other.mistakes]).toEqual([]);
    // The browser notes the number that was refused.
    expect(member.mistakes).toEqual([expect.stringContaining("taxDetails.save")]);
    await Promise.all([office.context.close(), member.context.close()]);
  });
});

/** The cents of the request and of its tax, as the page says before it is sent. */
async function askForPayout(page: Page): Promise<{ gross: number; tax: number }> {
  await page
    .getByText(/We’ll withhold R.* tax \(25%\)\./)
    .first()
    .waitFor();
  await expectSoundPage(page);
  await page.getByRole("button", { name: "Request payout" }).click();
  const asking = page.getByRole("dialog", { name: "Request payout?" });
  const words = await asking.getByText(/We’ll withhold R.* tax \(25%\)\./).innerText();
  const [, withheld = ""] = /We’ll withhold (R.*?) tax/.exec(words) ?? [];
  const send = asking.getByRole("button", { name: /^Request R/ });
  const gross = Number(centsIn(await send.innerText()));
  await expectSoundPage(page);
  await send.click();
  await page.getByText("You already have an open payout request.").waitFor();
  await page.getByRole("tab", { name: "Payout requests" }).click();
  await page
    .getByText(/tax withheld/)
    .first()
    .waitFor();
  return { gross, tax: Number(centsIn(withheld)) };
}

async function addTaxNumber(page: Page): Promise<void> {
  await page.goto("/distributor/my-profile?section=tax-details");
  await page.getByRole("button", { name: "Add tax details" }).click();
  const dialog = page.getByRole("dialog", { name: "Tax details" });
  await dialog.getByLabel(/^Number/).fill("0001339051");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog
    .getByText(/a digit or letter is wrong or missing/)
    .first()
    .waitFor();
  await expectSoundPage(page);
  await dialog.getByLabel(/^Number/).fill("0001339050");
  await dialog.getByLabel(/^VAT number/).fill("4123456789");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("•••• 9050").waitFor();
}

async function approveIfNeeded(page: Page): Promise<void> {
  await findBen(page);
  const approve = page.getByRole("button", { name: "Approve payout" });
  await page.getByRole("heading", { name: "Log" }).waitFor();
  if (await approve.isVisible()) {
    await approve.click();
    await page.getByText("You approved this. Someone else must pay it.").waitFor();
  }
}

/** Opens the request. */
async function findBen(page: Page): Promise<void> {
  await page.getByLabel("Search payout requests").fill(ben);
  await page.waitForURL(/search=/);
  await page.getByRole("row").nth(1).filter({ hasText: "Ben" }).waitFor();
  await page
    .getByRole("button", { name: /^Open the request from/ })
    .first()
    .click();
}

/** Selects the request. */
async function selectBen(page: Page): Promise<void> {
  await page.goto(requests);
  await page.getByLabel("Search payout requests").fill(ben);
  await page.waitForURL(/search=/);
  await page.getByRole("row").nth(1).filter({ hasText: "Ben" }).waitFor();
  await page.getByRole("checkbox", { name: /^Select the request from Ben/ }).check();
}

/** The office has the agreement of the member in writing. */
async function agreeToSelfBilling(page: Page): Promise<void> {
  await page.goto("/admin/orders?search=Ben+Naidoo");
  await page.getByRole("link", { name: "Ben Naidoo", exact: true }).first().click();
  await page.waitForURL("**/admin/people/*");
  await page.getByRole("tab", { name: "Wallet" }).click();
  await page.getByRole("button", { name: "Add agreement" }).click();
  const dialog = page.getByRole("dialog", { name: "Self-billing" });
  await expectSoundPage(page);
  await dialog.getByRole("button", { name: "Save agreement" }).click();
  await dialog.getByText("Please complete").first().waitFor();
  await dialog.getByLabel(/^Name/).fill("Ben Botha CC");
  await dialog.getByLabel(/^Address/).fill("4 Loop Street\nCape Town");
  await dialog.getByRole("button", { name: "Save agreement" }).click();
  await withPassword(page, page.getByRole("button", { name: "Change agreement" }));
  await expectSoundPage(page);
}

/** The office takes the tax invoice of the payout back. */
async function creditInvoice(page: Page): Promise<void> {
  await page.goto(`${requests}?state=paid&search=${ben}`);
  await page
    .getByRole("button", { name: /^Open the request from Ben/ })
    .first()
    .click();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Credit tax invoice" }).click();
  const dialog = page.getByRole("dialog", { name: "Credit the tax invoice?" });
  await dialog.getByRole("button", { name: "Write credit note" }).click();
  await dialog.getByText("Required").first().waitFor();
  await expectSoundPage(page);
  await dialog.getByLabel(/What was wrong/).selectOption("wrong-rate");
  await dialog.getByRole("button", { name: "Write credit note" }).click();
  await withPassword(page, page.getByRole("link", { name: "credit note (PDF)" }));
  await expectSoundPage(page);
}

/** The member downloads a document of the payout. @returns its name */
async function documentOf(page: Page, name: string): Promise<string> {
  await page.goto("/distributor/my-wallet");
  await page.getByRole("tab", { name: "Payout requests" }).click();
  const link = page.getByRole("link", { name }).first();
  await link.waitFor();
  await expectSoundPage(page);
  const answer = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(answer.headers()["content-type"]).toBe("application/pdf");
  expect((await answer.body()).toString("latin1", 0, 5)).toBe("%PDF-");
  return answer.headers()["content-disposition"] ?? "";
}

function centsIn(text: string): string {
  return text.replaceAll(/\D/g, "");
}
