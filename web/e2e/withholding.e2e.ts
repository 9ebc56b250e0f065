import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoPassword } from "../../server/src/edges/demo/demo-people.ts";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { type DemoShop, openDemoShop } from "./own-shop.ts";
import { expectSoundPage } from "./page-check.ts";
import { signIn } from "./steps.ts";

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
  // shows T307, T308
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

    const file = await payInBatch(office.page);
    expect(file).toContain(((gross - tax) / 100).toFixed(2));
    expect(file).not.toContain((gross / 100).toFixed(2));

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

/** Makes a batch of the request and marks it as paid. @returns the file for the bank */
async function payInBatch(page: Page): Promise<string> {
  await page.goto(requests);
  await page.getByLabel("Search payout requests").fill(ben);
  await page.waitForURL(/search=/);
  await page.getByRole("row").nth(1).filter({ hasText: "Ben" }).waitFor();
  await page.getByRole("checkbox", { name: /^Select the request from Ben/ }).check();
  await page.getByRole("button", { name: "Create payout batch" }).click();
  const dialog = page.getByRole("dialog", { name: "Create payout batch" });
  await dialog.getByRole("button", { name: "Create batch" }).click();
  await withPassword(page, () =>
    dialog.getByText(/^Payout batch \d+ has 1 payout$/).waitFor({ timeout: 4000 }),
  );
  await dialog.getByRole("link", { name: "View batch" }).click();
  await page.getByRole("button", { name: "Download bank file" }).waitFor();
  await expectSoundPage(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download bank file" }).click(),
  ]);
  const file = await readFile(await download.path(), "utf8");
  await page.getByRole("button", { name: "Mark all as paid" }).click();
  await page.getByRole("button", { name: "Mark as paid", exact: true }).click();
  await page.getByText("Batch marked as paid.").waitFor();
  return file;
}

function centsIn(text: string): string {
  return text.replaceAll(/\D/g, "");
}

/** Types the password again, which money actions require after a while. */
async function withPassword(page: Page, done: () => Promise<void>): Promise<void> {
  try {
    await done();
  } catch {
    await page.getByRole("textbox", { name: "Password" }).last().fill(demoPassword);
    await page.keyboard.press("Enter");
    await done();
  }
}
