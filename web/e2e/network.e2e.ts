import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk, narrow, openBrowser, phone, visit } from "./browser.ts";
import { baseUrl } from "./lane.ts";
import { expectSoundPage } from "./page-check.ts";
import { signIn } from "./steps.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const row = (page: Page, name: RegExp) => page.getByRole("treeitem", { name });

describe("a distributor's network", () => {
  test("is navigated by keyboard alone, down to a person and back", async () => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: desk });
    await signIn(page, "anna.l1@shop.test", "/distributor/my-network");
    await row(page, /^Ben Naidoo Level 2/).waitFor();
    await expectSoundPage(page);

    await row(page, /^Anna Mokoena/).focus();
    await page.keyboard.type("ben");
    await page.keyboard.press("ArrowRight");
    await row(page, /^Cara van Wyk Level 3/).waitFor();
    await page.keyboard.press("ArrowRight");
    expect(await focusedLabel(page)).toBe("Cara van Wyk");

    await page.keyboard.press("Enter");
    const sheet = page.getByRole("dialog", { name: "Cara van Wyk" });
    await sheet.getByText("Commission you earned on this person’s sales.").waitFor();
    await sheet.getByText("Cara van Wyk joined as a distributor under Ben Naidoo").waitFor();
    await expectSoundPage(page);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    expect(await focusedLabel(page)).toBe("Cara van Wyk");

    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    expect(await row(page, /^Cara van Wyk/).count()).toBe(0);
    expect(await focusedLabel(page)).toBe("Ben Naidoo");
    expect(mistakes).toEqual([]);
    await context.close();
  });

  test("finds a person by name, and shows their position", async () => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: desk });
    await signIn(page, "anna.l1@shop.test", "/distributor/my-network?mode=total");
    await page.getByLabel("Search the network").fill("sam.stockist");

    const match = page.getByRole("button", { name: /^Sam Pillay/ });
    await match.getByText("under Anna Mokoena › Ben Naidoo").waitFor();
    await expectSoundPage(page);
    await match.click();
    const sheet = page.getByRole("dialog", { name: "Sam Pillay" });
    await sheet
      .getByText(/% to the distributor/)
      .first()
      .waitFor();
    await expectSoundPage(page);
    await sheet.getByRole("button", { name: "Close" }).click();

    await row(page, /^Sam Pillay Stockist/).waitFor();
    expect(await focusedLabel(page)).toBe("Sam Pillay");
    await page.getByText("Chart", { exact: true }).click();
    await page.getByRole("region", { name: "Chart" }).getByText("Sam Pillay").waitFor();
    await expectSoundPage(page);
    expect(mistakes).toEqual([]);
    await context.close();
  });

  test("is browsed by generation on a phone, and back up with Back", async () => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: phone });
    await signIn(page, "anna.l1@shop.test", "/distributor/my-network");
    const into = page.getByRole("button", { name: /people in Ben Naidoo’s team$/ });
    await into.waitFor();
    await expectSoundPage(page);
    await into.click();

    const people = page.getByRole("list", { name: "Ben Naidoo’s team" });
    await people.getByRole("button", { name: /^Sam Pillay/ }).waitFor();
    await expectSoundPage(page);
    await people.getByRole("button", { name: /^Cara van Wyk/ }).click();
    await page.getByRole("dialog", { name: "Cara van Wyk" }).waitFor();
    await expectSoundPage(page);
    await page.getByRole("button", { name: "Close" }).click();

    await page.goBack();
    await page.getByRole("list", { name: "Anna Mokoena’s team" }).waitFor();
    expect(mistakes).toEqual([]);
    await context.close();
  });

  // shows S9.22
  test("lists people and changes, and fits a narrow phone", async () => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: narrow });
    await signIn(page, "ben.l2@shop.test", "/distributor/my-network");
    await page.getByRole("list", { name: "Ben Naidoo’s team" }).waitFor();
    await expectSoundPage(page);

    await page.getByRole("tab", { name: "People" }).click();
    await page.getByRole("button", { name: "Add person" }).waitFor();
    await page.getByRole("tab", { name: "Changes" }).click();
    await page.getByText("Cara van Wyk joined as a distributor under Ben Naidoo").waitFor();
    await expectSoundPage(page);
    expect(mistakes).toEqual([]);
    await context.close();
  });
});

describe("the office", () => {
  test("sees all trees, and a member's network as that member does", async () => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: desk });
    await signIn(page, "admin@shop.test", "/admin/distributors");
    const anna = row(page, /^Anna Mokoena/);
    await anna.waitFor();
    expect(await anna.getAttribute("aria-expanded")).toBe("false");
    await expectSoundPage(page);

    await anna.getByRole("link", { name: "View network" }).click();
    await page.getByText("Anna Mokoena’s network, as they see it").waitFor();
    await row(page, /^Ben Naidoo/).waitFor();
    await expectSoundPage(page);

    await page.getByRole("link", { name: "Back to all distributors" }).click();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Expand all" }).click();
    await row(page, /^Ben Naidoo/).waitFor();
    await row(page, /^Ben Naidoo/).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Open page" }).click();
    await page.waitForURL("**/admin/people/*");
    await page.getByRole("heading", { level: 1, name: /Ben Naidoo/ }).waitFor();
    expect(mistakes).toEqual([]);
    await context.close();
  });
});

function focusedLabel(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute("data-label") ?? null);
}
