import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectPool, patient } from "../../server/src/platform/db/connect.ts";
import { desk, openBrowser, phone, visit, withAuthenticator } from "./browser.ts";
import { baseUrl, databaseUrl } from "./lane.ts";
import { expectSoundPage } from "./page-check.ts";
import { linkIn, mailsTo, nextMail } from "./mailbox.ts";
import { signIn } from "./steps.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe("a new admin", () => {
  test("is proposed by one admin and invited only after another confirms it on a phone", async () => {
    const email = `new.admin.${Date.now()}@example.test`;
    const one = await visit(browser, { baseUrl, viewport: desk });
    await signIn(one.page, "admin@shop.test", "/admin/users");
    await one.page.getByRole("button", { name: "Add person" }).click();
    const form = one.page.getByRole("dialog");
    await form.getByRole("radio", { name: "Admin" }).check();
    await form.getByLabel("First name").fill("Nomsa");
    await form.getByLabel("Last name").fill("Second");
    await form.getByLabel("Email").fill(email);
    await form.getByLabel("Cell").first().fill("082 765 4321");
    await form.getByRole("button", { name: "Send registration email" }).click();
    await one.page.getByRole("heading", { name: "Waiting for a decision" }).waitFor();
    await one.page.goto("/admin/decisions");
    const own = one.page.getByRole("listitem").filter({ hasText: "Nomsa Second becomes an admin" });
    await own.waitFor();
    expect(await own.getByRole("button", { name: "Confirm" }).count()).toBe(0);
    await expectSoundPage(one.page);
    expect(await mailsTo(email)).toHaveLength(0);

    const two = await visit(browser, { baseUrl, viewport: phone });
    await signIn(two.page, "office@shop.test", "/admin");
    await two.page
      .getByRole("link", { name: /Decisions/ })
      .first()
      .click();
    const asked = two.page
      .getByRole("listitem")
      .filter({ hasText: "Nomsa Second becomes an admin" });
    await asked.getByText(email).waitFor();
    await expectSoundPage(two.page);
    await asked.getByRole("button", { name: "Confirm" }).click();
    await two.page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
    await two.page
      .getByText(/^Confirmed by/)
      .first()
      .waitFor();
    await nextMail(email, { after: [], saying: /choose your password/ });
    await Promise.all([one.context.close(), two.context.close()]);
  });
});

describe("a change that nobody expected", () => {
  test("is declined by the link in the email, without signing in", async () => {
    const number = `62${String(Date.now()).slice(-9)}`;
    const after = await mailsTo("office@shop.test");
    const one = await visit(browser, { baseUrl, viewport: desk });
    await signIn(one.page, "admin@shop.test", "/admin/edit/rhizo-config?section=bank");
    await one.page.getByLabel("Account number").fill(number);
    await one.page.getByRole("button", { name: "Save" }).click();
    await one.page.getByText("Proposed. It waits under Decisions.").waitFor();
    await one.page.goto("/admin/decisions");
    const own = one.page.getByRole("listitem").filter({ hasText: number });
    await own.getByRole("button", { name: "Withdraw" }).waitFor();
    await own.getByText(/must confirm this/).waitFor();
    await expectSoundPage(one.page);

    const mail = await nextMail("office@shop.test", { after, saying: /new bank account/ });
    expect(mail.text).not.toContain(number);
    const two = await visit(browser, { baseUrl, viewport: phone });
    await two.page.goto(linkIn(mail, "decline"));
    await two.page.getByRole("heading", { name: "Decline this change?" }).waitFor();
    await expectSoundPage(two.page);
    await two.page.getByRole("button", { name: "Decline" }).press("Enter");
    await two.page.getByRole("heading", { name: "Declined" }).waitFor();
    await one.page.reload();
    await one.page
      .getByText(/^Declined by/)
      .first()
      .waitFor();
    await Promise.all([one.context.close(), two.context.close()]);
  });
});

describe("a decision", () => {
  // Other journeys of this portal sign in with the password alone.
  afterAll(async () => {
    const pool = connectPool(databaseUrl, { ...patient, poolSize: 1 });
    await pool.query("delete from factor");
    await pool.query("delete from recovery_code");
    await pool.end();
  });

  // shows T265
  test("is signed with the passkey of whoever confirms it", async () => {
    const one = await visit(browser, { baseUrl, viewport: desk });
    await signIn(one.page, "admin@shop.test", "/admin/edit/rhizo-config?section=bank");
    const number = `62${String(Date.now()).slice(-9)}`;
    await one.page.getByLabel("Account number").fill(number);
    await one.page.getByRole("button", { name: "Save" }).click();
    await one.page.getByText("Proposed. It waits under Decisions.").waitFor();

    const two = await visit(browser, { baseUrl, viewport: phone });
    await withAuthenticator(two.page);
    await signIn(two.page, "office@shop.test", "/admin/my-profile?section=second-step");
    await two.page.getByRole("button", { name: "Add a passkey or app" }).click();
    await two.page.getByRole("button", { name: "Create a passkey" }).click();
    await two.page.getByLabel("I have kept these codes").check();
    await two.page.getByRole("button", { name: "Continue" }).click();
    await two.page.getByText(/^Passkey, Chrome/).waitFor();
    await two.page.goto("/admin/decisions");
    const asked = two.page.getByRole("listitem").filter({ hasText: number });
    await asked.getByRole("button", { name: "Confirm" }).click();
    const dialog = two.page.getByRole("dialog", { name: "Confirm change?" });
    await expectSoundPage(two.page);
    await dialog.getByRole("button", { name: "Confirm" }).press("Enter");
    await two.page.getByText("Change confirmed.").waitFor();
    await Promise.all([one.context.close(), two.context.close()]);

    const pool = connectPool(databaseUrl, { ...patient, poolSize: 1 });
    const { rows } = await pool.query(
      "select proof is not null as signed from decision where data ->> 'bankAccountNumber' = $1",
      [number],
    );
    await pool.end();
    expect(rows).toEqual([{ signed: true }]);
  });
});
