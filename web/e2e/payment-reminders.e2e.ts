import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { linkIn, nextMail } from "./mailbox.ts";
import { type DemoShop, openDemoShop } from "./own-shop.ts";
import { expectSoundPage } from "./page-check.ts";
import { signIn } from "./steps.ts";

let browser: Browser;
/** Other journeys pay and cancel the unpaid orders of the demo. */
let shop: DemoShop;
beforeAll(async () => {
  [browser, shop] = await Promise.all([openBrowser(), openDemoShop("payment_reminders")]);
});
afterAll(async () => {
  await browser.close();
  await shop.close();
});

describe("payment reminders", () => {
  // shows T296, T298
  test("go out once, lead to the payment, and are stopped by their reader", async () => {
    const { baseUrl, mailFolder } = shop;
    const office = await visit(browser, { baseUrl, viewport: desk });
    await signIn(office.page, "admin@shop.test", "/admin/accounting?view=owed&age=to7");
    await office.page.getByRole("button", { name: "Remind all of this age" }).click();
    const dialog = office.page.getByRole("dialog", { name: "Send payment reminders" });
    await dialog.getByText(/^\d+ buyers? will get an email\.$/).waitFor();
    await expectSoundPage(office.page);
    await dialog.getByRole("button", { name: /^Send \d+ reminders?$/ }).click();
    await dialog.getByText(/^We are sending \d+ reminders?$/).waitFor();
    await expectSoundPage(office.page);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await dialog.waitFor({ state: "detached" });

    const saying = /Payment reminder for order/;
    const mail = await nextMail(null, { after: [], saying, folder: mailFolder });
    const [, order = ""] = /^Payment reminder for order (\d+)$/.exec(mail.subject) ?? [];
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

    await office.page.goto("/admin/accounting?view=owed&age=to7");
    const row = office.page.getByRole("row", { name: new RegExp(`\\b${order}\\b`) });
    await row.getByRole("checkbox").check();
    expect(await row.getByText("–").count()).toBe(0);
    await office.page.getByRole("button", { name: "Send reminders" }).click();
    await dialog.getByText("None of these orders can be reminded now.").waitFor();
    await dialog.getByText(`Buyer has stopped reminders: ${order}`).waitFor();
    await office.context.close();
    expect([...office.mistakes, ...reader.mistakes]).toEqual([]);
  });

  test("of an age say on a phone who gets none, and why", async () => {
    const { baseUrl } = shop;
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: phone });
    await signIn(page, "admin@shop.test", "/admin/accounting?view=owed&age=to7");
    await page.getByRole("button", { name: "Remind all of this age" }).click();
    const dialog = page.getByRole("dialog", { name: "Send payment reminders" });
    await dialog.getByText(/no reminder$/).waitFor();
    await dialog.getByText(/^Buyer has no email address: \d+/).waitFor();
    await expectSoundPage(page);
    await dialog
      .getByRole("button", { name: /^(Cancel|Close)$/ })
      .last()
      .click();
    await context.close();
    expect(mistakes).toEqual([]);
  });
});
