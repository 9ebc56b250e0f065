import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { baseUrl } from "./lane.ts";
import { addRecipient, goToSummary, orderNumberToPay, signIn } from "./steps.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** As the translators of browsers do, now and after each change: a `<font>` in the place of every text, or as Safari's, a new one. */
async function translateOn(page: Page, putsIn: "fonts" | "texts"): Promise<void> {
  await page.addInitScript((way) => {
    const done = new WeakMap<Node, string | null>();
    const wrap = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of texts) {
        const parent = text.parentElement;
        if (!parent || !text.textContent?.trim()) continue;
        if (parent.closest("font, script, style, title, option, textarea")) continue;
        if (way === "texts") {
          if (done.get(text) === text.textContent) continue;
          const anew = document.createTextNode(text.textContent);
          done.set(anew, anew.textContent);
          if (text instanceof Text) text.replaceWith(anew);
          document.documentElement.dataset["translated"] = "";
          continue;
        }
        const font = document.createElement("font");
        font.append(document.createElement("font"));
        font.firstElementChild?.append(text.textContent);
        text.parentNode?.replaceChild(font, text);
        document.documentElement.dataset["translated"] = "";
      }
    };
    document.addEventListener("DOMContentLoaded", () => {
      setInterval(() => wrap(document.body), 50);
    });
  }, putsIn);
}

describe("a page that the browser translates", () => {
  test.for(["fonts", "texts"] as const)(
    "by new %s takes an order, from the first bottle to the page that asks for the money",
    async (putsIn) => {
      const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: phone });
      await translateOn(page, putsIn);
      await page.goto("/");
      await page.getByText("R325.00").first().waitFor();
      await page.locator("html[data-translated]").waitFor({ state: "attached" });
      const more = page.getByRole("button", { name: "One more 50 ml bottle" });
      const quantity = page.getByLabel("Quantity of 50 ml bottle").first();
      const before = Number(await quantity.inputValue());
      for (const presses of [1, 2, 3]) {
        await more.first().click();
        await expect.poll(() => quantity.inputValue()).toBe(String(before + presses));
      }
      await addRecipient(page, "Thandi");
      await goToSummary(page);
      await page.getByRole("button", { name: /^Place order and pay/ }).click();
      expect(await orderNumberToPay(page)).toMatch(/^\d+$/);
      // React renders anew what was translated before it took over the prerendered page, and says so.
      expect(mistakes.filter((mistake) => !mistake.includes("React error #418"))).toEqual([]);
      await context.close();
    },
  );

  test("shows the office's orders by their state", async () => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: desk });
    await translateOn(page, "texts");
    await signIn(page, "admin@shop.test", "/admin/orders");
    const tabs = page.getByRole("tab");
    await tabs.first().waitFor();
    for (const tab of await tabs.all()) {
      await tab.click();
      await expect.poll(() => tab.getAttribute("aria-selected")).toBe("true");
      await page.getByRole("heading", { name: "Orders", exact: true }).waitFor();
    }
    expect(mistakes).toEqual([]);
    await context.close();
  });
});
