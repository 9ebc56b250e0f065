import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { baseUrl } from "./lane.ts";
import { addRecipient, goOn, goToSummary, orderNumberToPay, signIn } from "./steps.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name }).waitFor();

describe.each([
  ["a phone", phone],
  ["a desk", desk],
])("on %s", (_name, viewport) => {
  test("Back returns to the previous step of the order, and a reload keeps it", async () => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport });
    await page.goto("/contact-us");
    await page.getByRole("banner").getByRole("link").first().click();
    await addRecipient(page, "Ayanda");
    await goToSummary(page);
    await page.reload();
    await heading(page, "Check your order");

    await page.goBack();
    await heading(page, "Choose a delivery option");
    await page.goBack();
    await heading(page, "A small bottle for someone you care about");
    await page.goBack();
    await page.waitForURL("**/contact-us");

    await page.goForward();
    await goToSummary(page);
    await page.getByRole("button", { name: "Back to delivery" }).click();
    await goOn(page, "Check your order");
    await page.getByRole("button", { name: /^Place order and pay/ }).click();
    await orderNumberToPay(page);
    await page.goBack();
    await heading(page, "A small bottle for someone you care about");
    await page.goBack();
    await page.waitForURL("**/contact-us");
    expect(mistakes).toEqual([]);
    await context.close();
  });

  test("Back asks before a half-typed recipient is lost, and a reload keeps it", async () => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport });
    await page.goto("/");
    await page.getByRole("button", { name: /^Add recipient/ }).click();
    const dialog = page.getByRole("dialog", { name: "Add recipient" });
    await dialog.getByLabel("Post code or suburb").fill("7925");
    await dialog.getByRole("button", { name: "Search" }).click();
    await dialog.getByRole("option", { name: /Observatory/ }).click();
    await dialog.getByLabel("First name").fill("Thandi");
    await page.reload();
    const name = dialog.getByLabel("First name");
    await expect.poll(() => name.inputValue(), { timeout: 20_000 }).toBe("Thandi");

    const question = page.getByRole("dialog", { name: "Lose any unsaved changes?" });
    await page.goBack();
    await question.getByRole("button", { name: "Keep editing" }).click();
    expect(await dialog.getByLabel("First name").inputValue()).toBe("Thandi");
    await page.goBack();
    await question.getByRole("button", { name: "Discard changes" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/");
    await page.reload();
    await page.getByRole("button", { name: /^Add recipient/ }).waitFor();
    expect(await dialog.count()).toBe(0);
    expect(mistakes).toEqual([]);
    await context.close();
  });

  test("Back closes the sheet of a person before leaving the network", async () => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport });
    await signIn(page, "anna.l1@shop.test", "/distributor/my-network");
    await page.getByText("Ben Naidoo").first().click();
    const sheet = page.getByRole("dialog", { name: "Ben Naidoo" });
    await sheet.waitFor();
    await page.goBack();
    await sheet.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/distributor/my-network");
    expect(mistakes).toEqual([]);
    await context.close();
  });
});

test("in the office Back closes an open order, and the filters on a phone stay set", async () => {
  const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: phone });
  await signIn(page, "admin@shop.test", "/admin/orders");
  await page
    .getByRole("link", { name: /Open order/ })
    .first()
    .click();
  const sheet = page.getByRole("dialog", { name: /^Order \d/ });
  await sheet.getByRole("tab", { name: "History" }).click();
  await page.goBack();
  await sheet.waitFor({ state: "detached" });
  await expect.poll(() => new URL(page.url()).search).toBe("");

  await page.getByRole("button", { name: "Filters" }).click();
  const filters = page.getByRole("dialog", { name: "Filters" });
  await filters.getByRole("radio").nth(1).check();
  await expect.poll(() => new URL(page.url()).search).not.toBe("");
  const { search } = new URL(page.url());
  await page.goBack();
  await filters.waitFor({ state: "detached" });
  await expect.poll(() => new URL(page.url()).search).toBe(search);
  expect(mistakes).toEqual([]);
  await context.close();
});
