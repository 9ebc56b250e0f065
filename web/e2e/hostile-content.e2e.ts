import { randomUUID } from "node:crypto";
import { firstPaintScript } from "../../shared/src/platform/first-paint.ts";
import { accountNumberIn, hasAddress } from "@portal/shared/platform/account-numbers.ts";
import { moneyTrapIn } from "@portal/shared/office/email-copy.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { harmIn, hostileHtml } from "../../server/src/testing/hostile-html.ts";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { addRecipient, signIn } from "./steps.ts";
import { openOwnShop, type OwnShop } from "./own-shop.ts";

let browser: Browser;
let shop: OwnShop;
beforeAll(async () => {
  const opening = openOwnShop("hostile", { CAPTCHA_MODE: "off" });
  [browser, shop] = await Promise.all([openBrowser(), opening]);
});
afterAll(async () => {
  await browser.close();
  await shop.close();
});

/** Short enough for a name. */
const attack = `hostile<img src=x onerror=alert(1)>`;
/** Without unknown pictures, placeholders and rows of digits: those are refused, which other tests cover. */
const accepted = hostileHtml.filter(
  (piece) => !/resources\/images\/1"|\{\{/.test(piece) && accountNumberIn(piece, []) === null,
);
const everything = accepted.join("\n");

/** All pieces, joined into texts of limited length. */
function inPieces(max: number): string[] {
  const texts = [""];
  for (const piece of accepted) {
    const last = texts.at(-1) ?? "";
    if (last.length + piece.length < max) texts[texts.length - 1] = `${last} ${piece}`;
    else texts.push(piece);
  }
  return texts;
}

/** Opens a page that records dialogs, requests to other origins and errors as mistakes. */
async function openWatched(viewport: typeof desk) {
  const visitor = await visit(browser, { baseUrl: shop.baseUrl, viewport });
  const { page, mistakes } = visitor;
  page.on("dialog", (dialog) => {
    mistakes.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(shop.baseUrl) && !/^(?:data|blob|about):/.test(url)) mistakes.push(url);
  });
  return {
    ...visitor,
    /** Opens the page, waits for the saved content and checks that it is plain text. */
    async look(path: string, shown: string | RegExp = "hostile") {
      await page.goto(path);
      await lookAt(page, shown);
    },
  };
}

async function lookAt(page: Page, shown: string | RegExp = "hostile"): Promise<void> {
  const words = page.getByText(shown).locator("visible=true").first();
  await expect.poll(() => words.count(), { message: page.url(), timeout: 30_000 }).toBe(1);
  const found = await page.evaluate((own) => {
    const all = [...document.querySelectorAll("*")];
    return {
      handlers: all.flatMap((each) =>
        each.getAttributeNames().filter((name) => name.startsWith("on")),
      ),
      links: all
        .flatMap((each) => [each.getAttribute("href"), each.getAttribute("src")])
        .filter((link) =>
          /^[\s\p{Cc}]*(?:javascript|vbscript|data:text|http:\/\/169)/iu.test(link ?? ""),
        ),
      scripts: [...document.scripts].filter(
        // Data blocks are no scripts.
        ({ src, type, text }) =>
          src === "" && !/^application\/(?:ld\+)?json$/.test(type) && text !== own,
      ).length,
    };
  }, firstPaintScript);
  expect({ where: page.url(), ...found }).toEqual({
    where: page.url(),
    handlers: [],
    links: [],
    scripts: 0,
  });
}

/** Calls the API from the page, with its cookie, like the client. */
async function call(page: Page, procedure: string, input: object): Promise<unknown> {
  const answer = await page.evaluate(
    async ([name, body]) => {
      const response = await fetch(`/trpc/${name}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      return { ok: response.ok, text: await response.text() };
    },
    [procedure, JSON.stringify(input)] as const,
  );
  expect(answer, procedure).toMatchObject({ ok: true });
  return JSON.parse(answer.text);
}

async function saveEverywhere(page: Page): Promise<void> {
  for (const varName of ["home.lead", "privacy-policy.lead", "contact-us.intro"])
    await call(page, "content.set", { varName, copy: everything });
  for (const [sortOrder, words] of inPieces(600).entries())
    await call(page, "testimonials.save", {
      id: -1,
      name: attack,
      town: attack,
      words,
      imageId: null,
      sortOrder,
      isShown: true,
    });
  await call(page, "products.save", {
    id: -1,
    name: attack,
    description: everything.slice(0, 2000),
    price: 1000_00,
    originalPrice: null,
    imageId: null,
    productCode: "HOSTILE",
    productGroup: "50",
    weightInGrams: 1,
    dimensions: attack,
    outOfStock: true,
    hide: false,
    outOfStockButton: attack.slice(0, 30),
    outOfStockMessage: everything.slice(0, 200),
  });
  // The notice leads to our own pages alone.
  const checkoutPopupText = accepted.filter((piece) => !/href/i.test(piece) && !hasAddress(piece));
  const notice = {
    checkoutPopupEnabled: true,
    checkoutPopupText: checkoutPopupText.join("\n"),
    stockIssues: "",
  };
  await call(page, "settings.save", { section: "orders", ...notice });
  await call(page, "emailCopy.save", {
    kind: "contact-acknowledged",
    subject: attack,
    // Mails hold no web address of the office's, which other tests cover.
    body: accepted.filter((piece) => moneyTrapIn(piece) === null).join("\n"),
    buttonLabel: "",
    sms: "",
  });
}

/** Sends an order and a contact message as a guest. @returns the uuid of the order */
async function sendFromOutside(page: Page): Promise<string> {
  const uniqueId = randomUUID();
  const saved = await call(page, "addresses.save", {
    uniqueId,
    recipientFirstName: attack,
    recipientLastName: attack,
    recipientCell: "0821234567",
    recipientEmail: "guest@people.test",
    businessOrResidential: "Residential",
    streetAddress: attack,
    entry: "manual",
    manualSuburb: attack,
    town: attack,
    province: "Western Cape",
    postalCode: "8001",
  });
  const addressId = Number(/"id":(\d+)/.exec(JSON.stringify(saved))?.[1]);
  const sections = [{ addressId, lines: [{ productId: 94, quantity: 1 }] }];
  const notes = { deliveryNotes: attack, gclid: attack };
  const placed = await call(page, "orders.save", {
    commandId: randomUUID(),
    uniqueId,
    sections,
    ...notes,
  });
  const message = {
    source: "general",
    email: "writer@people.test",
    name: attack,
    text: everything,
  };
  await call(page, "contact.submit", { commandId: randomUUID(), ...message });
  return /"uuid":"([0-9a-f-]{36})"/.exec(JSON.stringify(placed))?.[1] ?? "no order";
}

// shows R40, T59
describe("hostile content", { timeout: 240_000 }, () => {
  // shows R39, T58
  test("is shown as text and never executed", async () => {
    const office = await openWatched(desk);
    await signIn(office.page, shop.adminEmail, "/admin/edit/site-copy");
    await saveEverywhere(office.page);
    const shopper = await openWatched(phone);
    await shopper.page.goto("/contact-us");
    const uuid = await sendFromOutside(shopper.page);

    await shopper.look("/");
    // Testimonials load when they are scrolled near.
    const praise = shopper.page.getByText("What people say");
    const comeNearer = () => shopper.page.mouse.wheel(0, 300).then(() => praise.count());
    await expect.poll(comeNearer, { timeout: 20_000 }).toBe(1);
    await praise.scrollIntoViewIfNeeded();
    await lookAt(shopper.page, "What people say");
    await addRecipient(shopper.page, "Thandi");
    await shopper.page.getByRole("button", { name: "Next", exact: true }).last().click();
    await shopper.page.getByRole("dialog", { name: "Before you order" }).waitFor();
    await lookAt(shopper.page);
    for (const path of ["/privacy-policy", "/contact-us"]) await shopper.look(path);
    for (const path of ["/", "/privacy-policy"]) {
      const html = await (await fetch(`${shop.baseUrl}${path}`)).text();
      const [, copy = ""] =
        /<site-copy [^>]*data-saved[^>]*>([\s\S]*?)<\/site-copy>/.exec(html) ?? [];
      expect(copy).toContain("hostile");
      expect(harmIn(copy)).toEqual([]);
    }

    for (const path of ["/admin/edit/products", "/admin/edit/testimonials"])
      await office.look(path);
    for (const [path, shown] of [
      ["/admin/contact-messages", "writer@people.test"],
      [`/admin/orders?order=${uuid}`, attack],
      ["/admin/sent-emails", "writer@people.test"],
      ["/admin/edit/site-copy", "Home page"],
      ["/admin/edit/rhizo-config", "Black Friday is on"],
    ] as const)
      await office.look(path, shown);
    await office.page.goto("/admin/edit/email-copy?edit=contact-acknowledged");
    const preview = office.page.frameLocator('iframe[title="The message, formatted"]');
    await preview.getByText("<script>alert(1)</script>").locator("visible=true").first().waitFor();
    await lookAt(office.page);
    expect(await preview.locator("script, svg, iframe, [onerror], [onload]").count()).toBe(0);

    expect({ office: office.mistakes, shopper: shopper.mistakes }).toEqual({
      office: [],
      shopper: [],
    });
    await Promise.all([office.context.close(), shopper.context.close()]);
  });
});
