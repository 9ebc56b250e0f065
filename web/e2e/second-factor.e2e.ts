import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoPassword } from "../../server/src/edges/demo/demo-people.ts";
import { anApp } from "../../server/src/testing/set-up-admin.ts";
import { desk, openBrowser, phone, visit, withAuthenticator } from "./browser.ts";
import { linkIn, nextMail } from "./mailbox.ts";
import { openOwnShop, type OwnShop } from "./own-shop.ts";
import { expectSoundPage } from "./page-check.ts";
import { untilInOwnDocument } from "./steps.ts";

let browser: Browser;
let shop: OwnShop;
beforeAll(async () => {
  [browser, shop] = await Promise.all([openBrowser(), openOwnShop("factors", {})]);
});
afterAll(async () => {
  await shop.close();
  await browser.close();
});

async function givePassword(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByLabel("Email").fill(shop.adminEmail);
  await page.getByRole("textbox", { name: "Password" }).fill(demoPassword);
  await page.keyboard.press("Enter");
}

/** By the keyboard alone. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name }).focus();
  await page.keyboard.press("Enter");
}

async function keepCodes(page: Page): Promise<string[]> {
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  const codes = await page
    .locator("li", { hasText: /^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/ })
    .allInnerTexts();
  await expectSoundPage(page);
  await page.getByLabel("I have kept these codes").focus();
  await page.keyboard.press("Space");
  await press(page, "Continue");
  return codes;
}

describe("an admin", () => {
  let codes: string[] = [];

  test("sets up a passkey on localhost, and signs in with it", async () => {
    const { page, context } = await visit(browser, { baseUrl: shop.baseUrl, viewport: phone });
    await withAuthenticator(page);
    await page.goto("/login");
    await givePassword(page);
    await page.waitForURL("**/admin");
    await untilInOwnDocument(page);
    await page.goto("/admin/my-profile?section=second-step");
    await page.getByText("Your account has a password only").waitFor();
    await expectSoundPage(page);
    await press(page, "Add a passkey or app");
    await press(page, "Create a passkey");
    codes = await keepCodes(page);
    expect(codes).toHaveLength(10);
    await page.getByText(/^Passkey, Chrome/).waitFor();
    await page.getByText("10 recovery codes left").waitFor();
    await expectSoundPage(page);

    await context.clearCookies();
    await page.goto("/login");
    await givePassword(page);
    await page.getByRole("heading", { name: "Confirm it is you" }).waitFor();
    await expectSoundPage(page);
    await press(page, "Use passkey");
    await page.waitForURL("**/admin");
    await context.close();
  });

  test("comes to office.localhost with a recovery code, and sets up an app and a passkey there", async () => {
    const port = new URL(shop.baseUrl).port;
    const baseUrl = `http://office.localhost:${port}`;
    const { page, context } = await visit(browser, { baseUrl, viewport: desk });
    await withAuthenticator(page);
    await page.goto("/login");
    await givePassword(page);
    await page.getByRole("heading", { name: "Confirm it is you" }).waitFor();
    await press(page, "Use a recovery code");
    await page.getByLabel("Recovery code").fill(codes[0] ?? "");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Set up your second step" }).waitFor();
    await press(page, "Use an app with codes");
    const key = await page.locator("span", { hasText: /^[A-Z2-7]{32}$/ }).innerText();
    await page.getByRole("img", { name: "QR code for your app" }).waitFor();
    await expectSoundPage(page);
    const app = anApp(`otpauth://totp/Office?secret=${key}`);
    await page.getByLabel("Code from your app").fill(app.code());
    await page.keyboard.press("Enter");
    await page.waitForURL("**/admin");
    await untilInOwnDocument(page);

    // A further one needs the factor again: the code of the next half minute.
    await page.goto("/admin/my-profile?section=second-step");
    await press(page, "Add a passkey or app");
    await press(page, "Create a passkey");
    const dialog = page.getByRole("dialog", { name: "Confirm it is you" });
    await dialog.getByLabel("Code from your app").fill(app.code(Date.now() + 30_000));
    await expectSoundPage(page);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => page.getByText(/^Passkey, Chrome/).count()).toBe(2);

    await context.clearCookies();
    await page.goto("/login");
    await givePassword(page);
    await press(page, "Use passkey");
    await page.waitForURL("**/admin");
    await context.close();
  });

  test("who has lost everything asks by email, and gets a new second step after a wait", async () => {
    const { page, context } = await visit(browser, { baseUrl: shop.baseUrl, viewport: phone });
    await page.goto("/login");
    await givePassword(page);
    await press(page, "Use a recovery code");
    await press(page, "I have no recovery code");
    await page.getByText("another admin must confirm it").waitFor();
    await expectSoundPage(page);
    await press(page, "Email me the link");
    await page.getByText("Open the email that we sent to you.").waitFor();
    await expectSoundPage(page);
    const sent = { after: [], saying: /Ask for a new/, folder: shop.mailFolder };
    await page.goto(linkIn(await nextMail(shop.adminEmail, sent), "lost-sign-in"));
    await page.getByRole("heading", { name: "Ask for a new second step" }).waitFor();
    await page.getByRole("textbox", { name: "Password" }).fill(demoPassword);
    await expectSoundPage(page);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "You have asked for a new second step" }).waitFor();
    await page.getByText("takes effect 72 hours after everyone was told").waitFor();
    await expectSoundPage(page);
    await context.close();
  });
});
