import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { demoPassword } from "../../server/src/edges/demo/demo-people.ts";
import { expectSoundPage } from "./page-check.ts";

/** Signs in from a page that requires it, and returns there. @param path null on the sign-in page */
export async function signIn(page: Page, email: string, path: string | null): Promise<void> {
  if (path !== null) await page.goto(path);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(demoPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
  if (path !== null) await page.waitForURL(`**${path}`);
  await untilInOwnDocument(page);
}

/** Types the password again where it is asked for, as money actions do after a while. @param done what shows the success */
export async function withPassword(page: Page, done: Locator): Promise<void> {
  const password = page.getByRole("textbox", { name: "Password" }).last();
  await done.or(password).first().waitFor();
  if (await password.isVisible()) {
    await password.fill(demoPassword);
    await page.keyboard.press("Enter");
  }
  await done.waitFor();
}

/** Opens a page after a dialog: closing it removes its history entry, which aborts a navigation at the same moment. */
export async function goTo(page: Page, path: string): Promise<void> {
  await expect
    .poll(() =>
      page.goto(path).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
}

/**
 * Makes a batch of the one payout request that is selected, downloads its bank file and marks it as paid.
 *
 * @returns the name and the text of the file
 */
export async function payInBatch(page: Page): Promise<Readonly<{ name: string; text: string }>> {
  await page.getByRole("button", { name: "Create payout batch" }).click();
  const dialog = page.getByRole("dialog", { name: "Create payout batch" });
  await expectSoundPage(page);
  await dialog.getByRole("button", { name: "Create batch" }).click();
  await withPassword(page, dialog.getByText(/^Payout batch \d+ has 1 payout$/));
  await dialog.getByRole("link", { name: "View batch" }).click();
  await page.getByRole("button", { name: "Download bank file" }).waitFor();
  await expectSoundPage(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download bank file" }).click(),
  ]);
  const text = await readFile(await download.path(), "utf8");
  await page.getByRole("button", { name: "Mark all as paid" }).click();
  await page.getByRole("button", { name: "Mark as paid", exact: true }).click();
  await page.getByText("Batch marked as paid.").waitFor();
  return { name: download.suggestedFilename(), text };
}

/** From the shop, a page behind the sign-in is opened anew, in the office's document. */
export async function untilInOwnDocument(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isOffice = (path: string) => /^\/(?:admin|distributor|stockist|system)\b/.test(path);
    const [opened] = performance.getEntriesByType("navigation");
    if (!opened || !isOffice(window.location.pathname)) return true;
    return isOffice(new URL(opened.name).pathname) && document.readyState !== "loading";
  });
}

/** In the order form, which then has the recipient chosen. */
export async function addRecipient(page: Page, firstName: string): Promise<void> {
  await fillRecipient(page, firstName);
  const recipient = page.getByRole("radio", { name: new RegExp(`${firstName} Mokoena`) });
  await expect.poll(() => recipient.isChecked()).toBe(true);
}

/** Adds a recipient by the dialog, in the order form or an address book. */
export async function fillRecipient(page: Page, firstName: string): Promise<void> {
  await page.getByRole("button", { name: /^Add (a )?recipient/ }).click();
  const dialog = page.getByRole("dialog", { name: "Add recipient" });
  await page.getByLabel("Post code or suburb").fill("Observatory");
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: "Observatory Cape Town, 7925" }).click();
  await dialog.getByLabel("First name").fill(firstName);
  await dialog.getByLabel("Last name").fill("Mokoena");
  await dialog.getByLabel("Cell number").fill("0821234567");
  await dialog.getByLabel("Email").fill("thandi@example.test");
  await dialog.getByLabel("Address type").selectOption("Residential");
  await dialog.getByLabel("Street address").fill("12 Milkwood Lane");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
}

export async function goToSummary(page: Page): Promise<void> {
  await goOn(page, "Choose a delivery option");
  await goOn(page, "Check your order");
}

/** On a wide screen the opening has a second Next button. */
export async function goOn(page: Page, heading: string): Promise<void> {
  await page.getByRole("button", { name: "Next", exact: true }).last().click();
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
}

export async function orderNumberToPay(page: Page): Promise<string> {
  await page.waitForURL("**/orders/pay/*");
  const heading = page.getByRole("heading", { level: 1, name: /^Pay order/ });
  return /\d+/.exec(await heading.innerText())?.[0] ?? "";
}

/** Pays on the page of an order, through the provider's sandbox, to the receipt. @param price as shown */
export async function payByCard(
  page: Page,
  price: string,
  provider: "payfast" | "stripe" = "payfast",
): Promise<void> {
  await page.getByRole("button", { name: `Pay ${price} by card` }).click();
  await page.waitForURL(`**/sandbox/${provider}/**`);
  await page.getByText(price).waitFor();
  await page.getByRole("button", { name: "Complete Payment" }).click();
  await page.waitForURL(`**/${provider}-success`);
  await page.getByRole("link", { name: "View receipt" }).click();
  await page.getByText("This page is your receipt.").waitFor();
}

/** On the page of bank payments. */
export async function uploadStatement(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: "Upload bank statement", disabled: false }).waitFor();
  const buffer = Buffer.from(text);
  await page
    .getByLabel("Bank statement")
    .setInputFiles({ name: "november.csv", mimeType: "text/csv", buffer });
}
