import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { baseUrl } from "./lane.ts";
import { addRecipient, goToSummary, orderNumberToPay, signIn } from "./steps.ts";
import { expectSoundPage } from "./page-check.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Unique in each run, because an ordered product cannot be deleted. */
const name = `Honey soap ${Date.now() % 1_000_000}`;
const hostile = "<img src=x onerror=alert(1)> smells of honey";
/** A bottle, the soap, and one parcel. */
const priceThen = "R525.00";
/** A bottle and a parcel: in a sale of 10% the bottle costs R292.50, the parcel stays the same. */
const price = "R425.00";
const salePrice = "R392.50";

describe("editing in the office", () => {
  test("the help of a check box begins where its label does, and the button that edits a text is as wide as its words", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: desk });
    await signIn(page, "admin@shop.test", "/admin/edit/products");
    await page.getByText("Refill 100ml").first().click();
    const startOf = (words: string) =>
      page.getByText(words, { exact: true }).evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().left;
      });
    await page.getByText("Shown in the shop but cannot be ordered.").waitFor();
    expect(await startOf("Shown in the shop but cannot be ordered.")).toBe(
      await startOf("Out of stock"),
    );

    await page.goto("/");
    const edit = page.getByRole("button", { name: /^Edit / }).first();
    await edit.waitFor();
    for (const button of await page.getByRole("button", { name: /^Edit / }).all())
      expect((await button.boundingBox())?.width).toBeLessThan(120);
    await context.close();
  });

  test("a product is added with a picture, sold, changed, discounted and discontinued, without changing placed orders", async () => {
    const office = await visit(browser, { baseUrl, viewport: desk });
    await signIn(office.page, "admin@shop.test", "/admin/edit/products");
    await addProduct(office.page);

    const guest = await visit(browser, { baseUrl, viewport: phone });
    await orderIt(guest.page);
    await changeProduct(office.page, (sheet) => sheet.getByLabel("Price").first().fill("150"));
    await guest.page.reload();
    await guest.page.getByText(priceThen).first().waitFor();
    await expectInShop((page) => page.getByText("R150.00").waitFor());

    await sell(office.page, "10");
    await expectInShop((page) => page.getByText(salePrice).first().waitFor());
    await sell(office.page, null);
    await expectInShop((page) => page.getByText(price).first().waitFor());

    await changeProduct(office.page, (sheet) => sheet.getByLabel("Discontinued").check());
    await expectInShop(async (page) => {
      await page.getByText("Refill 100ml").waitFor();
      expect(await page.getByText(name).count()).toBe(0);
    });
    await guest.page.reload();
    await guest.page.getByText(priceThen).first().waitFor();
    expect([...office.mistakes, ...guest.mistakes]).toEqual([]);
    await Promise.all([office.context.close(), guest.context.close()]);
  });

  // shows R41, T60
  test("a file that is not a picture is refused, and typed values are not lost without a question", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    await signIn(page, "admin@shop.test", "/admin/edit/testimonials?edit=-1");
    const sheet = page.getByRole("dialog", { name: "New testimonial" });
    const html = Buffer.from("<html><script>alert(1)</script></html>");
    await sheet
      .locator('input[type="file"]')
      .setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: html });
    await sheet.getByText(/^E001: /).waitFor();
    await sheet.getByRole("button", { name: "Save" }).click();
    await sheet.getByText("Please complete all fields before saving.").waitFor();
    await expectSoundPage(page);

    await sheet.getByLabel("Town").fill("Durban");
    await sheet.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog", { name: "Lose any unsaved changes?" }).waitFor();
    await page.getByRole("button", { name: "Discard changes" }).click();
    await sheet.waitFor({ state: "detached" });
    await context.close();
  });

  // shows S2.41
  test("Back, links and closing the tab ask before typed values are lost", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: desk });
    await signIn(page, "admin@shop.test", "/admin/edit/products");
    await page.getByRole("button", { name: "Open Original 50ml" }).click();
    await page.getByLabel("Description").fill("Never saved.");
    const question = page.getByRole("dialog", { name: "Lose any unsaved changes?" });
    const keep = async () => {
      await question.getByRole("button", { name: "Keep editing" }).click();
      expect(await page.getByLabel("Description").inputValue()).toBe("Never saved.");
    };
    await page.evaluate(() => window.history.back());
    await keep();
    await page.getByRole("link", { name: "Testimonials" }).click();
    await keep();
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    await (await asked).dismiss();

    await page.getByLabel("Description").press("End");
    await page.evaluate(() => window.history.back());
    await question.getByRole("button", { name: "Discard changes" }).click();
    await page.getByRole("heading", { level: 1, name: "Products" }).waitFor();
    await page.getByRole("button", { name: "Open Original 50ml" }).click();
    expect(await page.getByLabel("Description").inputValue()).not.toBe("Never saved.");
    await context.close();
  });

  test.each([
    ["a desk", desk],
    ["a phone", phone],
  ] as const)("a concurrent edit is shown beside the own changes, on %s", async (on, viewport) => {
    const mine = await visit(browser, { baseUrl, viewport });
    const theirs = await visit(browser, { baseUrl, viewport: desk });
    const open = async (page: Page, email: string) => {
      await signIn(page, email, "/admin/edit/products");
      await page.getByRole("button", { name: "Open Refill 100ml" }).click();
    };
    await open(mine.page, "admin@shop.test");
    await open(theirs.page, "office@shop.test");
    await theirs.page.getByLabel("Dimensions").fill(`5 x 5 x 1${on.length} cm`);
    await theirs.page.getByLabel("Weight").fill(`18${on.length}`);
    await theirs.page.getByRole("button", { name: "Save" }).click();
    await theirs.page.getByText("Saved!").waitFor();

    const own = `6 x 6 x 1${on.length} cm`;
    await mine.page.getByLabel("Dimensions").fill(own);
    await mine.page.getByRole("button", { name: "Save" }).click();
    const notice = mine.page.getByRole("alert", { name: "Someone else has changed this" });
    const row = `Dimensions 5 x 5 x 1${on.length} cm ${own}`;
    await notice.getByRole("row", { name: row }).waitFor();
    await expect
      .poll(() => notice.evaluate((element) => element === document.activeElement))
      .toBe(true);
    await expectSoundPage(mine.page);
    await notice.getByRole("button", { name: "Keep my changes" }).click();
    await expect.poll(() => mine.page.getByLabel("Weight").inputValue()).toBe(`18${on.length}`);
    await mine.page.getByRole("button", { name: "Save" }).click();
    await mine.page.getByText("Saved!").waitFor();
    await mine.page.getByRole("button", { name: "Open Refill 100ml" }).click();
    await expect.poll(() => mine.page.getByLabel("Dimensions").inputValue()).toBe(own);
    await Promise.all([mine.context.close(), theirs.context.close()]);
  });

  test("the checkout notice is shown with its formatting", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: desk });
    await signIn(page, "admin@shop.test", "/admin/edit/rhizo-config?section=orders");
    const orders = page.getByRole("region", { name: "Orders" });
    await orders.getByRole("button", { name: "Write Notice" }).click();
    const text = orders.getByRole("textbox", { name: "Notice" });
    await text.click();
    await orders.getByRole("button", { name: "Bold" }).click();
    await page.keyboard.type("Closed on Monday");
    await expectSoundPage(page);
    await orders.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved!").waitFor();
    await page.reload();
    expect(await orders.locator("strong").textContent()).toBe("Closed on Monday");
    await context.close();
  });

  test.each([
    ["a phone", phone],
    ["a desk", desk],
  ])("every form passes the page check on %s", async (_name, viewport) => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport });
    await signIn(page, "admin@shop.test", "/admin/edit/products");
    for (const [path, shows] of [
      ["/admin/edit/products", "DELIVERY"],
      ["/admin/edit/products?edit=94", "VAT (15%)"],
      ["/admin/edit/testimonials", "Not shown"],
      ["/admin/edit/rhizo-config", "Sign-in codes"],
      ["/admin/edit/rhizo-config?section=sale", "Black Friday is on"],
    ] as const) {
      await page.goto(path);
      await page.getByText(shows).locator("visible=true").first().waitFor();
      await expectSoundPage(page);
    }
    expect(mistakes).toEqual([]);
    await context.close();
  });
});

describe("the pictures of the shop's first page", () => {
  test.each([
    ["a phone", phone],
    ["a desk", desk],
  ])("are at most 40 KB on %s, including those below the order", async (_name, viewport) => {
    const { page, context } = await visit(browser, { baseUrl, viewport });
    const weights: Promise<number>[] = [];
    page.on("response", (response) => {
      if (new URL(response.url()).pathname.startsWith("/resources/images/"))
        weights.push(response.body().then((body) => body.length));
    });
    await page.goto("/");
    await page.getByText(price).first().waitFor();
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await page.getByText("What people say").scrollIntoViewIfNeeded();
    await expect.poll(() => weights.length).toBeGreaterThanOrEqual(6);
    const bytes = (await Promise.all(weights)).reduce((sum, weight) => sum + weight, 0);
    expect(bytes / 1024).toBeLessThanOrEqual(40);
    await context.close();
  });
});

async function addProduct(page: Page): Promise<void> {
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 400, height: 300 } });
  await page.getByRole("button", { name: "Add a product" }).click();
  const sheet = page.getByRole("main");
  await sheet.getByRole("heading", { name: "New product" }).waitFor();
  await sheet.getByLabel("Name").fill(name);
  await sheet
    .locator('input[type="file"]')
    .setInputFiles({ name: "soap.png", mimeType: "image/png", buffer: picture });
  await cropToSquare(page);
  await sheet.getByLabel("Description").fill(hostile);
  await sheet.getByLabel("Price").first().fill("100");
  await sheet.getByLabel("Product code").fill("SOAP");
  await sheet.getByLabel("Product group").selectOption("50c");
  await sheet.getByLabel("Weight").fill("90");
  await sheet.getByRole("button", { name: "Save" }).click();
  // Missing fields are named, and nothing is saved.
  await sheet.getByRole("link", { name: "Dimensions: Required" }).click();
  await page.keyboard.type("6 x 4 x 3 cm");
  await sheet.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved!").waitFor();
  await page.getByRole("row", { name: new RegExp(name) }).waitFor();
}

/** Crops by keyboard alone; the uploaded square is as high as the picture. */
async function cropToSquare(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Crop picture" });
  await dialog.getByRole("button", { name: "Fill frame" }).press("Enter");
  await dialog.getByRole("button", { name: "Move left" }).press("Enter");
  await dialog.getByRole("button", { name: "Turn right" }).press("Enter");
  await expectSoundPage(page);
  await dialog.getByRole("button", { name: "Crop", exact: true }).press("Enter");
  const shown = page.getByAltText("As it is shown in the shop");
  await shown.waitFor();
  await expect
    .poll(() =>
      shown.evaluate(
        (image) => image instanceof HTMLImageElement && [image.naturalWidth, image.naturalHeight],
      ),
    )
    .toEqual([300, 300]);
}

/** Orders the product: its picture is loaded, and its description is plain text. */
async function orderIt(page: Page): Promise<void> {
  await page.goto("/");
  const line = page.getByRole("listitem").filter({ hasText: name });
  await line.getByText(hostile).waitFor();
  await line.scrollIntoViewIfNeeded();
  const picture = line.locator("img");
  await expect
    .poll(() =>
      picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
    )
    .toBeGreaterThan(0);
  await page.getByRole("button", { name: `Add ${name}` }).click();
  expect(await page.getByLabel(`Quantity of ${name}`).inputValue()).toBe("1");
  await page.getByText(priceThen).first().waitFor();
  await addRecipient(page, "Thandi");
  await goToSummary(page);
  await page.getByRole("button", { name: `Place order and pay ${priceThen}` }).click();
  await orderNumberToPay(page);
}

async function changeProduct(
  page: Page,
  change: (sheet: ReturnType<Page["getByRole"]>) => Promise<void>,
): Promise<void> {
  await page.goto("/admin/edit/products");
  await page.getByRole("button", { name: `Open ${name}` }).click();
  const sheet = page.getByRole("main");
  await sheet.getByRole("heading", { level: 1, name }).waitFor();
  await change(sheet);
  await sheet.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved!").waitFor();
}

/** Sets the Black Friday discount in percent; null ends the sale. */
async function sell(page: Page, percent: string | null): Promise<void> {
  await page.goto("/admin/edit/rhizo-config?section=sale");
  const sale = page.getByRole("region", { name: "Black Friday" });
  await sale.getByLabel("Black Friday is on").setChecked(percent !== null);
  if (percent !== null) await sale.getByLabel("Discount").fill(percent);
  await sale.getByText(/^\d changes?: Black Friday is on/).waitFor();
  await sale.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved!").waitFor();
  await sale.getByText(/^\d changes?:/).waitFor({ state: "detached" });
}

/** The shop as a new visitor sees it. */
async function expectInShop(look: (page: Page) => Promise<void>): Promise<void> {
  const { page, context } = await visit(browser, { baseUrl, viewport: desk });
  await page.goto("/");
  await look(page);
  await context.close();
}
