import { shopDay } from "../../server/src/testing/shop-day.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { balanceOf, finance, placeGuestOrder } from "./by-program.ts";
import { baseUrl, databaseUrl } from "./lane.ts";
import { expectSoundPage } from "./page-check.ts";
import { goTo, signIn, uploadStatement } from "./steps.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe("bank payments", () => {
  // shows S8.19
  test("are uploaded, matched, undone and matched again, and pay their orders once", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: desk });
    await signIn(page, "admin@shop.test", "/admin/orders");
    const sure = await placeGuestOrder();
    // A mistyped reference is proposed only if a single open order fits: no other order has 7 bottles.
    const mistyped = await placeGuestOrder(undefined, 7);
    // One digit too many.
    const slip = `RH${mistyped.orderNumber}7`;
    const file = [
      "Date,Amount,Description",
      `${shopDay()},${asABankWrites(sure.total)},FNB APP PAYMENT FROM RH${sure.orderNumber}`,
      `${shopDay()},${asABankWrites(mistyped.total)},${slip} from a friend`,
      `${shopDay()},12.34,INTEREST`,
      `${shopDay()},-29.00,BANK CHARGES`,
    ].join("\n");

    await page.goto("/admin/bank-payments");
    await uploadStatement(page, file);
    await page.getByText("CSV: 3 new, 0 already here").waitFor();
    await uploadStatement(page, file);
    await page.getByText("CSV: 0 new, 3 already here").waitFor();
    await page.getByText(`Pays RH${sure.orderNumber} in full`).waitFor();
    await page.getByText(`Probably RH${mistyped.orderNumber}, mistyped`).waitFor();
    await expectSoundPage(page);

    await page.getByRole("button", { name: "Match all 2" }).click();
    // The demo has one of its own that pays an order exactly.
    await page.getByText("Transactions matched.").waitFor();
    await page
      .getByRole("button", { name: /^\d{1,2} \w{3} \d{4}.*Open the bank transaction.*a friend/ })
      .click();
    const sheet = page.getByRole("dialog", { name: "Bank transaction" });
    await expectSoundPage(page);
    await sheet.getByRole("button", { name: /^Record/ }).click();
    await sheet.waitFor({ state: "detached" });
    await page
      .getByRole("button", { name: /^\d{1,2} \w{3} \d{4}.*Open the bank transaction.*INTEREST/ })
      .click();
    await sheet.getByRole("button", { name: "Not an order payment" }).click();
    await sheet.getByLabel("What is it?").selectOption("Interest");
    const interest = await balanceOf(databaseUrl, "otherIncome");
    await sheet.getByLabel(/^Reason/).fill("Interest of the bank");
    await sheet.getByRole("button", { name: "Ignore transaction" }).click();
    await sheet.waitFor({ state: "detached" });

    await page.getByText("Transaction ignored.").waitFor({ state: "detached" });
    expect(await balanceOf(databaseUrl, "otherIncome")).toBe(interest - 12_34);
    // Undoing a wrong match returns the transaction to the open ones.
    await page.getByRole("tab", { name: /^Matched/ }).click();
    await page
      .getByRole("button", { name: /^\d{1,2} \w{3} \d{4}.*Open the bank transaction.*a friend/ })
      .click();
    await sheet.getByRole("link", { name: `RH${mistyped.orderNumber}` }).waitFor();
    await sheet.getByRole("button", { name: "Undo match" }).click();
    // Two were matched, each with its own notification.
    await page.getByText("Transaction matched.").last().waitFor({ state: "detached" });
    const question = page.getByRole("dialog", { name: `Undo match to RH${mistyped.orderNumber}?` });
    await expectSoundPage(page);
    await question.getByRole("button", { name: "Undo match" }).click();
    await page.getByText("Match undone.").waitFor();
    expect(await finance(databaseUrl, "reconcile")).toMatchObject({ sound: true });
    await page.goto("/admin/bank-payments");
    await page
      .getByRole("button", { name: /^\d{1,2} \w{3} \d{4}.*Open the bank transaction.*a friend/ })
      .click();
    await sheet.getByRole("button", { name: /^Record/ }).click();
    await sheet.waitFor({ state: "detached" });

    for (const { orderNumber } of [sure, mistyped]) {
      await goTo(page, `/admin/orders?search=${orderNumber}`);
      await page
        .getByRole("row", { name: new RegExp(String(orderNumber)) })
        .getByText("Paid")
        .first()
        .waitFor();
    }
    await context.close();
    expect(await finance(databaseUrl, "reconcile")).toMatchObject({ sound: true, isEqual: true });
  });

  // shows T300, T301
  test("of an unknown bank are asked about once, and what it paid is explained by a rule", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    await signIn(page, "admin@shop.test", "/admin/bank-payments");
    const month = (name: string, fee: string) =>
      [
        "Datum;Besonderhede;Debiet;Krediet",
        `${shopDay()};${name} RENTE;;3,21`,
        `${shopDay()};${fee} VAN ${name};29,00;`,
      ].join("\n");
    await uploadStatement(page, month("TUISBANK", "MAANDFOOI"));
    const dialog = page.getByRole("dialog", { name: "What are the columns of this file?" });
    await dialog.getByRole("button", { name: "Show what is read" }).click();
    await dialog.getByText("2 transactions: R3.21 received, R29.00 paid").waitFor();
    await expectSoundPage(page);
    await dialog.getByRole("button", { name: "Store 2 transactions" }).click();
    await page.getByText("CSV: 1 new, 0 already here, 1 outgoing").waitFor();
    await uploadStatement(page, month("TUISBANK TWEE", "MAANDFOOI"));
    await page.getByText(/The file was read by the columns that were chosen on/).waitFor();
    await expectSoundPage(page);

    await page.goto("/admin/outgoing-payments");
    const row = page.getByRole("button", {
      name: /Open the outgoing payment “MAANDFOOI VAN TUISBANK”/,
    });
    await row.click();
    const sheet = page.getByRole("dialog", { name: "Outgoing payment" });
    await sheet.getByLabel(/^Propose the same/).fill("maandfooi");
    const fees = await balanceOf(databaseUrl, "bankFees");
    await expectSoundPage(page);
    await sheet.getByRole("button", { name: "Save" }).click();
    await sheet.waitFor({ state: "detached" });
    expect(await balanceOf(databaseUrl, "bankFees")).toBe(fees + 29_00);
    // Besides the one of the demo.
    const proposed = page.getByText("Bank charges, as a rule says");
    await expect.poll(() => proposed.count()).toBe(2);
    await page.getByRole("button", { name: "Rules", exact: true }).click();
    const rules = page.getByRole("dialog", { name: "Bank rules" });
    await rules.getByText("Money out with “maandfooi”: Bank charges").waitFor();
    await expectSoundPage(page);
    await rules.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: /^Accept \d+ by rules$/ }).click();
    await page.getByText(/^\d+ transactions explained\.$/).waitFor();
    await expect.poll(() => proposed.count()).toBe(0);
    await context.close();
  });

  // shows T303
  test("are reconciled with the books: what is explained leaves the list of what is missing", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: desk });
    await signIn(page, "admin@shop.test", "/admin/bank-payments");
    const text = `CARD MACHINE RENTAL ${Date.now()}`;
    await uploadStatement(page, `Date,Amount,Description\n${shopDay()},-45.60,${text}\n`);
    await page.getByText("CSV: 0 new, 0 already here, 1 outgoing").waitFor();

    await page.goto("/admin/accounting?view=bank");
    const missing = page.getByRole("region", { name: "On the statement, not in the ledger" });
    const row = missing.getByRole("row", { name: new RegExp(text) });
    await row.getByText("Not explained yet").waitFor();
    await row.getByText("45.60").waitFor();
    await page.getByText("On the statement", { exact: true }).first().waitFor();
    await expectSoundPage(page);
    await row.getByRole("link", { name: text }).click();
    await page.getByRole("button", { name: `Open the outgoing payment “${text}”` }).click();
    const sheet = page.getByRole("dialog", { name: "Outgoing payment" });
    await sheet.getByRole("button", { name: "Save" }).click();
    await sheet.waitFor({ state: "detached" });

    await goTo(page, "/admin/accounting?view=bank");
    await missing.waitFor();
    await expect.poll(() => missing.getByText(text).count()).toBe(0);
    await page.getByText("In the ledger", { exact: true }).waitFor();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const file = await (await saved).createReadStream().then(textOf);
    expect(file).not.toContain(text);
    expect(file).toMatch(/^ledger,[\d-]+,,,,,-?[\d.]+,ZAR\r$/m);
    await context.close();
  });

  test("show on a phone why a file is refused", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    await signIn(page, "admin@shop.test", "/admin/bank-payments");
    await uploadStatement(page, "Date,Amount,Description\n2026-11-02,much,x\n");
    await page.getByText(/line 2: much in column amount is not an amount/).waitFor();
    await expectSoundPage(page);
    await context.close();
  });
});

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString();
}

function asABankWrites(cents: number): string {
  return (cents / 100).toFixed(2);
}
