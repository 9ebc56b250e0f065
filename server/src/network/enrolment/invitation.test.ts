import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { aBrowser, aPerson } from "../../testing/a-browser.ts";
import { deliverTo, openPostOffice } from "../../testing/post-office.ts";
import { type TestShop, test } from "../../testing/shop-test.ts";
import {
  accountOf,
  auditOf,
  eventsOf,
  memberOf,
  messagesTo,
  refused,
} from "../../testing/some-users.ts";
import { tableContents } from "../../testing/table-contents.ts";

type Role = "distributor" | "stockist";
const business = { companyAddress: "1 Main Road", vatNo: "4123456789" };
const ended = { status: 404, reason: "account.link-ended" };

const asked = (email: string, role: Role, parentId: number | null = null) => ({
  commandId: randomUUID(),
  email,
  role,
  parentId,
});

/** Invites a customer without a parent, and reads the email. */
async function invited(shop: TestShop, by: number, role: Role, parentId: number | null = null) {
  const person = await aPerson(shop);
  const host = await shop.as(by);
  await host.users.invite(asked(person.email, role, parentId));
  return { ...person, ...(await mailTo(shop, person.id)) };
}

async function mailTo(shop: TestShop, id: number) {
  const office = openPostOffice();
  await deliverTo(shop, office, id);
  const mail = office.mails.at(-1);
  const uuid = /\/invitation#([0-9a-f-]{36})/.exec(mail?.text ?? "")?.[1] ?? "";
  return { mail, uuid };
}

const answer = (shop: TestShop, how: "accept" | "decline", input: object) =>
  aBrowser(shop).change(`users.${how}Invitation`, input);

describe("a customer without a parent", () => {
  // shows R22, T37
  test("cannot be converted by id: the answer is that of an unknown user", async ({
    shop,
    superuser,
  }) => {
    const { anna, ben, cara, lone } = shop.people;
    const before = await tableContents(superuser);
    for (const asker of [anna, ben, cara])
      for (const customerId of [lone, 999_999]) {
        const { users, network } = await shop.as(asker);
        const place = { commandId: randomUUID(), customerId, parentId: null };
        const unknown = refused("account.unknown");
        const terms = { stockistMargin: 25 };
        await expect(users.convertToStockist({ ...place, ...business, ...terms })).rejects.toEqual(
          unknown,
        );
        // A user who may not add distributors at all gets the same refusal for any customer.
        await expect(users.convertToDistributor(place)).rejects.toEqual(
          asker === cara ? refused("access.forbidden") : unknown,
        );
        const preview = { change: "convert-to-stockist", userId: customerId, ...terms } as const;
        await expect(
          network.preview({ ...preview, parentId: asker, distributorPercent: 10 }),
        ).rejects.toEqual(unknown);
      }
    expect(await tableContents(superuser)).toEqual(before);
  });

  test("is invited by email, and nothing changes until the answer", async ({ shop }) => {
    const { ben } = shop.people;
    const { id, mail, uuid } = await invited(shop, ben, "stockist");
    expect(mail?.subject).toBe("You are invited to become a stockist");
    expect(mail?.text).toContain("Ben Person has invited you to become a stockist");
    expect(await accountOf(shop, id)).toMatchObject({ role: "customer" });
    expect(await memberOf(shop, id)).toBeUndefined();

    const { data } = await aBrowser(shop).change("users.invitation", { uuid });
    expect(data).toEqual({ firstName: "Zanele", invitedByName: "Ben Person", role: "stockist" });
    expect(await auditOf(shop, id)).toMatchObject([{ action: "user.invited", actor_id: ben }]);
  });

  // shows T37
  test("accepts once, becomes a stockist and has to sign in again", async ({ shop }) => {
    const { ben } = shop.people;
    const { id, uuid } = await invited(shop, ben, "stockist");
    const { sessions, db } = shop.deps;
    await db.updateTable("account").set({ verified: false }).where("id", "=", id).execute();
    const { token } = await sessions.start({ userId: id, device: "", withPassword: true });

    expect(await answer(shop, "accept", { uuid })).toMatchObject({
      status: 400,
      fieldErrors: { companyAddress: "Company address required." },
    });
    const answers = await Promise.all(
      [1, 2, 3].map(() => answer(shop, "accept", { uuid, ...business })),
    );
    expect(answers.map(({ status }) => status)).toContain(200);

    expect(await accountOf(shop, id)).toMatchObject({
      role: "stockist",
      verified: true,
      company_address: "1 Main Road",
    });
    expect(await memberOf(shop, id)).toMatchObject({
      kind: "stockist",
      parent_id: ben,
      margin_bps: 2500,
      distributor_bps: 1000,
    });
    expect(await eventsOf(shop, id)).toHaveLength(1);
    expect(await sessions.find(token)).toBe(null);
    expect(await messagesTo(shop, id)).toEqual(["invitation", "converted"]);
    expect((await auditOf(shop, id)).at(-1)).toMatchObject({
      action: "user.converted",
      actor_id: id,
    });
    expect(await answer(shop, "accept", { uuid, ...business })).toMatchObject(ended);
    expect(await answer(shop, "decline", { uuid })).toMatchObject(ended);
  });

  test("becomes a distributor one level below the named parent", async ({ shop }) => {
    const { anna, ben } = shop.people;
    const { id, uuid } = await invited(shop, anna, "distributor", ben);
    expect((await answer(shop, "accept", { uuid })).status).toBe(200);
    expect(await memberOf(shop, id)).toMatchObject({ level: 3, parent_id: ben });
  });

  test("declines, and nothing changes", async ({ shop }) => {
    const { id, uuid } = await invited(shop, shop.people.anna, "distributor");
    expect((await answer(shop, "decline", { uuid })).status).toBe(200);
    expect(await answer(shop, "accept", { uuid })).toMatchObject(ended);
    expect(await accountOf(shop, id)).toMatchObject({ role: "customer" });
    expect(await eventsOf(shop, id)).toEqual([]);
  });

  test("can answer for a week, with the link of the email only", async ({ shop }) => {
    const { db } = shop.deps;
    const { id, email, uuid } = await invited(shop, shop.people.anna, "distributor");
    const late = new Date(Date.now() + 7 * 24 * 3600_000 + 1000).toISOString();
    const guest = await shop.as(null, { now: () => late });
    await expect(guest.users.acceptInvitation({ uuid })).rejects.toEqual(
      refused("account.link-ended"),
    );
    const moved = { email: `moved-${email}` };
    await db.updateTable("account").set(moved).where("id", "=", id).execute();
    expect(await answer(shop, "accept", { uuid })).toMatchObject(ended);
  });

  test("who was converted by another user meanwhile cannot accept", async ({ shop }) => {
    const { anna, ben, admin } = shop.people;
    const person = await aPerson(shop);
    for (const host of [anna, ben])
      await (await shop.as(host)).users.invite(asked(person.email, "distributor"));
    const office = openPostOffice();
    await deliverTo(shop, office, person.id);
    const [first, second] = office.mails.map(({ text }) => /#([0-9a-f-]{36})/.exec(text)?.[1]);
    expect((await answer(shop, "accept", { uuid: first })).status).toBe(200);
    expect(await answer(shop, "accept", { uuid: second })).toMatchObject({
      status: 409,
      reason: "account.not-a-customer",
    });
    expect(await memberOf(shop, person.id)).toMatchObject({ parent_id: anna });

    const other = await invited(shop, ben, "stockist");
    const { users } = await shop.as(admin);
    const direct = { commandId: randomUUID(), customerId: other.id, parentId: anna };
    await users.convertToDistributor(direct);
    expect((await answer(shop, "accept", { uuid: other.uuid, ...business })).status).toBe(409);
  });

  test("cannot accept if the inviting user may no longer add them", async ({ shop }) => {
    const { admin, anna } = shop.people;
    const office = await shop.as(admin);
    const host = await office.users.create({
      commandId: randomUUID(),
      role: "distributor",
      parentId: anna,
      email: `${randomUUID()}@new.test`,
      firstName: "Otto",
      lastName: "Person",
      cellNumber: "082 123 4567",
    });
    const { uuid } = await invited(shop, host.id, "stockist");
    await office.users.delete({ commandId: randomUUID(), id: host.id });
    expect(await answer(shop, "accept", { uuid, ...business })).toMatchObject(ended);
  });
});

describe("inviting", () => {
  test("is refused in the same way for every email but that of a customer without a parent", async ({
    shop,
  }) => {
    const { anna, ben, skye } = shop.people;
    const theirs = await aPerson(shop, { parentId: skye });
    const own = await aPerson(shop, { parentId: ben });
    const emails = [theirs.email, own.email, "sam@shop.test", "admin@shop.test", "no@body.test"];
    const { users } = await shop.as(ben);
    for (const email of emails)
      await expect(users.invite(asked(email, "stockist"))).rejects.toEqual(
        refused("account.unknown"),
      );
    const free = await aPerson(shop);
    await expect(users.invite(asked(free.email, "stockist", anna))).rejects.toEqual(
      refused("network.unknown-member"),
    );
    const cara = await shop.as(shop.people.cara);
    await expect(cara.users.invite(asked(free.email, "distributor"))).rejects.toEqual(
      refused("account.unknown"),
    );
    expect(await messagesTo(shop, free.id)).toEqual([]);
  });

  // shows T210
  test("counts before it says whether an address is known", async ({ shop }) => {
    const users = (await shop.as(shop.people.skye)).users;
    for (let nth = 0; nth < 10; nth++)
      await expect(users.invite(asked(`no-${nth}@body.test`, "stockist"))).rejects.toEqual(
        refused("account.unknown"),
      );
    const known = await aPerson(shop);
    for (const email of ["no-11@body.test", known.email])
      await expect(users.invite(asked(email, "stockist"))).rejects.toEqual(
        refused("access.too-many-tries"),
      );
    await shop.deps.db.deleteFrom("rate_limit").execute();
  });

  test("is limited to three emails an hour to one person", async ({ shop }) => {
    const { anna, ben, cara, skye } = shop.people;
    const { email } = await aPerson(shop);
    for (const host of [anna, ben, cara])
      await (await shop.as(host)).users.invite(asked(email, "stockist"));
    await expect((await shop.as(skye)).users.invite(asked(email, "stockist"))).rejects.toEqual(
      refused("access.too-many-tries"),
    );
  });
});
