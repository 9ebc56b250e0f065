import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listDemoAccounts } from "../../server/src/edges/demo/demo-people.ts";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { finance } from "./by-program.ts";
import { baseUrl, databaseUrl } from "./lane.ts";
import { expectSoundPage } from "./page-check.ts";
import { signIn } from "./steps.ts";

const distributor = listDemoAccounts().find(({ email }) => email === "ben.l2@shop.test");

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** 4 × R325.00, and one parcel. */
const price = "R1\u00a0400.00";
/** A level 2's 15% of R1 130.43, which is R1 300.00 without VAT. */
const commission = "R169.56";

describe("the main job", () => {
  // shows S4.1, S6.2, S6.17
  test("a guest's order becomes a distributor's commission and is paid out, to the cent", async () => {
    const orderNumber = await orderAndPay();
    await seeCommissionAndRequestPayout(orderNumber);
    await approveAsSecondPerson();
    await markAsPaid();
    await seePayoutPaid();

    expect(await finance(databaseUrl, "reconcile")).toMatchObject({
      sound: true,
      isEqual: true,
    });
    expect(await finance(databaseUrl, "rebuild")).toMatchObject({
      isEqual: true,
      swapped: true,
    });
  });
});

/** Orders as a guest on a phone, through a distributor's link. */
async function orderAndPay(): Promise<string> {
  const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: phone });
  await page.goto(`/via/${distributor?.code}`);
  await page.getByText("R325.00").first().waitFor();
  await expectSoundPage(page);
  await page.getByLabel("Quantity of 50 ml bottle").fill("4");
  await page.getByText(price).first().waitFor();

  await page.getByRole("button", { name: "Add recipient" }).click();
  await fillRecipient(page);
  await page.getByRole("radio", { name: /Thandi Mokoena/ }).waitFor();
  await next(page, "Choose a delivery option");
  await next(page, "Check your order");
  await page.getByLabel("Delivery notes").fill("Green gate");
  await page.getByText("50 characters left").waitFor();
  await page.getByRole("button", { name: `Place order and pay ${price}` }).click();

  await page.waitForURL("**/orders/pay/*");
  const heading = await page.getByRole("heading", { level: 1, name: /^Pay order/ }).innerText();
  const orderNumber = /\d+/.exec(heading)?.[0] ?? "";
  await expectSoundPage(page);
  await page.getByRole("button", { name: /by card$/ }).click();

  // The sandbox of the card provider sends its own signed notification.
  await page.waitForURL("**/sandbox/payfast/**");
  await page.getByRole("button", { name: /pay/i }).first().click();
  await page.waitForURL("**/payfast-success");
  await page.getByRole("heading", { name: "Paid. Thank you." }).waitFor();
  await expectSoundPage(page);
  await page.getByRole("link", { name: "View receipt" }).click();
  await page.getByText("This page is your receipt.").waitFor();

  expect(mistakes).toEqual([]);
  await context.close();
  return orderNumber;
}

async function fillRecipient(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Add recipient" });
  await findPlace(page);
  await dialog.getByLabel("First name").fill("Thandi");
  await dialog.getByLabel("Last name").fill("Mokoena");
  // In international form; the field converts it to the national number.
  await dialog.getByLabel("Cell number").fill("+27 82 123 4567");
  await dialog.getByLabel("Email").fill("thandi@example.test");
  await dialog.getByLabel("Address type").selectOption("Residential");
  await dialog.getByLabel("Street address").fill("12 Milkwood Lane");
  expect(await dialog.getByLabel("Cell number").inputValue()).toBe("0821234567");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
}

/** Adds a recipient by keyboard alone, first with an unknown post code, then with a known suburb. */
async function findPlace(page: Page): Promise<void> {
  await page.getByLabel("Post code or suburb").fill("9999");
  await page.keyboard.press("Enter");
  await page.getByText("No results found..").waitFor();
  await page.getByLabel("Post code or suburb").fill("Observatory");
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: "Observatory Cape Town, 7925" }).waitFor();
  await expectSoundPage(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByText("Observatory, Cape Town, 7925").waitFor();
  await expectSoundPage(page);
}

async function next(page: Page, heading: string): Promise<void> {
  await page.getByRole("button", { name: "Next", exact: true }).click();
  const title = page.getByRole("heading", { level: 1, name: heading });
  await title.waitFor();
  // The focus moves to the heading, so that a screen reader announces the step.
  await expect
    .poll(() => title.evaluate((element) => element === document.activeElement))
    .toBe(true);
  await expectSoundPage(page);
}

async function seeCommissionAndRequestPayout(orderNumber: string): Promise<void> {
  const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: desk });
  await signIn(page, "ben.l2@shop.test", "/distributor/my-wallet");

  const sale = page.getByRole("row", { name: new RegExp(`order ${orderNumber} `) });
  await sale.getByText(commission).waitFor();
  await expectSoundPage(page);
  await sale.getByRole("button", { name: `Open Own sale, order ${orderNumber}` }).click();
  const why = page.getByRole("dialog", { name: `How this was calculated: order ${orderNumber}` });
  await why.getByText("Your own sale. As a level 2 you earn 15% of its value.").waitFor();
  await why.getByText("R1\u00a0130.43 × 15% = R169.5645").waitFor();
  await why.getByText("Ledger position").waitFor();
  await expectSoundPage(page);
  await why.getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: "Request payout" }).click();
  await page
    .getByRole("dialog", { name: "Request payout?" })
    .getByRole("button", { name: /^Request R/ })
    .click();
  await page.getByText("You already have an open payout request.").waitFor();

  expect(mistakes).toEqual([]);
  await context.close();
}

/** The year's commission is above the limit for a single admin. */
async function approveAsSecondPerson(): Promise<void> {
  const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: desk });
  await signIn(page, "office@shop.test", "/admin/payout-requests");
  await page.getByLabel("Search payout requests").fill("ben.l2@shop.test");
  await page.getByText("Needs second approval").first().waitFor();
  const name = distributor?.name ?? "";
  await page.getByRole("button", { name: `Open the request from ${name}` }).click();
  const sheet = page.getByRole("dialog", { name: `Payout to ${name}` });
  await sheet.getByRole("button", { name: "Approve payout" }).click();
  await sheet.getByText("You approved this. Someone else must pay it.").waitFor();
  await expectSoundPage(page);
  expect(mistakes).toEqual([]);
  await context.close();
}

async function markAsPaid(): Promise<void> {
  const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: desk });
  await signIn(page, "admin@shop.test", "/admin/payout-requests");
  const name = distributor?.name ?? "";
  await page.getByLabel("Search payout requests").fill("ben.l2@shop.test");
  await page.getByRole("button", { name: `Open the request from ${name}` }).click();

  const sheet = page.getByRole("dialog", { name: `Payout to ${name}` });
  await sheet.getByText("Own sales, level 2").first().waitFor();
  await sheet.getByRole("button", { name: "Show bank details" }).click();
  await sheet.getByText("Account number").waitFor();
  await expectSoundPage(page);
  await sheet.getByRole("button", { name: "Mark as paid" }).click();

  const dialog = page.getByRole("dialog", { name: "Mark as paid" });
  await dialog.getByLabel("Bank reference").fill("FNB 88213");
  await dialog.getByRole("button", { name: /^Mark R.* as paid$/ }).click();
  await page
    .getByText("No open payout requests")
    .or(page.getByText("No payout requests match"))
    .waitFor();

  expect(mistakes).toEqual([]);
  await context.close();
}

async function seePayoutPaid(): Promise<void> {
  const { page, context } = await visit(browser, { baseUrl, viewport: phone });
  await signIn(page, "ben.l2@shop.test", "/distributor/my-wallet");
  await page.getByRole("tab", { name: "Payout requests" }).click();
  await page.getByText("reference FNB 88213").waitFor();
  expect(await page.getByText("R0.00").count()).toBeGreaterThan(0);
  await expectSoundPage(page);
  await context.close();
}
