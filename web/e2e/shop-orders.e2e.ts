import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { baseUrl } from "./lane.ts";
import { mailsTo, nextMail, smsTo } from "./mailbox.ts";
import { addRecipient, goOn, goToSummary, orderNumberToPay, signIn } from "./steps.ts";
import { expectSoundPage } from "./page-check.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe("an order of the shop", () => {
  test("shows no total of a quantity that is none, and its focus in the shop's own colour", async () => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: desk });
    await page.goto("/");
    const total = page.getByLabel("Your order").getByText("R425.00");
    await total.waitFor();
    const quantity = page.getByLabel("Quantity of 50 ml bottle");
    await quantity.fill("2x");
    await page.getByText(/Enter a whole number/).waitFor();
    expect(await total.isVisible()).toBe(false);
    await quantity.fill("2");
    await page.getByLabel("Your order").getByText("R750.00").waitFor();

    const add = page.getByRole("button", { name: "Add recipient" });
    await page.getByRole("button", { name: "Next" }).first().focus();
    for (let key = 0; key < 30; key++) {
      await page.keyboard.press("Tab");
      if (await add.evaluate((button) => button === document.activeElement)) break;
    }
    expect(await add.evaluate((button) => getComputedStyle(button).outlineColor)).toBe(
      "rgb(27, 107, 67)",
    );
    expect(mistakes).toEqual([]);
    await context.close();
  });

  test("that was begun in a duplicated tab as well is placed once", async () => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: phone });
    await chooseWhatAndWho(page, "Lindiwe");
    await goToSummary(page);
    const copy = await context.newPage();
    const kept = await page.evaluate(() => Object.fromEntries(Object.entries(sessionStorage)));
    await copy.addInitScript((storage) => {
      if (sessionStorage.length === 0)
        for (const key in storage) sessionStorage[key] = storage[key];
    }, kept);
    await copy.goto("/");
    await copy.getByRole("heading", { name: "Check your order" }).waitFor();
    await page.getByRole("button", { name: /^Place order and pay/ }).click();
    const number = await orderNumberToPay(page);

    await copy.getByText("This order was placed in another tab.").waitFor();
    await copy.getByText(`Order ${number} is not paid yet`).waitFor();
    expect(await copy.getByRole("button", { name: /^Place order and pay/ }).count()).toBe(0);
    expect(mistakes).toEqual([]);
    await context.close();
  });

  test("collected by a courier is paid by bank transfer, which the office records", async () => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: phone });
    await chooseWhatAndWho(page, "Naledi");
    await goOn(page, "Choose a delivery option");
    await page.getByRole("radio", { name: /Collect/ }).check();
    const goingOn = page.getByRole("button", { name: "Next", exact: true }).last();
    await page.getByRole("radio", { name: "A courier will collect it for me" }).check();
    expect(await goingOn.isDisabled()).toBe(true);
    await page.getByRole("textbox", { name: /courier/i }).fill("Swift");
    await expectSoundPage(page);
    await goOn(page, "Check your order");
    await page.getByRole("button", { name: /^Place order and pay/ }).click();
    const number = await orderNumberToPay(page);
    await page.getByText(/^Amount due/).click();
    await page.getByText("Collection from our office by a courier").waitFor();
    await page.getByRole("radio", { name: "Pay by bank transfer" }).check();
    await page.getByRole("button", { name: "PAY WITH EFT" }).click();
    await page.getByText(`RH${number}`).first().waitFor();
    await expectSoundPage(page);

    const office = await visit(browser, { baseUrl, viewport: desk });
    await signIn(office.page, "admin@shop.test", "/admin/orders");
    await office.page.getByRole("tab", { name: "Collection" }).click();
    await office.page.getByRole("link", { name: `Open order ${number}` }).click();
    const sheet = office.page.getByRole("dialog", { name: `Order ${number}` });
    await sheet.getByText("Collection from our office by a courier: Swift").waitFor();
    await sheet.getByRole("button", { name: "Record bank transfer" }).click();
    await sheet.getByRole("button", { name: "Record payment" }).click();
    await sheet.getByRole("tab", { name: "Goods and delivery" }).click();
    await sheet.getByRole("link", { name: "Invoice (PDF)" }).waitFor();
    await expectSoundPage(office.page);
    await office.context.close();

    await page.reload();
    await page.getByText("Paid. Thank you.").waitFor();
    expect(mistakes).toEqual([]);
    await context.close();
  });

  test("for collection needs only a name and a number, and sends an email and an SMS when it is ready", async () => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: phone });
    const email = `collector.${Date.now()}@example.test`;
    const cell = "+27832223344";
    await page.goto("/");
    await page.getByText("R325.00").first().waitFor();
    await page.getByRole("button", { name: "Collect from our office, free" }).click();
    await page.locator("address").first().waitFor();
    await page.getByRole("link", { name: /map/i }).first().waitFor();
    await expectSoundPage(page);
    await goOn(page, "Choose a delivery option");
    await page.getByRole("radio", { name: "I will collect it myself" }).check();
    await page.getByLabel("Your name").fill("Sipho Dlamini");
    await page.getByLabel("Cell number").fill("083 222 3344");
    await expectSoundPage(page);
    await goOn(page, "Check your order");
    await page.locator("address").first().waitFor();
    await page.getByLabel("First name").fill("Sipho");
    await page.getByLabel("Last name").fill("Dlamini");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Cell number").fill("083 222 3344");
    await page.getByRole("button", { name: /^Place order and pay/ }).click();
    const number = await orderNumberToPay(page);
    const asked = await nextMail(email, { after: [], saying: new RegExp(`order ${number}`) });
    expect(asked.text).not.toMatch(/we.ll send it|will be sent|on its way/i);

    const office = await visit(browser, { baseUrl, viewport: desk });
    await signIn(office.page, "admin@shop.test", "/admin/orders");
    await office.page.goto(`/admin/orders?search=${number}`);
    await office.page.getByRole("link", { name: `Open order ${number}` }).click();
    const sheet = office.page.getByRole("dialog", { name: `Order ${number}` });
    await sheet.getByRole("button", { name: "Record bank transfer" }).click();
    await sheet.getByRole("button", { name: "Record payment" }).click();
    await sheet.getByRole("button", { name: "Ready to collect" }).click();
    await office.page.getByRole("button", { name: "Send email and SMS" }).click();
    const ready = await nextMail(email, { after: [], saying: /ready to collect/ });
    expect(ready.text).toContain("packed and waiting for you");
    expect(ready.text).not.toMatch(/we.ll send it|will be sent|on its way|courier/i);
    await expect
      .poll(async () => (await smsTo(cell)).map(({ text }) => text), { timeout: 10_000 })
      .toContainEqual(expect.stringContaining(`order ${number} is ready to collect`));
    await expectSoundPage(office.page);
    await office.context.close();

    await page.reload();
    await page.getByText("Ready to collect").first().waitFor();
    await page.locator("address").first().waitFor();
    await expectSoundPage(page);
    expect(mistakes).toEqual([]);
    await context.close();
  });

  test("given as a gift notifies the buyer only, whose link opens it on any device", async () => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: phone });
    const email = `buyer.${Date.now()}@example.test`;
    await chooseWhatAndWho(page, "Nomsa");
    await goToSummary(page);
    const toRecipient = await mailsTo("thandi@example.test");
    const same = page.getByRole("checkbox", { name: "Same as the recipient: Nomsa Mokoena" });
    expect(await same.isChecked()).toBe(true);
    await same.uncheck();
    const place = page.getByRole("button", { name: /^Place order and pay/ });
    await place.click();
    await page.getByText("There are some problems").waitFor();
    await expectSoundPage(page);
    await page.getByLabel("First name").fill("Kim");
    await page.getByLabel("Last name").fill("Buyer");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Cell number").fill("0837654321");
    await page.getByRole("button", { name: "Add a gift message" }).click();
    await page.getByLabel("Gift message").fill("Happy birthday, Nomsa!");
    await expectSoundPage(page);
    await page.getByRole("button", { name: "Sign up" }).click();
    const signUp = page.getByRole("dialog", { name: "Create an account" });
    expect(await signUp.getByLabel("Email").inputValue()).toBe(email);
    expect(await signUp.getByLabel("First name").inputValue()).toBe("Kim");
    await signUp.getByRole("button", { name: "Close" }).click();
    await place.click();
    const number = await orderNumberToPay(page);

    const mail = await nextMail(email, { after: [], saying: new RegExp(`order ${number}`) });
    expect(mail.text).toContain("Hello Kim,");
    expect(await mailsTo("thandi@example.test")).toHaveLength(toRecipient.length);
    const link = /https?:\/\/\S+(\/orders\/pay\/[0-9a-f-]{36})/.exec(mail.text)?.[1] ?? "";
    const elsewhere = await visit(browser, { baseUrl, viewport: desk });
    await elsewhere.page.goto(link);
    expect(await orderNumberToPay(elsewhere.page)).toBe(number);
    await elsewhere.context.close();
    expect(mistakes).toEqual([]);
    await context.close();
  });

  test("without an answer is retried automatically, as one order", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    await chooseWhatAndWho(page, "Lindiwe");
    await goToSummary(page);
    const placed: string[] = [];
    const ids = new Set<string>();
    // The server receives every try; the first four answers are dropped.
    await page.route("**/trpc/orders.save**", async (route) => {
      ids.add(/"commandId":"([^"]+)"/.exec(route.request().postData() ?? "")?.[1] ?? "none");
      const answer = await route.fetch();
      placed.push(/"orderNumber":(\d+)/.exec(await answer.text())?.[1] ?? "none");
      await (placed.length < 5 ? route.abort() : route.fulfill({ response: answer }));
    });
    await page.getByRole("button", { name: /^Place order and pay/ }).click();
    const dialog = page.getByRole("dialog", { name: "We could not send your order" });
    await dialog.getByText(/Please note that our system is temporarily offline/).waitFor();
    await expectSoundPage(page);
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.getByText("Your order is waiting to be sent").waitFor();
    // As after a power cut: only the device's storage is left.
    await page.reload();
    await page.getByText("Your order is waiting to be sent").waitFor();
    await expectSoundPage(page);
    const isPlaced = () => page.url().includes("/orders/pay/");
    for (let times = 0; times < 40 && !isPlaced(); times++) {
      await page.evaluate(() => window.dispatchEvent(new Event("online")));
      await page.waitForTimeout(250);
    }
    const number = await orderNumberToPay(page);
    expect(ids.size).toBe(1);
    expect(placed).toEqual([number, number, number, number, number]);
    await page.goto("/");
    await page.getByText("R325.00").first().waitFor();
    expect(await page.getByText("Your order is waiting to be sent").count()).toBe(0);
    await context.close();
  });

  test("of a customer goes to two recipients, with a parcel for each", async () => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: desk });
    await signIn(page, "kim.customer@shop.test", "/shop/my-account");
    await page.goto("/");
    await addRecipient(page, "Ayanda");
    await page.getByRole("button", { name: "Add a parcel for someone else" }).click();
    await addRecipient(page, "Bongani");
    await goToSummary(page);
    for (const name of ["Ayanda Mokoena", "Bongani Mokoena"])
      await page.getByRole("region", { name: `Order for ${name}` }).waitFor();
    // Two bottles, and two parcels.
    await page.getByRole("button", { name: /^Place order and pay R850\.00/ }).click();
    const number = await orderNumberToPay(page);
    await page.goto("/shop/my-account");
    await page.getByText(number).first().waitFor();
    expect(mistakes).toEqual([]);
    await context.close();
  });

  test("is partly delivered and partly collected, each at its own price", async () => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: desk });
    await signIn(page, "kim.customer@shop.test", "/shop/my-account");
    await page.goto("/");
    await addRecipient(page, "Dineo");
    await page.getByRole("button", { name: "Add a parcel for someone else" }).click();
    await addRecipient(page, "Elias");
    await goOn(page, "Choose a delivery option");
    const second = page.getByRole("region", { name: /^Parcel 2/ });
    await second.getByRole("radio", { name: /Collect from our office/ }).check();
    await second.getByRole("radio", { name: "I will collect it myself" }).check();
    await expectSoundPage(page);
    await goOn(page, "Check your order");
    const dineo = page.getByRole("region", { name: "Order for Dineo Mokoena" });
    const elias = page.getByRole("region", { name: "Order for Elias Mokoena" });
    await dineo.getByText("R100.00").first().waitFor();
    await elias
      .locator("address")
      .or(elias.getByText(/collect/i))
      .first()
      .waitFor();
    expect(await elias.getByText("R100.00").count()).toBe(0);
    await expectSoundPage(page);
    // Two bottles, and one delivered parcel.
    await page.getByRole("button", { name: /^Place order and pay R750\.00/ }).click();
    const number = await orderNumberToPay(page);

    const office = await visit(browser, { baseUrl, viewport: desk });
    await signIn(office.page, "admin@shop.test", "/admin/orders");
    await office.page.goto(`/admin/orders?search=${number}`);
    await office.page.getByRole("link", { name: `Open order ${number}` }).click();
    const sheet = office.page.getByRole("dialog", { name: `Order ${number}` });
    await sheet
      .getByText(/Collection from our office/)
      .first()
      .waitFor();
    await sheet
      .getByText(/Milkwood Lane/)
      .first()
      .waitFor();
    await office.context.close();
    expect(mistakes).toEqual([]);
    await context.close();
  });

  // shows S8.6
  test("that is unpaid is reported as unpaid after polling", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    await chooseWhatAndWho(page, "Zanele");
    await goToSummary(page);
    await page.getByRole("button", { name: /^Place order and pay/ }).click();
    await orderNumberToPay(page);
    await page.clock.install();
    await page.goto(`${new URL(page.url()).pathname}/payfast-success`);
    await page.getByRole("heading", { name: "Confirming your payment" }).waitFor();
    const end = page.getByText("We could not verify your payment - please contact support");
    await expect
      .poll(
        async () => {
          await page.clock.runFor(2000);
          return end.isVisible();
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    await page.getByRole("button", { name: "Check again" }).waitFor();
    expect(await page.getByText("Paid. Thank you.").count()).toBe(0);
    await context.close();
  });
});

test("a distributor's link shows a welcome, and a wrong link a note", async () => {
  const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: phone });
  await page.goto("/via/NOBODY-AT-ALL");
  await page.getByText(/^We could not find the seller of this shop link\./).waitFor();
  await expectSoundPage(page);
  await page.goto("/via/BEN");
  await page.getByText(/^Welcome\. .* invited you\.$/).waitFor();
  await expectSoundPage(page);
  await page.getByRole("button", { name: "Cookies" }).click();
  await page.getByRole("button", { name: "Necessary only" }).waitFor();
  await expectSoundPage(page);
  expect(mistakes).toEqual([]);
  await context.close();
});

async function chooseWhatAndWho(page: Page, firstName: string): Promise<void> {
  await page.goto("/");
  await page.getByText("R325.00").first().waitFor();
  await addRecipient(page, firstName);
}
