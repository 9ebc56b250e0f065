import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "./browser.ts";
import {
  confirm,
  type DemoVisitor,
  done,
  downloads,
  failuresOf,
  openFirst,
  untilLoaded,
  visitDemoAs,
} from "./demo-visits.ts";
import { type DemoShop, openDemoShop } from "./own-shop.ts";

let browser: Browser;
let shop: DemoShop;
beforeAll(async () => {
  [browser, shop] = await Promise.all([openBrowser(), openDemoShop("demo_buttons")]);
});
afterAll(async () => {
  await browser.close();
  await shop.close();
});

/** The pages of the office with a list: the first item opens, with nothing that has gone wrong. */
const lists = [
  "/admin/decisions",
  "/admin/users",
  "/admin/distributors",
  "/admin/distributor-activity",
  "/admin/orders",
  "/admin/sales-report",
  "/admin/bank-payments",
  "/admin/outgoing-payments",
  "/admin/card-notifications",
  "/admin/card-match",
  "/admin/payout-requests",
  "/admin/payout-batches",
  "/admin/statements",
  "/admin/entry-questions",
  "/admin/marketing-material",
  "/admin/edit/email-copy",
  "/admin/edit/products",
  "/admin/edit/testimonials",
  "/admin/contact-messages",
  "/admin/sent-emails",
  "/admin/audit",
  "/system/app-log-viewer",
];

/** What a visitor of untouched demo data presses first in the office. */
const officePresses: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async "ships an order"(page) {
    await page.goto("/admin/orders?view=to-ship");
    await openFirst(page, /^Open order/);
    const sheet = page.getByRole("dialog", { name: /^Order \d+$/ });
    await sheet.getByRole("button", { name: "Update quote" }).click();
    await done(page, "Quote updated.");
    await sheet.getByLabel("Collection date").fill(nextWorkday());
    // The calendar closes, which may cover the button.
    await page.keyboard.press("Tab");
    await sheet.getByRole("button", { name: "Book collection" }).click();
    await done(page, "Collection booked.");
    await sheet.getByRole("button", { name: "Book shipment" }).click();
    await confirm(page, "Book this shipment?", "Book shipment");
    await done(page, "Shipment booked.");
    await sheet.getByRole("button", { name: "Get waybill" }).click();
    const waybill = sheet.getByRole("link", { name: /^Open waybill [A-Z\d]{6}$/ });
    const answer = await page.request.get((await waybill.getAttribute("href")) ?? "");
    expect(await answer.text()).toContain("Waybill");
  },

  async "records a bank transfer"(page) {
    await page.goto("/admin/orders?state=placed");
    await openFirst(page, /^Open order/);
    await page.getByRole("button", { name: "Record bank transfer" }).click();
    await page.getByRole("button", { name: "Record payment" }).click();
    await done(page, "Payment recorded.");
  },

  async "refunds an order"(page) {
    await page.goto("/admin/orders?state=paid");
    await openFirst(page, /^Open order/);
    await page.getByRole("dialog").getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Refund order" }).click();
    await page.getByRole("dialog", { name: /^Refund/ }).waitFor();
  },

  async "pays and rejects payout requests"(page) {
    await page.goto("/admin/payout-requests");
    const open = /^Open the request from/;
    await openFirst(page, open);
    await page.getByRole("button", { name: "Mark as paid" }).click();
    await page.getByRole("button", { name: /^Mark R.* as paid$/ }).click();
    await done(page, "Payout marked as paid.");
    await openFirst(page, open);
    await page.getByRole("button", { name: "Reject request" }).click();
    const dialog = page.getByRole("dialog", { name: /^Reject/ });
    await dialog
      .getByLabel(/^Reason/)
      .first()
      .fill("Asked twice");
    await dialog.getByRole("button", { name: /^Reject/ }).click();
    await dialog.waitFor({ state: "detached" });
  },

  async "makes a payout batch"(page) {
    await page.goto("/admin/payout-requests");
    await page
      .getByRole("checkbox", { name: /^Select the request from/ })
      .first()
      .check();
    await page.getByRole("button", { name: "Create payout batch" }).click();
    const dialog = page.getByRole("dialog", { name: "Create payout batch" });
    await dialog.getByRole("button", { name: "Create batch" }).click();
    await dialog.getByRole("link", { name: "View batch" }).click();
    await downloads(page, page.getByRole("button", { name: "Download bank file" }));
    await page.getByRole("button", { name: "Mark all as paid" }).click();
    await page.getByRole("button", { name: "Mark as paid", exact: true }).click();
    await done(page, "Batch marked as paid.");
  },

  async "answers a question"(page) {
    await page.goto("/admin/entry-questions");
    await openFirst(page, /^Open the question/);
    const sheet = page.getByRole("dialog", { name: /^Question from/ });
    await sheet.getByLabel(/^Your answer/).fill("It is your share as a level 2.");
    await sheet.getByRole("button", { name: "Send answer" }).click();
    await sheet.waitFor({ state: "detached" });
  },

  async "ignores a card exception"(page) {
    await page.goto("/admin/card-match");
    await openFirst(page, /^Open the card payment/);
    const ignore = page.getByRole("dialog").getByRole("button", { name: "Ignore exception" });
    await ignore.click();
    await page.getByLabel(/^Note/).fill("Of another shop");
    await ignore.click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  },

  async "edits a person"(page) {
    await page.goto("/admin/users?role=customer");
    await openFirst(page, /^Open /);
    await page.getByRole("dialog").getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByRole("dialog").getByLabel("First name").fill("Aisha-Anne");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await done(page, "Saved!");
  },

  async "changes a product and saves a testimonial as it is"(page) {
    await page.goto("/admin/edit/products");
    await openFirst(page, /^Open Original 50ml/);
    await page.getByLabel("Weight").fill("121");
    await page.getByRole("button", { name: "Save" }).last().click();
    await done(page, "Saved!");
    await page.goto("/admin/edit/testimonials");
    await openFirst(page, /^Open A customer/);
    await page.getByRole("button", { name: "Save" }).last().click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  },

  async "tests a plan"(page) {
    await page.goto("/admin/commission-plan");
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await page.getByRole("button", { name: "Run test" }).click();
    await page.getByRole("button", { name: "Run test" }).waitFor({ state: "detached" });
  },

  async "ends the month"(page) {
    await page.goto("/admin/month-end");
    const newest = page.getByRole("list", { name: "Last runs" }).getByRole("listitem").first();
    await page.getByRole("button", { name: "Reconcile figures" }).click();
    // It waits for the check of the ledger that a new server begins with.
    await newest.getByText("Everything agrees").waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: /^Close \w+ \d{4}$/ }).click();
    const question = page.getByRole("dialog");
    const typed = question.getByLabel(/^Type “.*” to close it anyway$/);
    const month = /“(.*)”/.exec(await question.innerText())?.[1] ?? "";
    if (await typed.isVisible()) await typed.fill(month);
    await question.getByRole("button", { name: /^Close \w+ \d{4}$/ }).click();
    await page.getByText(/^\w+ \d{4} closed\.$/).waitFor();
    await page.goto("/admin/ledger-health");
    await page.getByRole("button", { name: "Check now" }).click();
  },

  async "decides a change"(page) {
    await page.goto("/admin/decisions");
    await page.getByRole("main").getByRole("button", { name: "Confirm" }).first().click();
    await confirm(page, "Confirm change?", "Confirm");
    await done(page, "Change confirmed.");
  },

  async "matches what a bank statement leaves open"(page) {
    await page.goto("/admin/bank-payments");
    await page.getByRole("button", { name: /^Match (all )?\d+$/ }).click();
    await done(page, "Transaction matched.");
    await page.getByRole("button", { name: /^Ignore \d+ by rules$/ }).click();
    await page.getByText(/^Transactions? ignored\.$/).waitFor();
    await page.goto("/admin/outgoing-payments");
    await page.getByRole("button", { name: /^Accept \d+ by rules$/ }).click();
    await page.getByText(/^(Transaction|\d+ transactions) explained\.$/).waitFor();
  },

  async "adds store credit to an open payout request"(page) {
    await page.goto("/admin/payout-editor");
    const editor = page.getByLabel("Payout requests as JSON");
    const credit = '"creditGranted": [{ "amount": 1500, "reason": "A bottle arrived broken" }]';
    const text = (await editor.inputValue()).replace('"creditGranted": []', credit);
    await editor.fill(text);
    await page.getByRole("button", { name: "Review changes" }).click();
    await confirm(page, "Review changes", "Save changes");
    await done(page, "Saved!");
  },

  async "changes a setting and an email"(page) {
    await page.goto("/admin/edit/rhizo-config");
    await page.getByLabel("Discount").fill("5");
    await page.getByRole("button", { name: "Save" }).click();
    await done(page, "Saved!");
    await page.goto("/admin/edit/email-copy");
    await page.getByRole("link", { name: /^Order placed/ }).click();
    await page.getByLabel("Subject").fill("We have your order");
    await page.getByRole("button", { name: "Save" }).click();
    await done(page, "Saved!");
  },

  async "resends an email"(page) {
    await page.goto("/admin/sent-emails");
    await openFirst(page, /Open/);
    await page.getByRole("dialog").getByRole("button", { name: "Resend" }).click();
    await done(page, "Sent again.");
  },

  async "exports lists"(page) {
    for (const path of ["/admin/orders", "/admin/sales-report", "/admin/payout-requests"]) {
      await page.goto(path);
      await downloads(page, page.getByRole("link", { name: "Excel" }));
    }
    await page.goto("/admin/sales-graph");
    await downloads(page, page.getByRole("button", { name: "Save as CSV" }));
    await page.goto("/admin/users");
    await downloads(page, page.getByRole("button", { name: "Export (Excel)" }));
  },
};

let office: DemoVisitor;
beforeAll(async () => {
  office = await visitDemoAs(browser, shop, "office@shop.test", "/admin");
});

test("every list of the office opens its first item", async () => {
  const { page } = office;
  for (const path of lists) {
    await page.goto(path);
    await untilLoaded(page);
    const rows = page.getByRole("main").getByRole("row");
    const name = /Open/;
    const items = rows.getByRole("button", { name }).or(rows.getByRole("link", { name }));
    if ((await items.count()) > 0) await items.first().click();
    await untilLoaded(page);
    expect(await failuresOf(office)).toEqual([]);
  }
});

test.each(Object.entries(officePresses))("the office %s", async (_name, press) => {
  await press(office.page);
  expect(await failuresOf(office)).toEqual([]);
});

test("every order to ship can be shipped", async () => {
  const { page } = office;
  await page.goto("/admin/orders?view=to-ship");
  await untilLoaded(page);
  const left = page.getByRole("link", { name: /^Open order/ });
  const numbers = await left.evaluateAll((links) =>
    links.map((link) => link.getAttribute("aria-label") ?? ""),
  );
  for (const name of numbers) {
    await page.goto("/admin/orders?view=to-ship");
    await page.getByRole("link", { name, exact: true }).click();
    const sheet = page.getByRole("dialog", { name: /^Order \d+$/ });
    await sheet.getByRole("button", { name: "Book shipment" }).click();
    await confirm(page, "Book this shipment?", "Book shipment");
    await sheet.getByRole("button", { name: "Get waybill" }).waitFor();
  }
  expect(await failuresOf(office)).toEqual([]);
});

function nextWorkday(): string {
  const day = new Date(Date.now() + 24 * 60 * 60_000);
  while ([0, 6].includes(day.getUTCDay())) day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}
