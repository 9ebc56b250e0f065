import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { baseUrl } from "./lane.ts";
import { linkIn, nextMail, smsTo } from "./mailbox.ts";
import { expectSoundPage } from "./page-check.ts";

const strangersPassword = "Quiet-Harbour-7";
const ownPassword = "Even-Quieter-8";

let browser: Browser;
let people = 0;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Registers with somebody's email by the code of the own phone. */
async function registerByPhone(page: Page): Promise<string> {
  people += 1;
  const number = `${people}${String(Date.now()).slice(-5)}`;
  const email = `first.${number}@example.test`;
  await page.goto("/sign-up");
  await page.getByLabel("First name").fill("Lindiwe");
  await page.getByLabel("Last name").fill("Dube");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Cell number").fill(`0826${number}`);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("Character 1 of 3").waitFor();
  const textOfSms = async () => (await smsTo(`+27826${number}`))[0]?.text ?? "";
  await expect.poll(textOfSms, { timeout: 15_000 }).toMatch(/^[A-Z0-9]{3} is your /);
  await page.getByLabel(/^Character 1 of/).focus();
  await page.keyboard.type((await textOfSms()).slice(0, 3), { delay: 60 });
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("textbox", { name: "Password" }).first().fill(strangersPassword);
  await page.getByLabel(/^Repeat password/).fill(strangersPassword);
  await page.getByRole("button", { name: "Save password" }).click();
  await page.getByText("Registration complete!").waitFor();
  return email;
}

const confirmMail = (email: string) =>
  nextMail(email, { after: [], saying: /Confirm your email address/ });

describe("an email that a stranger registered first", () => {
  test.for([phone, desk])("is its owner's alone after the link, at %o", async (viewport) => {
    const stranger = await visit(browser, { baseUrl, viewport });
    const email = await registerByPhone(stranger.page);
    const { page, context } = await visit(browser, { baseUrl, viewport });
    const documents: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    });
    await page.goto(linkIn(await confirmMail(email), "confirm-email"));
    await page.getByRole("heading", { name: "Confirm your email" }).waitFor();
    await expectSoundPage(page);
    await page.getByRole("button", { name: "I do not know the password" }).click();
    await page.getByRole("textbox", { name: "New password" }).first().fill(ownPassword);
    await page.getByLabel(/^Repeat password/).fill(ownPassword);
    await expectSoundPage(page);
    await page.getByRole("button", { name: "Save new password" }).click();
    await page.getByRole("heading", { name: "Your email is confirmed" }).waitFor();
    await expectSoundPage(page);
    // Who was signed in by it is not taken for another person, whose page is loaded anew.
    await page.getByRole("link", { name: "Continue" }).waitFor();
    expect(documents).toEqual(["/confirm-email"]);

    await stranger.page.goto("/shop/my-account");
    await stranger.page.getByRole("heading", { name: "Sign in" }).waitFor();
    await Promise.all([context.close(), stranger.context.close()]);
  });

  test("is confirmed on another device by the password of its owner", async () => {
    const own = await visit(browser, { baseUrl, viewport: desk });
    const email = await registerByPhone(own.page);
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    await page.goto(linkIn(await confirmMail(email), "confirm-email"));
    await page.getByRole("textbox", { name: "Password" }).fill("Wrong-1234!");
    await page.getByRole("button", { name: "Confirm email" }).click();
    await page.getByText("The password is incorrect").waitFor();
    await expectSoundPage(page);
    await page.getByRole("textbox", { name: "Password" }).fill(strangersPassword);
    await page.getByRole("button", { name: "Confirm email" }).click();
    await page.getByRole("heading", { name: "Your email is confirmed" }).waitFor();
    await own.page.goto("/shop/my-account");
    expect(await own.page.getByLabel("Email").inputValue()).toBe(email);
    await Promise.all([context.close(), own.context.close()]);
  });
});
