import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoPassword } from "../../server/src/edges/demo/demo-people.ts";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { baseUrl } from "./lane.ts";
import { linkIn, mailsTo, nextMail } from "./mailbox.ts";
import { expectSoundPage } from "./page-check.ts";
import { signIn, untilInOwnDocument } from "./steps.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const email = "accountant@shop.test";
/** Each screen, with the names of buttons that an admin has there. */
const screens = [
  ["/admin/accounting?view=owed", "Unpaid orders", /remind|Select several/i],
  ["/admin/month-end", "Month end", /^Close |Rebuild|Reconcile/],
  ["/admin/statements", "Statements", /^Close/],
  ["/admin/bank-payments", "Bank payments", /Upload|Match|Ignore/],
  ["/admin/outgoing-payments", "Outgoing payments", /Rules|Accept/],
  ["/admin/card-match", "Card reconciliation", /Upload|Book fee/],
  ["/admin/payout-requests", "Payout requests", /batch|Mark as paid|Excel/i],
] as const;

const itsMenu = [
  "Sales report",
  "Sales graph",
  "Bank payments",
  "Outgoing payments",
  "Card reconciliation",
  "Payout requests",
  "Books",
  "Statements",
  "Month end",
  "My profile",
  "Website (opens in a new tab)",
];

describe("an accountant", () => {
  // shows T304
  test.each([
    ["a desk", desk],
    ["a phone", phone],
  ] as const)("reads the books and changes nothing on %s", async (_, viewport) => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport });
    await page.goto("/login");
    await signIn(page, email, null);
    await page.waitForURL("**/admin/accounting");
    await page.getByRole("heading", { name: "Books", level: 1 }).waitFor();
    await expectSoundPage(page);
    expect(await menuOf(page)).toEqual(itsMenu);

    await page.goto("/admin/accounting?view=documents");
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    expect((await waiting).suggestedFilename()).toMatch(/\.csv$/);

    for (const [path, heading, button] of screens) {
      await page.goto(path);
      await page.getByText(heading).first().waitFor();
      await page.getByRole("main").getByRole("table").or(page.locator("main ul")).first().waitFor();
      expect([
        path,
        await page.getByRole("main").getByRole("button", { name: button }).count(),
      ]).toEqual([path, 0]);
      await expectSoundPage(page);
    }

    await expectNoAccess(page);
    await page.getByRole("link", { name: "Go to your home page" }).click();
    await page.getByRole("heading", { name: "Books", level: 1 }).waitFor();
    await context.close();
    expect(mistakes).toEqual([]);
  });

  // shows T305
  test("is proposed by one admin, confirmed by another, and then signs in to the books alone", async () => {
    const newcomer = `accountant.${Date.now()}@example.test`;
    const one = await visit(browser, { baseUrl, viewport: desk });
    await signIn(one.page, "admin@shop.test", "/admin/users");
    await one.page.getByRole("button", { name: "Add person" }).click();
    const form = one.page.getByRole("dialog");
    await form.getByRole("radio", { name: "Accountant" }).check();
    await form.getByLabel("First name").fill("Sizwe");
    await form.getByLabel("Last name").fill("Figures");
    await form.getByLabel("Email").fill(newcomer);
    await form.getByLabel("Cell").first().fill("082 765 4322");
    await form.getByRole("button", { name: "Send registration email" }).click();
    await one.page.getByRole("heading", { name: "Waiting for a decision" }).waitFor();
    await one.page.goto("/admin/decisions");
    const own = proposalIn(one.page);
    await own.getByRole("button", { name: "Withdraw" }).waitFor();
    expect(await own.getByRole("button", { name: "Confirm" }).count()).toBe(0);
    expect(await mailsTo(newcomer)).toHaveLength(0);

    const two = await visit(browser, { baseUrl, viewport: phone });
    await signIn(two.page, "office@shop.test", "/admin/decisions");
    await proposalIn(two.page).getByText(newcomer).waitFor();
    await expectSoundPage(two.page);
    await proposalIn(two.page).getByRole("button", { name: "Confirm" }).click();
    await two.page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
    await two.page
      .getByText(/^Confirmed by/)
      .first()
      .waitFor();

    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: phone });
    const mail = await nextMail(newcomer, { after: [], saying: /choose your password/ });
    await page.goto(linkIn(mail, "set-password"));
    for (const field of ["New password", "Repeat password"])
      await page.getByRole("textbox", { name: field }).fill(demoPassword);
    await page.getByRole("button", { name: "Complete registration" }).click();
    await page.waitForURL("**/admin/accounting");
    await untilInOwnDocument(page);
    await page.getByRole("heading", { name: "Books", level: 1 }).waitFor();
    // What the page still asks for would be refused without the cookies.
    await page.goto("about:blank");
    await context.clearCookies();
    await page.goto("/login");
    await signIn(page, newcomer, null);
    await page.waitForURL("**/admin/accounting");
    await page.getByRole("heading", { name: "Books", level: 1 }).waitFor();
    await expectSoundPage(page);
    expect(await menuOf(page)).toEqual(itsMenu);
    await expectNoAccess(page);
    expect(mistakes).toEqual([]);
    await Promise.all([one.context.close(), two.context.close(), context.close()]);
  });
});

function proposalIn(page: Page) {
  return page.getByRole("listitem").filter({ hasText: "Sizwe Figures becomes an accountant" });
}

async function expectNoAccess(page: Page): Promise<void> {
  for (const path of [
    "/admin",
    "/admin/users",
    "/admin/people/3",
    "/admin/orders",
    "/admin/decisions",
    "/admin/edit/rhizo-config",
  ]) {
    await page.goto(path);
    await page.getByRole("heading", { name: "You do not have access to this page" }).waitFor();
  }
}

/** On a phone it is a drawer. */
async function menuOf(page: Page): Promise<(string | null)[]> {
  const burger = page.getByRole("button", { name: "Menu", exact: true });
  const isDrawer = await burger.isVisible();
  if (isDrawer) await burger.click();
  const menu = page.getByRole("navigation", { name: "Main" });
  const links = menu.getByRole("link").filter({ visible: true });
  await links.last().waitFor();
  const names = await links.evaluateAll((all) =>
    all
      .filter((one) => !one.classList.contains("brand"))
      .map((one) => one.getAttribute("aria-label") ?? one.textContent),
  );
  if (isDrawer) await page.keyboard.press("Escape");
  return names;
}
