import type { Browser, Page, Request, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, phone, visit } from "./browser.ts";
import { baseUrl } from "./lane.ts";
import { signIn } from "./steps.ts";

/** What a phone on a slow line may need until a page behind the sign-in shows its figures. */
const requestsMax = 30;
const kilobytesMax = 328;
/** The document, its frame, and the code of the screen with its queries. */
const stagesMax = 3;
/** Scripts and styles of the shop's first page, with those that it loads ahead. */
const aheadMax = 16;

const pages = [
  ["ben.l2@shop.test", "/distributor/my-wallet", "Ready to request", "wallet.mine"],
  ["ben.l2@shop.test", "/distributor/my-network", "Level 3", "network.tree"],
  ["ben.l2@shop.test", "/distributor/my-orders", /R\s?\d/, "orders.mine"],
  ["admin@shop.test", "/admin", "Sold", "dashboard.get"],
  ["admin@shop.test", "/admin/orders", /R\s?\d/, "orders.list"],
  ["admin@shop.test", "/admin/orders?view=to-ship&page=1", /R\s?\d/, "orders.list"],
  ["admin@shop.test", "/admin/users", "Aisha", "users.list"],
  ["admin@shop.test", "/admin/users?role=stockist&sort=email-desc", "Stockist", "users.list"],
  ["admin@shop.test", "/admin/people/3", "Anna", "people.get"],
] as const;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe("the first visit to a page behind the sign-in", () => {
  test.each(pages)("as %s, %s is there at once", async (email, path, shows, procedure) => {
    const visitor = await visit(browser, { baseUrl, viewport: phone });
    await signIn(visitor.page, email, path);
    const page = await freshPage(visitor.page);
    const requests: Request[] = [];
    page.on("request", (request) => requests.push(request));
    await page.goto(path);
    await page.getByRole("main").getByText(shows).first().waitFor();
    await page.waitForLoadState("load");

    const asked = requests.map((request) => new URL(request.url()));
    const calls = asked.filter(({ pathname }) => pathname.startsWith("/trpc/"));
    const first = calls.find(({ pathname }) => pathname.includes("auth.me"));
    // Who it is and what the page shows come with one answer, asked for before anything is drawn.
    expect(first?.pathname).toContain(procedure);
    const queries = calls.flatMap(queriesOf);
    expect(queries).toEqual([...new Set(queries)]);

    // A phone does not draw the menu of a wide screen behind the page.
    expect(await page.locator("nav[aria-label=Main]").count()).toBe(0);
    expect(requests.length).toBeLessThanOrEqual(requestsMax);
    expect(await kilobytesOf(requests)).toBeLessThanOrEqual(kilobytesMax);
    expect(await stagesUntil(await freshPage(page), path, shows)).toBeLessThanOrEqual(stagesMax);
    expect(visitor.mistakes).toEqual([]);
    await visitor.context.close();
  });
});

test("the shop loads an order's further steps ahead in few files", async () => {
  const visitor = await visit(browser, { baseUrl, viewport: phone });
  const files: string[] = [];
  visitor.page.on("request", (request) => files.push(new URL(request.url()).pathname));
  // Once the page is idle, which takes longer on a busy machine.
  const ahead = visitor.page.waitForRequest(/\/checkout-.*\.js$/);
  await visitor.page.goto("/");
  await ahead;
  await visitor.page.waitForLoadState("networkidle");
  // Fetched first, and then imported from the browser's cache.
  const code = new Set(files.filter((file) => /\.(js|css)$/.test(file)));
  expect(code.size).toBeLessThanOrEqual(aheadMax);
  await visitor.context.close();
});

/** Without a new request for so long, a page waits for the answers that are held back. */
const quietMs = 1000;

/**
 * How often a page waits for the server before it shows its figures: answers are held back until the page asks for no more,
 * and then given all at once.
 */
async function stagesUntil(page: Page, path: string, shows: string | RegExp): Promise<number> {
  let held: Route[] = [];
  let lastAt = 0;
  let stages = 0;
  let isShown = false;
  await page.route("**/*", async (route) => {
    // The line of live updates has no end.
    if (route.request().url().includes("events.live")) return route.continue();
    held.push(route);
    lastAt = Date.now();
  });
  const giveAll = async () => {
    const given = held;
    held = [];
    await Promise.all(given.map((route) => route.continue()));
  };
  // Ends with the page, where answers are still held.
  const opened = page.goto(path).catch(() => null);
  const figures = page.getByRole("main").getByText(shows).first();
  const shown = figures.waitFor().then(() => (isShown = true));
  while (!isShown) {
    await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, 100))]);
    if (isShown || held.length === 0 || Date.now() - lastAt < quietMs) continue;
    stages += 1;
    await giveAll();
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.close();
  await opened;
  return stages;
}

/** With the session and without anything that the browser has kept. */
async function freshPage(signedIn: Page): Promise<Page> {
  const context = signedIn.context();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.clearBrowserCache");
  await signedIn.close();
  return page;
}

/** The queries of a call, each with its input. */
function queriesOf({ pathname, searchParams }: URL): string[] {
  const inputs: unknown = JSON.parse(searchParams.get("input") ?? "{}");
  const inputOf = (nth: number) =>
    typeof inputs === "object" && inputs !== null
      ? JSON.stringify(Object.entries(inputs).find(([key]) => key === String(nth))?.[1] ?? null)
      : "";
  return pathname
    .replace("/trpc/", "")
    .split(",")
    .map((procedure, nth) => `${procedure} ${inputOf(nth)}`);
}

async function kilobytesOf(requests: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(
    requests
      // The line of live updates has no end.
      .filter((request) => !request.url().includes("events.live"))
      .map((request) => request.sizes().catch(() => null)),
  );
  const bytes = sizes.reduce(
    (sum, size) => sum + (size ? size.responseBodySize + size.responseHeadersSize : 0),
    0,
  );
  return bytes / 1024;
}
