import { randomUUID } from "node:crypto";
import { decidedByServer, olderNames } from "@portal/shared/platform/older-fields.ts";
import { describe, expect } from "vitest";
import { z } from "zod";
import { aConfirmedSession } from "../../testing/busy-shop.ts";
import { procedureInputs } from "../../testing/procedure-inputs.ts";
import { type TestShop, test } from "../../testing/shop-test.ts";
import { currentInput } from "./current-input.ts";
import { problemsIn } from "./invalid-field.ts";

const words = "We do not know the field “prise”. Check its name.";

/** Where one field says which others there are. */
const kinds: Readonly<Record<string, object>> = {
  "archives.begin": { kind: "statements" },
  "books.accountEntries": { figures: "posted" },
  "books.balanceFiles": { figures: "posted" },
  "contact.submit": { source: "general" },
  "network.preview": { change: "uplift" },
  "orders.correctRecipient": { entry: "manual" },
  "settings.save": { section: "sale" },
  "users.create": { role: "admin" },
};

/** What another program answers, in as many places, is taken as it is: the map service, the browser for a passkey. */
const openPlaces: Readonly<Record<string, number>> = {
  "addresses.save": 2,
  "factors.addPasskey": 1,
  "factors.pass": 1,
  "proposals.confirm": 1,
};

async function tokenOf({ deps, people }: TestShop): Promise<string> {
  const start = { userId: people.dev, device: "", withPassword: true };
  return (await deps.sessions.start(start)).token;
}

describe("an unknown field", () => {
  test.for(procedureInputs)("is rejected by name by $path", async ({ path, type }, { shop }) => {
    const token = await tokenOf(shop);
    const input = JSON.stringify({ ...kinds[path], prise: 1 });
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
    const line = { productId: 94, quantity: 1, colour: "red" };
    const sections = [{ addressId: 1, lines: [line], subTotals: { total: "1.00" } }];
    const payload = { uniqueId: "a-guest-of-the-shop-0001", sections, live: true, total: 1 };
    const answer = await shop.app.inject({ method: "POST", url: "/trpc/orders.save", payload });
    expect(answer.json()).toMatchObject({
      error: { message: "We do not know the field “sections.0.lines.0.colour”. Check its name." },
    });
  });

  test("is rejected however deep it lies", async ({ shop }) => {
    const payload = `{"sections":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
    const headers = { "content-type": "application/json" };
    for (const url of ["/trpc/orders.save", "/trpc/auth.signUp1"]) {
      const answer = await shop.app.inject({ method: "POST", url, headers, payload });
      expect({ url, status: answer.statusCode }).toEqual({ url, status: 400 });
    }
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
    // A form of several parts names its unknown fields too (hostile-uploads.test.ts).
    const jsonCall = z.looseObject({
      requestBody: z.looseObject({ content: z.looseObject({ "application/json": z.unknown() }) }),
    });
    const bodies = calls.filter(({ call }) => jsonCall.safeParse(call).success);
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
  test("still works, and is rejected beside a different value of the new name", async ({
    shop,
  }) => {
    expect(currentInput("addresses.list", { uniqueOrderId: "g1" })).toEqual({ uniqueId: "g1" });
    const both = { uniqueOrderId: "g1", uniqueId: "g2" };
    expect(currentInput("addresses.list", both)).toEqual(both);
    const guest = await shop.as(null);
    await expect(guest.addresses.list(both)).rejects.toThrow("uniqueOrderId");
    const byUuid = { uuid: randomUUID(), uniqueOrderId: randomUUID() };
    await expect(guest.orders.byUuid(byUuid)).rejects.toThrow("uniqueOrderId");
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

describe("the schema of an input", () => {
  const jsonOf = (schema: z.core.$ZodType) =>
    JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));

  test.for(procedureInputs)("of $path takes no field that it does not name", ({ path, schema }) => {
    const open = jsonOf(schema).match(/"additionalProperties":(?!false)/g) ?? [];
    expect(open).toHaveLength(openPlaces[path] ?? 0);
  });

  test.for(procedureInputs.filter(({ type }) => type === "mutation"))(
    "of the mutation $path takes a command id",
    ({ path, schema }) => {
      const given = { ...kinds[path], commandId: randomUUID() };
      const issues = z.core.safeParse(schema, given).error?.issues ?? [];
      expect(problemsIn(issues).map((problem) => problem.path)).not.toContain("commandId");
    },
  );

  test("has no field that the server decides or that has an older name", () => {
    for (const { path, schema } of procedureInputs) {
      const json = jsonOf(schema);
      const others = [
        ...(new Map(Object.entries(decidedByServer)).get(path) ?? []),
        ...Object.keys(new Map(Object.entries(olderNames)).get(path) ?? {}),
      ];
      for (const name of others) expect(json, path).not.toContain(`"${name}":`);
    }
  });

  const raw = /expected|invalid input|invalid option|unrecognized|received|too (?:small|big)/i;
  test.for(procedureInputs)("of $path refuses with readable messages", ({ schema }) => {
    for (const input of [undefined, null, 1, "x", [], {}, { id: "x", page: 0, commandId: 1 }])
      for (const { message } of z.core.safeParse(schema, input).error?.issues ?? [])
        expect(message).not.toMatch(raw);
  });
});
