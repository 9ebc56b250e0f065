import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { finance } from "./by-program.ts";
import { baseUrl, databaseUrl } from "./lane.ts";
import { expectSoundPage } from "./page-check.ts";
import { signIn } from "./steps.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe("bank payments", () => {
  // shows S8.19
  test("come in with the bank's file, are matched, and pay their orders once", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: desk });
    await signIn(page, "admin@shop.test", "/admin/orders");
    const unpaid = await unpaidOrders(page);
    const [sure] = unpaid;
    // A slip is believed where one open order alone fits it: another of the same total could be meant as well.
    const mistyped = unpaid
      .slice(1)
      .find(({ total }) => unpaid.filter((order) => order.total === total).length === 1);
    if (!sure || !mistyped)
      throw new Error("the demo has no two unpaid orders of which one has a total of its own");
    // One digit too many, as somebody types it.
    const slip = `RH${mistyped.number}7`;
    const file = [
      "Date,Amount,Description",
      `2026-11-02,${sure.total},FNB APP PAYMENT FROM RH${sure.number}`,
      `2026-11-02,${mistyped.total},${slip} from a friend`,
      "2026-11-02,12.34,INTEREST",
      "2026-11-03,-29.00,BANK CHARGES",
    ].join("\n");

    await page.goto("/admin/bank-payments");
    await upload(page, file);
    await page.getByText("CSV: 3 new, 0 already here").waitFor();
    await upload(page, file);
    await page.getByText("CSV: 0 new, 3 already here").waitFor();
    await page.getByText(`Pays RH${sure.number} in full`).waitFor();
    await page.getByText(`Probably RH${mistyped.number}, mistyped`).waitFor();
    await expectSoundPage(page);

    await page.getByRole("button", { name: "Match all 1" }).click();
    await page.getByText("Transaction matched.").waitFor();
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
    await sheet.getByLabel(/^Reason/).fill("Interest of the bank");
    await sheet.getByRole("button", { name: "Ignore transaction" }).click();
    await page.getByText("Nothing to match").waitFor();

    await page.getByText("Transaction ignored.").waitFor({ state: "detached" });
    // Matched to the wrong order by a slip: one step takes it back, and it waits again.
    await page.getByRole("tab", { name: /^Matched/ }).click();
    await page
      .getByRole("button", { name: /^\d{1,2} \w{3} \d{4}.*Open the bank transaction.*a friend/ })
      .click();
    await sheet.getByRole("link", { name: `RH${mistyped.number}` }).waitFor();
    await sheet.getByRole("button", { name: "Undo match" }).click();
    const question = page.getByRole("dialog", { name: `Undo match to RH${mistyped.number}?` });
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

    for (const { number } of [sure, mistyped]) {
      await page.goto(`/admin/orders?search=${number}`);
      await page
        .getByRole("row", { name: new RegExp(number) })
        .getByText("Paid")
        .first()
        .waitFor();
    }
    await context.close();
    expect(await finance(databaseUrl, "reconcile")).toMatchObject({ sound: true, isEqual: true });
  });

  test("say on a phone what is wrong with a file", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    await signIn(page, "admin@shop.test", "/admin/bank-payments");
    await upload(page, "Date,Amount,Description\n2026-11-02,much,x\n");
    await page.getByText(/line 2: much in column amount is not an amount/).waitFor();
    await expectSoundPage(page);
    await context.close();
  });
});

/** The newest orders that wait for money: number, and total as a bank writes it. */
async function unpaidOrders(page: Page) {
  await page.goto("/admin/orders?state=placed");
  const rows = page.getByRole("row").filter({ hasText: "To pay" });
  await rows.first().waitFor();
  const texts = await rows.allInnerTexts();
  return texts.map((text) => ({
    number: /\d+/.exec(text)?.[0] ?? "",
    total: /R([\d\s\u00a0]+\.\d\d)/.exec(text)?.[1]?.replaceAll(/\s/g, "") ?? "",
  }));
}

async function upload(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: "Upload bank statement", disabled: false }).waitFor();
  const buffer = Buffer.from(text);
  await page
    .getByLabel("Bank statement")
    .setInputFiles({ name: "november.csv", mimeType: "text/csv", buffer });
}
