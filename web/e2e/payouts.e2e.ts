import { shopDay } from "../../server/src/testing/shop-day.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { finance } from "./by-program.ts";
import { baseUrl, databaseUrl } from "./lane.ts";
import { expectSoundPage } from "./page-check.ts";
import { goTo, payInBatch, signIn, uploadStatement, withPassword } from "./steps.ts";

const requests = "/admin/payout-requests";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Opens the payout requests as an admin. */
async function anAdmin(email: string) {
  const { page, context } = await visit(browser, { baseUrl, viewport: desk });
  await signIn(page, email, requests);
  await page.getByRole("row").nth(1).waitFor();
  return { page, context };
}

describe("payouts", () => {
  test("marked as paid by two admins at the same time are paid once", async () => {
    const one = await anAdmin("admin@shop.test");
    const two = await anAdmin("office@shop.test");
    const name = await firstWaiting(one.page);
    for (const { page } of [one, two]) {
      await page.getByRole("button", { name: `Open the request from ${name}` }).click();
      await page.getByRole("button", { name: "Mark as paid" }).click();
    }
    await Promise.all(
      [one, two].map(({ page }) =>
        page.getByRole("button", { name: /^Mark R.* as paid$/ }).click(),
      ),
    );
    const answers = await Promise.all(
      [one, two].map(({ page }) =>
        Promise.race([
          page
            .getByText("Payout marked as paid.")
            .waitFor()
            .then(() => "paid"),
          page
            .getByText(/This payout has already been paid|Already in progress/)
            .first()
            .waitFor()
            .then(() => "refused"),
        ]),
      ),
    );
    expect(answers.toSorted()).toEqual(["paid", "refused"]);
    await Promise.all([one.context.close(), two.context.close()]);
    expect(await finance(databaseUrl, "reconcile")).toMatchObject({ sound: true });
  });

  test("are paid by one bank file and marked as paid together", async () => {
    const { page, context } = await anAdmin("admin@shop.test");
    const name = await firstWaiting(page);
    await page.getByRole("checkbox", { name: `Select the request from ${name}` }).check();
    const { name: fileName, text } = await payInBatch(page);
    expect(fileName).toMatch(/^payouts-\d+-fnb\.csv$/);
    // Another journey may have changed our own account, which is the first of the line.
    const hash = /^\d{8,11},(\d{12}),/m.exec(text)?.[1] ?? "none";
    await page.getByText(hash).waitFor();
    await page.getByText("Paid", { exact: true }).first().waitFor();

    await page.getByText("Batch marked as paid.").waitFor({ state: "detached" });
    // The file of a paid batch is downloaded again only after a confirmation.
    await page.getByRole("button", { name: "Download bank file" }).click();
    const again = page.getByRole("dialog", { name: "Download the bank file again?" });
    await again.getByText(/pays everyone in it twice/).waitFor();
    await expectSoundPage(page);
    await again.getByRole("button", { name: "Cancel" }).click();
    await context.close();
    expect(await finance(databaseUrl, "reconcile")).toMatchObject({ sound: true });
  });

  test("fit a phone, with the problems found by the checks", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    await signIn(page, "admin@shop.test", `${requests}?state=paid`);
    await page
      .getByRole("button", { name: /^Open the request from/ })
      .first()
      .click();
    await page.getByRole("heading", { name: "Log" }).waitFor();
    await page.getByText(/^Paid/).first().waitFor();
    await expectSoundPage(page);
    await page.getByRole("button", { name: "Correct payment" }).click();
    const correction = page.getByRole("dialog", { name: "Correct payment" });
    await correction.getByLabel(/^Bank reference/).fill("FNB 4711");
    await expectSoundPage(page);
    await correction.getByRole("button", { name: "Save correction" }).click();
    await page.getByText("Payment corrected.").waitFor();
    await page.getByText(/^Payment corrected \(FNB 4711\) by /).waitFor();
    await goTo(page, "/admin/payout-batches");
    await page.getByRole("heading", { name: "Payout batches" }).waitFor();
    await expectSoundPage(page);
    await context.close();
  });

  // shows T435
  test("that the bank returned by mistake are paid again once that is undone, and the page shows it at once", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: desk });
    await signIn(page, "admin@shop.test", `${requests}?state=paid`);
    const opener = page.getByRole("button", { name: /^Open the request from/ }).first();
    const openName = (await opener.getAttribute("aria-label")) ?? "";
    const name = openName.replace("Open the request from ", "");
    await opener.click();
    const sheet = page.getByRole("dialog", { name: `Payout to ${name}` });
    const sum =
      (await sheet
        .getByText(/^R[\d\s,.]+$/)
        .first()
        .textContent()) ?? "";
    const amount = sum.replaceAll(/[^\d.]/g, "");

    await page.goto("/admin/bank-payments");
    await uploadStatement(page, `Date,Amount,Description\n${shopDay()},${amount},UNPAID TRANSFER`);
    const line = (of: Page) =>
      of.getByRole("button", { name: /Open the bank transaction.*UNPAID TRANSFER/ });
    await line(page).click();
    await page.getByRole("button", { name: "Payout that the bank returned" }).click();
    const which = page.getByLabel(/^Which payout\?/);
    const option = which.getByRole("option", { name: new RegExp(`^${name}`) }).first();
    await which.selectOption((await option.getAttribute("value")) ?? "");
    await page.getByRole("button", { name: "Return to the wallet" }).click();
    await page.getByText("Payout returned to the wallet.").waitFor();
    await page.goto(`${requests}?state=returned`);
    const returned = page.getByRole("button", { name: openName });
    await returned.waitFor();

    const other = await context.newPage();
    await other.goto("/admin/bank-payments?state=ignored");
    await line(other).click();
    await other.getByRole("button", { name: "Undo return" }).click();
    const question = other.getByRole("dialog", { name: `Undo return of the payout to ${name}?` });
    await expectSoundPage(other);
    await question.getByRole("button", { name: "Undo return" }).click();
    await other.getByText("Return undone.").waitFor();
    await other.getByRole("tab", { name: /^To match/ }).click();
    await line(other).waitFor();
    // The other window has read again by itself.
    await returned.waitFor({ state: "detached" });
    await page.goto(`${requests}?state=paid`);
    await page.getByRole("button", { name: openName }).first().click();
    await page.getByText(/^Return undone by /).waitFor();
    await expectSoundPage(page);
    await context.close();
    expect(await finance(databaseUrl, "reconcile")).toMatchObject({ sound: true });
  });

  // shows S2.51
  test("are edited as JSON by developers only, after a review of the changes", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: desk });
    await signIn(page, "office@shop.test", "/admin/payout-editor");
    const editor = page.getByLabel("Payout requests as JSON");
    const text = await editor.inputValue();
    await editor.fill("{");
    await page.getByText("This is not valid JSON").waitFor();
    await expectSoundPage(page);
    const credit = `"creditGranted": [{"amount": 100, "reason": "Late parcel"}]`;
    await editor.fill(text.replace('"creditGranted": []', credit));
    await page.getByRole("button", { name: "Review changes" }).click();
    const dialog = page.getByRole("dialog", { name: "Review changes" });
    await dialog.getByText("R1.00 of store credit will be added: Late parcel").waitFor();
    await expectSoundPage(page);
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await withPassword(page, page.getByText("Saved!"));
    await context.close();
  });
});

async function firstWaiting(page: Page): Promise<string> {
  const box = page.getByRole("checkbox", { name: /^Select the request from/ }).first();
  const label = (await box.getAttribute("aria-label")) ?? "";
  return label.replace("Select the request from ", "");
}
