import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoPassword } from "../../server/src/edges/demo/demo-people.ts";
import { desk, openBrowser, phone, visit } from "./browser.ts";
import { baseUrl } from "./lane.ts";
import { linkIn, mailsTo, nextMail } from "./mailbox.ts";
import { expectSoundPage } from "./page-check.ts";
import { signIn } from "./steps.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const person = "/distributor/my-profile?section=person";

describe("a new email", () => {
  test.for([
    ["cara.l3@shop.test", desk],
    ["ben.l2@shop.test", phone],
  ] as const)(
    "of %s waits to be confirmed, and is stopped by its owner",
    async ([email, viewport]) => {
      const wanted = `thief.${Date.now()}@example.test`;
      const { page, context, mistakes } = await visit(browser, { baseUrl, viewport });
      await signIn(page, email, person);
      const before = await mailsTo(email);
      await page.getByRole("textbox", { name: "Email" }).fill(wanted);
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText(`Please confirm ${wanted}`).waitFor();
      expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(email);
      await expectSoundPage(page);

      const mail = await nextMail(email, { after: before, saying: /is about to change/ });
      expect(mail.text).toContain(`to ${wanted}.`);
      const toNew = await nextMail(wanted, { after: [], saying: /Confirm your new email address/ });

      const owner = await visit(browser, { baseUrl, viewport });
      await owner.page.goto(linkIn(mail, "not-me"));
      await owner.page.getByRole("heading", { name: "Was this not you?" }).waitFor();
      await expectSoundPage(owner.page);
      await owner.page.getByRole("button", { name: "Stop the change" }).click();
      await owner.page.waitForURL("**/set-password");
      for (const field of ["New password", "Repeat password"])
        await owner.page.getByRole("textbox", { name: field }).fill(demoPassword);
      await expectSoundPage(owner.page);
      await owner.page
        .getByRole("button", { name: /password/i })
        .last()
        .click();
      await owner.page.waitForURL((url) => url.pathname.startsWith("/distributor/"));

      await page.goto(person);
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
      await page.goto(linkIn(toNew, "confirm-email"));
      await page.getByRole("heading", { name: "Your email is not confirmed" }).waitFor();
      await expectSoundPage(page);
      await page.goto(linkIn(mail, "not-me"));
      await page.getByRole("button", { name: "Stop the change" }).click();
      await page.getByRole("heading", { name: "This link has ended" }).waitFor();
      await expectSoundPage(page);
      expect(owner.mistakes).toEqual([]);
      expect(mistakes.filter((mistake) => !/40[134]/.test(mistake))).toEqual([]);
      await Promise.all([context.close(), owner.context.close()]);
    },
  );

  test("replaces the old one once its confirmation link is opened", async () => {
    const email = "anna.l1@shop.test";
    const wanted = `anna.${Date.now()}@example.test`;
    const { page, context, mistakes } = await visit(browser, { baseUrl, viewport: desk });
    await signIn(page, email, person);
    // And back, because other journeys sign Anna in.
    for (const [old, next] of [
      [email, wanted],
      [wanted, email],
    ] as const) {
      const [toOld, toNext] = await Promise.all([mailsTo(old), mailsTo(next)]);
      await page.getByRole("textbox", { name: "Email" }).fill(next);
      await page.getByRole("button", { name: "Save" }).click();
      const mail = await nextMail(next, {
        after: toNext,
        saying: /Confirm your new email address/,
      });
      await page.goto(linkIn(mail, "confirm-email"));
      await page.getByRole("heading", { name: "Your email is confirmed" }).waitFor();
      await nextMail(old, { after: toOld, saying: /has changed/ });
      await page.goto(person);
      expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(next);
    }
    expect(mistakes).toEqual([]);
    await context.close();
  });
});
