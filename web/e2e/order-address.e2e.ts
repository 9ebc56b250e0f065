import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import path from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { finance } from "./by-program.ts";
import { openOwnShop, type OwnShop } from "./own-shop.ts";
import { expectSoundPage } from "./page-check.ts";
import { signIn } from "./steps.ts";

/** Served for every tile of a map. */
const tile = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mO8cuXKfwAIIgMWp0+8WgAAAABJRU5ErkJggg==",
  "base64",
);
/** The requests to the tile server with their referrers. */
const requests: { url: string; from: string | undefined }[] = [];

let browser: Browser;
let shop: OwnShop;
let tiles: Server;
beforeAll(async () => {
  tiles = createServer((request, response) => {
    requests.push({ url: request.url ?? "", from: request.headers.referer });
    response.setHeader("content-type", "image/png");
    response.end(tile);
  });
  await new Promise<void>((resolve) => {
    tiles.listen(0, "127.0.0.1", resolve);
  });
  const port = z.object({ port: z.number() }).parse(tiles.address()).port;
  const settings = {
    MAP_TILES: `http://127.0.0.1:${port}/{z}/{x}/{y}.png Pictures of our own, https://tiles.example.com/about`,
  };
  [browser, shop] = await Promise.all([openBrowser(), openOwnShop("address", settings)]);
});
afterAll(async () => {
  await browser.close();
  await shop.close();
  tiles.close();
});

describe("the address of an order", () => {
  // shows S2.48, S9.21
  test("is shown on a map on demand only", async () => {
    const { uuid, orderNumber } = await anOrder("Nomsa");
    for (const viewport of [desk, phone]) {
      const { page, context, mistakes } = await visit(browser, { baseUrl: shop.baseUrl, viewport });
      const scripts: string[] = [];
      page.on("request", (request) => scripts.push(request.url()));
      const sheet = await openOrder(page, uuid, orderNumber);
      await sheet.getByRole("link", { name: "Map of Nomsa Dube" }).waitFor();
      const show = sheet.getByRole("button", { name: "Show map of Nomsa Dube" });
      await show.waitFor();
      expect(scripts.filter((url) => url.includes("map-view"))).toEqual([]);
      expect(requests.splice(0)).toEqual([]);

      await show.click();
      const map = sheet.getByRole("region", { name: "Map of Nomsa Dube" });
      await map.locator("img.leaflet-tile-loaded").first().waitFor({ state: "attached" });
      await sheet.getByRole("link", { name: "tiles.example.com/about" }).waitFor();
      await expectSoundPage(page);
      expect(requests.every(({ url }) => /^\/16\/\d+\/\d+\.png$/.test(url))).toBe(true);
      // The referrer names the shop, but not the order.
      expect(new Set(requests.splice(0).map(({ from }) => from))).toEqual(
        new Set([`${shop.baseUrl}/`]),
      );
      await expectNoTrap(page, sheet, map);
      requests.splice(0);
      expect(mistakes).toEqual([]);
      await context.close();
    }
  });

  // shows S6.20
  test("can be edited by the office until its parcel is booked, and again after the booking is cancelled", async () => {
    const { uuid, orderNumber, email } = await anOrder("Thabo");
    const { page, context, mistakes } = await visit(browser, {
      baseUrl: shop.baseUrl,
      viewport: desk,
    });
    const sheet = await openOrder(page, uuid, orderNumber);
    await sheet.getByRole("button", { name: "Record bank transfer" }).click();
    await sheet.getByRole("button", { name: "Record payment" }).click();
    await sheet.getByRole("button", { name: "Book shipment" }).waitFor();
    await sheet.getByRole("tab", { name: "Goods and delivery" }).click();
    await edit(page, sheet, "Thabo Dube", "9 Kloof Street");
    await sheet.getByText(/^9 Kloof Street, /).waitFor();
    await sheet.getByRole("tab", { name: "History" }).click();
    await sheet.getByText("Delivery address changed by the office").waitFor();
    await sheet.getByRole("tab", { name: "Goods and delivery" }).click();
    // The location on the map was of another street.
    await sheet.getByRole("link", { name: "Map of Thabo Dube" }).waitFor();
    expect(await sheet.getByRole("button", { name: /^Show map/ }).count()).toBe(0);
    await expectSoundPage(page);
    await untilMailed(email, `Delivery address changed for order ${orderNumber}`);

    // A job requests a new quote from the courier.
    await sheet.getByRole("button", { name: "Update quote" }).click();
    await sheet.getByRole("button", { name: "Book shipment" }).click();
    const question = page.getByRole("dialog", { name: "Book this shipment?" });
    await question.getByRole("button", { name: "Book shipment" }).click();
    await sheet.getByText(/Cancel the shipment, then change the address/).waitFor();
    expect(await sheet.getByRole("button", { name: /^Edit the address/ }).count()).toBe(0);
    await sheet.getByRole("button", { name: "Cancel shipment" }).click();
    const why = page.getByRole("dialog", { name: "Cancel this shipment?" });
    await why.getByLabel(/^Reason/).fill("The wrong street");
    await why.getByRole("button", { name: "Cancel shipment" }).click();
    await edit(page, sheet, "Thabo Dube", "77 Bree Street");
    await sheet.getByText(/^77 Bree Street, /).waitFor();
    expect(mistakes).toEqual([]);
    await context.close();
    expect(await finance(shop.databaseUrl, "reconcile")).toMatchObject({ isEqual: true });
  });
});

/** Places a guest order whose address has coordinates, as older clients send them. */
async function anOrder(firstName: string) {
  const uniqueId = randomUUID();
  const email = `${firstName.toLowerCase()}@example.test`;
  const place = await post("/api/address/save/-1", {
    id: -1,
    uniqueId,
    recipientFirstName: firstName,
    recipientLastName: "Dube",
    recipientCell: "0821234567",
    recipientEmail: email,
    businessOrResidential: "Residential",
    streetAddress: "4 Long Street",
    manualSuburb: "Gardens",
    province: "Western Cape",
    town: "Cape Town",
    postalCode: "8001",
    googlePlace: JSON.stringify({ latitude: -33.9307, longitude: 18.4107 }),
  });
  const { id: addressId } = z.object({ id: z.number() }).parse(place);
  const placed = await post("/trpc/orders.save", {
    commandId: randomUUID(),
    uniqueId,
    sections: [{ addressId, lines: [{ productId: 94, quantity: 2 }] }],
  });
  const answer = z.object({
    result: z.object({ data: z.object({ uuid: z.string(), orderNumber: z.number() }) }),
  });
  return { ...answer.parse(placed).result.data, email };
}

async function post(url: string, body: object): Promise<unknown> {
  const response = await fetch(`${shop.baseUrl}${url}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.json();
}

async function openOrder(page: Page, uuid: string, orderNumber: number): Promise<Locator> {
  await signIn(page, shop.adminEmail, "/admin/orders");
  await page.goto(`/admin/orders?order=${uuid}`);
  const sheet = page.getByRole("dialog", { name: `Order ${orderNumber}` });
  await sheet.waitFor();
  return sheet;
}

async function edit(page: Page, sheet: Locator, name: string, street: string): Promise<void> {
  await sheet.getByRole("button", { name: `Edit the address of ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: "Change the delivery address" });
  await dialog.getByText("Enter the suburb below.").waitFor();
  await expectSoundPage(page);
  await dialog.getByLabel(/^Street address/).fill(street);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
}

/** The arrow keys move the map, Tab leaves it, and it can be closed. */
async function expectNoTrap(page: Page, sheet: Locator, map: Locator): Promise<void> {
  const pane = map.locator(".leaflet-map-pane");
  const before = await pane.getAttribute("style");
  await map.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => pane.getAttribute("style")).not.toBe(before);
  await page.keyboard.press("Tab");
  expect(await map.getByRole("button", { name: "Zoom in" }).evaluate(isFocused)).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  const thanks = sheet.getByRole("link", { name: "tiles.example.com/about" });
  expect(await thanks.evaluate(isFocused)).toBe(true);
  await sheet.getByRole("button", { name: "Hide map of Nomsa Dube" }).click();
  await map.waitFor({ state: "detached" });
}

function isFocused(element: Element): boolean {
  return document.activeElement === element;
}

async function untilMailed(to: string, subject: string): Promise<void> {
  const subjects = async () => {
    const names = await readdir(shop.mailFolder);
    const mails = await Promise.all(
      names.map(async (name) => readFile(path.join(shop.mailFolder, name), "utf8")),
    );
    const schema = z.object({ to: z.string(), subject: z.string() });
    return mails
      .map((mail) => schema.parse(JSON.parse(mail)))
      .flatMap((mail) => (mail.to === to ? mail.subject : []));
  };
  await expect.poll(subjects, { timeout: 15_000, interval: 200 }).toContain(subject);
}
