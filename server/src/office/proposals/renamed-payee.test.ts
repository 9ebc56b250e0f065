import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { digestsOfPeople } from "../../platform/proposals/frozen-people.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { anAdmin, office, refusedAs, stateOf, test } from "../../testing/proposals-test.ts";
import { aGuestOrder, payByBank, type TestShop } from "../../testing/shop-test.ts";
import { insertAccount } from "../../testing/insert-account.ts";

const command = () => ({ commandId: randomUUID() });

/** An accomplice with an account, and an edit of it by this admin. */
async function anAccomplice(shop: TestShop) {
  const email = `${randomUUID()}@people.test`;
  const account = { email, firstName: "Accomplice", lastName: "Person", role: "customer" } as const;
  const id = await insertAccount(shop.deps.db, { ...account, passwordHash: "x" });
  let called = "Accomplice";
  const edit = async (
    by: number,
    changes: Readonly<{ margin?: number; cellNumber?: string }> = {},
  ) => {
    const admin = await shop.as(by);
    const person = { id, email, firstName: called, lastName: "Person", cellNumber: "082 123 4567" };
    return admin.users.update({ ...command(), ...person, ...changes });
  };
  const rename = async (by: number, firstName: string) => {
    called = firstName;
    await edit(by);
  };
  /** A margin that takes two admins. */
  const propose = async (by: number) => String((await edit(by, { margin: 60 })).proposalId);
  const call = (by: number, cellNumber: string) => edit(by, { cellNumber });
  return { id, rename, call, propose };
}

describe("a decision that pays somebody", () => {
  // shows T385
  test("is void where the person has another name when it is confirmed", async ({
    limited: shop,
  }) => {
    const { dev } = await office(shop);
    const { id: userId, rename, propose } = await anAccomplice(shop);
    const other = await anAdmin(shop);
    const id = await propose(shop.people.admin);
    await rename(other.id, "Kim");
    const { open } = await dev.proposals.list();
    expect(open.find((each) => each.id === id)).toMatchObject({
      personName: "Kim Person",
      people: [{ userId, name: "Kim Person", renamed: { byName: "Colleague Person" } }],
    });
    expect(await dev.proposals.confirm({ id })).toMatchObject({
      failure: "proposal.person-changed",
    });
    expect(await stateOf(shop, id)).toMatchObject({
      state: "void",
      failure: "proposal.person-changed",
    });
  });

  // shows T385
  test("is void where the person has another number when it is confirmed", async ({
    limited: shop,
  }) => {
    const { dev } = await office(shop);
    const { call, propose } = await anAccomplice(shop);
    const id = await propose(shop.people.admin);
    await call((await anAdmin(shop)).id, "083 765 4321");
    expect(await dev.proposals.confirm({ id })).toMatchObject({
      failure: "proposal.person-changed",
    });
  });

  test("of an earlier release, which froze no number, is compared without it", async ({
    limited: shop,
  }) => {
    const { dev } = await office(shop);
    const { id: userId, call, propose } = await anAccomplice(shop);
    const other = await anAdmin(shop);
    const asBefore = async (id: string) => {
      const digests = await digestsOfPeople(shop.deps, [userId], { withCell: false });
      await asOwner(shop.deps.db, async (tx) => {
        await tx.deleteFrom("decision_frozen").where("decision_id", "=", id).execute();
        const digest = digests.get(userId) ?? "";
        await tx
          .updateTable("decision_person")
          .set({ digest })
          .where("decision_id", "=", id)
          .execute();
      });
    };
    const id = await propose(shop.people.admin);
    await asBefore(id);
    await call(other.id, "083 765 4321");
    expect(await dev.proposals.confirm({ id })).toMatchObject({ failure: null });
  });

  // shows T386
  test("is not proposed by whoever renamed the person in the last 30 days", async ({
    limited: shop,
  }) => {
    const { dev } = await office(shop);
    const { rename, propose } = await anAccomplice(shop);
    await rename(shop.people.admin, "Kim");
    await expect(propose(shop.people.admin)).rejects.toEqual(refusedAs("proposal.own-rename"));
    const other = await anAdmin(shop);
    const id = await propose(other.id);
    expect(await dev.proposals.confirm({ id })).toMatchObject({ failure: null });
  });

  // shows T385
  test("shows the seller before, and what each member would earn", async ({ limited: shop }) => {
    const { admin, dev } = await office(shop);
    const { anna, ben } = shop.people;
    const { uuid, total } = await aGuestOrder(shop, "ANNA");
    await payByBank(shop, uuid, total);
    const { proposalId } = await admin.orders.reassign({ ...command(), uuid, sellerId: ben });
    const { open } = await dev.proposals.list();
    const shown = open.find((each) => each.id === proposalId);
    expect(shown).toMatchObject({ sellerBefore: "Anna Person" });
    expect(shown?.people.map(({ userId }) => userId)).toEqual([ben, anna]);
    expect(shown?.commission.map(({ name }) => name)).toEqual(["Ben Person", "Anna Person"]);
    await admin.proposals.withdraw({ id: String(proposalId) });
  });

  // shows T385
  test("shows the last digits of the account that a payout goes to", async ({ limited: shop }) => {
    const { admin, dev } = await office(shop);
    const { cara } = shop.people;
    const { uuid, total } = await aGuestOrder(shop, "CARA");
    await payByBank(shop, uuid, total);
    const member = await shop.as(cara);
    await member.bankDetails.save({
      bankName: "First Bank",
      accountName: "Cara",
      accountNumber: "62001234567",
      chequeOrSavings: "Savings",
    });
    const { payoutId } = await member.wallet.requestPayout(command());
    await admin.payouts.approve({ ...command(), id: payoutId });
    const { open } = await dev.proposals.list();
    expect(open.find(({ change }) => change.kind === "payout")).toMatchObject({
      accounts: [{ name: "Cara Person", bankName: "First Bank", ending: "4567" }],
    });
  });
});
