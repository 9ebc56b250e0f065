import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { finance, placeGuestOrder } from "./by-program.ts";
import { baseUrl, databaseUrl } from "./lane.ts";
import { expectSoundPage } from "./page-check.ts";
import { signIn } from "./steps.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function openMoney(page: Page, uuid: string): Promise<void> {
  await page.goto(`/admin/orders?order=${uuid}&part=money`);
  await page.getByRole("heading", { name: "Record bank transfer" }).waitFor();
}

async function recordPart(page: Page, amount: string): Promise<void> {
  await page.getByLabel(/^Amount/).fill(amount);
  await page.getByRole("button", { name: "Record payment" }).click();
}

describe("bank transfers that the office types", () => {
  // shows T142, T144
  test.for([
    ["at a desk", desk],
    ["on a phone", phone],
  ] as const)(
    "are asked about when they look like a recorded one, and can be undone, %s",
    async ([, viewport]) => {
      const { page, context, mistakes } = await visit(browser, { baseUrl, viewport });
      await signIn(page, "admin@shop.test", "/admin/orders");
      const { uuid } = await placeGuestOrder();
      await openMoney(page, uuid);
      await recordPart(page, "100.00");
      await page.getByText("Payment recorded.").waitFor();
      await page.getByRole("button", { name: "Undo payment of R100.00" }).waitFor();
      await page.getByText("Payment recorded.").waitFor({ state: "detached" });

      await recordPart(page, "100.00");
      const question = page.getByRole("dialog", { name: "Record another payment?" });
      await question.getByText("R100.00").waitFor();
      await expectSoundPage(page);
      await question.getByRole("button", { name: "Cancel" }).click();
      await question.waitFor({ state: "detached" });
      expect(await page.getByRole("button", { name: "Undo payment of R100.00" }).count()).toBe(1);

      await recordPart(page, "100.00");
      await question.getByRole("button", { name: "Record another payment" }).click();
      await page.getByText("Payment recorded.").waitFor();
      await expect
        .poll(() => page.getByRole("button", { name: "Undo payment of R100.00" }).count())
        .toBe(2);
      await page.getByText("Payment recorded.").waitFor({ state: "detached" });
      await expectSoundPage(page);

      await page.getByRole("button", { name: "Undo payment of R100.00" }).first().click();
      const undo = page.getByRole("dialog", { name: "Undo payment of R100.00?" });
      await expectSoundPage(page);
      await undo.getByRole("button", { name: "Undo payment" }).click();
      await page.getByText("Payment undone.").waitFor();
      await expect
        .poll(() => page.getByRole("button", { name: "Undo payment of R100.00" }).count())
        .toBe(1);
      await page.getByRole("tab", { name: "History" }).click();
      await page.getByText("R100.00 paid by bank transfer undone").first().waitFor();
      expect(mistakes.filter((mistake) => !mistake.includes("409"))).toEqual([]);
      await context.close();
      expect(await finance(databaseUrl, "reconcile")).toMatchObject({ sound: true });
    },
  );
});
