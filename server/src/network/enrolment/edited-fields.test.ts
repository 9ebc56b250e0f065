import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { z } from "zod";
import { insertAccount } from "../../testing/insert-account.ts";
import { type TestShop, test } from "../../testing/shop-test.ts";
import {
  aDistributor,
  aStockist,
  accountOf,
  auditOf,
  eventsOf,
  memberOf,
  users,
} from "../../testing/some-users.ts";

const answerSchema = z.object({ result: z.object({ data: z.looseObject({}) }) });

/** As a program does: reads the user, edits fields of it, and sends the whole back. */
async function readAndEdit({ deps, app, people }: TestShop, id: number, changes: object) {
  const { token } = await deps.sessions.start({
    userId: people.admin,
    device: "Program",
    withPassword: true,
  });
  const headers = { authorization: `Bearer ${token}` };
  const input = encodeURIComponent(JSON.stringify({ id }));
  const answer = await app.inject({ url: `/trpc/users.byId?input=${input}`, headers });
  const read = answerSchema.parse(answer.json()).result.data;
  const payload = { ...read, ...changes, commandId: randomUUID() };
  const sent = await app.inject({ method: "POST", url: "/trpc/users.update", headers, payload });
  return { read, sent };
}

const roles: Readonly<Record<string, (shop: TestShop) => Promise<number>>> = {
  admin: async ({ deps, people }) => {
    await deps.db
      .updateTable("account")
      .set({ cell: "+27821234567" })
      .where("id", "=", people.dev)
      .execute();
    return people.dev;
  },
  distributor: async (shop) => {
    const wanted = aDistributor(shop.people.anna, { distributorArea: "Paarl", school: true });
    return (await (await users(shop, shop.people.admin)).create(wanted)).id;
  },
  stockist: async (shop) => {
    const wanted = aStockist(shop.people.ben, { company: "Corner Shop", altNumber: "021 1" });
    return (await (await users(shop, shop.people.admin)).create(wanted)).id;
  },
  // Of a stockist that was converted back, or of an import.
  "customer with a company": async ({ deps, people }) => {
    const id = await insertAccount(deps.db, {
      role: "customer",
      email: `${randomUUID()}@new.test`,
      passwordHash: "",
      firstName: "Kim",
      lastName: "Two",
      cell: "+27821234567",
      parentId: people.ben,
    });
    const business = { company_address: "1 Main Road", vat_no: "4123456789", area: "Paarl" };
    await deps.db
      .updateTable("account")
      .set({ ...business, margin_bps: 1250 })
      .where("id", "=", id)
      .execute();
    return id;
  },
};

describe("a user that a program reads", () => {
  // shows S3.16, S7.24
  test.for(Object.keys(roles))("is sent back unchanged: %s", async (role, { shop }) => {
    const id = (await roles[role]?.(shop)) ?? 0;
    const before = [await accountOf(shop, id), await memberOf(shop, id), await eventsOf(shop, id)];
    const entries = await auditOf(shop, id);
    const { sent } = await readAndEdit(shop, id, {});
    expect(sent.json()).toMatchObject({ result: { data: { id } } });
    expect([await accountOf(shop, id), await memberOf(shop, id), await eventsOf(shop, id)]).toEqual(
      before,
    );
    expect(await auditOf(shop, id)).toEqual(entries);
  });

  test("has the names of the specification, by which it is edited", async ({ shop }) => {
    const id = (await roles["stockist"]?.(shop)) ?? 0;
    const { ben, admin } = shop.people;
    const { read } = await readAndEdit(shop, id, { stockistCode: "CORNER9", cell: "083 999 8888" });
    expect(read).toMatchObject({
      parent: ben,
      addedBy: admin,
      distributorCode: null,
      stockistCode: read["code"],
      distributorArea: null,
    });
    expect(await memberOf(shop, id)).toMatchObject({ code: "CORNER9", margin_bps: 2500 });
    for (const area of ["area", "distributorArea"]) {
      await readAndEdit(shop, id, { [area]: `Paarl by ${area}` });
      expect(await accountOf(shop, id)).toMatchObject({
        area: `Paarl by ${area}`,
        cell: "+27839998888",
      });
    }
  });

  test("keeps a percentage with a fraction", async ({ shop }) => {
    const id = (await roles["customer with a company"]?.(shop)) ?? 0;
    const { read } = await readAndEdit(shop, id, { firstName: "Kimberley" });
    expect(read).toMatchObject({ margin: 13 });
    expect(await accountOf(shop, id)).toMatchObject({
      first_name: "Kimberley",
      margin_bps: 1250,
      vat_no: "4123456789",
    });
  });
});

// shows S7.23
test("a profile is sent back as it was read, also with the number by both names", async ({
  shop,
}) => {
  const { token } = await shop.deps.sessions.start({
    userId: shop.people.cara,
    device: "Program",
    withPassword: true,
  });
  await shop.deps.db
    .updateTable("account")
    .set({ cell: "+27821234567", area: "Paarl" })
    .where("id", "=", shop.people.cara)
    .execute();
  const headers = { authorization: `Bearer ${token}` };
  const read = await shop.app.inject({ url: "/trpc/profile.get", headers });
  const profile = answerSchema.parse(read.json()).result.data;
  for (const number of [{}, { cell: profile["cellNumber"] }]) {
    const payload = { ...profile, ...number, firstName: "Carla" };
    const sent = await shop.app.inject({
      method: "POST",
      url: "/trpc/profile.update",
      headers,
      payload,
    });
    expect(sent.json()).toMatchObject({ result: { data: {} } });
    expect(await accountOf(shop, shop.people.cara)).toMatchObject({
      first_name: "Carla",
      cell: "+27821234567",
    });
  }
});
