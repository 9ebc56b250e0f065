import { readFile } from "node:fs/promises";
import { addMonths } from "@portal/shared/platform/calendar.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readArchive } from "../../server/src/testing/read-archive.ts";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { baseUrl } from "./lane.ts";
import { expectSoundPage } from "./page-check.ts";
import { signIn } from "./steps.ts";

const written = { timeout: 90_000 };
/** When the shop of the demo was young: fewer members have a statement. */
const month = addMonths(new Date().toISOString().slice(0, 7), -11);
const days = { from: `${month}-10`, to: `${month}-14` };

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe("files of many documents", () => {
  test("are the PDFs of a period as one ZIP, with its progress until it can be saved", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: desk });
    const period = `length=custom&from=${days.from}&to=${days.to}`;
    await signIn(page, "admin@shop.test", `/admin/accounting?view=documents&${period}`);
    await page.getByRole("button", { name: "Export PDFs" }).click();
    const zip = await saved(page, /^Download \d+ documents?$/);
    expect(zip.fileName).toBe(`documents-${days.from}-to-${days.to}.zip`);
    const register = zip.rowsOf("register.csv");
    expect(register.length).toBeGreaterThan(0);
    expect(zip.names).toHaveLength(register.length + 1);
    for (const name of zip.names.filter((each) => each !== "register.csv"))
      expect(zip.contentOf(name).subarray(0, 5).toString()).toBe("%PDF-");
    await expectSoundPage(page);
    await context.close();
  });

  test("are the package of a month and all its statements, whose sums agree", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    await signIn(page, "admin@shop.test", `/admin/month-end?files=${month}`);
    await page.getByRole("button", { name: "Export package" }).click();
    const zip = await saved(page, /^Download [\d\s]+ files$/);
    await expectSoundPage(page);
    expect(zip.fileName).toMatch(new RegExp(`^month-end-${month}(-open)?\\.zip$`));
    const isOpen = zip.fileName.endsWith("-open.zip");
    expect(zip.names.includes("NOT-CLOSED.txt")).toBe(isOpen);
    expect(zip.names.includes(`seal-${month}.json`)).toBe(!isOpen);
    const lines = zip.rowsOf(`J${month.replace("-", "")}.csv`);
    expect(lines.length).toBeGreaterThan(0);
    expect(sumOf(lines, "debit")).toBe(sumOf(lines, "credit"));
    expect(sumOf(zip.rowsOf(`trial-balance-${month}.csv`), "balance")).toBe(0);
    const members = zip.rowsOf(`commission-${month}.csv`).slice(0, -1);
    const statements = zip.names.filter((name) => name.startsWith("statement-"));
    expect(statements).toHaveLength(members.length);
    expect(statements.length).toBeGreaterThan(0);

    await page.goto(`/admin/statements?view=register&month=${month}`);
    await page.getByRole("button", { name: "Export statements" }).click();
    const all = await saved(page, /^Download \d+ statements?$/);
    expect(all.names.filter((name) => name.startsWith("statement-"))).toEqual(statements);
    await expectSoundPage(page);
    await context.close();
  });
});

/** Saves the newest file once it is written, and reads it. */
async function saved(page: Page, name: RegExp) {
  const newest = page.getByRole("list", { name: "Last files" }).getByRole("listitem").first();
  const link = newest.getByRole("link", { name });
  await link.waitFor(written);
  const waiting = page.waitForEvent("download");
  await link.click();
  const download = await waiting;
  const zip = await readFile(await download.path());
  return { fileName: download.suggestedFilename(), ...readArchive(zip) };
}

/** In minor units. */
function sumOf(rows: readonly Record<string, string>[], column: string): number {
  return rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0);
}
