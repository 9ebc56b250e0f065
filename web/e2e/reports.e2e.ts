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

describe("reports", () => {
  test("show sales as a list, as files and as a graph with its numbers", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: desk });
    await signIn(page, "admin@shop.test", "/admin/sales-report?period=tax-year");
    await untilCounted(page);
    await expectSoundPage(page);
    const total = await totalOf(page);

    for (const group of ["Level", "Person", "Month", "Region"]) {
      const groups = page.getByRole("radiogroup", { name: "Group by" });
      await groups.getByText(group, { exact: true }).click();
      expect(await groups.getByRole("radio", { name: group }).isChecked()).toBe(true);
      await page.getByRole("columnheader", { name: group }).waitFor();
      await expect.poll(() => totalOf(page)).toEqual(total);
    }
    await expectSoundPage(page);

    const waiting = page.waitForEvent("download");
    await page.getByRole("link", { name: "CSV" }).click();
    const file = await waiting;
    expect(file.suggestedFilename()).toMatch(/^sales-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);

    await page.goto("/admin/sales-graph");
    await page.locator(".recharts-bar-rectangle").first().waitFor();
    await page.getByRole("cell", { name: total.totalSales }).waitFor();
    await page.getByText("By product", { exact: true }).click();
    await page.getByRole("columnheader", { name: "Original 50ml" }).waitFor();
    await expectSoundPage(page);
    const picture = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as PNG" }).click();
    expect((await picture).suggestedFilename()).toBe("sales.png");

    await page.setViewportSize(phone);
    await expectSoundPage(page);
    await page.goto("/admin/sales-report?period=tax-year&group=person");
    await page.getByRole("list", { name: "people" }).waitFor();
    await expectSoundPage(page);
    await context.close();
  });

  test("give the protected list of customers to developers only", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: desk });
    await signIn(page, "office@shop.test", "/admin/users");
    await page.getByRole("button", { name: "Export customers" }).click();
    const dialog = page.getByRole("dialog", { name: "Export customers" });
    await dialog.getByRole("radio", { name: "Repeat" }).check();
    await expectSoundPage(page);
    const waiting = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Export", exact: true }).click();
    expect((await waiting).suggestedFilename()).toBe("customers-repeat.xlsx");
    await dialog.getByText("customers-repeat.xlsx has been downloaded").waitFor();
    expect(await dialog.locator("code").textContent()).toMatch(/^(\w{4}-){4}\w{4}$/);
    await expectSoundPage(page);
    await context.close();

    const other = await visit(browser, { baseUrl, viewport: desk });
    await signIn(other.page, "admin@shop.test", "/admin/users");
    await other.page.getByRole("button", { name: "Add person" }).waitFor();
    expect(await other.page.getByRole("button", { name: "Export customers" }).count()).toBe(0);
    await other.context.close();
  });
});

/** Sales are counted asynchronously, within seconds of the start. */
async function untilCounted(page: Page): Promise<void> {
  const row = page.getByRole("row", { name: /Original 50ml/ });
  await expect
    .poll(
      async () => {
        if ((await row.count()) > 0) return true;
        await page.reload();
        await page.getByRole("heading", { name: "Sales report" }).waitFor();
        await page.waitForLoadState("networkidle");
        return (await row.count()) > 0;
      },
      { timeout: 30_000 },
    )
    .toBe(true);
}

async function totalOf(page: Page): Promise<{ units: string; totalSales: string }> {
  const cells = await page
    .getByRole("row", { name: /^Total/ })
    .last()
    .getByRole("cell")
    .allInnerTexts();
  return { units: cells[2] ?? "", totalSales: cells[3] ?? "" };
}
