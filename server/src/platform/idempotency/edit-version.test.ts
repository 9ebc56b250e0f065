import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { aConfirmedSession, aProduct } from "../../testing/busy-shop.ts";
import { products, type TestShop, test } from "../../testing/shop-test.ts";

type Version = string | null | undefined;
/** Reads the version that an edit begins with, and saves what somebody typed. */
type Edit = Readonly<{
  began: () => Promise<Version>;
  save: (typed: number, version: Version) => Promise<unknown>;
}>;

const office = (shop: TestShop) => shop.as(shop.people.admin, { session: aConfirmedSession() });

/** Everything that the office edits in a form. */
const edits: Readonly<Record<string, (shop: TestShop) => Promise<Edit>>> = {
  async "a person"(shop) {
    const { users } = await office(shop);
    const id = shop.people.lone;
    const { email, firstName, lastName } = await users.byId({ id });
    const person = { id, email, firstName, lastName, cellNumber: "082 123 4567" };
    return {
      began: async () => (await users.byId({ id })).version,
      save: (typed, version) =>
        users.update({ ...person, company: `Company ${typed}`, version, commandId: randomUUID() }),
    };
  },
  async "the terms of a stockist"(shop) {
    const { users } = await office(shop);
    const id = shop.people.sam;
    const { email, firstName, lastName, company } = await users.byId({ id });
    const person = { id, email, firstName, lastName, cellNumber: "082 123 4567" };
    return {
      began: async () => (await users.byId({ id })).version,
      save: (typed, version) =>
        users.update({
          ...person,
          company: company ?? "Pillay",
          stockistMargin: 20 + typed,
          version,
          commandId: randomUUID(),
        }),
    };
  },
  async "a product"(shop) {
    const context = (await office(shop)).products;
    const id = products.bottle;
    return {
      began: async () => (await context.byId({ id })).version,
      save: (typed, version) =>
        context.save({ ...aProduct, id, description: `Words ${typed}`, version }),
    };
  },
  async "a testimonial"(shop) {
    const context = (await office(shop)).testimonials;
    const said = { name: "A", town: "", words: "B", imageId: null, sortOrder: 0, isShown: false };
    const { id } = await context.save({ ...said, id: -1 });
    return {
      began: async () => (await context.byId({ id })).version,
      save: (typed, version) => context.save({ ...said, id, sortOrder: typed, version }),
    };
  },
  async "a part of the settings"(shop) {
    const { settings } = await office(shop);
    return {
      began: async () => (await settings.get()).versions["signIn"],
      save: (typed, version) =>
        settings.save({ section: "signIn", signInCodeLength: 4 + typed, version }),
    };
  },
  async "a region"(shop) {
    const { settings } = await office(shop);
    const { regions } = await settings.get();
    const [region] = regions.filter(({ code }) => code === "usa");
    if (!region) throw new Error("there is no such region");
    return {
      began: async () => (await settings.get()).versions["region-usa"],
      save: (typed, version) =>
        settings.save({ section: "region", ...region, unitValue: 100 * typed, version }),
    };
  },
  async "a text of the site"(shop) {
    const { content } = await office(shop);
    const varName = "shipping-info.lead";
    return {
      began: async () => (await content.get({ varName }))?.version ?? null,
      save: (typed, version) => content.set({ varName, copy: `<p>Words ${typed}</p>`, version }),
    };
  },
  async "the words of a message"(shop) {
    const { emailCopy } = await office(shop);
    const kind = "converted";
    const { words } = await emailCopy.get({ kind });
    return {
      began: async () => (await emailCopy.get({ kind })).version,
      save: (typed, version) =>
        emailCopy.save({ ...words, kind, subject: `Subject ${typed}`, version }),
    };
  },
};

describe("a stale edit", () => {
  test.for(Object.entries(edits))(
    "is rejected for %s, and overwrites nothing",
    async ([, of], { shop }) => {
      const { began, save } = await of(shop);
      const version = await began();
      await save(1, version);
      const theirs = await began();
      expect(theirs).not.toBe(version);

      await expect(save(2, version)).rejects.toMatchObject({
        code: "CONFLICT",
        cause: { code: "edit.changed-meanwhile" },
      });
      expect(await began()).toBe(theirs);
      // Once it was seen, it is saved.
      await save(2, theirs);
      expect(await began()).not.toBe(theirs);
    },
  );

  test.for(Object.entries(edits))(
    "is rejected for %s where two users save at the same moment",
    async ([, of], { shop }) => {
      const { began, save } = await of(shop);
      const version = await began();
      const answers = await Promise.allSettled([save(3, version), save(4, version)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    },
  );

  test("has the same version when it is saved unchanged", async ({ shop }) => {
    const context = (await office(shop)).products;
    const id = products.bottle;
    const { version } = await context.byId({ id });
    const { rows } = await context.list({});
    expect(rows.find((row) => row.id === id)?.version).toBe(version);
  });
});
