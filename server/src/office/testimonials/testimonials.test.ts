import { newItemId } from "@portal/shared/platform/editing.ts";
import { describe, expect } from "vitest";
import { hostileHtml } from "../../testing/hostile-html.ts";
import { type TestShop, test } from "../../testing/shop-test.ts";

const said = {
  id: newItemId,
  name: "Thandi",
  town: "Durban",
  words: "It came in two days.",
  imageId: null,
  sortOrder: 1,
  isShown: true,
};
const office = async (shop: TestShop) => (await shop.as(shop.people.admin)).testimonials;
const shown = async (shop: TestShop) => (await shop.as(null)).testimonials.shown();

describe("testimonials", () => {
  // shows S2.42
  test("are public, the first three in the office's order", async ({ shop }) => {
    const context = await office(shop);
    const ids: number[] = [];
    for (const sortOrder of [5, 3, 4, 2])
      ids.push((await context.save({ ...said, name: `Buyer ${sortOrder}`, sortOrder })).id);
    await context.save({ ...said, name: "Hidden", sortOrder: 0, isShown: false });

    const seen = await shown(shop);
    expect(seen.map(({ name }) => name)).toEqual(["Buyer 2", "Buyer 3", "Buyer 4"]);
    expect(seen[0]).toEqual({
      id: ids[3],
      name: "Buyer 2",
      town: "Durban",
      words: said.words,
      picture: null,
    });
    expect((await context.list({})).total).toBe(5);
    expect((await context.list({ search: "hidden" })).rows[0]).toMatchObject({ isShown: false });
  });

  // shows S4.17
  test("are changed and deleted, and the audit names no person", async ({ shop }) => {
    const context = await office(shop);
    const { id } = await context.save({ ...said, name: "Nomsa", sortOrder: -1 });
    const { version } = await context.byId({ id });
    await context.save({
      ...said,
      id,
      name: "Nomsa",
      words: "Better.",
      sortOrder: -1,
      version,
    });
    expect((await shown(shop))[0]?.words).toBe("Better.");
    await expect(context.save({ ...said, id, version })).rejects.toThrow("has changed this");
    await context.delete({ id });
    await expect(context.byId({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(context.delete({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });

    const trail = await shop.deps.db
      .selectFrom("audit_entry")
      .select(["action", "details"])
      .where("target", "=", `testimonial ${id}`)
      .execute();
    expect(trail.map(({ action }) => action)).toEqual([
      "testimonial.added",
      "testimonial.changed",
      "testimonial.deleted",
    ]);
    expect(JSON.stringify(trail)).not.toContain("Nomsa");
  });

  // shows R39, T58
  test("are plain text, stored as typed, and reject a stale version", async ({ shop }) => {
    const context = await office(shop);
    for (const words of hostileHtml) {
      const { id } = await context.save({
        ...said,
        name: words.slice(0, 80),
        words,
        sortOrder: -9,
      });
      expect(await context.byId({ id })).toMatchObject({ name: words.slice(0, 80).trim(), words });
      expect((await shown(shop))[0]).toMatchObject({ id, words });
      await context.delete({ id });
    }
    const { headers } = await shop.app.inject("/trpc/testimonials.shown");
    expect(headers["content-type"]).toMatch(/^application\/json/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });

  test.for([
    ["no name", { name: "" }],
    ["no words", { words: "  " }],
    ["a novel", { words: "x".repeat(601) }],
    ["an order that is no whole number", { sortOrder: 1.5 }],
    ["a picture that is not there", { imageId: 4_000_000 }],
  ] as const)("with %s are refused", async ([, wrong], { shop }) => {
    const context = await office(shop);
    await expect(context.save({ ...said, ...wrong })).rejects.toMatchObject({
      code: expect.stringMatching(/BAD_REQUEST|NOT_FOUND/),
    });
  });
});
