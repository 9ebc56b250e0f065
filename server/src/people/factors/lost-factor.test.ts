import { sql } from "kysely";
import { describe, expect } from "vitest";
import { z } from "zod";
import { aBrowser, linkFor, messagesFor } from "../../testing/a-browser.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { test } from "../../testing/factor-test.ts";
import { openPostOffice } from "../../testing/post-office.ts";
import { aConfirmedSession } from "../../testing/busy-shop.ts";
import {
  declineTokenIn,
  hoursLater,
  housekeeping,
  sendNotices,
  stateOf,
} from "../../testing/proposals-test.ts";
import {
  adminPassword,
  anApp,
  aProposalOf,
  fieldsOf,
  nextCode,
  type ReadyAdmin,
  setupOfAdmin,
} from "../../testing/set-up-admin.ts";
import type { TestShop } from "../../testing/shop-test.ts";

const password = adminPassword;

/** B has lost phone and codes, and asks by the link from the mail. @returns the id of the decision, and its way */
async function askAs(shop: TestShop, { id }: Pick<ReadyAdmin, "id">) {
  const uuid = await linkFor(shop, id, "lost-factor");
  const asked = await aBrowser(shop).change("factors.proposeNew", { uuid, password });
  const { way } = fieldsOf(asked, { way: z.string() });
  const decision = await shop.deps.db
    .selectFrom("decision")
    .select("id")
    .where("kind", "=", "factor")
    .where("proposed_by", "=", id)
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
  return { id: decision.id, way };
}

/** Leaves these admins alone in the office. */
async function onlyAdmins(shop: TestShop, ids: readonly number[]): Promise<void> {
  await asOwner(shop.deps.db, async (tx) => {
    await sql`select end_decisions(null, 'proposal.upgraded')`.execute(tx);
    await tx
      .updateTable("account")
      .set({ active: false, left_office_at: null })
      .where("role", "=", "admin")
      .where("id", "not in", ids)
      .execute();
  });
}

async function confirmAs(shop: TestShop, admin: Pick<ReadyAdmin, "id">, proposalId: string) {
  const at = new Date().toISOString();
  const factor = { shownAt: at, provedAt: at, actedAt: null, setUpBy: null, comesBack: false };
  const confirmer = await shop.as(admin.id, { session: { ...aConfirmedSession(), factor } });
  return confirmer.proposals.confirm({ id: proposalId });
}

describe("an admin who has lost every factor and recovery code", () => {
  // shows T267
  test("is mailed a link after the password, and opens nothing by the password alone", async ({
    strict,
  }) => {
    const { id, email } = await setupOfAdmin(strict);
    const browser = aBrowser(strict);
    await browser.change("auth.login", { email, password });
    expect((await browser.change("factors.askForLink")).status).toBe(200);
    expect(await messagesFor(strict, id)).toContain("lost-factor");
    expect((await browser.change("factors.beginCodes")).reason).toBe("access.no-set-up");

    const uuid = await linkFor(strict, id, "lost-factor");
    const wrong = await browser.change("factors.proposeNew", { uuid, password: "Wrong-1234!" });
    expect(wrong.reason).toBe("access.wrong-credentials");
    // The link of one purpose is none of another.
    for (const other of ["factors.openLink", "auth.comeBack"])
      expect((await browser.change(other, { uuid, password })).reason).toBe("account.link-ended");
    expect((await browser.change("factors.proposeNew", { uuid, password })).status).toBe(200);
    expect((await browser.change("factors.proposeNew", { uuid, password })).reason).toBe(
      "account.link-ended",
    );
    expect((await browser.read("dashboard.get")).reason).toBe("access.factor-missing");
  });

  // shows T267
  test("sets up a new one once another admin confirms, and confirms nothing for 48 hours", async ({
    strict,
  }) => {
    const [helper, lost] = [await setupOfAdmin(strict), await setupOfAdmin(strict)];
    await asOwner(strict.deps.db, (tx) =>
      tx.updateTable("account").set({ cell: "+27821230001" }).where("id", "=", lost.id).execute(),
    );
    const { id: proposalId, way } = await askAs(strict, lost);
    expect(way).toBe("confirmed");
    expect((await lost.browser.read("dashboard.get")).status).toBe(200);
    await confirmAs(strict, helper, proposalId);
    expect(await stateOf(strict, proposalId)).toMatchObject({
      state: "confirmed",
      failure: null,
      words: null,
    });

    expect((await lost.browser.read("auth.me")).body).toContain('"data":null');
    const old = aBrowser(strict);
    await old.change("auth.login", { email: lost.email, password });
    expect((await old.change("factors.pass", { code: nextCode(lost) })).status).not.toBe(200);
    expect(await messagesFor(strict, lost.id)).toEqual(
      expect.arrayContaining(["admin-sign-in", "set-up-factor"]),
    );
    // The phone is warned, and gets no link.
    const bySms = strict.deps.db.selectFrom("message").select("kind").where("channel", "=", "sms");
    const told = await bySms.where("user_id", "=", lost.id).execute();
    expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(["admin-sign-in"]));
    const browser = aBrowser(strict);
    const uuid = await linkFor(strict, lost.id, "set-up-factor");
    await browser.change("factors.openLink", { uuid, password });
    const { uri } = fieldsOf(await browser.change("factors.beginCodes"), { uri: z.string() });
    await browser.change("factors.addCodes", { code: anApp(uri).code() });
    expect((await browser.read("dashboard.get")).status).toBe(200);
    const { held_until } = await strict.deps.db
      .selectFrom("account")
      .select("held_until")
      .where("id", "=", lost.id)
      .executeTakeFirstOrThrow();
    expect(Date.parse(String(held_until))).toBeGreaterThan(Date.now() + 47 * 3_600_000);
  });

  // shows T267
  test("is close to the one who confirmed: alone with them, both wait", async ({ strict }) => {
    const [helper, lost] = [await setupOfAdmin(strict), await setupOfAdmin(strict)];
    await onlyAdmins(strict, [helper.id, lost.id]);
    const { id } = await askAs(strict, lost);
    await confirmAs(strict, helper, id);
    await aProposalOf(strict, helper);
    const made = strict.deps.db.selectFrom("decision").select("way");
    expect(await made.where("proposed_by", "=", helper.id).execute()).toEqual([{ way: "alone" }]);
  });

  test("waits 72 hours where nobody else is an admin, and whoever left lately may decline", async ({
    strict,
  }) => {
    const [former, lost] = [await setupOfAdmin(strict), await setupOfAdmin(strict)];
    await onlyAdmins(strict, [lost.id]);
    await asOwner(strict.deps.db, (tx) =>
      tx
        .updateTable("account")
        .set({ left_office_at: strict.deps.now() })
        .where("id", "=", former.id)
        .execute(),
    );
    const declined = await askAs(strict, lost);
    expect(declined.way).toBe("alone");
    const post = await sendNotices(strict);
    await housekeeping(strict);
    const token = declineTokenIn(post, former.email);
    expect((await aBrowser(strict).change("proposals.declineByLink", { token })).status).toBe(200);
    await hoursLater(strict, 73, declined.id);
    expect(await stateOf(strict, declined.id)).toMatchObject({ state: "declined" });

    const waited = await askAs(strict, lost);
    await hoursLater(strict, 71, waited.id, openPostOffice());
    expect((await stateOf(strict, waited.id)).state).toBe("open");
    await hoursLater(strict, 2, waited.id, openPostOffice());
    expect(await stateOf(strict, waited.id)).toMatchObject({ state: "confirmed", failure: null });
  });

  test("asks once, and in vain where the factors are others meanwhile", async ({ strict }) => {
    const [helper, lost] = [await setupOfAdmin(strict), await setupOfAdmin(strict)];
    const first = await askAs(strict, lost);
    expect((await askAs(strict, lost)).id).toBe(first.id);
    await lost.browser.change("factors.pass", { code: nextCode(lost) });
    const { uri } = fieldsOf(await lost.browser.change("factors.beginCodes"), { uri: z.string() });
    await lost.browser.change("factors.addCodes", { code: anApp(uri).code() });
    await confirmAs(strict, helper, first.id);
    expect(await stateOf(strict, first.id)).toMatchObject({
      state: "void",
      failure: "proposal.outdated",
    });
    expect((await lost.browser.read("dashboard.get")).status).toBe(200);
  });
});
