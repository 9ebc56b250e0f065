import { procedureInputs } from "@portal/shared/procedure-inputs.ts";
import { describe, expect } from "vitest";
import { z } from "zod";
import { appRouter } from "../../app-router.ts";
import { aConfirmedSession } from "../../testing/busy-shop.ts";
import { type TestShop, test } from "../../testing/shop-test.ts";
import { knownInput } from "./known-fields.ts";

const words = "We do not know the field “prise”. Check its name.";
const definitionSchema = z.object({ type: z.enum(["query", "mutation", "subscription"]) });
const procedures = Object.entries(appRouter._def.procedures).flatMap(([path, procedure]) => {
  const { type } = definitionSchema.parse(Reflect.get(procedure, "_def"));
  return type === "subscription" ? [] : [{ path, type }];
});

async function tokenOf({ deps, people }: TestShop): Promise<string> {
  const start = { userId: people.dev, device: "", withPassword: true };
  return (await deps.sessions.start(start)).token;
}

describe("an unknown field", () => {
  test.for(procedures)("is rejected by name by $path", async ({ path, type }, { shop }) => {
    expect(() => knownInput(path, { prise: 1 }, type === "mutation")).toThrow(words);
    const token = await tokenOf(shop);
    const input = JSON.stringify({ prise: 1 });
    const answer = await shop.app.inject({
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(type === "query"
        ? { url: `/trpc/${path}?input=${encodeURIComponent(input)}` }
        : { method: "POST", url: `/trpc/${path}`, payload: input }),
    });
    // What is closed to whoever asks says so first.
    if (answer.statusCode === 403) return;
    expect(answer.json()).toMatchObject({ error: { message: words } });
    expect(answer.statusCode).toBe(400);
  });

  test("is rejected anywhere in an order, with its path", async ({ shop }) => {
    const guest = await shop.as(null);
    const line = { productId: 94, quantity: 1, colour: "red" };
    const sections = [{ addressId: 1, lines: [line], subTotals: { total: "1.00" } }];
    const order = { uniqueId: "a-guest-of-the-shop-0001", sections, live: true, total: 1 };
    await expect(guest.orders.save(Object(order))).rejects.toThrow(
      "We do not know the field “sections.0.lines.0.colour”.",
    );
  });

  test("is rejected by every call of older programs, in the body and in the URL", async ({
    shop,
  }) => {
    const headers = { authorization: `Bearer ${await tokenOf(shop)}` };
    const described = z
      .looseObject({ paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))) })
      .parse((await shop.app.inject({ url: "/api/openapi.json" })).json());
    const calls = Object.entries(described.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({ path, method, call })),
    );
    const bodies = calls.filter(({ call }) => "requestBody" in call);
    expect(bodies.length).toBeGreaterThan(5);
    for (const { path, method } of bodies) {
      const url = path.replace("{entity}", "testimonial").replaceAll(/\{id\}|\{orderId\}/g, "1");
      const answer = await shop.app.inject({
        method: method === "delete" ? "DELETE" : "POST",
        url,
        headers,
        payload: { prise: 1, words: "a", name: "b" },
      });
      expect({ path, code: answer.statusCode, text: answer.body }).toEqual({
        path,
        code: 400,
        text: expect.stringContaining("prise"),
      });
    }
    const queried = await shop.app.inject({
      url: "/api/the-courier-guy/get-places-by-name?name=Gardens&prise=1",
      headers,
    });
    expect(queried.json()).toMatchObject({
      success: false,
      error: expect.stringContaining("prise"),
    });
  });
});

describe("an older field name", () => {
  test("still works, and is rejected beside a different value of the new name", () => {
    expect(knownInput("addresses.list", { uniqueOrderId: "g1" }, false)).toEqual({
      uniqueId: "g1",
    });
    expect(() =>
      knownInput("addresses.list", { uniqueOrderId: "g1", uniqueId: "g2" }, false),
    ).toThrow("uniqueOrderId");
    expect(() => knownInput("orders.byUuid", { uniqueOrderId: "g1" }, false)).toThrow(
      "uniqueOrderId",
    );
  });

  // shows S6.3
  test("sets the parent of a new user, as an id or as an object", async ({ shop }) => {
    const office = await shop.as(shop.people.admin, { session: aConfirmedSession() });
    const { ben } = shop.people;
    for (const [at, parent] of [ben, { id: ben, firstName: "Ben" }].entries()) {
      const { id } = await office.users.create(
        Object({
          firstName: "Sam",
          lastName: "Corner",
          cellNumber: "082 123 4567",
          role: "stockist",
          email: `added-${at}@people.test`,
          company: "Corner",
          companyAddress: "1 Street",
          vatNo: "4001",
          stockistMargin: 25,
          distributorPercent: 10,
          parent,
        }),
      );
      expect((await office.users.byId({ id })).parentId).toBe(ben);
    }
  });
});

test("every input schema of a procedure can be walked", () => {
  for (const path of Object.keys(procedureInputs))
    expect(() => knownInput(path, { prise: 1 }, false), path).toThrow(words);
});
