import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { baseUrl } from "./lane.ts";
import { linkIn, mailsTo, nextMail, smsTo } from "./mailbox.ts";
import { expectSoundPage } from "./page-check.ts";
import { signIn } from "./steps.ts";

const wrongCode = "The code you entered is incorrect, please try again.";
const password = "Quiet-Harbour-7";

let browser: Browser;
let people = 0;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test("a list of errors has whole bullets, and a busy button its spinner in the middle without motion", async () => {
  const { page, context } = await visit(browser, { baseUrl, viewport: phone });
  await page.goto("/sign-up");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("There are some problems").waitFor();
  const indent = await page
    .locator(".mantine-Alert-message ul")
    .evaluate((list) => Number.parseFloat(getComputedStyle(list).paddingInlineStart));
  // A bullet is outside its line, and needs the room that browsers give it.
  expect(indent).toBeGreaterThanOrEqual(20);

  await page.goto("/login");
  await page.route("**/trpc/auth.requestCode**", async () => {});
  await page.getByLabel("Email").fill("nobody@people.test");
  const button = page.getByRole("button", { name: "Email me a code" });
  await button.click();
  const spinner = page.locator(".mantine-Button-loader");
  await spinner.waitFor();
  const [outer, inner] = [await button.boundingBox(), await spinner.boundingBox()];
  if (!outer || !inner) throw new Error("the button shows no spinner");
  expect(inner.x + inner.width / 2).toBeCloseTo(outer.x + outer.width / 2, 0);
  expect(inner.y + inner.height / 2).toBeCloseTo(outer.y + outer.height / 2, 0);
  await context.close();
});

/** An unused email address with a cell number. */
function somebodyNew() {
  people += 1;
  const number = String(Date.now()).slice(-6);
  return {
    email: `newcomer.${number}.${people}@example.test`,
    cell: `0827${number}`,
    international: `+27827${number}`,
  };
}

describe("signing up", () => {
  test("by a code refuses a wrong one, and ends with a password and an account", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    const person = somebodyNew();
    await page.goto("/sign-up");
    await expectSoundPage(page);
    await fillSignUp(page, person);
    const code = await codeFor(person.email);
    expect(code).toHaveLength(3);
    const textOfSms = async () => (await smsTo(person.international))[0]?.text ?? "";
    // The SMS has another code, which would verify the number and not the address.
    await expect.poll(textOfSms, { timeout: 15_000 }).toMatch(/^[A-Z0-9]{3} is your /);

    await typeCode(page, code === "AAA" ? "BBB" : "AAA");
    await page.getByText(wrongCode).waitFor();
    await expectSoundPage(page);
    await typeCode(page, code.toLowerCase());
    await page.getByRole("heading", { name: "Choose a password" }).waitFor();
    await page.getByRole("textbox", { name: "Password" }).first().fill("short");
    await page.getByRole("button", { name: "Save password" }).click();
    await page.getByText("Must be at least 8 characters").first().waitFor();
    await page.getByRole("textbox", { name: "Password" }).first().fill(password);
    await page.getByLabel(/^Repeat password/).fill(password);
    await expectSoundPage(page);
    await page.getByRole("button", { name: "Save password" }).click();
    await page.getByText("Registration complete!").waitFor();
    await context.close();

    await expectPassword(person.email, password);
  });

  test("with a registered address does not reveal the account", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: desk });
    const kim = "kim.customer@shop.test";
    const before = await mailsTo(kim);
    await page.goto("/sign-up");
    await fillSignUp(page, { ...somebodyNew(), email: kim });
    await nextMail(kim, { after: before, saying: /already has an account/ });
    await typeCode(page, "AAA");
    await page.getByText(wrongCode).waitFor();
    expect(new URL(page.url()).pathname).toBe("/sign-up");
    await context.close();
  });
});

describe("signing in", () => {
  test("by a code is blocked after five wrong ones, even for the right one", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    const email = "sam.stockist@shop.test";
    const before = await mailsTo(email);
    await page.goto("/login");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Email me a code" }).click();
    const code = await codeFor(email, before);
    expect(code).toHaveLength(6);

    const wrong = code === "AAAAAA" ? "BBBBBB" : "AAAAAA";
    for (let tries = 0; tries < 5; tries++) {
      const answered = page.waitForResponse((response) => response.url().includes("auth.login"));
      await typeCode(page, wrong);
      await answered;
    }
    await typeCode(page, code);
    await page.getByText(wrongCode).waitFor();
    expect(new URL(page.url()).pathname).toBe("/login");
    await context.close();
  });

  test("with wrong passwords is throttled, with a message", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: desk });
    await page.goto("/login");
    await page.getByLabel("Email").fill(somebodyNew().email);
    await page.getByRole("textbox", { name: "Password" }).fill("Wrong-1234!");
    for (let tries = 0; tries < 8; tries++) {
      const answered = page.waitForResponse((response) => response.url().includes("auth.login"));
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await answered;
    }
    await page.getByText(/Too many attempts/).waitFor();
    expect(new URL(page.url()).pathname).toBe("/login");
    await context.close();
  });
});

describe("a forgotten password", () => {
  test("is reset by a link that works once, which ends other sessions", async () => {
    const person = await aRegisteredCustomer();
    const elsewhere = await visit(browser, { baseUrl, viewport: desk });
    await signInWith(elsewhere.page, person.email, password);

    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    await page.goto("/login");
    await page.getByRole("link", { name: /forgot/i }).click();
    await page.getByLabel("Email").fill(person.email);
    const before = await mailsTo(person.email);
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    await expectSoundPage(page);
    const mail = await nextMail(person.email, { after: before, saying: /new password/ });
    const link = linkIn(mail, "set-password");

    await page.goto(link);
    const next = "Even-Quieter-8";
    await page.getByRole("textbox", { name: "New password" }).first().fill(next);
    await page.getByLabel(/^Repeat password/).fill(next);
    await page.getByRole("button", { name: "Save new password" }).click();
    await page.getByText("Your password has been updated.").waitFor();

    await elsewhere.page.goto("/shop/my-account");
    await elsewhere.page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.goto(link);
    await page.getByRole("link", { name: "Send a new link" }).waitFor();
    await Promise.all([context.close(), elsewhere.context.close()]);
    await expectPassword(person.email, next);
  });

  test("of an unknown address gets the same answer", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    await page.goto("/forgot-password");
    await page.getByLabel("Email").fill("nobody.at.all@example.test");
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/forgot-password/sent");
    await context.close();
  });
});

test("signing out reaches every tab, and nothing is saved under another account", async () => {
  const { page, context } = await visit(browser, { baseUrl, viewport: desk });
  await signIn(page, "kim.customer@shop.test", "/shop/my-account");
  const other = await context.newPage();
  await other.goto("/shop/my-account");
  await other.getByRole("heading", { level: 1 }).waitFor();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/shop/my-account"));

  // The tab notices without a press, a reload or a navigation.
  await other.waitForURL("**/login**");
  expect(await other.getByRole("button", { name: "Sign out", exact: true }).count()).toBe(0);
  await context.close();
});

test("the demo accounts still sign in with their password", async () => {
  const { page, context } = await visit(browser, { baseUrl, viewport: desk });
  await signIn(page, "kim.customer@shop.test", "/shop/my-account");
  await expectSoundPage(page);
  await context.close();
});

type Person = ReturnType<typeof somebodyNew>;

async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel("First name").fill("Lindiwe");
  await page.getByLabel("Last name").fill("Dube");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Cell number").fill(person.cell);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("Character 1 of 3").waitFor();
}

async function typeCode(page: Page, code: string): Promise<void> {
  // As a person types it: overwrite the first box, and each character moves on to the next.
  await page.getByLabel(/^Character 1 of/).focus();
  for (const character of code) await page.keyboard.type(character, { delay: 60 });
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** The code in the newest email, on a line of its own. */
async function codeFor(
  email: string,
  after: Awaited<ReturnType<typeof mailsTo>> = [],
): Promise<string> {
  const mail = await nextMail(email, { after, saying: /Enter this code/ });
  const code = /^[A-Z0-9]{3,8}$/m.exec(mail.text)?.[0];
  if (!code) throw new Error(`No code in: ${mail.text}`);
  return code;
}

async function aRegisteredCustomer(): Promise<Person> {
  const { page, context } = await visit(browser, { baseUrl, viewport: desk });
  const person = somebodyNew();
  await page.goto("/sign-up");
  await fillSignUp(page, person);
  await typeCode(page, await codeFor(person.email));
  await page.getByRole("textbox", { name: "Password" }).first().fill(password);
  await page.getByLabel(/^Repeat password/).fill(password);
  await page.getByRole("button", { name: "Save password" }).click();
  await page.getByText("Registration complete!").waitFor();
  await context.close();
  return person;
}

async function signInWith(page: Page, email: string, secret: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(secret);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}

async function expectPassword(email: string, secret: string): Promise<void> {
  const { page, context } = await visit(browser, { baseUrl, viewport: desk });
  await signInWith(page, email, secret);
  await page.goto("/shop/my-account");
  expect(await page.getByLabel("Email").inputValue()).toBe(email);
  await context.close();
}
