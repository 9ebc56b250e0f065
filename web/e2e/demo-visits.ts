import type { Browser, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { desk, type Visitor, visit } from "./browser.ts";
import type { DemoShop } from "./own-shop.ts";
import { signIn } from "./steps.ts";

/** A visitor of the demo, with the answers of the server that refused or failed. */
export type DemoVisitor = Visitor & Readonly<{ refused: string[] }>;

export async function visitDemo(browser: Browser, shop: DemoShop): Promise<DemoVisitor> {
  const visitor = await visit(browser, { baseUrl: shop.baseUrl, viewport: desk });
  const refused: string[] = [];
  visitor.page.on("response", (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  return { ...visitor, refused };
}

export async function visitDemoAs(
  browser: Browser,
  shop: DemoShop,
  email: string,
  path: string,
): Promise<DemoVisitor> {
  const visitor = await visitDemo(browser, shop);
  await signIn(visitor.page, email, path);
  return visitor;
}

/** What went wrong since this was last asked: on the page, in its console, and among the answers. */
export async function failuresOf(visitor: DemoVisitor): Promise<readonly string[]> {
  const shown = await visitor.page.getByText("Something went wrong").allInnerTexts();
  return [...shown, ...visitor.mistakes.splice(0), ...visitor.refused.splice(0)];
}

export async function untilLoaded(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForFunction(
    () => document.querySelector(".mantine-Skeleton-root, [aria-busy=true]") === null,
  );
}

export async function openFirst(page: Page, name: RegExp): Promise<void> {
  const main = page.getByRole("main");
  await main.getByRole("button", { name }).or(main.getByRole("link", { name })).first().click();
}

export async function confirm(page: Page, title: string, button: string): Promise<void> {
  await page.getByRole("dialog", { name: title }).getByRole("button", { name: button }).click();
}

/** @param said the toast, or what the page says */
export async function done(page: Page, said: string): Promise<void> {
  await page.getByText(said).first().waitFor();
}

export async function downloads(page: Page, pressed: Locator): Promise<void> {
  const [file] = await Promise.all([page.waitForEvent("download"), pressed.first().click()]);
  expect(await file.failure()).toBeNull();
}
