import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { previousMonth } from "@portal/shared/platform/calendar.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { baseUrl } from "./lane.ts";
import { mailsTo, nextMail } from "./mailbox.ts";
import { expectSoundPage } from "./page-check.ts";
import { goTo, signIn } from "./steps.ts";

const checker = fileURLToPath(new URL("../public/check-statement.mjs", import.meta.url));
const ben = "ben.l2@shop.test";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe("the end of a month", () => {
  test("reconciles the stored statements and rebuilds the figures, by jobs that show their results", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    await signIn(page, "admin@shop.test", "/admin/month-end");
    const newest = page.getByRole("list", { name: "Last runs" }).getByRole("listitem").first();
    const finished = { timeout: 60_000 };

    await page.getByRole("button", { name: "Reconcile figures" }).click();
    await newest.getByText("Everything agrees").waitFor(finished);

    // A line that names an order which does not exist; put aside again, for the tests beside this one.
    const day = new Date().toISOString().slice(0, 10);
    await page.goto("/admin/bank-payments");
    await page.getByLabel("Bank statement").setInputFiles({
      name: "bank.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`Date,Amount,Description\n${day},10.00,RH999999999 unknown\n`),
    });
    await page.getByText("CSV: 1 new, 0 already here").waitFor();
    await page.goto("/admin/month-end");
    await page.getByRole("button", { name: "Reconcile bank statements" }).click();
    await newest.getByText("Figures and bank statements").waitFor();
    await newest.getByText("Differences found").waitFor(finished);
    await newest.getByText(/^Missing in the ledger \(\d+\)$/).waitFor();
    await expectSoundPage(page);
    await page.goto("/admin/bank-payments");
    await page.getByRole("button", { name: /RH999999999 unknown/ }).click();
    const sheet = page.getByRole("dialog", { name: "Bank transaction" });
    await sheet.getByRole("button", { name: "Not an order payment" }).click();
    await sheet.getByLabel(/^Reason/).fill("For a test");
    await sheet.getByRole("button", { name: "Ignore transaction" }).click();
    await page.getByText("Transaction ignored.").waitFor();
    await goTo(page, "/admin/month-end");

    await page.getByRole("button", { name: "Rebuild figures" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Rebuild figures" }).click();
    await newest.getByText("Rebuilt figures in use").waitFor(finished);
    await expectSoundPage(page);
    await context.close();
  });

  test("closes the month, and gives each member a verifiable statement", async () => {
    const before = await mailsTo(ben);
    const month = await closeNextMonth();

    const mail = await nextMail(ben, { after: before, saying: /Your .* statement is ready/ });
    expect(mail.subject).toBe(`Your ${month} statement is ready`);

    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    await signIn(page, ben, "/distributor/my-statements");
    await page.getByText(month).first().waitFor();
    await expectSoundPage(page);
    const [link = ""] = /\/distributor\/my-statements\?month=\S+/.exec(mail.text) ?? [];
    await page.goto(link);
    await page.getByText(/This statement is final/).waitFor();
    await expectSoundPage(page);

    await page.getByText("Verify this statement yourself").click();
    const pdf = await fetchFile(page, "Download PDF");
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    const json = await fetchFile(page, "Download the statement (JSON)");
    expect(await check(json.toString())).toMatch(
      /^Statement OK: member \d+, .* Closed through position/,
    );
    await page.getByRole("button", { name: "All statements" }).click();
    const csv = await fetchFile(page, /^Tax year \d+ as CSV$/);
    expect(csv.toString()).toMatch(/^month,currency,opening balance,commission earned,/);
    await context.close();
  });
});

describe("the end of a financial year", () => {
  test("comes with its last month, and puts the result in retained earnings", async () => {
    const present = new Date().toISOString().slice(0, 7);
    const last = previousMonth(present);
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: desk });
    await signIn(page, "admin@shop.test", "/admin/edit/rhizo-config?section=accounting");
    // The present month is never closed, so that a year may begin with it.
    const begins = page.getByLabel(/^Financial year begins in/);
    await begins.selectOption(present.slice(5));
    await page.getByRole("button", { name: "Save" }).last().click();
    await page.getByText("Saved!").waitFor();
    await expectSoundPage(page);

    await page.goto(`/admin/month-end?month=${last}`);
    const year = page.getByRole("region", { name: "Financial year" });
    await year.getByText("Result", { exact: true }).waitFor();
    await expectSoundPage(page);
    const onMonthEnd = await year.innerText();
    await year.getByRole("link", { name: "Income and expenses" }).click();
    const result = page.getByRole("row").filter({ hasText: "Result" });
    await result.waitFor();
    await expectSoundPage(page);
    const [amount = "no amount"] = /−?R[\d\s]+\.\d\d/.exec(await result.innerText()) ?? [];
    expect(onMonthEnd).toContain(amount);

    await page.goto(`/admin/accounting?view=trial-balance&balance=posted&through=${present}`);
    const retained = page.getByRole("row").filter({ hasText: "Retained earnings" });
    await retained.waitFor();
    await expectSoundPage(page);
    await retained.getByRole("link", { name: "Retained earnings" }).click();
    await page.getByRole("heading", { name: "3200 Retained earnings" }).waitFor();
    await expectSoundPage(page);
    await page.getByRole("link", { name: "4000 Sales" }).last().click();
    await page.getByRole("heading", { name: "4000 Sales" }).waitFor();
    await page.getByText("Order paid").first().waitFor();
    await expectSoundPage(page);
    expect(mistakes).toEqual([]);
    await context.close();
  });
});

/** Closes the next month in the office. @returns its name */
async function closeNextMonth(): Promise<string> {
  const { page, context } = await visit(browser, { baseUrl, viewport: desk });
  await signIn(page, "admin@shop.test", "/admin/month-end");
  const close = page.getByRole("button", { name: /^Close \w+ \d{4}$/ });
  const name = (await close.textContent()) ?? "";
  await expectSoundPage(page);
  await close.click();
  const question = page.getByRole("dialog");
  const month = name.replace("Close ", "");
  // Only asked if something is left to do, which depends on the other journeys.
  const typed = question.getByLabel(`Type “${month}” to close it anyway`);
  await question.getByRole("button", { name }).waitFor();
  if (await typed.isVisible()) await typed.fill(month);
  await question.getByRole("button", { name }).click();
  await page.getByText(`${month} closed.`).waitFor();
  await page.getByRole("link", { name: "Closed months" }).click();
  await page
    .getByRole("row", { name: new RegExp(`^${month}`) })
    .first()
    .waitFor();
  await context.close();
  return month;
}

/** Fetches the target of a link with the session of the page. */
async function fetchFile(page: Page, name: string | RegExp): Promise<Buffer> {
  const link = page.getByRole("link", { name }).first();
  const answer = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(answer.status()).toBe(200);
  return answer.body();
}

/** Runs the offline checker on a file. */
async function check(statement: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "statement-"));
  try {
    const file = path.join(folder, "statement.json");
    await writeFile(file, statement);
    const { stdout } = await promisify(execFile)(process.execPath, [checker, file]);
    return stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}
