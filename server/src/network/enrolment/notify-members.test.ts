import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { erasePersonalData } from "../../office/erasure/personal-data.store.ts";
import { findPerson } from "../../office/erasure/person.queries.ts";
import { hasFixedText } from "@portal/shared/office/message-kinds.ts";
import { messageOf } from "../../office/messages/message-catalogue.ts";
import { readOnly } from "../../platform/db/database.ts";
import { aPerson } from "../../testing/a-browser.ts";
import { deliverAll, openPostOffice } from "../../testing/post-office.ts";
import { type TestShop, test } from "../../testing/shop-test.ts";

const command = () => ({ commandId: randomUUID() });
const business = { companyAddress: "1 Road", vatNo: "4123456789", stockistMargin: 20 };

/** The recipients of the messages that `act` causes, with the text of the change. */
async function toldBy({ deps, people }: TestShop, act: () => Promise<unknown>) {
  const { rows: before } = { rows: await deps.db.selectFrom("message").select("id").execute() };
  await act();
  const messages = await deps.db
    .selectFrom("message")
    .select(["id", "user_id as userId", "kind", "about"])
    .orderBy("id")
    .execute();
  const isNew = ({ id }: { id: number }) => !before.some((one) => one.id === id);
  return Promise.all(
    messages.filter(isNew).map(async ({ userId, kind, about }) => {
      const facts = await messageOf(kind).open(about).getFacts(readOnly(deps.db), {
        region: "za",
        publicUrl: "https://shop.test",
      });
      const name = Object.entries(people).find(([, id]) => id === userId)?.[0];
      return [name, kind === "network-changed" ? facts["networkText"] : kind];
    }),
  );
}

describe("a change of the network notifies the members whom it affects, and no one else", () => {
  test("a move notifies the member, the former parent and the new one, once", async ({ shop }) => {
    const { admin, sam, anna, ben } = shop.people;
    const office = await shop.as(admin);
    const move = { ...command(), id: sam, parentId: anna };
    expect(await toldBy(shop, () => office.users.moveStockist(move))).toEqual([
      ["sam", "We have moved you in the network. Anna Person is now your parent."],
      ["ben", "We have moved Sam Person in the network. You are no longer their parent."],
      ["anna", "Sam Person is now a stockist in your team. You are their parent in the network."],
    ]);
    // A retry and a command without a change notify no one.
    expect(await toldBy(shop, () => office.users.moveStockist(move))).toEqual([]);
    const toNobody = { ...command(), id: sam, parentId: null };
    expect(await toldBy(shop, () => office.users.moveStockist(toNobody))).toEqual([
      ["sam", "We have moved you in the network. You no longer have a parent."],
      ["anna", "We have moved Sam Person in the network. You are no longer their parent."],
    ]);
    const back = { ...command(), id: sam, parentId: ben };
    expect(await toldBy(shop, () => office.users.moveStockist(back))).toHaveLength(2);
    // A refused command notifies no one.
    const refused = () =>
      office.users.moveStockist({ ...command(), id: sam, parentId: sam }).catch(() => undefined);
    expect(await toldBy(shop, refused)).toEqual([]);
  });

  test("percentages notify the stockist of its margin and the parent of the commission", async ({
    shop,
  }) => {
    const { admin, sam, ben } = shop.people;
    const office = await shop.as(admin);
    const { firstName, lastName, email } = await office.users.byId({ id: sam });
    type More = Pick<
      Parameters<typeof office.users.update>[0],
      "stockistMargin" | "distributorPercent" | "stockistVAT"
    >;
    const edit = (more: More) =>
      office.users.update({
        ...command(),
        id: sam,
        firstName,
        lastName,
        email,
        cellNumber: "082 123 4567",
        company: "Sam",
        ...more,
      });
    await edit({});
    expect(await toldBy(shop, () => edit({ stockistMargin: 30 }))).toEqual([
      ["sam", "Your margin has changed from 25% to 30%."],
    ]);
    expect(await toldBy(shop, () => edit({ distributorPercent: 12 }))).toEqual([
      ["ben", "Your commission on sales by Sam Person has changed from 10% to 12%."],
    ]);
    expect(await toldBy(shop, () => edit({ stockistMargin: 30 }))).toEqual([]);
    expect(await toldBy(shop, () => edit({ stockistVAT: 16 }))).toEqual([
      ["sam", "Your VAT rate is now 16%."],
    ]);
    // Back to that of all is a lower one, which takes two.
    const back = async () => {
      const { proposalId } = await edit({ stockistVAT: null });
      await (await shop.as(shop.people.dev)).proposals.confirm({ id: String(proposalId) });
    };
    expect(await toldBy(shop, back)).toContainEqual(["sam", "Your VAT rate no longer applies."]);
    expect(ben).toBeGreaterThan(0);
  });

  test("a customer's own discount notifies the customer", async ({ shop }) => {
    const { admin, lone } = shop.people;
    const office = await shop.as(admin);
    const { firstName, lastName, email } = await office.users.byId({ id: lone });
    const person = { id: lone, firstName, lastName, email, cellNumber: "082 123 4567" };
    const edit = (margin: number | null) =>
      office.users.update({ ...command(), ...person, margin });
    await edit(null);
    expect(await toldBy(shop, () => edit(10))).toEqual([["lone", "Your discount is now 10%."]]);
    expect(await toldBy(shop, () => edit(10))).toEqual([]);
    expect(await toldBy(shop, () => edit(5))).toEqual([
      ["lone", "Your discount has changed from 10% to 5%."],
    ]);
    expect(await toldBy(shop, () => edit(null))).toEqual([
      ["lone", "Your discount no longer applies."],
    ]);
  });

  // shows T389
  test("another code and the mark of a test account warn the member and the parent, by a text that nobody edits", async ({
    shop,
  }) => {
    const { admin, cara } = shop.people;
    const office = await shop.as(admin);
    const { firstName, lastName, email } = await office.users.byId({ id: cara });
    const person = { id: cara, firstName, lastName, email, cellNumber: "082 123 4567" };
    await office.users.update({ ...command(), ...person });
    const edit = (changes: object) => office.users.update({ ...command(), ...person, ...changes });
    const both = [
      ["cara", "office-change"],
      ["ben", "office-change"],
    ];
    expect(await toldBy(shop, () => edit({ test: true }))).toEqual(both);
    expect(await toldBy(shop, () => edit({ test: true }))).toEqual([]);
    expect(await toldBy(shop, () => edit({ test: false }))).toEqual(both);
    expect(await toldBy(shop, () => edit({ distributorCode: "OTHER" }))).toEqual(both);
    expect(await toldBy(shop, () => edit({ distributorCode: "CARA" }))).toEqual(both);
    expect(hasFixedText("office-change")).toBe(true);
  });

  // shows T355
  test("who is deleted or restored by the office hears of it, and is told what it means", async ({
    shop,
  }) => {
    const { admin, lone } = shop.people;
    const office = await shop.as(admin);
    const change = () => ({ ...command(), id: lone });
    const start = openPostOffice();
    await deliverAll(shop, start);
    const deleted = change();
    expect(await toldBy(shop, () => office.users.delete(deleted))).toEqual([
      ["lone", "account-deleted"],
    ]);
    expect(await toldBy(shop, () => office.users.delete(deleted))).toEqual([]);
    const offOffice = openPostOffice();
    await deliverAll(shop, offOffice);
    expect(offOffice.mails[0]?.text).toContain("What you have earned until now stays yours.");
    expect(await toldBy(shop, () => office.users.restore(change()))).toEqual([
      ["lone", "account-restored"],
    ]);
  });

  test("a conversion notifies the customer, the former and the new parent, but not the converting user", async ({
    shop,
  }) => {
    const { admin, ben, cara, kim, lone } = shop.people;
    const office = await shop.as(admin);
    const toCara = { ...command(), ...business, customerId: kim, parentId: cara };
    expect(await toldBy(shop, () => office.users.convertToStockist(toCara))).toEqual([
      ["kim", "converted"],
      [
        "ben",
        "Kim Person was your customer and is now a stockist. Their new orders no longer count as your sales.",
      ],
      ["cara", "Kim Person is now a stockist in your team. You are their parent in the network."],
    ]);

    await shop.deps.db
      .updateTable("account")
      .set({ parent_id: ben })
      .where("id", "=", lone)
      .execute();
    const seller = await shop.as(ben);
    const asBen = { ...command(), customerId: lone };
    expect(await toldBy(shop, () => seller.users.convertToDistributor(asBen))).toEqual([
      ["lone", "converted"],
    ]);
  });

  test("a conversion by a distributor further above notifies the members between, who lose by it", async ({
    shop,
  }) => {
    const { anna, sam } = shop.people;
    const { id } = await aPerson(shop, {});
    await shop.deps.db
      .updateTable("account")
      .set({ parent_id: sam })
      .where("id", "=", id)
      .execute();
    const above = await shop.as(anna);
    const conversion = { ...command(), customerId: id };
    expect(await toldBy(shop, () => above.users.convertToDistributor(conversion))).toEqual([
      [undefined, "converted"],
      [
        "sam",
        "Zanele Khumalo was your customer and is now a distributor. Their new orders no longer count as your sales.",
      ],
      [
        "ben",
        "Zanele Khumalo, a customer of a member below you, is now a distributor elsewhere in the network. You no longer earn commission on their new orders.",
      ],
    ]);
  });

  test("an uplift notifies the member and the sponsor", async ({ shop }) => {
    const { admin, ben } = shop.people;
    const office = await shop.as(admin);
    expect(await toldBy(shop, () => office.users.uplift({ ...command(), id: ben }))).toEqual([
      ["ben", "You are now level 1 in the network. Anna Person is now your sponsor."],
      ["anna", "Ben Person is now level 1 in the network, and you are their sponsor."],
    ]);
  });

  test("reveals only the names of others, and is deleted when they are erased", async ({
    shop,
  }) => {
    const messages = await shop.deps.db
      .selectFrom("message")
      .select(["kind", "about"])
      .where("kind", "=", "network-changed")
      .execute();
    expect(messages.length).toBeGreaterThan(8);
    for (const { kind, about } of messages) {
      expect(Object.keys(messageOf(kind).open(about).about).toSorted()).toEqual(
        ["after", "before", "change", "kind", "memberId", "parentId", "userId"].toSorted(),
      );
      const facts = await messageOf(kind).open(about).getFacts(readOnly(shop.deps.db), {
        region: "za",
        publicUrl: "https://shop.test",
      });
      expect(JSON.stringify(facts)).not.toMatch(/@|\+27|082|R\d/);
    }

    const { sam } = shop.people;
    await shop.deps.db.transaction().execute(async (tx) => {
      const person = await findPerson(readOnly(tx), { id: sam, email: "sam@shop.test" });
      await erasePersonalData(tx, person);
    });
    const left = await shop.deps.db.selectFrom("message").select("about").execute();
    expect(left.length).toBeGreaterThan(0);
    expect(JSON.stringify(left)).not.toContain(`"memberId":${sam},`);
  });
});
