import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { finance } from "./by-program.ts";
import { baseUrl, databaseUrl } from "./lane.ts";
import { mailsTo, nextMail } from "./mailbox.ts";
import { expectSoundPage } from "./page-check.ts";
import { goTo, signIn } from "./steps.ts";

const anna = "anna.l1@shop.test";
/** The same server under the host name where members order. */
const officeUrl = baseUrl.replace("//localhost", "//office.localhost");

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe("the wallet", () => {
  test("links a figure to its entries, and answers a question about one", async () => {
    const question = `Why is it this much? ${Date.now()}`;
    const mails = await mailsTo(anna);
    await askAbout(question);

    const office = await visit(browser, { baseUrl, viewport: desk });
    await signIn(office.page, "admin@shop.test", "/admin/entry-questions");
    await office.page.getByLabel("Search questions").fill("Anna Mokoena");
    await office.page.waitForURL(/search=/);
    await office.page.getByText(question).waitFor();
    await expectSoundPage(office.page);
    await office.page
      .getByRole("row")
      .filter({ hasText: question })
      .getByRole("button", { name: /^Open/ })
      .click();
    const sheet = office.page.getByRole("dialog", { name: "Question from Anna Mokoena" });
    await sheet
      .getByLabel(/^Your answer/)
      .fill("Your share of this sale is smaller, and we make good for it.");
    await sheet.getByLabel(/^Store credit/).fill("12.34");
    await expectSoundPage(office.page);
    await sheet.getByRole("button", { name: "Send answer" }).click();
    await sheet.waitFor({ state: "detached" });
    await office.context.close();

    const mail = await nextMail(anna, { after: mails, saying: /we make good for it/ });
    expect(mail.text).toContain("We have added R12.34 to your account as store credit");
    expect(await finance(databaseUrl, "reconcile")).toMatchObject({ sound: true, isEqual: true });
  });

  test.for([
    ["anna.l1@shop.test", desk],
    ["ben.l2@shop.test", phone],
  ] as const)("says one figure wherever %s can spend it", async ([email, viewport]) => {
    const { page, context, mistakes } = await visit(browser, { baseUrl: officeUrl, viewport });
    await signIn(page, email, "/distributor/my-wallet");
    const card = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: "You can be paid" }) });
    const payable = await amountIn(card.getByText(/^R[\d\s.]+$/).first());
    const credit = await amountIn(
      page
        .locator("section")
        .filter({ has: page.getByRole("heading", { name: "Store credit" }) })
        .getByText(/^R/)
        .first(),
    );
    expect(payable).toBeGreaterThan(0);
    // R1 000.00 unpaid commission − R20.00 used as store credit − …
    const [line] = (await card.getByText(/unpaid commission/).innerText()).split(". ");
    const [unpaid = 0, ...less] = [...(line ?? "").matchAll(/R[\d\s]+\.\d\d/g)].map(([amount]) =>
      Number(amount.replaceAll(/\D/g, "")),
    );
    expect(unpaid - less.reduce((sum, amount) => sum + amount, 0)).toBe(payable);
    await expectSoundPage(page);

    await page.getByRole("button", { name: "Turn commission into store credit" }).click();
    const converting = page.getByRole("dialog", { name: "Turn commission into store credit" });
    const most = await converting.getByLabel(/^Amount/).inputValue();
    expect(Number(most.replaceAll(/\D/g, ""))).toBe(payable);
    await converting.getByRole("button", { name: "Cancel" }).click();
    expect((await requestable(page)) ?? payable).toBe(payable);

    await page.goto(`/orders/pay/${await placeOrder(page)}`);
    const held = await page.getByText(/of commission that you can be paid\./).innerText();
    const amounts = [...held.matchAll(/R[\d\s]+\.\d\d/g)].map(([amount]) =>
      Number(amount.replaceAll(/\D/g, "")),
    );
    expect(amounts.slice(0, 2)).toEqual([credit, payable]);
    await page.getByRole("button", { name: /^Use R.*of commission$/ }).click();
    const agreeing = page.getByRole("dialog", { name: "Use your commission for this order?" });
    await agreeing.getByText(/It reduces your next payout\./).waitFor();
    await expectSoundPage(page);
    await agreeing.getByRole("button", { name: "Cancel" }).click();
    await agreeing.waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Use R.*of commission$/ }).click();
    await agreeing.getByRole("button", { name: /^Use R.*of commission$/ }).click();
    await page.getByText("Done!").waitFor();
    await goTo(page, "/distributor/my-wallet");
    await expect.poll(() => amountIn(card.getByText(/^R[\d\s.]+$/).first())).toBeLessThan(payable);
    expect(mistakes).toEqual([]);
    await context.close();
    expect(await finance(databaseUrl, "reconcile")).toMatchObject({ sound: true, isEqual: true });
  });

  test("turns commission into store credit on a phone", async () => {
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: phone });
    await signIn(page, anna, "/distributor/my-wallet");
    const card = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: "Store credit" }) });
    const before = await amountIn(card.getByText(/^R/).first());
    await page.getByRole("button", { name: "Turn commission into store credit" }).click();
    const dialog = page.getByRole("dialog", { name: "Turn commission into store credit" });
    await dialog.getByLabel(/^Amount/).fill("1.00");
    await expectSoundPage(page);
    await dialog.getByRole("button", { name: "Turn into store credit" }).click();
    await dialog.waitFor({ state: "detached" });
    await expect
      .poll(() => amountIn(card.getByText(/^R/).first()))
      .toBeGreaterThanOrEqual(before + 100);
    await expectSoundPage(page);
    expect(mistakes).toEqual([]);
    await context.close();
    expect(await finance(databaseUrl, "reconcile")).toMatchObject({ sound: true, isEqual: true });
  });

  test("of a stockist shows its sales and what its margin saved", async () => {
    const { page, context } = await visit(browser, { baseUrl, viewport: phone });
    await signIn(page, "sam.stockist@shop.test", "/stockist/my-orders");
    await page.getByText("Your sales and margin savings").click();
    await page.getByText(/Saved by your 30% margin/).waitFor();
    await expectSoundPage(page);
    await context.close();
  });
});

async function askAbout(question: string): Promise<void> {
  const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: desk });
  await signIn(page, anna, "/distributor/my-wallet");
  await page.getByRole("tab", { name: "By level" }).click();
  await page.getByRole("radiogroup", { name: "Figures" }).getByText("Total").click();
  const figure = page.getByRole("link", { name: /^Level 2: .*view commission/ });
  const commission = (await figure.innerText()).trim();
  await figure.click();
  await page.getByText(`total ${commission}`).waitFor();
  await expectSoundPage(page);

  await page
    .getByRole("button", { name: /^Open Team sale/ })
    .nth(3)
    .click();
  const why = page.getByRole("dialog", { name: /^How this was calculated/ });
  await why.getByRole("button", { name: "Ask about this commission" }).click();
  await why.getByLabel(/^Your question/).fill(question);
  await expectSoundPage(page);
  await why.getByRole("button", { name: "Send question" }).click();
  await why.getByText("We’ll reply by email as soon as we can.").waitFor();
  expect(mistakes).toEqual([]);
  await context.close();
}

/** The amount that can be requested; null while a request is open. */
async function requestable(page: Page): Promise<number | null> {
  const request = page.getByRole("button", { name: "Request payout" });
  if (!(await request.isEnabled())) return null;
  await request.click();
  const asking = page.getByRole("dialog", { name: "Request payout?" });
  const amount = await amountIn(asking.getByRole("button", { name: /^Request R/ }));
  await asking.getByRole("button", { name: "Cancel" }).click();
  return amount;
}

/** Orders one bottle as the signed-in user, for their first recipient. */
function placeOrder(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const data = async (answer: Response) => (await answer.json()).result.data;
    const [recipient] = await data(await fetch("/trpc/addresses.list?input={}"));
    const lines = [{ productId: 94, quantity: 1 }];
    const order = {
      commandId: crypto.randomUUID(),
      sections: [{ addressId: recipient.id, lines }],
    };
    const placed = await fetch("/trpc/orders.save", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(order),
    });
    return (await data(placed)).uuid;
  });
}

/** The cents of an amount on the page. */
async function amountIn(text: ReturnType<Page["getByText"]>): Promise<number> {
  return Number((await text.innerText()).replaceAll(/\D/g, ""));
}
