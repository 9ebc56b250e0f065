import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { asOwner } from "../../testing/as-owner.ts";
import type { TestShop } from "../../testing/shop-test.ts";
import {
  anAdmin,
  aPerson,
  limitOf,
  newBank,
  office,
  refusedAs,
  saveLimit,
  stateOf,
  test,
} from "../../testing/proposals-test.ts";

const bankColumns = {
  bank_name: newBank.bankName,
  bank_account_name: newBank.bankAccountName,
  bank_account_type: newBank.bankAccountType,
  bank_account_number: newBank.bankAccountNumber,
  bank_branch_code: newBank.bankBranchCode,
};

/** So that later tests have the two admins alone. */
const takeAway = (shop: TestShop, id: number) =>
  asOwner(shop.deps.db, (tx) =>
    tx.updateTable("account").set({ active: false }).where("id", "=", id).execute(),
  );

describe("the limit", () => {
  test("is set by default, to R10,000.00 everywhere", async ({ db }) => {
    const { rows } =
      await sql`select distinct payout_second_person_above as above from region`.execute(db);
    expect(rows).toEqual([{ above: 10_000_00 }]);
  });

  // shows T84
  test.for([null, 1_000_00])(
    "is not raised to %s by one admin",
    async (above, { limited: shop }) => {
      const { admin, dev } = await office(shop);
      const before = await limitOf(shop);
      const id = await saveLimit(shop, above);
      expect(await saveLimit(shop, above), "pressing twice is one proposal").toBe(id);

      await expect(admin.proposals.confirm({ id })).rejects.toEqual(refusedAs("proposal.own"));
      expect(await limitOf(shop)).toBe(before);
      const { open } = await dev.proposals.list();
      expect(open).toContainEqual(
        expect.objectContaining({ id, proposedByName: "Admin Person", mayConfirm: true }),
      );
      expect((await dev.dashboard.get()).work.proposals.count).toBeGreaterThan(0);
      await dev.proposals.confirm({ id });

      const { rows } = await sql<{ above: number | null }>`
      select payout_second_person_above as above from region where code = 'za'`.execute(
        shop.deps.db,
      );
      expect(rows).toEqual([{ above }]);
      await expect(dev.proposals.confirm({ id })).rejects.toEqual(refusedAs("proposal.settled"));
      await asOwner(shop.deps.db, (tx) =>
        tx.updateTable("region").set({ payout_second_person_above: 100_00 }).execute(),
      );
    },
  );

  test("is lowered by one admin, at once", async ({ limited: shop }) => {
    const { admin } = await office(shop);
    const za = (await admin.settings.get()).regions.find(({ code }) => code === "za");
    if (!za) throw new Error("there is no za");
    const wanted = { section: "region", ...za, payoutSecondPersonAbove: 50_00 } as const;
    expect(await admin.settings.save(wanted)).toMatchObject({ proposalId: null });
    expect(await limitOf(shop)).toBe(50_00);
    await asOwner(shop.deps.db, (tx) =>
      tx.updateTable("region").set({ payout_second_person_above: 100_00 }).execute(),
    );
  });

  test("leaves the rest of its section to one admin", async ({ limited: shop }) => {
    const { admin } = await office(shop);
    const za = (await admin.settings.get()).regions.find(({ code }) => code === "za");
    if (!za) throw new Error("there is no za");
    const wanted = { section: "region", ...za, unitValue: 300_00 } as const;
    expect(await admin.settings.save(wanted)).toEqual({
      section: "region",
      proposalId: null,
      version: expect.any(String),
    });
    const { proposalId } = await admin.settings.save({
      ...wanted,
      unitValue: za.unitValue,
      payoutSecondPersonAbove: null,
    });
    const now = (await admin.settings.get()).regions.find(({ code }) => code === "za");
    expect(now).toMatchObject({ unitValue: za.unitValue, payoutSecondPersonAbove: 100_00 });
    await admin.proposals.decline({ id: String(proposalId) });
  });

  // shows T87
  test.for([
    ["the limit", "update region set payout_second_person_above = null"],
    ["the account", "update shop_setting set bank_account_number = '1'"],
    ["an admin by role", "update account set role = 'admin' where email like 'kim%'"],
    ["a developer", "update account set developer = true where email like 'kim%'"],
    [
      "a new admin",
      `insert into account (email, first_name, last_name, role)
      values ('x@x.test', 'X', 'Y', 'admin')`,
    ],
    ["the contact address", "update shop_setting set contact_email = 'me@thief.test'"],
    ["a decision", "update decision set state = 'confirmed', decided_at = now()"],
    ["a proposal", "delete from decision"],
    ["an account, for a new first admin", "delete from account"],
  ] as const)(
    "and %s are not the server's to write, whatever runs in it",
    async ([, statement], { limited: shop, intruder }) => {
      const id = await saveLimit(shop, 107_00);
      await asOwner(shop.deps.db, (tx) =>
        tx
          .updateTable("shop_setting")
          .set({ ...bankColumns, contact_email: "us@shop.test" })
          .execute(),
      );
      await expect(sql.raw(statement).execute(intruder)).rejects.toThrow(
        /by a decision of two alone|permission denied|whoever owns the tables/,
      );
      await (await shop.as(shop.people.admin)).proposals.decline({ id });
    },
  );
});

describe("a new admin", () => {
  // shows T84
  test("becomes one after the approval of a second admin, and gets the email only then", async ({
    limited: shop,
  }) => {
    const { admin, dev } = await office(shop);
    const person = aPerson();
    const { id, proposalId } = await admin.users.create(person);
    await expect(admin.users.byId({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await dev.proposals.confirm({ id: String(proposalId) })).toMatchObject({
      failure: null,
    });
    expect((await dev.users.byId({ id })).role).toBe("admin");
    expect(await stateOf(shop, String(proposalId))).toMatchObject({ words: null });

    // The email that two admins approved cannot be changed by one.
    const { email: _email, role: _role, ...fields } = person;
    const moved = { ...fields, commandId: randomUUID(), id, email: "taken-over@shop.test" };
    await expect(admin.users.update(moved)).rejects.toEqual(refusedAs("account.own-proof"));
  });

  // shows T85
  test("cannot approve the proposals of the admin who added them for thirty days, nor the reverse", async ({
    limited: shop,
  }) => {
    const { admin, dev } = await office(shop);
    const { id, proposalId } = await admin.users.create(aPerson());
    await dev.proposals.confirm({ id: String(proposalId) });
    await shop.deps.db
      .updateTable("account")
      .set({ password_hash: "x" })
      .where("id", "=", id)
      .execute();
    const second = await shop.as(id);

    const own = await saveLimit(shop, 108_00);
    await expect(second.proposals.confirm({ id: own })).rejects.toEqual(
      refusedAs("proposal.too-close"),
    );
    const { id: other, proposalId: theirs } = await second.users.create(aPerson());
    await expect(admin.proposals.confirm({ id: String(theirs) })).rejects.toEqual(
      refusedAs("proposal.too-close"),
    );
    await dev.proposals.decline({ id: String(theirs) });
    await expect(dev.users.byId({ id: other })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await asOwner(shop.deps.db, (tx) =>
      sql`update decision set used_at = used_at - interval '31 days' where id = ${proposalId}`.execute(
        tx,
      ),
    );
    await second.proposals.confirm({ id: own });
    await asOwner(shop.deps.db, (tx) =>
      tx.updateTable("region").set({ payout_second_person_above: 100_00 }).execute(),
    );
    await takeAway(shop, id);
  });

  test("who was deactivated is restored only by two", async ({ limited: shop }) => {
    const { admin, dev } = await office(shop);
    const gone = await anAdmin(shop);
    const asked = await admin.users.delete({ commandId: randomUUID(), id: gone.id });
    await dev.proposals.confirm({ id: String(asked.proposalId) });
    expect((await admin.users.byId({ id: gone.id })).active).toBe(false);
    const { proposalId } = await admin.users.restore({ commandId: randomUUID(), id: gone.id });
    expect((await admin.users.byId({ id: gone.id })).active).toBe(false);
    expect(await dev.proposals.confirm({ id: String(proposalId) })).toMatchObject({
      failure: null,
    });
    expect((await admin.users.byId({ id: gone.id })).active).toBe(true);
    await takeAway(shop, gone.id);
  });

  test("is proposed once for an address", async ({ limited: shop }) => {
    const { admin, dev } = await office(shop);
    const person = aPerson();
    const again = { ...person, commandId: randomUUID() };
    const answers = await Promise.allSettled([
      admin.users.create(person),
      dev.users.create(again),
      admin.users.create({ ...again, commandId: randomUUID() }),
    ]);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const inUse = { status: "rejected", reason: refusedAs("account.email-in-use") };
    expect(answers.filter(({ status }) => status === "rejected")).toEqual([inUse, inUse]);
  });

  test("whose email is taken meanwhile is not added", async ({ limited: shop }) => {
    const { admin, dev } = await office(shop);
    const person = aPerson();
    const { proposalId } = await admin.users.create(person);
    await asOwner(shop.deps.db, (tx) =>
      tx
        .updateTable("account")
        .set({ email: person.email })
        .where("id", "=", shop.people.lone)
        .execute(),
    );
    expect(await dev.proposals.confirm({ id: String(proposalId) })).toMatchObject({
      failure: "account.email-in-use",
    });
  });

  test("is not proposed while impersonating", async ({ limited: shop }) => {
    const kim = await shop.as(shop.people.kim, { impersonatedById: shop.people.admin });
    const id = await saveLimit(shop, 109_00);
    await expect(kim.proposals.confirm({ id })).rejects.toMatchObject({ code: "FORBIDDEN" });
    const dev = await shop.as(shop.people.dev, { impersonatedById: shop.people.admin });
    await expect(dev.proposals.confirm({ id })).rejects.toEqual(
      refusedAs("access.not-while-impersonating"),
    );
    await (await shop.as(shop.people.dev)).proposals.decline({ id });
    expect(await stateOf(shop, id)).toMatchObject({
      state: "declined",
      decided_by: shop.people.dev,
    });
  });
});

describe("the shop's own bank account", () => {
  // shows T84
  test("is entered by one admin, and changed only by two", async ({ limited: shop }) => {
    const { admin, dev } = await office(shop);
    await asOwner(shop.deps.db, (tx) =>
      tx
        .updateTable("shop_setting")
        .set({
          bank_name: "",
          bank_account_name: "",
          bank_account_type: "",
          bank_account_number: "",
          bank_branch_code: "",
        })
        .execute(),
    );
    expect(await admin.settings.save({ section: "bank", ...newBank })).toEqual({
      section: "bank",
      proposalId: null,
      version: expect.any(String),
    });
    expect((await admin.settings.get()).bank).toEqual(newBank);

    const other = { ...newBank, bankAccountNumber: "62776765160" };
    const { proposalId } = await admin.settings.save({ section: "bank", ...other });
    expect((await admin.settings.get()).bank).toEqual(newBank);
    await dev.proposals.confirm({ id: String(proposalId) });
    expect((await admin.settings.get()).bank).toEqual(other);
    expect(await admin.settings.save({ section: "bank", ...other })).toMatchObject({
      proposalId: null,
    });
    // If it could be emptied, one admin could enter a new one.
    const empty = {
      bankName: "",
      bankAccountName: "",
      bankAccountType: "",
      bankAccountNumber: "",
      bankBranchCode: "",
    };
    const { proposalId: emptying } = await admin.settings.save({ section: "bank", ...empty });
    expect(emptying).not.toBeNull();
    await dev.proposals.decline({ id: String(emptying) });
    expect((await admin.settings.get()).bank).toEqual(other);
  });
});
