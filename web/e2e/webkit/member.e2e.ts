import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoPassword } from "../../../server/src/edges/demo/demo-people.ts";
import { baseUrl } from "../lane.ts";
import { openWebKit, type WebKit } from "./webkit-browser.ts";
import { WebKitPage } from "./webkit-page.ts";

let webkit: WebKit;
beforeAll(async () => {
  webkit = await openWebKit();
});
afterAll(() => webkit[Symbol.asyncDispose]());

describe("in WebKit, the engine of Safari", () => {
  test("a member signs in, types an amount with a comma, and sees the team", async () => {
    const page = new WebKitPage(webkit.driver);
    await signIn(page, "anna.l1@shop.test", "/distributor/my-wallet");
    await page.seeHeading("My wallet");
    await page.press("Turn commission into store credit");
    await page.fill("Amount", "1,50");
    expect(await page.valueOf("Amount")).toMatch(/^R?\s?1[.,]50$/);
    await page.press("Cancel");
    await page.open(`${baseUrl}/distributor/my-network`);
    await page.seeHeading("My network");
    await page.see("Ben Naidoo");
  });
});

async function signIn(page: WebKitPage, email: string, path: string): Promise<void> {
  await page.open(`${baseUrl}/login?return=${encodeURIComponent(path)}`);
  await page.fill("Email", email);
  await page.fill("Password", demoPassword);
  await page.press("Sign in");
  await page.untilAddressHas(path);
}
