import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { finance } from "./by-program.ts";
import { baseUrl, databaseUrl } from "./lane.ts";
import { linkIn, mailsTo, nextMail } from "./mailbox.ts";
import { expectSoundPage } from "./page-check.ts";
import { goTo, signIn } from "./steps.ts";

const admin = "admin@shop.test";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe("the office", () => {
  test("adds a distributor, who sets a password by the link and lands on the first page", async () => {
    const { page, context } = await office("/admin/users");
    const email = `nadia.${Date.now()}@example.test`;
    await addDistributor(page, "Jansen", email);
    const mail = await nextMail(email, { after: [], saying: /choose your password/ });
    await context.close();

    const newcomer = await visit(browser, { baseUrl, viewport: phone });
    await newcomer.page.goto(linkIn(mail, "set-password"));
    await newcomer.page.getByRole("heading", { name: "Welcome, Nadia" }).waitFor();
    await expectSoundPage(newcomer.page);
    for (const field of ["New password", "Repeat password"])
      await newcomer.page.getByRole("textbox", { name: field }).fill("Quiet-Harbour-7");
    await newcomer.page.getByRole("button", { name: "Complete registration" }).click();
    await newcomer.page.waitForURL("**/distributor/landing");
    await newcomer.page.getByRole("heading", { level: 1, name: /Nadia|Welcome/ }).waitFor();
    await expectSoundPage(newcomer.page);
    await newcomer.context.close();
  });

  test("opens a person from an order, ends a session and writes a note", async () => {
    const seller = await visit(browser, { baseUrl, viewport: desk });
    await signIn(seller.page, "ben.l2@shop.test", "/distributor/my-wallet");
    const { page, context } = await office("/admin/users");
    await page.goto("/admin/orders?search=Ben+Naidoo");
    await page.getByRole("link", { name: "Ben Naidoo", exact: true }).first().click();
    await page.waitForURL("**/admin/people/*");
    await page.getByRole("heading", { level: 1, name: /Ben Naidoo/ }).waitFor();
    for (const name of [/^Orders/, "Wallet", "Network", /^Recipients/, "Messages", "History"]) {
      await page.getByRole("tab", { name }).click();
      await page.getByRole("tab", { name, selected: true }).waitFor();
      await page.waitForLoadState("networkidle");
      await expectSoundPage(page);
    }

    await page.getByRole("tab", { name: "Sign-ins" }).click();
    const end = page.getByRole("button", { name: /^End sign-in on/ });
    await end.first().waitFor();
    await expectSoundPage(page);
    for (let left = await end.count(); left > 0; left--) {
      await end.first().click();
      await expect.poll(() => end.count()).toBe(left - 1);
    }
    await seller.page.goto("/distributor/my-wallet");
    await seller.page.waitForURL("**/login?*");
    await seller.context.close();

    await page.getByRole("tab", { name: /^Notes/ }).click();
    const note = `Prefers calls before noon, ${Date.now()}`;
    await page.getByLabel(/^New note/).fill(note);
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByRole("article").filter({ hasText: note }).waitFor();
    await expectSoundPage(page);
    await context.close();
  });

  test("resends the registration to the selected people, and exports them", async () => {
    const { page, context } = await office("/admin/users");
    const email = `nadia.again.${Date.now()}@example.test`;
    const saying = /choose your password/;
    await addDistributor(page, "Waits", email);
    await nextMail(email, { after: [], saying });
    const after = await mailsTo(email);

    await page.goto(`/admin/users?search=${encodeURIComponent(email)}`);
    await page.getByRole("checkbox", { name: "Select Nadia Waits" }).check();
    await page.getByRole("button", { name: "Resend registration (email, SMS) to 1" }).click();
    await page.getByText("Nadia Waits: Sent").waitFor();
    // The link of a moment ago still works, so no second email fills the mailbox.
    expect(await mailsTo(email)).toEqual(after);
    await expectSoundPage(page);

    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export selected (Excel)" }).click();
    expect((await coming).suggestedFilename()).toBe("users.xlsx");
    await context.close();
  });

  // shows S4.7
  test("is offered the conversion of a customer whose email is in use", async () => {
    const { page, context } = await office("/admin/users");
    const customer = await someCustomer(page);
    const before = await mailsTo(customer.email);
    await page.getByRole("button", { name: "Add person" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "Distributor" }).check();
    await dialog.getByLabel("Email").fill(customer.email);
    await dialog.getByLabel("First name").focus();
    await dialog
      .getByRole("button", { name: /^Convert/ })
      .first()
      .click();
    await page.getByRole("heading", { name: /^Convert .* to distributor$/ }).waitFor();
    await choose(page, "Parent", "Callum Mokoena");
    await expectSoundPage(page);
    await page.getByRole("button", { name: "Convert to distributor" }).click();
    await page.getByText("Done!").waitFor();
    await nextMail(customer.email, { after: before, saying: /a distributor/i });

    const found = `/admin/users?role=distributor&search=${encodeURIComponent(customer.email)}`;
    await goTo(page, found);
    await page.getByText("Callum Mokoena").first().waitFor();
    await context.close();
  });

  test("moves a distributor with their team, after a preview of the effects", async () => {
    const { page, context } = await office("/admin/users?role=distributor&level=3");
    await openMenu(page, "Aisha Smith", "Move…");
    await choose(page, "New parent", "Anna Mokoena");
    const dialog = page.getByRole("dialog");
    await dialog
      .getByText(/90 days/)
      .first()
      .waitFor();
    await dialog.getByText("Priya Khumalo").first().waitFor();
    await expectSoundPage(page);
    await dialog.getByRole("button", { name: "Move", exact: true }).click();
    await page.getByText("Done!").waitFor();
    await context.close();
    await expectSoundBooks();
  });

  test("uplifts a level 2 only with the surname, and the earlier life stays in the tree", async () => {
    const { page, context } = await office("/admin/users?role=distributor&level=2");
    await openMenu(page, "Nomsa Clarke", "Uplift to level 1…");
    const dialog = page.getByRole("dialog", { name: "Uplift Nomsa Clarke to level 1?" });
    await dialog.getByRole("button", { name: "Uplift to level 1" }).click();
    await dialog.getByText("Type Clarke").first().waitFor();
    await dialog.getByLabel(/^Type .* to confirm/).fill("Clarke");
    await expectSoundPage(page);
    await dialog.getByRole("button", { name: "Uplift to level 1" }).click();
    await page.getByText("Done!").waitFor();
    await context.close();

    const anna = await visit(browser, { baseUrl, viewport: desk });
    await signIn(anna.page, "anna.l1@shop.test", "/distributor/my-network");
    await anna.page
      .getByText(/Level 1 since/)
      .first()
      .waitFor();
    expect(await anna.page.getByRole("treeitem", { name: /Nomsa Clarke/ }).count()).toBe(2);
    await expectSoundPage(anna.page);
    await anna.context.close();
    await expectSoundBooks();
  });

  // shows S4.14
  test("signs in as a person without money actions, returns, and the person sees the visit", async () => {
    const { page, context } = await office("/admin/users?role=distributor&level=1");
    await openMenu(page, "Anna Mokoena", "Sign in as this person…");
    await page.getByLabel("Reason").fill("Asked us why an order is missing");
    await page.getByRole("button", { name: "Sign in as Anna Mokoena" }).click();
    const banner = page.getByRole("region", { name: "Viewing as another user" });
    await banner.getByText("you are viewing the portal as Anna Mokoena").waitFor();
    // Actions that would be refused are not offered.
    for (const [path, ready, offered] of [
      ["/distributor/my-wallet", "You can be paid", /^(Request payout|Turn commission)/],
      ["/distributor/my-network", "My network", /^Add person/],
      ["/distributor/my-profile", "Personal details", /^Save/],
      ["/distributor/my-profile?section=bank-details", "Bank details", /^(Change|Add bank)/],
      ["/distributor/my-profile?section=password", "Password", /password$/],
      ["/distributor/my-profile?section=devices", "Your devices", /^Sign out/],
    ] as const) {
      await page.goto(path);
      await banner.waitFor();
      await page.getByText(ready).first().waitFor();
      await expectSoundPage(page);
      const main = page.getByRole("main");
      expect(await main.getByRole("button", { name: offered }).count()).toBe(0);
    }
    await page.goto("/distributor/my-wallet");
    await banner.waitFor();
    const refused = await page.evaluate(async () => {
      const response = await fetch("/trpc/wallet.requestPayout", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ commandId: crypto.randomUUID() }),
      });
      return { status: response.status, text: await response.text() };
    });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("access.not-while-impersonating");
    const menu = page.getByRole("navigation", { name: "Main" }).locator("a[href^='/']");
    const routes = await menu.evaluateAll((links) =>
      links.map((link) => link.getAttribute("href")),
    );
    expect(routes.length).toBeGreaterThan(7);
    for (const route of [...routes, "/", "/contact-us", "/privacy-policy", "/nowhere"]) {
      await page.goto(route ?? "");
      await banner.waitFor();
    }
    await page.goto("/admin/users");
    await page.getByText("You do not have access to this page").waitFor();

    await banner.getByRole("button", { name: "Stop viewing" }).click();
    await page.waitForURL(/\/admin\/users\?role=distributor&level=1/);
    await banner.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Users" }).waitFor();
    await page.goto("/admin/audit");
    await page
      .getByText(/Asked us why an order is missing/)
      .first()
      .waitFor();
    await expectSoundPage(page);
    await context.close();

    const anna = await visit(browser, { baseUrl, viewport: phone });
    await signIn(anna.page, "anna.l1@shop.test", "/distributor/my-profile?section=devices");
    await anna.page.getByText("Asked us why an order is missing").waitFor();
    await expectSoundPage(anna.page);
    await anna.context.close();
  });

  test("deletes a person after a confirmation, which signs them out immediately", async () => {
    const { page, context } = await office("/admin/users?role=customer");
    const customer = await someCustomer(page);
    const gone = await visit(browser, { baseUrl, viewport: phone });
    await signIn(gone.page, customer.email, "/shop/my-account");
    await page.goto(`/admin/users?role=customer&search=${encodeURIComponent(customer.email)}`);
    await openMenu(page, customer.name, "Delete…");
    await page.getByRole("heading", { name: "Are you sure?" }).waitFor();
    await page.getByRole("button", { name: `Delete ${customer.name}` }).click();
    await page.getByText("User deleted!").waitFor();

    await gone.page.goto("/shop/my-account");
    await gone.page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(new URL(gone.page.url()).pathname).toBe("/login");
    await Promise.all([context.close(), gone.context.close()]);
  });
});

async function office(path: string) {
  const visitor = await visit(browser, { baseUrl, viewport: desk });
  await visitor.page.goto("/login");
  await signIn(visitor.page, admin, null);
  await visitor.page.goto(path);
  await visitor.page.getByRole("heading", { name: "Users" }).waitFor();
  return visitor;
}

async function addDistributor(page: Page, lastName: string, email: string): Promise<void> {
  await page.getByRole("button", { name: "Add person" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Distributor" }).check();
  await dialog.getByLabel("First name").fill("Nadia");
  await dialog.getByLabel("Last name").fill(lastName);
  await dialog.getByLabel("Email").fill(email.toUpperCase());
  await dialog.getByLabel("Cell").first().fill("082 765 4321");
  await choose(page, "Parent", "Callum Mokoena");
  await expectSoundPage(page);
  await dialog.getByRole("button", { name: "Send registration email" }).click();
  await page.getByRole("heading", { name: "Registration email sent!" }).waitFor();
}

/** A demo customer with a password: the first verified one of the list. */
async function someCustomer(page: Page): Promise<{ name: string; email: string }> {
  await page.goto("/admin/users?role=customer&columns=email");
  const row = page.getByRole("row").filter({ hasText: "@shop.test" }).nth(2);
  const text = await row.innerText();
  const email = /\S+@shop\.test/.exec(text)?.[0] ?? "";
  const menu = await row.getByRole("button", { name: /^Actions for/ }).getAttribute("aria-label");
  await page.goto("/admin/users");
  return { name: (menu ?? "").replace("Actions for ", ""), email };
}

async function openMenu(page: Page, name: string, action: string): Promise<void> {
  const search = page.getByLabel(/^Search/).first();
  await search.fill(name);
  // Wait for the filtered rows: a row that moves takes its open menu along.
  await page.waitForURL(/[?&]search=/);
  await page.waitForFunction(() => document.querySelector("[data-stale]") === null);
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

async function choose(page: Page, field: string, name: string): Promise<void> {
  const input = page.getByRole("dialog").getByRole("combobox", { name: field });
  await input.click();
  await input.fill(name);
  await page
    .getByRole("option", { name: new RegExp(`^${name}`) })
    .first()
    .click();
}

async function expectSoundBooks(): Promise<void> {
  expect(await finance(databaseUrl, "reconcile")).toMatchObject({ sound: true, isEqual: true });
}
