import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { balanceOf, finance } from "./by-program.ts";
import { baseUrl, databaseUrl } from "./lane.ts";
import { expectSoundPage } from "./page-check.ts";
import { signIn } from "./steps.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe("the commission plan", () => {
  test("is tested on past sales, scheduled for a day and withdrawn, without changing any amount", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: desk });
    const before = await finance(databaseUrl, "totals");
    await signIn(page, "admin@shop.test", "/admin/commission-plan");
    await page.getByRole("table", { name: "Current plan" }).waitFor();
    await page.getByLabel(/^A level 3’s own sale/).fill("9,5");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "Run test" }).click();
    await page.getByText(/^0 would earn more, \d+ less/).waitFor();
    await expectSoundPage(page);

    const publish = page.getByRole("button", { name: "Publish plan" });
    await page.getByLabel("On a future date").check();
    await publish.click();
    await expectSoundPage(page);
    await page.getByRole("button", { name: "Schedule plan" }).click();
    await page.getByText("A new plan is scheduled").waitFor();

    await page.reload();
    await page.getByRole("button", { name: "Cancel scheduled plan" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel scheduled plan" }).click();
    await page.getByText("A new plan is scheduled").waitFor({ state: "detached" });
    await context.close();
    expect(await finance(databaseUrl, "totals")).toEqual(before);
  });
});

describe("card reconciliation", () => {
  test("takes a settlement once, shows the exceptions, and books the fee of a payout", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    const name = `pf-${Date.now()}`;
    const file = [
      "Date,Type,Name,Gross,Fee,Net,M Payment ID,PF Payment ID",
      `2024-05-06,FUNDS_RECEIVED,Somebody,425.00,-16.88,408.12,,${name}`,
      "2024-05-10,PAYOUT,,-408.12,-10.00,-418.12,,",
    ].join("\n");
    const upload = async () => {
      await page.getByRole("button", { name: "Upload settlement file", disabled: false }).waitFor();
      await page.getByLabel("Card settlement").setInputFiles({
        name: "may.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(file),
      });
    };
    await signIn(page, "admin@shop.test", "/admin/card-match");
    await page.goto("/admin/card-match?from=2024-05-01&to=2024-05-31");
    await page.getByText("No exceptions").waitFor();
    await upload();
    await page.getByText(/^[12] new, [01] already here$/).waitFor();
    await upload();
    await page.getByText("0 new, 2 already here").waitFor();

    await page.getByText("Not in the ledger").first().waitFor();
    await expectSoundPage(page);
    await page.getByRole("button", { name: `Open the card payment ${name}` }).click();
    const sheet = page.getByRole("dialog", { name: "Card payment" });
    await sheet.getByText("Not in the ledger.").waitFor();
    await sheet.getByText("R16.88").waitFor();
    await expectSoundPage(page);
    await sheet.getByRole("button", { name: "Close" }).click();

    // May 2024 is of a financial year that is over.
    const earlier = await balanceOf(databaseUrl, "retainedEarnings");
    await page.getByText("One fee of the card provider is not booked").waitFor();
    await page.getByRole("button", { name: "Book fee" }).click();
    await page.getByText("Fee booked.").waitFor();
    expect(await balanceOf(databaseUrl, "retainedEarnings")).toBe(earlier + 10_00);
    await context.close();
  });
});

describe("the commission of an order", () => {
  test("is explained in the order's sheet", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: desk });
    await signIn(page, "admin@shop.test", "/admin/orders");
    await page.goto("/admin/orders?state=paid");
    await page
      .getByRole("link", { name: /^Open order/ })
      .first()
      .click();
    await page.getByRole("button", { name: "More actions" }).last().click();
    await page.getByRole("menuitem", { name: "Explain commission" }).click();
    const sheet = page.getByRole("dialog", { name: /^Commission on order/ });
    await sheet.getByText("Commissionable value").waitFor();
    await expectSoundPage(page);
    await context.close();
  });
});
