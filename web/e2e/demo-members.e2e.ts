import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoPassword } from "../../server/src/edges/demo/demo-people.ts";
import { openBrowser } from "./browser.ts";
import {
  type DemoVisitor,
  done,
  downloads,
  failuresOf,
  openFirst,
  untilLoaded,
  visitDemo,
  visitDemoAs,
} from "./demo-visits.ts";
import { type DemoShop, openDemoShop } from "./own-shop.ts";
import { fillRecipient, goToSummary } from "./steps.ts";

let browser: Browser;
let shop: DemoShop;
beforeAll(async () => {
  [browser, shop] = await Promise.all([openBrowser(), openDemoShop("demo_members")]);
});
afterAll(async () => {
  await browser.close();
  await shop.close();
});

type Press = (page: Page) => Promise<void>;
type Presses = Readonly<Record<string, Press>>;

/** What a distributor of untouched demo data presses first, from the first page to the last of the menu. */
const ofDistributor: Presses = {
  async "follows the steps of the first page"(page) {
    for (const [link, heading] of [
      ["View profile", "My profile"],
      ["View bank details", "My profile"],
      ["View orders", "My orders"],
    ] as const) {
      await page.goto("/distributor/landing");
      await page.getByRole("link", { name: link }).click();
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
      await untilLoaded(page);
    }
  },

  async "looks around in the network"(page) {
    await page.goto("/distributor/my-network");
    await page.getByRole("treeitem", { name: /Ben Naidoo/ }).waitFor();
    await page.getByRole("treeitem", { name: /Ben Naidoo/ }).press("Enter");
    await page.getByRole("dialog", { name: "Ben Naidoo" }).waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    for (const period of ["Historical", "Total", "Current"])
      await page.getByRole("radiogroup", { name: "Figures" }).getByText(period).click();
    await page.getByText("Chart", { exact: true }).click();
    await page.getByRole("region", { name: "Chart" }).getByText("Ben Naidoo").waitFor();
    await page.getByRole("tab", { name: "Changes" }).click();
    await page
      .getByText(/joined as a distributor under/)
      .first()
      .waitFor();
  },

  async "adds a person"(page) {
    await page.goto("/distributor/my-network?tab=people");
    await page.getByRole("button", { name: "Add person" }).click();
    const dialog = page.getByRole("dialog", { name: /^Add / });
    await dialog.getByRole("radio", { name: "Stockist" }).check();
    await dialog.getByLabel("Email").fill("nomsa@example.test");
    await dialog.getByLabel("First name").fill("Nomsa");
    await dialog.getByLabel("Last name").fill("Dube");
    await dialog.getByLabel("Cell").first().fill("082 000 1234");
    await dialog.getByLabel("Company address").fill("12 Milkwood Lane, Observatory");
    await dialog.getByLabel("VAT no.").fill("4123456789");
    await dialog.getByRole("button", { name: "Send registration email" }).click();
    await page.getByRole("heading", { name: "Registration email sent!" }).waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    await dialog.waitFor({ state: "detached" });
  },

  async "opens a person of the team"(page) {
    await page.goto("/distributor/my-network?tab=people");
    await openFirst(page, /^Open /);
    await page.getByRole("dialog").getByText("@shop.test").first().waitFor();
  },

  async "turns commission into store credit"(page) {
    await page.goto("/distributor/my-wallet");
    await page.getByRole("button", { name: "Turn commission into store credit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^Amount/).fill("100.00");
    await dialog.getByRole("button", { name: "Turn into store credit" }).click();
    await done(page, "Done!");
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Use it to pay for orders").waitFor();
  },

  async "reads the parts of the wallet"(page) {
    await page.goto("/distributor/my-wallet");
    for (const [tab, shown] of [
      ["Payout requests", "Details"],
      ["By level", "Your commission"],
      ["How we worked this out", "Units of your own sales"],
    ] as const) {
      await page.getByRole("tab", { name: tab }).click();
      await page.getByText(shown).first().waitFor();
    }
  },

  async "asks about a commission"(page) {
    await page.goto("/distributor/my-wallet");
    await openFirst(page, /^Open .*order/);
    const sheet = page.getByRole("dialog", { name: /^How this was calculated/ });
    await sheet.getByRole("button", { name: "Ask about this commission" }).click();
    await sheet.getByLabel(/^Your question/).fill("Whose sale was this?");
    await sheet.getByRole("button", { name: "Send question" }).click();
    await done(page, "Question sent.");
  },

  async "opens a statement"(page) {
    await page.goto("/distributor/my-statements");
    await openFirst(page, /^Open the statement/);
    await downloads(page, page.getByRole("link", { name: "Download PDF" }));
  },

  "adds a recipient to the address book": (page) =>
    addsRecipient(page, "/distributor/my-address-book"),

  "orders again and pays": (page) => ordersAgain(page, "/distributor/my-orders"),

  async "creates an order and cancels it"(page) {
    await page.goto("/distributor/create-order");
    await page.getByRole("link", { name: "Go to the office portal" }).click();
    await placesOrder(page);
    await page.waitForURL(/\?placed=/);
    await openFirst(page, /^Open order/);
    await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click();
    const dialog = page.getByRole("dialog", { name: /^Cancel order/ });
    await dialog.getByRole("button", { name: "Cancel order" }).click();
    await done(page, "Order cancelled.");
  },

  "plays a training video": (page) => playsVideo(page, "/distributor/training-videos"),

  async "downloads a document"(page) {
    await page.goto("/distributor/documents");
    await downloads(page, page.getByRole("link", { name: /^Download / }));
  },

  "saves the profile": (page) => savesProfile(page, "/distributor/my-profile"),

  async "changes the bank details"(page) {
    await page.goto("/distributor/my-profile?section=bank-details");
    await page.getByRole("button", { name: "Change", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Bank details" });
    await dialog.getByLabel("Account number").fill("62001234567");
    await dialog.getByRole("button", { name: "Save" }).click();
    await done(page, "Saved!");
    await page.getByText("4567").waitFor();
  },

  async "changes the password"(page) {
    await page.goto("/distributor/my-profile?section=password");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByRole("textbox", { name: "Current password" }).fill(demoPassword);
    for (const name of ["New password", "Repeat password"])
      await page.getByRole("textbox", { name }).fill("Other-5678!");
    await page.getByRole("button", { name: "Save password" }).click();
    await done(page, "Your password has been updated.");
  },
};

/** Whose commission has waited for them since the demo's history ended. */
const ofLevelTwo: Presses = { "requests a payout": requestsPayout };

const ofStockist: Presses = {
  async "follows the steps of the first page"(page) {
    await page.goto("/stockist/landing");
    await page.getByRole("link", { name: "View recipients" }).click();
    await page.getByRole("heading", { level: 1, name: "My address book" }).waitFor();
  },
  "adds a recipient": (page) => addsRecipient(page, "/stockist/my-address-book"),
  "orders again and pays": (page) => ordersAgain(page, "/stockist/my-orders"),
  "plays a training video": (page) => playsVideo(page, "/stockist/training-videos"),
  "saves the profile": (page) => savesProfile(page, "/stockist/my-profile"),
};

const ofSchool: Presses = {
  "requests a payout": requestsPayout,
  async "sees its network"(page) {
    await page.goto("/distributor/my-network");
    await page.getByRole("treeitem").first().press("Enter");
    await page.getByRole("dialog").getByText("Shop link").waitFor();
  },
};

const ofCustomer: Presses = {
  async "orders again and pays"(page) {
    await ordersAgain(page, "/shop/my-account");
  },
  "adds a recipient": (page) => addsRecipient(page, "/shop/my-account"),
  "saves the profile": (page) => savesProfile(page, "/shop/my-account"),
};

describe.each([
  ["distributor", "anna.l1@shop.test", "/distributor/landing", ofDistributor],
  ["level 2", "ben.l2@shop.test", "/distributor/my-wallet", ofLevelTwo],
  ["stockist", "sam.stockist@shop.test", "/stockist/landing", ofStockist],
  ["school", "mandla.mokoena.26@shop.test", "/distributor/my-wallet", ofSchool],
  ["customer", "kim.customer@shop.test", "/shop/my-account", ofCustomer],
])("the demo’s %s", (_role, email, path, presses) => {
  let member: DemoVisitor;
  beforeAll(async () => {
    member = await visitDemoAs(browser, shop, email, path);
  });
  afterAll(() => member.context.close());

  test.each(Object.entries(presses))("%s", async (_name, press) => {
    await press(member.page);
    expect(await failuresOf(member)).toEqual([]);
  });
});

test("a guest writes to the office", async () => {
  const guest = await visitDemo(browser, shop);
  const { page } = guest;
  await page.goto("/contact-us");
  await page.getByLabel("Email").fill("thandi@example.test");
  await page.getByLabel("Your message").fill("Do you deliver to Upington?");
  await page.getByRole("button", { name: "Send" }).click();
  await done(page, "Thank you");
  expect(await failuresOf(guest)).toEqual([]);
  await guest.context.close();
});

async function requestsPayout(page: Page): Promise<void> {
  await page.goto("/distributor/my-wallet");
  await page.getByRole("button", { name: "Request payout" }).click();
  await page.getByRole("button", { name: /^Request R/ }).click();
  await done(page, "Payout requested.");
  await page.getByText("You already have an open payout request.").waitFor();
}

async function addsRecipient(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await fillRecipient(page, "Lerato");
  await page.getByText("Lerato Mokoena").first().waitFor();
}

/** A member who signed in to the shop is taken to the office's host with the order. */
async function ordersAgain(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await openFirst(page, /^Open order/);
  await page.getByRole("dialog").getByRole("button", { name: "Order again" }).click();
  await placesOrder(page);
  await payFirst(page);
  await page.getByRole("button", { name: /^Pay R.* by card$/ }).click();
  await page.getByRole("button", { name: "Complete Payment" }).click();
  await page.getByRole("link", { name: "View receipt" }).click();
  await page.getByText("This page is your receipt.").waitFor();
}

async function placesOrder(page: Page): Promise<void> {
  await goToSummary(page);
  await page.getByRole("button", { name: /^Place order and pay/ }).click();
}

/** Members come back to their orders, where the placed one waits; customers are on its page already. */
async function payFirst(page: Page): Promise<void> {
  await page.waitForURL(/\?placed=|\/orders\/pay\//);
  if (page.url().includes("?placed=")) await openFirst(page, /^Pay order/);
}

async function playsVideo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("main").getByRole("button", { name: /^Play/ }).first().click();
  const video = page.getByRole("dialog").locator("video");
  await video.evaluate((element) => (element instanceof HTMLVideoElement ? element.play() : null));
}

async function savesProfile(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel("First name").fill("Alex");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await done(page, "Profile updated!");
}
