import { once } from "node:events";
import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { baseUrl } from "./lane.ts";
import { expectSoundPage } from "./page-check.ts";
import { addRecipient, goToSummary, orderNumberToPay, signIn } from "./steps.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const place = (page: Page) => page.getByRole("button", { name: /^Place order and pay/ });
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "We could not send your order" });

/** Expects none of the other messages beside the one on the page. */
async function expectOneMessage(page: Page): Promise<void> {
  for (const other of ["You are offline.", "Your order was not placed", "Something went wrong"])
    expect(await page.getByText(other).locator("visible=true").count()).toBe(0);
}

describe("an order while offline", () => {
  // shows S8.7
  test("on a first visit explains what to do, and is sent when the network returns", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    await page.goto("/");
    await addRecipient(page, "Ayanda");
    await goToSummary(page);
    // Not before the price has arrived.
    await place(page).click({ trial: true });
    await context.setOffline(true);
    await place(page).click();

    const dialog = dialogOf(page);
    await dialog.getByText(/Please note that our system is temporarily offline/).waitFor();
    await expectOneMessage(page);
    await expectSoundPage(page);
    await dialog.getByRole("button", { name: "Try again" }).click();
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.getByText("Your order is waiting to be sent").waitFor();
    await expectOneMessage(page);

    await context.setOffline(false);
    await orderNumberToPay(page);
    await context.close();
  });

  test("of a member in the office waits to be sent as well", async () => {
    const office = baseUrl.replace("//localhost", "//office.localhost");
    const { page, context } = await visit(browser, { baseUrl: office, viewport: desk });
    await signIn(page, "cara.l3@shop.test", "/distributor/create-order");
    await page.getByRole("radio").first().waitFor();
    await goToSummary(page);
    await place(page).click({ trial: true });
    await context.setOffline(true);
    await place(page).click();
    await dialogOf(page).getByRole("button", { name: "Close" }).click();
    await page.getByText("Your order is waiting to be sent").waitFor();
    await expectOneMessage(page);
    await page.getByRole("button", { name: "Discard order" }).click();
    expect(await page.getByRole("heading", { name: "Check your order" }).count()).toBe(1);
    await context.close();
  });
});

// shows T220, T221
test("an order that waits is never sent in the name of the next person, who finds nothing of the one before", async () => {
  const { page, context } = await visit(browser, { baseUrl, viewport: desk });
  const kept = () => page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  const isWaiting = () => page.getByText("Your order is waiting to be sent").count();
  const cannotSend = () => page.route("**/trpc/orders.save**", (route) => route.abort());
  let sent = 0;
  page.on("requestfinished", (request) => {
    if (request.url().includes("orders.save")) sent += 1;
  });

  await page.goto("/");
  await addRecipient(page, "Ayanda");
  await goToSummary(page);
  await page
    .getByLabel(/^Delivery notes/)
    .first()
    .fill("Ring at Ayanda’s gate");
  await cannotSend();
  await place(page).click();
  await dialogOf(page).getByRole("button", { name: "Close" }).click();
  await page.getByText("Your order is waiting to be sent").waitFor();
  expect(await kept()).toContain("unsent-order-1");

  await page.goto("/login");
  await signIn(page, "kim.customer@shop.test", null);
  await page.unroute("**/trpc/orders.save**");
  await page.goto("/");
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  expect(await isWaiting()).toBe(0);
  expect(await kept()).not.toMatch(/Ayanda|thandi@example|unsent-order/);

  // The other way round: the user's order waits, and the user signs out. The goods stayed, and go to the user's own address.
  await page.getByRole("heading", { level: 1, name: "Check your order" }).waitFor();
  await cannotSend();
  await place(page).click();
  await dialogOf(page).getByRole("button", { name: "Close" }).click();
  await page.getByText("Your order is waiting to be sent").waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("link", { name: "Sign in" }).first().waitFor();
  await page.unroute("**/trpc/orders.save**");
  await page.goto("/");
  await page.getByRole("button", { name: /^Add (a )?recipient/ }).waitFor();
  expect(await isWaiting()).toBe(0);
  expect(await kept()).not.toMatch(/unsent-order|addressId\\+":\d/);
  expect(sent).toBe(0);
  await context.close();
});

test("a recipient can be added to an order that was begun before the line was lost, and the page keeps saying so", async () => {
  const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: phone });
  // The later steps are loaded when the page has nothing else to do.
  const ahead = page.waitForResponse(/\/checkout-.*\.js$/);
  await page.goto("/");
  await page.getByText("R325.00").first().waitFor();
  await (await ahead).finished();
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  const strip = page.getByText("You are offline.");
  await strip.waitFor();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect.poll(async () => (await strip.boundingBox())?.y ?? -1).toBe(0);
  expect(await strip.evaluate(isOnTop)).toBe(true);

  await page.getByRole("button", { name: /^Add (a )?recipient/ }).click();
  const dialog = page.getByRole("dialog", { name: "Add recipient" });
  await dialog.getByLabel("Post code or suburb").waitFor();
  expect(await page.getByText("Waiting for the connection.").count()).toBe(0);
  expect(mistakes.filter((mistake) => !mistake.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
  await context.close();
});

/** Whether nothing covers the middle of the element. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

test("a page whose code fails to load waits for the network, and then continues as it was", async () => {
  const { page, context } = await visit(browser, { baseUrl, viewport: phone });
  await page.goto("/", { waitUntil: "load" });
  await page.getByText("R325.00").first().waitFor();
  await page.evaluate(() => document.body.setAttribute("data-is-same-page", ""));
  let answer: "none" | "503" = "none";
  let tries = 0;
  await page.route(/\/assets\/login-screen|\/icon\.svg/, async (route) => {
    tries += 1;
    await (answer === "none" ? route.abort() : route.fulfill({ status: 503, body: "away" }));
  });
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByText("Waiting for the connection.").waitFor();
  expect(await page.getByText("Something went wrong").count()).toBe(0);
  answer = "503";
  const before = tries;
  await expect.poll(() => tries, { timeout: 15_000 }).toBeGreaterThan(before + 1);
  await page.getByText("Waiting for the connection.").waitFor();

  await page.unroute(/\/assets\/login-screen|\/icon\.svg/);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByText("Waiting for the connection.").waitFor({ state: "detached" });
  expect(await page.locator("[data-is-same-page]").count()).toBe(1);
  await context.close();
});

test("a page does not reload itself for code that it loads ahead, while somebody types", async () => {
  const { page, context } = await visit(browser, { baseUrl, viewport: phone });
  const tries: string[] = [];
  await page.route(/\/assets\/checkout-/, async (route) => {
    tries.push(route.request().url());
    await route.abort();
  });
  await page.goto("/");
  await page.evaluate(() => document.body.setAttribute("data-is-same-page", ""));
  await expect.poll(() => tries.length, { timeout: 20_000 }).toBeGreaterThan(2);
  expect(await page.getByText("Waiting for the connection.").count()).toBe(0);
  await page.unroute(/\/assets\/checkout-/);
  await page.getByRole("button", { name: /^Add (a )?recipient/ }).click();
  await page.getByRole("dialog", { name: "Add recipient" }).waitFor();
  expect(await page.locator("[data-is-same-page]").count()).toBe(1);
  await context.close();
});

// shows T394
test("an order that is discarded in another tab is not sent from the one that placed it", async () => {
  const { page, context } = await visit(browser, { baseUrl, viewport: desk });
  let sent = 0;
  context.on("requestfinished", (request) => {
    if (request.url().includes("orders.save")) sent += 1;
  });
  await context.route("**/trpc/orders.save**", (route) => route.abort());
  await page.goto("/");
  await addRecipient(page, "Ayanda");
  await goToSummary(page);
  await place(page).click();
  await dialogOf(page).getByRole("button", { name: "Close" }).click();
  const waits = page.getByText("Your order is waiting to be sent");
  await waits.waitFor();

  const other = await context.newPage();
  await other.goto("/");
  await other.getByRole("button", { name: "Discard order" }).click();
  await waits.waitFor({ state: "detached" });
  await context.unroute("**/trpc/orders.save**");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await place(page).waitFor();
  expect(sent).toBe(0);
  await context.close();
});

test("the shop opens offline, caches no personal response, and its service worker is never stale", async () => {
  const { page, context } = await visit(browser, {
    baseUrl,
    viewport: phone,
    hasServiceWorker: true,
  });
  const worker = await fetch(`${baseUrl}/sw.js`);
  expect(worker.headers.get("cache-control")).toBe("no-cache");

  await page.goto("/");
  await addRecipient(page, "Bongani");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await context.setOffline(true);
  await page.reload();
  await page.getByRole("heading", { level: 1, name: /small bottle/ }).waitFor();
  // Chromium drops the offline state for a page served by a service worker, so it is set again.
  await context.setOffline(false);
  await context.setOffline(true);
  await page.getByText("You are offline.").waitFor();
  await page.goto("/orders/pay/00000000-0000-4000-8000-00000000dead");
  await page.getByRole("heading", { level: 1, name: "Pay your order" }).waitFor();

  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const caches_ = await Promise.all(names.map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.filter((path) => !/^\/(assets\/.*|icon\.svg|shell\.html|)$/.test(path))).toEqual([]);
  await context.close();
});

test("the shop opens where a proxy answers that nobody is behind it", async () => {
  const proxy = await startProxy();
  const { page, context } = await visit(browser, {
    baseUrl: proxy.url,
    viewport: phone,
    hasServiceWorker: true,
  });
  await page.goto("/");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });

  for (const status of [503, 502, 504]) {
    proxy.answersOnly = status;
    await page.goto("/");
    await page.getByRole("heading", { level: 1, name: /small bottle/ }).waitFor();
  }
  await page.goto("/orders/pay/00000000-0000-4000-8000-00000000dead");
  await page.getByRole("heading", { level: 1, name: "Pay your order" }).waitFor();

  proxy.answersOnly = null;
  const answer = await page.goto("/");
  expect([answer?.status(), answer?.fromServiceWorker()]).toEqual([200, true]);
  await page.getByText("R325.00").first().waitFor();
  await context.close();
  await proxy.stop();
});

/** Stands before the portal, as Caddy and HAProxy do, and can be left without anybody behind it. */
async function startProxy() {
  const known: { answersOnly: number | null } = { answersOnly: null };
  const server = createServer((asked, answer) => {
    if (known.answersOnly !== null) return void answer.writeHead(known.answersOnly).end();
    const { method, headers } = asked;
    const onward = ask(new URL(asked.url ?? "/", baseUrl), { method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    onward.once("error", () => answer.destroy());
    asked.pipe(onward);
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return Object.assign(known, { url: `http://localhost:${port}`, stop });
}
