import { addDays, dayOf } from "@portal/shared/platform/calendar.ts";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { z } from "zod";
import { announceOfficeDays } from "../../office/activity/office-day.actions.ts";
import { resetFactor } from "../../office/first-start/operator-admins.actions.ts";
import { aBrowser, aPerson, codeSentTo, linkFor, messagesFor } from "../../testing/a-browser.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { test } from "../../testing/factor-test.ts";
import {
  aProposalOf,
  aBareAdmin,
  adminPassword,
  anApp,
  fieldsOf,
  nextCode,
  type ReadyAdmin,
  setupOfAdmin,
} from "../../testing/set-up-admin.ts";
import { deliverAll, openPostOffice } from "../../testing/post-office.ts";
import { aTransfer } from "../../testing/proposals-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, type TestShop } from "../../testing/shop-test.ts";
import { findSignedInUser } from "../accounts/account.store.ts";

const uriOf = { uri: z.string() };
const lacksOf = { lacks: z.string().nullable() };

describe("setting up the first factor", () => {
  // shows T177
  test("needs a mailed link: whoever knows only the password sets up nothing", async ({
    strict,
  }) => {
    const { id, email } = await aBareAdmin(strict);
    const browser = aBrowser(strict);
    await browser.change("auth.login", { email, password: adminPassword });
    for (const [name, input] of [
      ["factors.beginCodes", {}],
      ["factors.beginPasskey", { place: "office" }],
      ["factors.addCodes", { code: "123456" }],
    ] as const)
      expect((await browser.change(name, input)).reason).toBe("access.no-set-up");
    expect((await browser.change("factors.askForLink")).status).toBe(200);
    expect(await messagesFor(strict, id)).toEqual(["set-up-factor"]);
    const kinds = strict.deps.db.selectFrom("message").select("kind");
    expect(await kinds.where("user_id", "=", id).where("channel", "=", "sms").execute()).toEqual(
      [],
    );
  });

  // shows T177
  test("needs the password beside the link, which works once", async ({ strict }) => {
    const { id } = await aBareAdmin(strict);
    const uuid = await linkFor(strict, id, "set-up-factor");
    const browser = aBrowser(strict);
    const wrong = await browser.change("factors.openLink", { uuid, password: "Wrong-1234!" });
    expect(wrong.reason).toBe("access.wrong-credentials");
    const link = { uuid, password: adminPassword };
    expect((await browser.change("factors.openLink", link)).status).toBe(200);
    expect((await browser.change("factors.openLink", link)).reason).toBe("account.link-ended");
    const { uri } = fieldsOf(await browser.change("factors.beginCodes"), uriOf);
    expect((await browser.change("factors.addCodes", { code: "000000" })).reason).toBe(
      "access.wrong-factor",
    );
    const added = await browser.change("factors.addCodes", { code: anApp(uri).code() });
    const { recoveryCodes } = fieldsOf(added, { recoveryCodes: z.array(z.string()) });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await browser.read("dashboard.get")).status).toBe(200);
  });

  // shows T177
  test("by a link that was left over does not follow once there is one", async ({ strict }) => {
    const { id } = await aBareAdmin(strict);
    const [first, second] = [aBrowser(strict), aBrowser(strict)];
    const password = adminPassword;
    for (const browser of [first, second])
      await browser.change("factors.openLink", {
        uuid: await linkFor(strict, id, "set-up-factor"),
        password,
      });
    const theirs = fieldsOf(await second.change("factors.beginCodes"), uriOf);
    const own = fieldsOf(await first.change("factors.beginCodes"), uriOf);
    await first.change("factors.addCodes", { code: anApp(own.uri).code() });
    const late = await second.change("factors.addCodes", { code: anApp(theirs.uri).code() });
    expect(late.reason).toBe("access.no-set-up");
    const uuid = await linkFor(strict, id, "set-up-factor");
    expect((await second.change("factors.openLink", { uuid, password })).reason).toBe(
      "account.link-ended",
    );
  });

  test("follows right after the password for the account of ADMIN_EMAIL, once", async ({
    strict,
  }) => {
    const { id, email } = await aBareAdmin(strict);
    await asOwner(strict.deps.db, (tx) =>
      tx.updateTable("account").set({ is_first_admin: true }).where("id", "=", id).execute(),
    );
    const browser = aBrowser(strict);
    await browser.change("auth.login", { email, password: adminPassword });
    const { uri } = fieldsOf(await browser.change("factors.beginCodes"), uriOf);
    await browser.change("factors.addCodes", { code: anApp(uri).code() });
    expect((await browser.read("dashboard.get")).status).toBe(200);
    // Ended by whatever means: it is the first one no more.
    await strict.deps.db
      .updateTable("factor")
      .set({ ended_at: strict.deps.now() })
      .where("user_id", "=", id)
      .execute();
    const again = aBrowser(strict);
    await again.change("auth.login", { email, password: adminPassword });
    expect(fieldsOf(await again.read("factors.state"), lacksOf).lacks).toBe("set-up-link");
  });

  test("follows the password of an invited admin, by the mailed link alone", async ({ strict }) => {
    const { id } = await aBareAdmin(strict);
    await asOwner(strict.deps.db, (tx) =>
      tx
        .updateTable("account")
        .set({ password_hash: null, verified: false, cell: "+27821234567" })
        .where("id", "=", id)
        .execute(),
    );
    const password = "Unlike-9876!";
    const bySms = await linkFor(strict, id, "register", "sms");
    const thief = aBrowser(strict);
    expect((await thief.change("auth.signUp2", { uuid: bySms, password })).reason).toBe(
      "account.link-ended",
    );
    const uuid = await linkFor(strict, id, "register");
    const browser = aBrowser(strict);
    expect((await browser.change("auth.signUp2", { uuid, password })).status).toBe(200);
    expect((await browser.read("dashboard.get")).reason).toBe("access.factor-missing");
    const { uri } = fieldsOf(await browser.change("factors.beginCodes"), uriOf);
    await browser.change("factors.addCodes", { code: anApp(uri).code() });
    expect((await browser.read("dashboard.get")).status).toBe(200);
  });
});

describe("a factor", () => {
  test("is added and removed by whoever has just shown one, and the last one stays", async ({
    strict,
  }) => {
    const admin = await setupOfAdmin(strict);
    const { browser } = admin;
    // The link counts for signing in and for no act.
    expect((await browser.change("factors.beginCodes")).reason).toBe("access.factor-needed");
    await browser.change("factors.pass", { code: nextCode(admin) });
    const { uri } = fieldsOf(await browser.change("factors.beginCodes"), uriOf);
    const added = await browser.change("factors.addCodes", { code: anApp(uri).code() });
    expect(fieldsOf(added, { recoveryCodes: z.null() }).recoveryCodes).toBe(null);
    const ids = { factors: z.array(z.object({ id: z.string() })) };
    const { factors } = fieldsOf(await browser.read("factors.state"), ids);
    const outcomes = [];
    for (const { id } of factors) outcomes.push(await browser.change("factors.remove", { id }));
    expect(outcomes.map(({ status, reason }) => reason ?? status)).toEqual([200, "factor.last"]);
  });

  test("that is set up where none is required is asked for from then on", async ({ shop }) => {
    const { email } = await aBareAdmin(shop);
    const [browser, other] = [aBrowser(shop), aBrowser(shop)];
    for (const each of [browser, other])
      await each.change("auth.login", { email, password: adminPassword });
    expect((await browser.read("dashboard.get")).status).toBe(200);
    const { uri } = fieldsOf(await browser.change("factors.beginCodes"), uriOf);
    const app = anApp(uri);
    expect((await browser.change("factors.addCodes", { code: app.code() })).status).toBe(200);
    expect((await browser.read("dashboard.get")).status).toBe(200);
    expect((await other.read("dashboard.get")).reason).toBe("access.factor-missing");
    await other.change("factors.pass", { code: nextCode({ app }) });
    expect((await other.read("dashboard.get")).status).toBe(200);
  });
});

describe("an emailed code", () => {
  // shows T178
  test("is never an admin's: the answer is a customer's, and no code leaves", async ({
    strict,
  }) => {
    const { id, email } = await aBareAdmin(strict);
    const browser = aBrowser(strict);
    const admin = await browser.change("auth.requestCode", { email });
    const customer = await aBrowser(strict).change("auth.requestCode", { email: "kim@shop.test" });
    expect([admin.status, Object.keys(admin.data ?? {}), admin.data?.codeLength]).toEqual([
      customer.status,
      Object.keys(customer.data ?? {}),
      customer.data?.codeLength,
    ]);
    const sent = await strict.deps.db
      .selectFrom("message")
      .select(["kind", "channel"])
      .where("user_id", "=", id)
      .execute();
    expect(sent).toEqual([{ kind: "no-code-for-admins", channel: "email" }]);
    expect((await browser.change("auth.login", { email, code: "ABC123" })).reason).toBe(
      "access.wrong-code",
    );
  });

  // shows T178
  test("that was asked for before somebody became an admin does not sign in", async ({
    strict,
  }) => {
    const { id, email } = await aPerson(strict, { password: adminPassword });
    const browser = aBrowser(strict);
    await browser.change("auth.requestCode", { email });
    const code = await codeSentTo(strict, email);
    await asOwner(strict.deps.db, (tx) =>
      tx.updateTable("account").set({ role: "admin" }).where("id", "=", id).execute(),
    );
    expect((await browser.change("auth.login", { email, code })).reason).toBe("access.wrong-code");
  });
});

describe("a locked account", () => {
  // shows T179
  test("is signed out everywhere, and comes back by mailed link, password and factor", async ({
    strict,
  }) => {
    const owner = await setupOfAdmin(strict);
    const stateOfProposal = await aProposalOf(strict, owner);
    const locker = await setupOfAdmin(strict);
    expect((await locker.browser.change("users.lock", { id: owner.id })).reason).toBe(
      "access.factor-needed",
    );
    await locker.browser.change("factors.pass", { code: nextCode(locker) });
    expect((await locker.browser.change("users.lock", { id: locker.id })).reason).toBe(
      "account.yourself",
    );
    expect((await locker.browser.change("users.lock", { id: owner.id })).status).toBe(200);
    expect((await owner.browser.read("dashboard.get")).status).toBe(401);
    expect((await owner.browser.read("auth.me")).data).toBe(null);
    const ended = { state: "void", failure: "proposal.proposer-gone" };
    expect(await stateOfProposal()).toEqual(ended);

    const { email } = owner;
    const phone = aBrowser(strict);
    const closed = await phone.change("auth.login", { email, password: adminPassword });
    expect(closed.reason).toBe("access.account-locked");
    const uuid = await linkFor(strict, owner.id, "come-back");
    const link = { uuid, password: adminPassword };
    expect((await phone.change("auth.comeBack", link)).status).toBe(200);
    expect((await phone.read("dashboard.get")).reason).toBe("access.factor-missing");
    // Somebody else's session does not profit.
    expect(
      (await aBrowser(strict).change("auth.login", { email, password: adminPassword })).reason,
    ).toBe("access.account-locked");
    await phone.change("factors.pass", { code: nextCode(owner) });
    expect((await phone.read("dashboard.get")).status).toBe(200);
    const kinds = await messagesFor(strict, owner.id);
    expect(kinds).toContain("come-back");
  });

  test("is an admin's or developer's only, and is locked once", async ({ strict }) => {
    const { browser, ...admin } = await setupOfAdmin(strict);
    await browser.change("factors.pass", { code: nextCode(admin) });
    const lock = (id: number) => browser.change("users.lock", { id });
    expect((await lock(strict.people.kim)).reason).toBe("account.not-of-office");
    const { id } = await aBareAdmin(strict);
    expect((await lock(id)).status).toBe(200);
    expect((await lock(id)).reason).toBe("account.locked");
  });
});

/** Moves what this person proved in a session into the past. */
async function sessionsLater(
  { deps }: TestShop,
  { id: userId }: Pick<ReadyAdmin, "id">,
  minutes: number,
): Promise<void> {
  await sql`update session set proved_at = proved_at - make_interval(secs => ${minutes * 60}),
    acted_at = acted_at - make_interval(secs => ${minutes * 60}) where user_id = ${userId}`.execute(
    deps.db,
  );
}

describe("recent authentication of an admin", () => {
  // shows T180
  test("lasts ten minutes after the last act, and an hour at most", async ({ strict }) => {
    const admin = await setupOfAdmin(strict);
    const { browser } = admin;
    await browser.change("factors.pass", { code: nextCode(admin) });
    const minutesLater = (minutes: number) => sessionsLater(strict, admin, minutes);
    const act = async () => (await browser.change("factors.renewRecoveryCodes")).reason;
    for (let minutes = 0; minutes < 54; minutes += 9) {
      expect(await act()).toBe(null);
      await minutesLater(9);
    }
    expect(await act()).toBe(null);
    await minutesLater(7);
    expect(await act()).toBe("access.factor-needed");
  });

  // shows T180, T196
  test("is asked for once in a morning of thirty transfers, and the others hear of their sum", async ({
    strict,
  }) => {
    const admin = await setupOfAdmin(strict);
    const { browser } = admin;
    await browser.change("factors.pass", { code: nextCode(admin) });
    for (let nth = 0; nth < 30; nth++) {
      const { uuid } = await aGuestOrder(strict);
      const transfer = { ...aTransfer(uuid, 100_00), receivedOn: shopDay() };
      const { reason, body } = await browser.change("orders.recordEft", transfer);
      expect([nth, reason]).toEqual([nth, null]);
      expect(fieldsOf({ body }, { proposalId: z.null() })).toEqual({ proposalId: null });
      await sessionsLater(strict, admin, 50 / 30);
    }
    await deliverAll(strict, openPostOffice());
    const tomorrow = addDays(dayOf(strict.deps.now(), "Africa/Johannesburg"), 1);
    await announceOfficeDays({ ...strict.deps, now: () => `${tomorrow}T08:00:00.000Z` });
    const post = openPostOffice();
    await deliverAll(strict, post);
    const dev = await findSignedInUser(strict.deps.db, strict.people.dev);
    const mails = post.mails.filter(({ to }) => to === dev?.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(/30 times, R3\s?000[.,]00/);
  });

  test("is not the password, once there is a factor", async ({ strict }) => {
    const { browser } = await setupOfAdmin(strict);
    expect((await browser.change("auth.confirmPassword", { password: adminPassword })).status).toBe(
      200,
    );
    expect((await browser.change("factors.renewRecoveryCodes")).reason).toBe(
      "access.factor-needed",
    );
  });
});

test("a locked account without a factor, where none is required, opens with link and password", async ({
  shop,
}) => {
  const { id, email } = await aBareAdmin(shop);
  await (await shop.as(shop.people.admin)).users.lock({ commandId: crypto.randomUUID(), id });
  const browser = aBrowser(shop);
  const login = { email, password: adminPassword };
  expect((await browser.change("auth.login", login)).reason).toBe("access.account-locked");
  const uuid = await linkFor(shop, id, "come-back");
  expect((await browser.change("auth.comeBack", { uuid, password: adminPassword })).status).toBe(
    200,
  );
  expect((await browser.read("dashboard.get")).status).toBe(200);
  expect((await aBrowser(shop).change("auth.login", login)).status).toBe(200);
});

test("whoever runs the server resets the factors of an admin, who sets up new ones by a mailed link and is held", async ({
  strict,
}) => {
  const { id, email, browser } = await setupOfAdmin(strict);
  await resetFactor(strict.deps, email);
  expect((await browser.read("dashboard.get")).status).toBe(401);
  const again = aBrowser(strict);
  await again.change("auth.login", { email, password: adminPassword });
  expect((await again.change("factors.beginCodes")).reason).toBe("access.no-set-up");
  const uuid = await linkFor(strict, id, "set-up-factor");
  await again.change("factors.openLink", { uuid, password: adminPassword });
  const { uri } = fieldsOf(await again.change("factors.beginCodes"), uriOf);
  const added = await again.change("factors.addCodes", { code: anApp(uri).code() });
  expect(fieldsOf(added, { recoveryCodes: z.array(z.string()) }).recoveryCodes).toHaveLength(10);
  const account = strict.deps.db.selectFrom("account").select("held_until as until");
  const { until } = await account.where("id", "=", id).executeTakeFirstOrThrow();
  expect(Date.parse(until ?? "")).toBeGreaterThan(Date.now());
});
