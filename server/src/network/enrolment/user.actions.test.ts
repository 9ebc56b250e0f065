import { randomUUID } from "node:crypto";
import type { UpdateUser } from "@portal/shared/people/users/user-forms.ts";
import { describe, expect } from "vitest";
import { asOwner } from "../../testing/as-owner.ts";
import { type TestShop, test } from "../../testing/shop-test.ts";
import {
  accountOf,
  aDistributor,
  aStockist,
  auditOf,
  eventsOf,
  memberOf,
  messagesTo,
  refused,
  uniqueEmail,
  users,
} from "../../testing/some-users.ts";

/** A new stockist for each test. */
async function aStockistOf(shop: TestShop) {
  const office = await users(shop, shop.people.admin);
  const wanted = aStockist(shop.people.ben, { company: "Corner Shop" });
  const { id } = await office.create(wanted);
  const { commandId: _used, ...person } = wanted;
  const edit = (changes: Partial<UpdateUser>) =>
    office.update({
      commandId: randomUUID(),
      id,
      email: person.email,
      firstName: person.firstName,
      lastName: person.lastName,
      cellNumber: person.cellNumber,
      ...changes,
    });
  return { id, edit, office, email: person.email };
}

describe("editing a user", () => {
  // shows S3.15, S7.24
  test("changes the given fields and keeps the others", async ({ shop }) => {
    const { id, edit } = await aStockistOf(shop);
    const before = await accountOf(shop, id);
    await edit({ firstName: "Zola", cellNumber: "083 999 8888", test: true });
    expect(await accountOf(shop, id)).toEqual({
      ...before,
      first_name: "Zola",
      cell: "+27839998888",
      contacts_set_at: expect.any(String),
      test: true,
      updated_at: expect.anything(),
      search_text: expect.stringContaining("zola"),
      sort_name: "zola nkosi",
    });
    const { id: _id, ...last } = { id, ...(await auditOf(shop, id)).at(-1) };
    expect(last).toEqual({
      action: "user.updated",
      actor_id: shop.people.admin,
      details: { changed: ["first_name", "cell", "test"], values: { test: [false, true] } },
    });
  });

  test("changes percentages for new orders, and audits old and new values", async ({ shop }) => {
    const { id, edit } = await aStockistOf(shop);
    await edit({ stockistMargin: 30 });
    await edit({ stockistMargin: 30, distributorPercent: 10 });
    await edit({ stockistCode: "CORNER" });
    expect((await eventsOf(shop, id)).slice(1)).toEqual([
      {
        type: "StockistTermsChanged",
        data: { userId: id, marginBps: 3000, distributorBps: 1000, vatRegistered: true },
      },
      { type: "MemberCodeChanged", data: { userId: id, code: "CORNER" } },
    ]);
    expect(await memberOf(shop, id)).toMatchObject({ margin_bps: 3000, code: "CORNER" });
    const terms = {
      before: { marginBps: 2500, distributorBps: 1000, vatRegistered: true },
      after: { marginBps: 3000, distributorBps: 1000, vatRegistered: true },
    };
    expect((await auditOf(shop, id)).map(({ details }) => details)).toEqual([
      {
        role: "stockist",
        parentId: shop.people.ben,
        stockistMargin: 25,
        distributorPercent: 10,
        stockistVAT: null,
      },
      { changed: ["terms"], terms },
      { changed: ["code"], code: { code: [expect.stringMatching(`^[A-Z]+${id}$`), "CORNER"] } },
    ]);
  });

  // shows T79
  test("limits new percentages to the shop's settings, and keeps existing ones", async ({
    shop,
  }) => {
    const { id, edit } = await aStockistOf(shop);
    for (const [changes, field, code] of [
      [{ stockistMargin: 41 }, "stockistMargin", "network.wrong-margin"],
      [{ distributorPercent: 21 }, "distributorPercent", "network.wrong-percent"],
    ] as const)
      await expect(edit(changes)).rejects.toMatchObject({ cause: { code, field } });

    const { settings } = await shop.as(shop.people.admin);
    const { stockists } = await settings.get();
    const lower = { stockistMarginDefault: 10, stockistMarginMax: 20 };
    await settings.save({ section: "stockists", ...stockists, ...lower });
    try {
      await edit({ stockistMargin: 25, distributorPercent: 12 });
      expect(await memberOf(shop, id)).toMatchObject({ margin_bps: 2500, distributor_bps: 1200 });
      await expect(edit({ stockistMargin: 24 })).rejects.toEqual(refused("network.wrong-margin"));
      await edit({ stockistMargin: 20 });
    } finally {
      const { stockistMarginMax, stockistMarginDefault } = stockists;
      await asOwner(shop.deps.db, (tx) =>
        tx
          .updateTable("shop_setting")
          .set({
            stockist_margin_max_bps: stockistMarginMax * 100,
            stockist_margin_default_bps: stockistMarginDefault * 100,
          })
          .execute(),
      );
    }
  });

  test("without a change does nothing", async ({ shop }) => {
    const { id, edit } = await aStockistOf(shop);
    await edit({ stockistMargin: 25, company: "Corner Shop" });
    expect(await eventsOf(shop, id)).toHaveLength(1);
    expect(await auditOf(shop, id)).toHaveLength(1);
  });

  test("refuses fields that do not apply to the role", async ({ shop }) => {
    const { edit } = await aStockistOf(shop);
    const office = await users(shop, shop.people.admin);
    const kim = {
      id: shop.people.kim,
      email: "kim@shop.test",
      firstName: "Kim",
      lastName: "Person",
      cellNumber: "082 123 4567",
    };
    const editKim = (changes: Partial<UpdateUser>) =>
      office.update({ commandId: randomUUID(), ...kim, ...changes });
    for (const foreign of [
      { margin: 5 },
      { school: true },
      { distributorVersion: 1 },
      { distributorCode: "CODE" },
    ])
      await expect(edit(foreign)).rejects.toEqual(refused("account.not-of-role"));
    for (const foreign of [{ stockistMargin: 5 }, { distributorCode: "KIM" }, { vatNo: "1" }])
      await expect(editKim(foreign)).rejects.toEqual(refused("account.not-of-role"));
    await editKim({ margin: 5, school: false, stockistVAT: null });
    expect(await accountOf(shop, kim.id)).toMatchObject({ margin_bps: 500, school: false });
    await editKim({ margin: null });
    expect(await accountOf(shop, kim.id)).toMatchObject({ margin_bps: null });
  });

  // shows S5.3
  test("requires a stockist's company, a free code and a valid number", async ({ shop }) => {
    const { edit } = await aStockistOf(shop);
    await expect(edit({ company: "" })).rejects.toMatchObject({
      message: "Company required.",
      cause: { field: "company" },
    });
    await expect(edit({ stockistCode: "anna" })).rejects.toEqual(refused("network.code-taken"));
    await expect(edit({ cellNumber: "000" })).rejects.toMatchObject({
      message: "Please enter a valid number",
      cause: { field: "cellNumber" },
    });
    await expect(edit({ email: "kim@shop.test" })).rejects.toEqual(refused("account.email-in-use"));
    await expect(edit({ id: 999_999 })).rejects.toEqual(refused("account.unknown"));
  });

  test("changes a verified email only after the new one is verified", async ({ shop }) => {
    const { id, edit, email } = await aStockistOf(shop);
    const { db, sessions } = shop.deps;
    const changes = { verified: true, password_hash: "a hash" };
    await db.updateTable("account").set(changes).where("id", "=", id).execute();
    const { token } = await sessions.start({ userId: id, device: "", withPassword: true });

    await edit({ email: uniqueEmail() });

    expect(await accountOf(shop, id)).toMatchObject({ email, verified: true });
    expect(await sessions.find(token)).toBe(null);
    expect(await messagesTo(shop, id)).toEqual([
      "registration",
      "confirm-new-email",
      "email-change-asked",
    ]);
    const told = await db
      .selectFrom("message")
      .select("to_address")
      .where("user_id", "=", id)
      .where("kind", "=", "email-change-asked")
      .executeTakeFirst();
    expect(told?.to_address).toBe(email);
    const audit = JSON.stringify(await auditOf(shop, id));
    expect(audit).toContain('"changed":["email"]');
    expect(audit).not.toContain("@new.test");
  });

  test("refuses another email for an admin or developer", async ({ shop }) => {
    const { admin, dev } = shop.people;
    for (const [asking, asked] of [
      [admin, dev],
      [dev, admin],
      [admin, admin],
    ] as const) {
      const office = await users(shop, asking);
      const { id, email, firstName, lastName } = await office.byId({ id: asked });
      await shop.deps.db
        .updateTable("account")
        .set({ cell: "+27827654321" })
        .where("id", "=", id)
        .execute();
      const person = { id, firstName, lastName, email, cellNumber: "082 765 4321" };
      const edit = (changes: Partial<typeof person>) =>
        office.update({ commandId: randomUUID(), ...person, ...changes });
      const before = await accountOf(shop, id);
      for (const changes of [
        { email: uniqueEmail() },
        { cellNumber: "082 765 4322" },
        { firstName: "Another" },
        { lastName: "Another" },
      ])
        await expect(edit(changes)).rejects.toMatchObject({
          cause: { code: "account.own-proof", field: Object.keys(changes)[0] },
        });
      expect(await accountOf(shop, id)).toEqual(before);
      await edit({});
    }
  });

  test("sends the registration again after a wrong email is corrected", async ({ shop }) => {
    const { id, edit } = await aStockistOf(shop);
    await edit({ email: uniqueEmail() });
    // Whoever reads the wrong mailbox gets no link that puts it back.
    expect(await messagesTo(shop, id)).toEqual(["registration", "registration"]);
  });
});

describe("deleting a user", () => {
  // shows S7.36
  test("ends sessions and earning, and keeps what was earned", async ({ shop }) => {
    const { id, office } = await aStockistOf(shop);
    const { sessions } = shop.deps;
    const { token } = await sessions.start({ userId: id, device: "", withPassword: true });
    const before = await accountOf(shop, id);

    await office.delete({ commandId: randomUUID(), id });

    expect(await sessions.find(token)).toBe(null);
    expect(await accountOf(shop, id)).toEqual({
      ...before,
      active: false,
      updated_at: expect.anything(),
    });
    expect(await memberOf(shop, id)).toMatchObject({ active: false });
    await expect(office.delete({ commandId: randomUUID(), id })).rejects.toEqual(
      refused("account.inactive"),
    );

    await office.restore({ commandId: randomUUID(), id });
    expect(await accountOf(shop, id)).toMatchObject({ active: true });
    expect(await memberOf(shop, id)).toMatchObject({ active: true });
    expect((await auditOf(shop, id)).map(({ action }) => action)).toEqual([
      "user.created",
      "user.deleted",
      "user.restored",
    ]);
    await expect(office.restore({ commandId: randomUUID(), id })).rejects.toEqual(
      refused("account.active"),
    );
  });

  test("who is a customer writes nothing to the ledger", async ({ shop }) => {
    const office = await users(shop, shop.people.admin);
    const { lone } = shop.people;
    await office.delete({ commandId: randomUUID(), id: lone });
    expect(await accountOf(shop, lone)).toMatchObject({ active: false });
    expect(await eventsOf(shop, lone)).toEqual([]);
    await office.restore({ commandId: randomUUID(), id: lone });
  });

  test("is refused for oneself, and for users other than the office", async ({ shop }) => {
    const { admin, anna, kim } = shop.people;
    const change = (id: number) => ({ commandId: randomUUID(), id });
    await expect((await users(shop, admin)).delete(change(admin))).rejects.toEqual(
      refused("account.yourself"),
    );
    for (const [asker, id] of [
      [anna, kim],
      [kim, kim],
    ] as const)
      await expect((await users(shop, asker)).delete(change(id))).rejects.toMatchObject({
        code: "FORBIDDEN",
      });
    expect(await accountOf(shop, kim)).toMatchObject({ active: true });
  });
});

describe("resending the registration to several users", () => {
  test("sends once to each unregistered user, and reports why the others are refused", async ({
    shop,
  }) => {
    const { admin, ben, kim } = shop.people;
    const office = await users(shop, admin);
    const { id } = await (await users(shop, ben)).create(aDistributor(null));
    const { id: other } = await (await users(shop, ben)).create(aDistributor(null));
    const before = (await messagesTo(shop, id)).length;
    expect(await office.resendToMany({ ids: [id, kim, other, id, 999_999] })).toEqual({
      sent: 2,
      failed: [
        { id: kim, reason: "account.already-verified", message: expect.any(String) },
        { id: 999_999, reason: "account.unknown", message: expect.any(String) },
      ],
    });
    expect(await messagesTo(shop, id)).toHaveLength(before + 1);
    expect(await messagesTo(shop, other)).toHaveLength(before + 1);

    for (let times = 0; times < 2; times++) await office.resendToMany({ ids: [id] });
    expect(await office.resendToMany({ ids: [id, other] })).toMatchObject({
      sent: 1,
      failed: [{ id, reason: "access.too-many-tries" }],
    });
  });

  test("accepts at most a page of a list", async ({ shop }) => {
    const office = await users(shop, shop.people.admin);
    const ids = Array.from({ length: 101 }, (_, at) => at + 1);
    for (const wrong of [[], ids])
      await expect(office.resendToMany({ ids: wrong })).rejects.toMatchObject({
        code: "BAD_REQUEST",
      });
  });
});

describe("resending the registration", () => {
  // shows S4.12
  test("is limited to unverified users of one's own list, and rate limited", async ({ shop }) => {
    const { admin, anna, ben, skye, kim } = shop.people;
    const { id } = await (await users(shop, ben)).create(aDistributor(null));
    expect(await (await users(shop, anna)).resendOptIn({ id })).toEqual({ sent: true });
    await (await users(shop, admin)).resendOptIn({ id });
    await (await users(shop, ben)).resendOptIn({ id });
    expect(await messagesTo(shop, id)).toHaveLength(4);
    await expect((await users(shop, ben)).resendOptIn({ id })).rejects.toEqual(
      refused("access.too-many-tries"),
    );
    await expect((await users(shop, skye)).resendOptIn({ id })).rejects.toEqual(
      refused("account.unknown"),
    );
    await expect((await users(shop, ben)).resendOptIn({ id: kim })).rejects.toEqual(
      refused("account.already-verified"),
    );
    expect(await messagesTo(shop, id)).toHaveLength(4);
  });
});
