import { setTimeout as delay } from "node:timers/promises";
import { articlePaths } from "@portal/shared/platform/constants.ts";
import type { Browser, Page } from "playwright-core";
import { demoPassword } from "../../server/src/edges/demo/demo-people.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { memberScreens } from "../src/app/member-screens.ts";
import { officeScreens } from "../src/app/office-screens.ts";
import { desk, narrow, openBrowser, phone, type Visitor, visit } from "./browser.ts";
import { baseUrl } from "./lane.ts";
import {
  expectSoundAtNight,
  expectSoundPage,
  expectToFit,
  resize,
  shiftsOf,
} from "./page-check.ts";
import { pressFromEveryField } from "./presses.ts";
import { signIn } from "./steps.ts";

const unknownOrder = "/orders/pay/00000000-0000-4000-8000-00000000dead";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const forEverybody = [
  { path: "/", shows: "R325.00", title: "Order – Rhizo" },
  { path: "/login", shows: "Password", title: "Sign in – Rhizo" },
  { path: "/#/login", shows: "Password", title: "Sign in – Rhizo" },
  { path: "/contact-us", shows: "What is it about?", title: "Contact us – Rhizo" },
  { path: "/privacy-policy", shows: "Who is responsible", title: "Privacy policy – Rhizo" },
  { path: "/returns-policy", shows: "How to return something", title: "Returns – Rhizo" },
  { path: "/shipping-info", shows: "What delivery costs", title: "Shipping – Rhizo" },
  { path: "/accessibility", shows: "What we aim for", title: "Accessibility – Rhizo" },
  { path: unknownOrder, shows: "We could not find that order", title: "Order not found – Rhizo" },
  {
    path: `${unknownOrder}/payfast-success`,
    shows: "Confirming",
    title: "Confirming your payment – Rhizo",
  },
  {
    path: "/no/such/page",
    shows: "If you typed the address, check that it is correct.",
    title: "Page not found – Rhizo",
  },
] as const;

const forDistributors = [
  { path: "/distributor/my-wallet", shows: "Unpaid commission", title: "My wallet – Office" },
  { path: "/distributor/my-statements", shows: "Tax years", title: "My statements – Office" },
  { path: "/distributor/my-orders", shows: "My orders", title: "My orders – Office" },
  { path: "/distributor/my-profile", shows: "Bank details", title: "My profile – Office" },
  {
    path: "/admin/orders",
    shows: "You do not have access to this page",
    title: "No access – Rhizo",
  },
] as const;

const forAdmins = [
  { path: "/admin/orders", shows: "orders", title: "Orders – Office" },
  { path: "/admin/payout-requests", shows: "Requested", title: "Payout requests – Office" },
  { path: "/admin/month-end", shows: "Rounding differences", title: "Month end – Office" },
  { path: "/admin/statements", shows: "Closed months", title: "Statements – Office" },
  { path: "/admin/accounting", shows: "Journals", title: "Books – Office" },
  {
    path: "/admin/accounting?view=vat",
    shows: "Ask your accountant",
    title: "Books – Office",
  },
  {
    path: "/admin/accounting?view=documents",
    shows: "Export CSV",
    title: "Books – Office",
  },
  {
    path: "/admin/decisions",
    shows: "Waiting for a decision",
    title: "Decisions – Office",
  },
  {
    path: "/admin/contact-messages",
    shows: "lerato@example.test",
    title: "Contact messages – Office",
  },
] as const;

const forAccountants = [
  { path: "/admin/accounting", shows: "Journals", title: "Books – Office" },
  { path: "/admin/accounting?view=owed", shows: "Unpaid orders", title: "Books – Office" },
  { path: "/admin/month-end", shows: "Rounding differences", title: "Month end – Office" },
  { path: "/admin/statements", shows: "Closed months", title: "Statements – Office" },
  { path: "/admin/bank-payments", shows: "To match", title: "Bank payments – Office" },
  { path: "/admin/payout-requests", shows: "Requested", title: "Payout requests – Office" },
  {
    path: "/admin/users",
    shows: "You do not have access to this page",
    title: "No access – Rhizo",
  },
] as const;

describe("on a desk, a phone and a narrow phone", () => {
  test("every page of the shop passes the page check", async () => {
    expect(await mistakesOf(null, forEverybody)).toEqual([]);
  });

  test("every page of a distributor passes the page check", async () => {
    expect(await mistakesOf("ben.l2@shop.test", forDistributors)).toEqual([]);
  });

  test("every page of an accountant passes the page check", async () => {
    expect(await mistakesOf("accountant@shop.test", forAccountants)).toEqual([]);
  });

  // shows S2.8
  test("every page of an admin passes the page check", async () => {
    expect(await mistakesOf("admin@shop.test", forAdmins)).toEqual([]);
  });
});

const tableScreens = [...memberScreens, ...officeScreens];
/** Chosen so that a part takes about a minute. */
const screensAtOnce = 12;

describe("every screen of the table", () => {
  const people = [
    ["distributor", "ben.l2@shop.test"],
    // A developer may open the developers' screens as well.
    ["admin", "office@shop.test"],
  ] as const;
  const parts = people.flatMap(([wanted, email]) => {
    const paths = tableScreens
      .filter(({ role }) => role === wanted)
      .map(({ path }) => path.replace(":id", "1"));
    const count = Math.ceil(paths.length / screensAtOnce);
    return Array.from({ length: count }, (_, nth) => {
      const some = paths.slice(nth * screensAtOnce, (nth + 1) * screensAtOnce);
      return { wanted, email, some, nth: nth + 1, count };
    });
  });

  test("is covered", () => {
    expect(parts.flatMap(({ some }) => some)).toHaveLength(
      tableScreens.filter(({ role }) => people.some(([wanted]) => wanted === role)).length,
    );
    expect(parts.length).toBeGreaterThan(3);
  });

  test.each(parts)(
    "for a $wanted loads and passes the page check, part $nth of $count",
    async ({ email, some }) => {
      const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: desk });
      await signIn(page, email, some[0] ?? "/");
      for (const path of some) {
        await page.goto(path);
        await page.getByRole("heading", { level: 1 }).first().waitFor();
        await expectSoundPage(page);
        await expectSoundAtNight(page);
        await expectToFit(page);
        expect((await pressFromEveryField(page)).lost).toEqual([]);
      }
      await context.close();
      expect(mistakes).toEqual([]);
    },
  );
});

describe("the first press on the button of a form counts, whatever appears above it", () => {
  test.each(["/login", "/sign-up", "/forgot-password", "/contact-us"])("on %s", async (path) => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    const { pressed, lost } = await pressFromEveryField(page);
    expect(lost).toEqual([]);
    expect(pressed).toBeGreaterThan(0);
    await context.close();
  });

  test.each([
    ["person", null],
    ["bank-details", /^(Change|Add bank details)$/],
    ["password", /password$/],
  ] as const)("in the form of %s", async (section, opener) => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    await signIn(page, "ben.l2@shop.test", `/distributor/my-profile?section=${section}`);
    if (opener) await page.getByRole("main").getByRole("button", { name: opener }).last().click();
    await page.locator("form:visible").first().waitFor();
    const { pressed, lost } = await pressFromEveryField(page);
    expect(lost).toEqual([]);
    expect(pressed).toBeGreaterThan(0);
    await context.close();
  });
});

/** A CLS of 0.1 counts as good; half of it is hardly visible. */
const shiftMax = 0.05;

describe.each([
  ["a phone", phone],
  ["a desk", desk],
])("no layout shifts while a page loads on %s", (_name, viewport) => {
  test.each([
    [null, ["/login", "/", "/privacy-policy"]],
    ["anna.l1@shop.test", ["/distributor/my-wallet", "/distributor/my-network"]],
    ["admin@shop.test", ["/admin", "/admin/orders"]],
  ] as const)("for %s", async (email, paths) => {
    const { page, context } = await visit(browser, { baseUrl, viewport });
    if (email) await signIn(page, email, paths[0]);
    for (const path of paths) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await page.waitForFunction(
        () => document.querySelector(".mantine-Skeleton-root, [aria-busy=true]") === null,
      );
      // Wait for the last pictures and late requests.
      await delay(1000);
      const { sum, moved } = await shiftsOf(page);
      expect(sum, `${path}: ${moved.join("\n")}`).toBeLessThanOrEqual(shiftMax);
    }
    await context.close();
  });
});

describe("the shop on a phone", () => {
  // shows S5.10
  test("shows what is missing, opens the dialog immediately, and finds its errors", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    await page.goto("/");
    await page.getByText("R425.00").waitFor();

    await page.getByRole("button", { name: "Next", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Add recipient" });
    await dialog.getByRole("button", { name: "Next" }).click();
    await dialog.getByText("Please select a place.").waitFor();
    await dialog.getByLabel("Post code or suburb").fill("7925");
    await dialog.getByRole("button", { name: "Search" }).click();
    await dialog.getByRole("option", { name: /Observatory/ }).click();
    await dialog.getByLabel("First name").fill("Thandi");
    await dialog.getByRole("button", { name: "Save" }).click();

    const summary = dialog.getByRole("alert");
    await summary.getByText("Last name is required.").waitFor();
    expect(await hasFocus(page, "#recipient-problems")).toBe(true);
    await summary.getByRole("link", { name: "Street address: Required" }).click();
    expect(await hasFocus(page, "#recipient-streetAddress")).toBe(true);
    await expectSoundPage(page);

    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Lose any unsaved changes?" }).waitFor();
    await page.getByRole("button", { name: "Keep editing" }).click();
    expect(await dialog.getByLabel("First name").inputValue()).toBe("Thandi");
    await context.close();
  });

  test("keeps the order through a network failure and a reload", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    await page.goto("/");
    await page.getByLabel("Quantity of 50 ml bottle").fill("3");
    await page.getByText("R1\u00a0075.00").waitFor();

    await context.setOffline(true);
    await page.getByText("You are offline.").waitFor();
    await context.setOffline(false);
    await page.reload();

    await page.getByText("R1\u00a0075.00").waitFor();
    expect(await page.getByLabel("Quantity of 50 ml bottle").inputValue()).toBe("3");
    await context.close();
  });

  test("keeps what was typed before its code was loaded", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    const { promise: codeMayCome, resolve: letCodeCome } = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await codeMayCome;
      await route.continue();
    });
    await page.goto("/", { waitUntil: "commit" });
    await page.getByLabel("Quantity of 50 ml bottle").fill("3");
    letCodeCome();

    await page.getByText("R1\u00a0075.00").waitFor();
    expect(await page.getByLabel("Quantity of 50 ml bottle").inputValue()).toBe("3");
    await context.close();
  });

  test("replays a press from before its code was loaded", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    const { promise: codeMayCome, resolve: letCodeCome } = Promise.withResolvers<void>();
    // The script that records presses is inline in the page.
    await page.route(/assets\/.*\.js$/, async (route) => {
      await codeMayCome;
      await route.continue();
    });
    await page.goto("/", { waitUntil: "commit" });
    await page.waitForFunction(() => "earlyPresses" in window);
    const more = page.getByRole("button", { name: "One more 50 ml bottle" });
    await more.click();
    await more.click();
    const next = page.getByRole("button", { name: "Next", exact: true }).first();
    await next.click();
    expect(await next.getAttribute("aria-busy")).toBe("true");
    letCodeCome();

    await page.getByRole("dialog", { name: "Add recipient" }).waitFor();
    expect(await page.getByLabel("Quantity of 50 ml bottle").inputValue()).toBe("3");
    await context.close();
  });

  test("accepts only whole numbers of bottles", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    await page.goto("/");
    await page.getByText("R425.00").waitFor();
    const quantity = page.getByLabel("Quantity of 50 ml bottle");
    await quantity.fill("1.5");
    await page.getByText("Enter a whole number, 1000 at most.").waitFor();
    await expectSoundPage(page);
    await page.getByRole("button", { name: "Next", exact: true }).first().click();
    expect(await quantity.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await page.getByRole("dialog").count()).toBe(0);
    await quantity.fill("2");
    await page.getByText("R750.00").waitFor();
    await context.close();
  });

  test("gives every control a touch target of sufficient size", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    await page.goto("/");
    await page.getByText("R425.00").waitFor();

    const small = await page
      .locator("button:visible, a:visible, input:visible")
      .evaluateAll((controls) =>
        controls
          .map((control) => ({ box: control.getBoundingClientRect(), html: control.outerHTML }))
          .filter(({ box }) => box.width > 0 && box.right > 0 && box.height < 43.5)
          .map(({ html }) => html.slice(0, 120)),
      );

    expect(small).toEqual([]);
    await context.close();
  });
});

describe("signing in", () => {
  // shows S2.7
  test("returns to the requested page, and never to another site", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: desk });
    await signIn(page, "admin@shop.test", "/admin/orders?page=2&sort=total-asc");
    await page.getByText(/^21 to 40 of/).waitFor();
    expect(await page.getByRole("columnheader", { name: "Total" }).getAttribute("aria-sort")).toBe(
      "ascending",
    );

    await page.goto("/login?return=//evil.test/");
    await page.waitForURL("**/admin");
    await context.close();
  });
});

describe("a session that has ended", () => {
  test("leads to the sign-in page and back to the same list", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: desk });
    await signIn(page, "admin@shop.test", "/admin/orders");
    await page.getByText(/^1 to 20 of/).waitFor();

    await context.clearCookies();
    await page.getByRole("columnheader", { name: "Total" }).getByRole("button").click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await signIn(page, "admin@shop.test", null);

    await page.getByText(/^1 to 20 of/).waitFor();
    expect(new URL(page.url()).search).toBe("?sort=total-desc");
    await context.close();
  });
});

describe("a session that ends while something is typed", () => {
  test("is asked for over the page, and saving goes on", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    await signIn(page, "ben.l2@shop.test", "/distributor/my-profile?section=person");
    const area = page.getByLabel(/^Area/);
    const before = await area.inputValue();
    await area.fill(`${before} and around`);
    await context.clearCookies();
    await page.getByRole("button", { name: "Save" }).click();

    const cover = page.getByRole("dialog", { name: "Your session has ended" });
    await cover.waitFor();
    await expectSoundPage(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await cover.waitFor();
    await cover.getByRole("textbox", { name: "Password" }).fill(demoPassword);
    await cover.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Profile updated!").waitFor();
    expect(await area.inputValue()).toBe(`${before} and around`);

    await area.fill(before);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Profile updated!").first().waitFor();
    await context.close();
  });
});

describe("the home page", () => {
  // shows S2.50
  test("is rendered before any script runs", async () => {
    const html = await (await fetch(`${baseUrl}/`)).text();
    expect(html).toContain("A small bottle for someone you care about</h1>");
    expect(html).not.toContain('rel="stylesheet"');
    // A data block is no script.
    expect(html.match(/<script(?! type="application\/ld\+json")/g)).toHaveLength(1);
  });

  test("is not served at another address", async () => {
    const html = await (await fetch(`${baseUrl}/distributor/my-wallet`)).text();
    expect(html).toContain('<div id="root"></div>');
  });
});

describe("an article", () => {
  test.for(articlePaths)("%s is never gone while its code is on its way", async (path) => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: phone });
    // Only the first script loads immediately, as on a slow network.
    await page.route(/assets\/(?!first).*\.js$/, async (route) => {
      await delay(700);
      await route.continue();
    });
    await page.addInitScript(() => {
      let wasThere = false;
      new MutationObserver(() => {
        const isThere = document.querySelector("h1") !== null;
        if (wasThere && !isThere) console.error("the page was gone");
        wasThere ||= isThere;
      }).observe(document, { childList: true, subtree: true });
    });
    const itsOwnCode = page.waitForResponse(/assets\/article-pages.*js$/);
    await page.goto(path);
    await itsOwnCode;
    await page.getByRole("contentinfo").getByRole("link", { name: /@/ }).waitFor();
    expect(mistakes).toEqual([]);
    await context.close();
  });
});

/** Checks each screen in three widths. @returns the browser's errors meanwhile */
async function mistakesOf(
  email: string | null,
  screens: readonly { path: string; shows: string; title: string }[],
): Promise<string[]> {
  const visitor: Visitor = await visit(browser, { baseUrl, viewport: desk });
  const { page, context, mistakes } = visitor;
  if (email) await signIn(page, email, screens[0]?.path ?? "/");
  for (const { path, shows, title } of screens) {
    await page.goto(path);
    await page.waitForFunction((wanted) => document.title === wanted, title);
    for (const viewport of [desk, phone, narrow]) {
      await resize(page, viewport);
      await page.getByText(shows).locator("visible=true").first().waitFor();
      await expectSoundPage(page);
      await expectHelp(page);
    }
    await page.setViewportSize(desk);
  }
  await context.close();
  // The browser logs the 404 of an unknown order.
  return mistakes.filter((mistake) => !/status of 404.*orders\./.test(mistake));
}

/** Help is at the same position on every page (WCAG 3.2.6): in the footer, or in the account menu of the office. */
async function expectHelp(page: Page): Promise<void> {
  const isOffice = await page.evaluate(() => document.body.dataset["frame"] === "office");
  if (isOffice) {
    await page.getByRole("button", { name: /^Your account/ }).click();
    const help = page.getByRole("menuitem", { name: "Contact us" });
    expect(await help.getAttribute("href")).toBe("/contact-us");
    // A menu takes the key once it has the focus; open, it would stand over the page that is checked next.
    await expect
      .poll(async () => {
        await page.keyboard.press("Escape");
        return help.count();
      })
      .toBe(0);
    return;
  }
  const links = page.getByRole("contentinfo").getByRole("link");
  // The office's contact details load after the page.
  await links.filter({ hasText: "Instagram" }).waitFor();
  expect((await links.allInnerTexts()).map((text) => text.trim())).toEqual([
    "orders@shop.test",
    "WhatsApp",
    "Facebook",
    "Instagram",
    "Contact us",
    "Shipping",
    "Returns",
    "Privacy",
    "Accessibility",
  ]);
}

function hasFocus(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((element) => element === document.activeElement);
}
