import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { baseUrl } from "./lane.ts";
import { expectSoundPage } from "./page-check.ts";
import { signIn } from "./steps.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function open(email: string, path: string, viewport = desk) {
  const { page, context } = await visit(browser, { baseUrl, viewport });
  await signIn(page, email, path);
  return { page, close: () => context.close() };
}

const paletteOf = (page: Page) =>
  page.getByRole("combobox", { name: "Search pages, people and orders" });

// shows T222
test("an office page that nobody attends asks after 28 minutes, although it reads again by itself", async () => {
  const { page, context } = await visit(browser, { baseUrl, viewport: desk });
  await page.clock.install();
  await signIn(page, "admin@shop.test", "/admin");
  await page.getByRole("heading", { level: 1 }).waitFor();
  for (let passed = 0; passed < 28; passed += 4) {
    await page.clock.fastForward("04:00");
    await page.clock.runFor(5000);
  }
  const question = page.getByRole("dialog", { name: "Are you still there?" });
  await page.clock.runFor(15_000);
  await question.waitFor();
  await expectSoundPage(page);
  await question.getByRole("button", { name: "Stay signed in" }).click();
  await page.clock.runFor(15_000);
  await question.waitFor({ state: "detached" });
  await context.close();
});

describe("the office", () => {
  test("is used by keyboard: an order by its number, the search of a page, the list of shortcuts", async () => {
    const { page, close } = await open("admin@shop.test", "/admin/orders");
    const [, number = ""] =
      /(\d+)/.exec(
        (await page
          .getByRole("link", { name: /^Open order/ })
          .first()
          .getAttribute("aria-label")) ?? "",
      ) ?? [];

    await page.keyboard.press("Control+k");
    await paletteOf(page).waitFor();
    await expectSoundPage(page);
    await page.keyboard.type(`RH${number}`);
    await page.getByRole("option", { name: `Order ${number}` }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: `Order ${number}` }).waitFor();
    await page.keyboard.press("Escape");

    await page.keyboard.press("/");
    const search = page.getByRole("searchbox", { name: "Search orders" });
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type("?");
    expect(await search.inputValue()).toBe("?");
    await search.fill("");
    await search.blur();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await expectSoundPage(page);
    await close();
  });

  test("shows the entry of the current page in a menu that is longer than the screen", async () => {
    const { page, close } = await open("admin@shop.test", "/admin/ledger-health");
    await page.reload();
    const menu = page.getByRole("navigation", { name: "Main" });
    await menu.getByRole("link", { name: /^Website/ }).waitFor();
    const entry = menu.getByRole("link", { name: "Ledger health" });
    const collapse = await menu.getByRole("button", { name: "Collapse menu" }).boundingBox();
    await expect
      .poll(async () => {
        const box = await entry.boundingBox();
        return (box?.y ?? 0) + (box?.height ?? 0);
      })
      .toBeLessThan(collapse?.y ?? 0);
    expect(await page.evaluate("scrollY")).toBe(0);
    await close();
  });

  test("saves a view of a list, shares it by its address, and downloads it as a file", async () => {
    const { page, close } = await open("admin@shop.test", "/admin/orders?state=placed");
    await page.getByRole("button", { name: "Save this view" }).click();
    await page.getByLabel(/^Save this view as/).fill("Waiting for money");
    await page.getByRole("button", { name: "Save view" }).click();
    await page.goto("/admin/orders");
    await page.getByRole("tab", { name: "Waiting for money" }).click();
    await page.waitForURL("**/admin/orders?state=placed");
    const coming = page.waitForEvent("download");
    await page.getByRole("link", { name: "Excel" }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toBe("orders.xlsx");
    expect(new URL(file.url()).searchParams.get("state")).toBe("placed");
    await close();
  });

  test("chooses the columns of the users, and Back restores the scroll position", async () => {
    const { page, close } = await open("admin@shop.test", "/admin/users");
    await page.getByRole("row").nth(1).waitFor();
    const table = page.getByRole("region", { name: "Table of users" });
    expect(await table.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Created" }).check();
    await page.keyboard.press("Escape");
    await page.getByRole("columnheader", { name: "Created" }).waitFor();

    await table.evaluate((box) => box.scrollTo(0, 300));
    await page.getByRole("button", { name: "System" }).click();
    await page.getByRole("link", { name: "Audit log" }).click();
    await page.getByRole("heading", { name: "Audit" }).waitFor();
    await page.goBack();
    await page.getByRole("columnheader", { name: "Created" }).waitFor();
    await expect.poll(() => table.evaluate((box) => box.scrollTop)).toBe(300);
    await close();
  });

  test("prints a list whole and in light colours, without menu and buttons", async () => {
    const { page, close } = await open("admin@shop.test", "/admin/users");
    const table = page.getByRole("region", { name: "Table of users" });
    await table.waitFor();
    const isCut = () => table.evaluate((box) => box.scrollHeight > box.clientHeight);
    expect(await isCut()).toBe(true);
    const columns = page.getByRole("button", { name: "Columns" });
    expect(await columns.isVisible()).toBe(true);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await isCut()).toBe(false);
    expect(await page.getByRole("navigation", { name: "Main" }).isVisible()).toBe(false);
    expect(await columns.isVisible()).toBe(false);

    const scheme = () => page.locator("html").getAttribute("data-mantine-color-scheme");
    await expect.poll(scheme).toBe("dark");
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await scheme()).toBe("light");
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await scheme()).toBe("dark");
    await close();
  });
});

test("a member opens the entries of a past payout on a phone", async () => {
  const { page, close } = await open("anna.l1@shop.test", "/distributor/my-wallet", phone);
  await page.getByRole("link", { name: "View commission" }).click();
  await page.waitForURL(/payout=/);
  await page.getByRole("button", { name: "Filters, 1 in use" }).click();
  const filters = page.getByRole("dialog", { name: "Filters" });
  expect(await filters.getByRole("checkbox", { name: "One payout only" }).isChecked()).toBe(true);
  await expectSoundPage(page);
  await page.keyboard.press("Escape");
  await filters.waitFor({ state: "detached" });
  await expectSoundPage(page);
  await close();
});
