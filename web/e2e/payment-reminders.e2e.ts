import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { baseUrl } from "./lane.ts";
import { linkIn, mailsTo, nextMail } from "./mailbox.ts";
import { expectSoundPage } from "./page-check.ts";
import { signIn } from "./steps.ts";

/** Owes the oldest unpaid order of the demo. */
const buyer = "vusi.pillay.62@shop.test";
const order = "2195";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function openOwed(page: Page): Promise<void> {
  await page.goto("/admin/accounting?view=owed");
  await page.getByText("An unpaid order is in no account").waitFor();
}

describe("payment reminders", () => {
  // shows T296, T298
  test("go out once, lead to the payment, and are stopped by their reader", async () => {
    const before = await mailsTo(buyer);
    const office = await visit(browser, { baseUrl, viewport: desk });
    await signIn(office.page, "admin@shop.test", "/admin/accounting?view=owed");
    await office.page.getByRole("checkbox", { name: `Select order ${order}` }).check();
    await office.page.getByRole("button", { name: "Send reminders" }).click();
    const dialog = office.page.getByRole("dialog", { name: "Send payment reminders" });
    await dialog.getByText("1 buyer will get an email.").waitFor();
    await expectSoundPage(office.page);
    await dialog.getByRole("button", { name: "Send 1 reminder" }).click();
    await dialog.getByText("We are sending 1 reminder").waitFor();
    await expectSoundPage(office.page);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await dialog.waitFor({ state: "detached" });

    const mail = await nextMail(buyer, { after: before, saying: /Payment reminder for order/ });
    expect(mail.subject).toBe(`Payment reminder for order ${order}`);
    const reader = await visit(browser, { baseUrl, viewport: phone });
    const [toPay = ""] = /http\S+\/orders\/pay\/\S+/.exec(mail.text) ?? [];
    await reader.page.goto(toPay);
    await reader.page.getByRole("heading", { name: new RegExp(`Pay order ${order}`) }).waitFor();
    await reader.page.goto(linkIn(mail, "payment-reminders"));
    await expectSoundPage(reader.page);
    await reader.page.getByRole("button", { name: "Stop payment reminders" }).click();
    await reader.page.getByRole("heading", { name: "Payment reminders stopped" }).waitFor();
    await expectSoundPage(reader.page);
    await reader.context.close();

    await openOwed(office.page);
    const row = office.page.getByRole("row", { name: new RegExp(order) });
    expect(await row.getByText("–").count()).toBe(0);
    await row.getByRole("checkbox").check();
    await office.page.getByRole("button", { name: "Send reminders" }).click();
    await dialog.getByText("None of these orders can be reminded now.").waitFor();
    await dialog.getByText(`Buyer has stopped reminders: ${order}`).waitFor();
    await office.context.close();
    expect([...office.mistakes, ...reader.mistakes]).toEqual([]);
  });

  test("of an age say on a phone who gets one and who does not", async () => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: phone });
    await signIn(page, "admin@shop.test", "/admin/accounting?view=owed&age=to7");
    await page.getByRole("button", { name: "Remind all of this age" }).click();
    const dialog = page.getByRole("dialog", { name: "Send payment reminders" });
    await dialog.getByText(/^\d+ buyers? will get an email\.$/).waitFor();
    await dialog.getByText(/^Buyer has no email address: \d+/).waitFor();
    await expectSoundPage(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await context.close();
    expect(mistakes).toEqual([]);
  });
});
