import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { RefusedForGood } from "../../platform/messages/senders.ts";
import { aBrowser } from "../../testing/a-browser.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { aConfirmedSession } from "../../testing/busy-shop.ts";
import { openPostOffice } from "../../testing/post-office.ts";
import {
  anAdmin,
  aPerson,
  aTransfer,
  declineTokenIn,
  hoursLater,
  housekeeping,
  newBank,
  office,
  refusedAs,
  sendNotices,
  stateOf,
  test as base,
} from "../../testing/proposals-test.ts";
import { aGuestOrder, type TestShop } from "../../testing/shop-test.ts";

/** Each test begins with two admins, an account of the shop and an address that is written to. */
const test = base.extend("start", { auto: true }, async ({ limited: shop }) => {
  await asOwner(shop.deps.db, async (tx) => {
    await tx
      .updateTable("shop_setting")
      .set({
        bank_name: newBank.bankName,
        bank_account_name: newBank.bankAccountName,
        bank_account_type: newBank.bankAccountType,
        bank_account_number: newBank.bankAccountNumber,
        bank_branch_code: newBank.bankBranchCode,
        contact_email: "shop@shop.test",
      })
      .execute();
    await sql`select end_decisions(null, 'proposal.upgraded')`.execute(tx);
    await tx
      .updateTable("account")
      .set({ active: false, left_office_at: null })
      .where("role", "=", "admin")
      .where("id", "not in", [shop.people.admin, shop.people.dev])
      .execute();
    await tx
      .updateTable("account")
      .set({ active: true, left_office_at: null, locked_at: null, held_until: null })
      .where("id", "in", [shop.people.admin, shop.people.dev])
      .execute();
    await sql`update decision set used_at = used_at - interval '90 days' where used_at is not null`.execute(
      tx,
    );
  });
});

const deleting = (id: number) => ({ commandId: randomUUID(), id });

/** Another account of the shop, as this admin wants it. */
async function proposeBank(shop: TestShop, by: number, number = "62776765160"): Promise<string> {
  const { settings } = await shop.as(by);
  const bank = { section: "bank", ...newBank, bankAccountNumber: number } as const;
  return String((await settings.save(bank)).proposalId);
}

async function bankNumber(shop: TestShop): Promise<string> {
  return (await (await shop.as(shop.people.admin)).settings.get()).bank.bankAccountNumber;
}

async function setAccount(shop: TestShop, id: number, values: Record<string, unknown>) {
  await asOwner(shop.deps.db, (tx) =>
    tx.updateTable("account").set(values).where("id", "=", id).execute(),
  );
}

describe("removing a colleague", () => {
  // shows T150
  test("waits for silence where nobody is independent, and ends when they decline", async ({
    limited: shop,
  }) => {
    const { admin, dev } = await office(shop);
    const asked = await admin.users.delete(deleting(shop.people.dev));
    const id = String(asked.proposalId);
    expect(await stateOf(shop, id)).toMatchObject({ state: "open", way: "silence" });
    expect((await dev.dashboard.get()).work.proposals.count).toBe(1);

    const sent = await sendNotices(shop);
    await housekeeping(shop);
    const token = declineTokenIn(sent, "dev@shop.test");
    const stranger = aBrowser(shop);
    const shown = await stranger.change("proposals.byLink", { token });
    expect(shown.body).toContain("Dev Person is an admin no longer");
    expect((await stranger.change("proposals.declineByLink", { token })).status).toBe(200);
    for (const days of [7, 7, 16]) await hoursLater(shop, days * 24, id);
    expect(await stateOf(shop, id)).toMatchObject({
      state: "declined",
      decided_by: shop.people.dev,
    });
    expect((await admin.users.byId({ id: shop.people.dev })).active).toBe(true);
    expect((await stranger.change("proposals.declineByLink", { token })).reason).toBe(
      "proposal.settled",
    );
  });

  // shows T150
  test("takes effect at once by an independent third, and tells who is out", async ({
    limited: shop,
  }) => {
    const { admin, dev } = await office(shop);
    const gone = await anAdmin(shop);
    const { proposalId } = await admin.users.delete(deleting(gone.id));
    expect(await stateOf(shop, String(proposalId))).toMatchObject({ way: "confirmed" });
    const victim = await shop.as(gone.id);
    await expect(victim.proposals.confirm({ id: String(proposalId) })).rejects.toEqual(
      refusedAs("proposal.concerns-you"),
    );
    expect(await dev.proposals.confirm({ id: String(proposalId) })).toMatchObject({
      failure: null,
    });
    expect((await admin.users.byId({ id: gone.id })).active).toBe(false);
    const { mails } = await sendNotices(shop);
    expect(mails.filter(({ to }) => to === gone.email).map(({ subject }) => subject)).toContain(
      "A proposed change was confirmed",
    );
    const { rows } = await sql<{ metadata: object }>`
      select details from audit_entry where action = 'user.deleted' and subject_id = ${gone.id}`.execute(
      shop.deps.db,
    );
    expect(rows).toHaveLength(1);
  });

  test("is agreed to by the one concerned, where nobody else could confirm", async ({
    limited: shop,
  }) => {
    const { admin, dev } = await office(shop);
    const { proposalId } = await admin.users.delete(deleting(shop.people.dev));
    expect(await dev.proposals.confirm({ id: String(proposalId) })).toMatchObject({
      failure: null,
    });
    expect((await admin.users.byId({ id: shop.people.dev })).active).toBe(false);
  });

  test("is no decision for an invitation that nobody accepted", async ({ limited: shop }) => {
    const { admin } = await office(shop);
    const invited = await anAdmin(shop);
    await setAccount(shop, invited.id, { password_hash: null });
    expect(await admin.users.delete(deleting(invited.id))).toEqual({
      id: invited.id,
      proposalId: null,
    });
  });
});

describe("the way of a decision", () => {
  // shows T151
  test.for([
    ["deactivated", { active: false }],
    ["locked", { locked_at: "2026-01-01T00:00:00Z" }],
    ["erased", { active: false, password_hash: null, email: "erased-1@erased.invalid" }],
  ] as const)(
    "stays to be confirmed when the only other admin is %s later",
    async ([, values], { limited: shop }) => {
      const other = await anAdmin(shop);
      await setAccount(shop, shop.people.dev, { active: false });
      const id = await proposeBank(shop, shop.people.admin);
      expect(await stateOf(shop, id)).toMatchObject({ way: "confirmed" });
      await setAccount(shop, other.id, values);
      for (const hours of [73, 12 * 24, 30 * 24]) await hoursLater(shop, hours, id);
      expect(await stateOf(shop, id)).toMatchObject({ state: "expired" });
      expect(await bankNumber(shop)).toBe(newBank.bankAccountNumber);
    },
  );

  test("is not alone while the other one is locked or held, who confirms nothing yet", async ({
    limited: shop,
  }) => {
    const { dev } = await office(shop);
    const until = new Date(Date.now() + 3600_000).toISOString();
    await setAccount(shop, shop.people.dev, { held_until: until });
    const id = await proposeBank(shop, shop.people.admin);
    expect(await stateOf(shop, id)).toMatchObject({ way: "confirmed" });
    await expect(dev.proposals.confirm({ id })).rejects.toEqual(refusedAs("proposal.on-hold"));
    await setAccount(shop, shop.people.dev, { held_until: null });
    await dev.proposals.confirm({ id });
    expect(await bankNumber(shop)).toBe("62776765160");
  });

  // shows T152
  test("counts two with one number or mailbox as one person", async ({ limited: shop }) => {
    await setAccount(shop, shop.people.dev, { active: false });
    await setAccount(shop, shop.people.admin, { cell: "+27825550001" });
    await anAdmin(shop, { email: "admin+me@shop.test", cell: "+27825550002" });
    const twin = await anAdmin(shop, { cell: "+27 82 555 0001" });
    const id = await proposeBank(shop, shop.people.admin);
    expect(await stateOf(shop, id)).toMatchObject({ way: "alone" });
    const second = await shop.as(twin.id);
    await expect(second.proposals.confirm({ id })).rejects.toEqual(refusedAs("proposal.too-close"));
    await second.proposals.decline({ id });
  });

  // shows T152
  test("lets nobody get alone by entering the number of the colleague, now or on a detour", async ({
    limited: shop,
  }) => {
    await setAccount(shop, shop.people.dev, { cell: "+27825550007" });
    const thief = await shop.as(shop.people.admin, { session: aConfirmedSession() });
    const { email } = await thief.profile.get();
    const enter = (cellNumber: string) =>
      thief.profile.update({ firstName: "Zan", lastName: "Khumalo", email, cellNumber });
    await expect(enter("082 555 0007")).rejects.toEqual(refusedAs("account.cell-of-colleague"));
    await expect(enter("+27 82 555 0007")).rejects.toEqual(refusedAs("account.cell-of-colleague"));
    await enter("082 555 0008");
    expect(await stateOf(shop, await proposeBank(shop, shop.people.admin))).toMatchObject({
      way: "confirmed",
    });
  });
});

describe("a puppet", () => {
  // shows T85, T152
  test("whom two colleagues made confirms for neither of them for thirty days", async ({
    limited: shop,
  }) => {
    const { admin, dev } = await office(shop);
    const { id, proposalId } = await admin.users.create(aPerson());
    await dev.proposals.confirm({ id: String(proposalId) });
    await setAccount(shop, id, { password_hash: "x" });
    await asOwner(shop.deps.db, (tx) =>
      sql`update decision set used_at = used_at - interval '29 days' where id = ${proposalId}`.execute(
        tx,
      ),
    );
    const puppet = await shop.as(id);
    for (const by of [shop.people.admin, shop.people.dev]) {
      const bank = await proposeBank(shop, by);
      await expect(puppet.proposals.confirm({ id: bank })).rejects.toEqual(
        refusedAs("proposal.too-close"),
      );
      await puppet.proposals.decline({ id: bank });
    }
    const later = await proposeBank(shop, shop.people.dev);
    await asOwner(shop.deps.db, (tx) =>
      sql`update decision set used_at = used_at - interval '2 days' where id = ${proposalId}`.execute(
        tx,
      ),
    );
    await puppet.proposals.confirm({ id: later });
    expect(await bankNumber(shop)).toBe("62776765160");
  });

  // shows T153
  test("is seen by whoever confirms: name, email and phone are frozen", async ({
    limited: shop,
  }) => {
    const { admin, dev } = await office(shop);
    const person = aPerson();
    const { proposalId } = await admin.users.create(person);
    const { open } = await dev.proposals.list();
    expect(open.find(({ id }) => id === proposalId)?.change.words).toMatchObject({
      firstName: "New",
      email: person.email,
      cell: "+27829991234",
    });
    await admin.proposals.withdraw({ id: String(proposalId) });
  });
});

describe("an invited colleague", () => {
  // shows T153
  test("is moved to no other address or phone, and gets the link again by mail alone", async ({
    limited: shop,
  }) => {
    const { admin } = await office(shop);
    const { id, email } = await anAdmin(shop, { cell: "+27829991234" });
    await setAccount(shop, id, { password_hash: null, verified: false });
    const person = { id, email, firstName: "Colleague", lastName: "Person" };
    const known = { ...person, cellNumber: "082 999 1234" };
    const update = (changes: object) =>
      admin.users.update({ commandId: randomUUID(), ...known, ...changes });
    for (const changes of [{ email: "me@thief.test" }, { cellNumber: "082 999 4321" }])
      await expect(update(changes)).rejects.toEqual(refusedAs("account.own-proof"));
    await admin.users.resendOptIn({ id });
    const sent = await shop.deps.db
      .selectFrom("message")
      .select(["kind", "channel"])
      .where("user_id", "=", id)
      .execute();
    expect(sent).toEqual([{ kind: "registration", channel: "email" }]);
  });
});

describe("who was outvoted by silence", () => {
  // shows T154
  test("still hears of decisions on money for thirty days, and declines without an account", async ({
    limited: shop,
  }) => {
    const { admin } = await office(shop);
    const { proposalId } = await admin.users.delete(deleting(shop.people.dev));
    await hoursLater(shop, 14 * 24 + 1, String(proposalId));
    expect((await admin.users.byId({ id: shop.people.dev })).active).toBe(false);
    await expect(admin.users.erase(deleting(shop.people.dev))).rejects.toEqual(
      refusedAs("account.left-lately"),
    );

    const shopSection = (await admin.settings.get()).shop;
    const saved = await admin.settings.save({
      section: "shop",
      ...shopSection,
      contactEmail: "me@thief.test",
    });
    expect((await admin.settings.get()).shop.contactEmail).toBe("shop@shop.test");
    await hoursLater(shop, 73, String(saved.proposalId));
    expect((await admin.settings.get()).shop.contactEmail).toBe("me@thief.test");

    const post = openPostOffice();
    await sendNotices(shop);
    const id = await proposeBank(shop, shop.people.admin);
    expect(await stateOf(shop, id)).toMatchObject({ way: "alone" });
    for (const hours of [37, 12]) await hoursLater(shop, hours, id, post);
    const token = declineTokenIn(post, "dev@shop.test");
    await aBrowser(shop).change("proposals.declineByLink", { token });
    await sendNotices(shop, post);
    for (const address of ["dev@shop.test", "shop@shop.test", "me@thief.test"])
      expect(post.mails.filter(({ to }) => to === address)).toHaveLength(4);
    const texts = post.mails.map(({ html, text }) => html + text).join("\n");
    expect(texts).not.toContain("62776765160");
    await hoursLater(shop, 73, id);
    expect(await bankNumber(shop)).toBe(newBank.bankAccountNumber);
  });
});

describe("notices", () => {
  // shows T159
  test("that no mail server takes begin no wait, and one that is refused for good does", async ({
    limited: shop,
  }) => {
    await setAccount(shop, shop.people.dev, { active: false });
    const former = await anAdmin(shop);
    await setAccount(shop, former.id, {
      active: false,
      left_office_at: new Date().toISOString(),
    });
    const id = await proposeBank(shop, shop.people.admin);
    const post = openPostOffice();
    post.mood.mail = new Error("451 come back later");
    for (const hours of [24, 24, 72]) await hoursLater(shop, hours, id, post);
    const { admin } = await office(shop);
    const listed = async () => (await admin.proposals.list()).open.find((each) => each.id === id);
    expect(await listed()).toMatchObject({ noticesOutAt: null, takesEffectAt: null });
    expect((await listed())?.notices.waiting).toBeGreaterThan(0);

    post.mood.mail = "sent";
    const picky = {
      ...post,
      mailer: {
        send: async (mail: Parameters<typeof post.mailer.send>[0]) => {
          if (mail.to === former.email) throw new RefusedForGood("550 no such user");
          return post.mailer.send(mail);
        },
      },
    };
    await hoursLater(shop, 71, id, picky);
    expect(await listed()).toMatchObject({ notices: { waiting: 0, notReached: [former.email] } });
    expect(await bankNumber(shop)).toBe(newBank.bankAccountNumber);
    await hoursLater(shop, 2, id, post);
    expect(await bankNumber(shop)).toBe("62776765160");
  });

  // shows T159
  test("that every address refuses for good begin no wait", async ({ limited: shop }) => {
    await setAccount(shop, shop.people.dev, { active: false });
    const id = await proposeBank(shop, shop.people.admin);
    const post = openPostOffice();
    const closed = {
      ...post,
      mailer: {
        send: async () => {
          throw new RefusedForGood("550 no such user");
        },
      },
    };
    for (const hours of [1, 73]) await hoursLater(shop, hours, id, closed);

    const { admin } = await office(shop);
    const open = (await admin.proposals.list()).open.find((each) => each.id === id);
    expect(open).toMatchObject({ noticesOutAt: null, notices: { waiting: 0, sent: 0 } });
    expect(await bankNumber(shop)).toBe(newBank.bankAccountNumber);
  });

  test("that are only kept do not count in production", async ({ limited: shop }) => {
    await setAccount(shop, shop.people.dev, { active: false });
    const id = await proposeBank(shop, shop.people.admin);
    const post = openPostOffice();
    post.mood.mail = "kept";
    const inProduction = {
      ...shop,
      deps: { ...shop.deps, shop: { ...shop.deps.shop, isProduction: true } },
    };
    await hoursLater(inProduction, 100, id, post);
    expect(await stateOf(shop, id)).toMatchObject({ state: "open" });
    await hoursLater(shop, 73, id, post);
    expect(await stateOf(shop, id)).toMatchObject({ state: "confirmed" });
  });
});

describe("confirm, decline, withdraw and expiry at one moment", () => {
  // shows T155
  test("have one outcome, and an effect at most once", async ({ limited: shop }) => {
    const { admin, dev } = await office(shop);
    const third = await shop.as((await anAdmin(shop)).id);
    for (let round = 0; round < 8; round += 1) {
      const { uuid, total } = await aGuestOrder(shop);
      const id = String((await admin.orders.recordEft(aTransfer(uuid, total))).proposalId);
      const answers = await Promise.allSettled([
        dev.proposals.confirm({ id }),
        third.proposals.decline({ id }),
        admin.proposals.withdraw({ id }),
        housekeeping(shop),
        dev.proposals.confirm({ id }),
      ]);
      const refusals = answers.flatMap((answer) =>
        answer.status === "rejected" ? [answer.reason] : [],
      );
      expect(refusals).toEqual(refusals.map(() => refusedAs("proposal.settled")));
      await housekeeping(shop);
      const { state } = await stateOf(shop, id);
      const { rows } = await sql`select 1 from ledger_events
        where stream_id = ${`order-${uuid}`} and type = 'PaymentReceived'`.execute(shop.deps.db);
      expect(rows).toHaveLength(state === "confirmed" ? 1 : 0);
    }
  });
});

describe("what was frozen", () => {
  // shows T160
  test("is void when the old value is another by then, and says why", async ({ limited: shop }) => {
    const { admin, dev } = await office(shop);
    const first = await proposeBank(shop, shop.people.admin);
    const second = await proposeBank(shop, shop.people.dev, "62487726287");
    await dev.proposals.confirm({ id: first });
    expect(await admin.proposals.confirm({ id: second })).toMatchObject({
      failure: "proposal.outdated",
    });
    expect(await bankNumber(shop)).toBe("62776765160");
    expect(await stateOf(shop, second)).toMatchObject({
      state: "void",
      failure: "proposal.outdated",
    });
  });

  test("is at most twenty open decisions of one admin", async ({ limited: shop }) => {
    const { admin } = await office(shop);
    for (let count = 0; count < 20; count += 1) await admin.users.create(aPerson());
    await expect(admin.users.create(aPerson())).rejects.toEqual(refusedAs("proposal.too-many"));
  });
});

describe("leaving", () => {
  // shows T161
  test("is one's own wish, told to the others, and never of the last admin", async ({
    limited: shop,
  }) => {
    const { admin, dev } = await office(shop);
    await dev.users.leave(deleting(shop.people.dev));
    const { rows } = await sql<{ userId: number }>`
      select user_id as "userId" from message
        where kind = 'admin-account' and channel = 'email' order by user_id`.execute(shop.deps.db);
    expect(rows.map(({ userId }) => userId)).toEqual([shop.people.admin, shop.people.dev]);
    await expect(admin.users.leave(deleting(shop.people.admin))).rejects.toEqual(
      refusedAs("admin.last"),
    );
    const id = await proposeBank(shop, shop.people.admin);
    const { mails } = await sendNotices(shop);
    expect(mails.map(({ to }) => to)).toContain("dev@shop.test");
    await admin.proposals.withdraw({ id });
  });

  test("at one moment leaves one of two", async ({ limited: shop }) => {
    const { admin, dev } = await office(shop);
    const answers = await Promise.allSettled([
      admin.users.leave(deleting(shop.people.admin)),
      dev.users.leave(deleting(shop.people.dev)),
    ]);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("two founders", () => {
  // shows T162
  test("who were both invited from the command line decide within a minute", async ({
    limited: shop,
  }) => {
    const [one, two] = [await anAdmin(shop), await anAdmin(shop)];
    const id = await proposeBank(shop, one.id);
    await (await shop.as(two.id)).proposals.confirm({ id });
    expect(await bankNumber(shop)).toBe("62776765160");
  });

  test("a lone owner enters the first account at once, and removes the limit in 72 hours", async ({
    limited: shop,
  }) => {
    await setAccount(shop, shop.people.dev, { active: false });
    await asOwner(shop.deps.db, (tx) =>
      tx
        .updateTable("shop_setting")
        .set({ bank_name: "", bank_account_name: "", bank_account_type: "" })
        .set({ bank_account_number: "", bank_branch_code: "", contact_email: "" })
        .execute(),
    );
    const { admin } = await office(shop);
    expect(await admin.settings.save({ section: "bank", ...newBank })).toMatchObject({
      proposalId: null,
    });
    const before = await admin.settings.get();
    expect(
      await admin.settings.save({
        section: "shop",
        ...before.shop,
        contactEmail: "first@shop.test",
      }),
    ).toMatchObject({ proposalId: null });
    const regions = before.regions.map((region) => ({
      section: "region" as const,
      ...region,
      payoutSecondPersonAbove: null,
    }));
    for (const region of regions) {
      const { proposalId } = await admin.settings.save(region);
      expect(await stateOf(shop, String(proposalId))).toMatchObject({ way: "alone" });
      await hoursLater(shop, 73, String(proposalId));
    }
    const { uuid } = await aGuestOrder(shop);
    expect(await admin.orders.recordEft(aTransfer(uuid, 14_625_00))).toMatchObject({
      proposalId: null,
    });
    await asOwner(shop.deps.db, (tx) =>
      tx.updateTable("region").set({ payout_second_person_above: 100_00 }).execute(),
    );
  });
});
