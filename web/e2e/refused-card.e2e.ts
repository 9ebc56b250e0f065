import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { placeGuestOrder } from "./by-program.ts";
import { baseUrl } from "./lane.ts";
import { expectSoundPage } from "./page-check.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

// shows S2.24
test("every page lets a card form be redirected to the provider's page, which is on another origin", async () => {
  const { uuid } = await placeGuestOrder();
  const pages = ["/", "/login", "/returns-policy", `/orders/pay/${uuid}`, "/admin"];
  const policies = await Promise.all(
    pages.map(async (page) =>
      (await fetch(`${baseUrl}${page}`)).headers.get("content-security-policy"),
    ),
  );
  const [policy] = policies;
  expect(new Set(policies)).toEqual(new Set([policy]));
  const [, allowed = ""] = /form-action ([^;]+)/.exec(policy ?? "") ?? [];
  expect(allowed.split(" ")).toContain(baseUrl.replace("//localhost", "//127.0.0.1"));
});

describe("a refused card", () => {
  test("is reported on the page of the order, which can be paid again", async () => {
    const { uuid } = await placeGuestOrder();
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: phone });
    await page.goto(`/orders/pay/${uuid}`);

    await atProvider(page, "Cancel");
    await page.getByText("This order is not paid").waitFor();
    await expectSoundPage(page);

    await atProvider(page, "Decline card");
    await says(page, "Your card payment did not go through");
    await expectSoundPage(page);

    await atProvider(page, "Leave pending");
    await page.waitForURL("**/payfast-success");
    await page.setViewportSize(desk);
    await page.goto(`/orders/pay/${uuid}`);
    await says(page, "Your card payment is being checked");
    await expectSoundPage(page);

    await atProvider(page, "Complete Payment");
    await page.getByRole("heading", { name: "Paid. Thank you." }).waitFor();
    expect(mistakes).toEqual([]);
    await context.close();
  });
});

/** Goes to the provider's sandbox and presses one of its buttons. */
async function atProvider(page: Page, button: string): Promise<void> {
  await page.getByRole("button", { name: /by card$/ }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/sandbox/payfast/pay/"));
  expect(new URL(page.url()).origin).not.toBe(baseUrl);
  await page.getByRole("button", { name: button }).click();
}

/** The notification is processed shortly after it arrives. */
async function says(page: Page, title: string): Promise<void> {
  await page.waitForURL("**/orders/pay/*");
  await expect
    .poll(
      async () => {
        await page.getByRole("heading", { name: /^Pay order/ }).waitFor();
        const isThere = await page.getByText(title).isVisible();
        if (!isThere) await page.reload();
        return isThere;
      },
      { timeout: 15_000, interval: 500 },
    )
    .toBe(true);
}
