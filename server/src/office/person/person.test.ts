import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { aBusyShop } from "../../testing/busy-shop.ts";
import { test as base } from "../../testing/shop-test.ts";

const test = base.extend("busy", { scope: "file" }, ({ shop }) => aBusyShop(shop));

describe("a person's page", () => {
  test("shows the user, what is owed, what was sold and what is open", async ({ shop, busy }) => {
    const { admin, ben, kim } = shop.people;
    const office = await shop.as(admin);
    const person = await office.people.get({ id: ben });
    expect(person.user).toMatchObject({ id: ben, firstName: "Ben", level: 2, credit: null });
    expect(person.figures).toMatchObject({ sold: busy.sold.total, bought: 0, team: 2 });
    expect(person.figures.soldParts).toHaveLength(15);
    expect(person.figures.soldParts.at(-1)).toBe(busy.sold.total);
    expect(person.figures.unpaid).toBeGreaterThan(0);
    expect(person.openPayout).toMatchObject({ id: busy.payoutId });
    expect(person.bankDetailsSavedAt).not.toBeNull();

    expect((await office.people.get({ id: kim })).figures).toMatchObject({
      orders: 1,
      recipients: 1,
      unpaid: 0,
      team: 0,
    });
    await expect(office.people.get({ id: 999_999 })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await office.people.recipients({ id: kim })).map(({ id }) => id)).toEqual([
      busy.addressId,
    ]);
  });

  test("lists orders bought, orders sold and messages sent", async ({ shop, busy }) => {
    const { admin, ben, kim, anna } = shop.people;
    const office = await shop.as(admin);
    const uuids = async (asked: { buyerId?: number; sellerId?: number }) =>
      (await office.orders.list(asked)).rows.map(({ uuid }) => uuid);
    expect(await uuids({ buyerId: kim })).toEqual([busy.order.uuid]);
    expect(await uuids({ sellerId: ben })).toContain(busy.sold.uuid);
    expect(await uuids({ buyerId: anna })).toEqual([]);

    const { rows } = await office.system.sentEmails({ userId: ben });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ userId }) => userId === ben)).toBe(true);
  });

  test("shows a wallet to its owner and the office, the same to both", async ({ shop, busy }) => {
    const { admin, ben, anna } = shop.people;
    expect(busy.payoutId).not.toBe("");
    const office = await shop.as(admin);
    const own = await shop.as(ben);
    const paging = { page: 1, pageSize: 5 };
    expect(await office.wallet.mine({ memberId: ben })).toEqual(await own.wallet.mine());
    expect(await office.wallet.entries({ memberId: ben })).toEqual(await own.wallet.entries({}));
    expect(await office.wallet.payouts({ memberId: ben, ...paging })).toEqual(
      await own.wallet.payouts(paging),
    );
    // The parent does not see it either.
    const parent = await shop.as(anna);
    await expect(parent.wallet.mine({ memberId: ben })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("sessions of a user, in the office", () => {
  test("are ended one by one, and the audit names the admin", async ({ shop, busy }) => {
    const { admin, kim, ben } = shop.people;
    const { sessions } = shop.deps;
    await sessions.start({ userId: kim, device: "Tablet", withPassword: true });
    const office = await shop.as(admin);
    const before = await office.people.sessions({ id: kim });
    expect(before.map(({ device }) => device)).toContain("Tablet");
    expect(Object.keys(before[0] ?? {}).toSorted()).toEqual([
      "device",
      "handle",
      "lastSeenAt",
      "startedAt",
    ]);

    // Another user's session and an unknown one are not ended and not audited.
    for (const asked of [
      { id: ben, handle: busy.sessionHandle },
      { id: kim, handle: randomUUID() },
    ])
      expect(await office.people.endSession(asked)).toEqual({ ended: false });
    const asked = { id: kim, handle: busy.sessionHandle };
    expect(await office.people.endSession(asked)).toEqual({ ended: true });
    expect(await office.people.endSession(asked)).toEqual({ ended: false });

    const handles = (await office.people.sessions({ id: kim })).map(({ handle }) => handle);
    expect(handles).toHaveLength(before.length - 1);
    expect(handles).not.toContain(busy.sessionHandle);
    const { rows } = await office.audit.list({ action: "session.ended" });
    expect(rows).toEqual([
      expect.objectContaining({ actorId: admin, subjectId: kim, target: busy.sessionHandle }),
    ]);
  });
});

describe("notes", () => {
  test("are visible to the office only, newest first, and erased with the person", async ({
    shop,
  }) => {
    const { admin, dev, kim } = shop.people;
    await (await shop.as(admin)).people.addNote({ id: kim, note: " Moved to Gqeberha " });
    await (await shop.as(dev)).people.addNote({ id: kim, note: "Prefers <b>calls</b>" });
    const office = await shop.as(admin);
    const notes = async () =>
      (await office.audit.list({ subjectId: kim, action: "note.added" })).rows.map(
        ({ actorName, details }) => [actorName, details["note"]],
      );
    expect(await notes()).toEqual([
      ["Dev Person", "Prefers <b>calls</b>"],
      ["Admin Person", "Moved to Gqeberha"],
    ]);
    expect((await office.people.get({ id: kim })).figures.notes).toBe(2);

    // Nothing that Kim can read contains the note, and neither does any event.
    const own = await shop.as(kim);
    const read = await Promise.all([
      own.profile.get(),
      own.profile.officeViews(),
      own.orders.mine({}),
      own.auth.me(),
    ]);
    expect(JSON.stringify(read)).not.toContain("Gqeberha");
    const events = await shop.deps.db.selectFrom("ledger_events").select("data").execute();
    expect(JSON.stringify(events)).not.toContain("Gqeberha");

    await shop.deps.db.deleteFrom("free_text").where("user_id", "=", kim).execute();
    expect(await notes()).toEqual([
      ["Dev Person", "Erased"],
      ["Admin Person", "Erased"],
    ]);
  });

  test.for([" ", "a".repeat(2001)])("must not be blank or too long", async (note, { shop }) => {
    const office = await shop.as(shop.people.admin);
    await expect(office.people.addNote({ id: shop.people.kim, note })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    await expect(office.people.addNote({ id: 999_999, note: "x" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
