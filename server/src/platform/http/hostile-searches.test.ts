import { describe, expect } from "vitest";
import { z } from "zod";
import { aBusyShop } from "../../testing/busy-shop.ts";
import { test as base, type TestShop } from "../../testing/shop-test.ts";
import { tableContents } from "../../testing/table-contents.ts";
import { appRouter } from "../../app-router.ts";

/** Everything that can be read by one question; a stream of news is none. */
const queries = Object.entries(appRouter._def.procedures)
  .filter(([, procedure]) => isQuery(procedure))
  .map(([name]) => name);

function isQuery(procedure: object): boolean {
  const definition: unknown = Reflect.get(procedure, "_def");
  return z.object({ type: z.literal("query") }).safeParse(definition).success;
}

const words = [
  "' OR 1=1--'; drop table account",
  "%_%\\",
  "(a+)+$".repeat(15),
  '{"__proto__":{"isAdmin":true}}',
  "a\u0000b\uD800",
];
/** What no form sends, in the places that a list reads. */
const wrongFields = [
  { sort: "price;drop table account", page: "1; drop table account" },
  { sort: { by: "id; drop table account", direction: "desc; drop table account" } },
  { sortBy: "constructor", direction: "asc, (select 1)" },
  { search: { $gt: "" }, pageSize: 1e9 },
];

const test = base
  .extend("busy", { scope: "file" }, ({ shop }) => aBusyShop(shop))
  .extend("authorization", { scope: "file" }, async ({ shop }) => {
    const start = { device: "", withPassword: true, userId: shop.people.dev };
    return `Bearer ${(await shop.deps.sessions.start(start)).token}`;
  });

const foundSchema = z.object({
  result: z.object({ data: z.object({ total: z.number(), rows: z.array(z.unknown()) }) }),
});

async function ask({ app }: TestShop, authorization: string, name: string, input: object) {
  const url = `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
  const answer = await app.inject({ url, headers: { authorization } });
  const found = foundSchema.safeParse(answer.json());
  return {
    status: answer.statusCode,
    total: found.success ? found.data.result.data.total : null,
  };
}

describe("hostile text in a search, a filter or a URL", () => {
  // shows R47, T66
  test("is taken literally by every list, or refused", { timeout: 60_000 }, async ({
    shop,
    busy,
    authorization,
    superuser,
  }) => {
    expect(busy).toBeDefined();
    expect(queries.length).toBeGreaterThan(60);
    const before = await tableContents(superuser);
    const wrong: unknown[] = [];
    let lists = 0;
    for (const name of queries) {
      const { total: all } = await ask(shop, authorization, name, {});
      if (all !== null) lists += 1;
      const inputs = [...words.map((search) => ({ search })), ...(all === null ? [] : wrongFields)];
      for (const input of inputs) {
        const { status, total } = await ask(shop, authorization, name, input);
        const isLiteral =
          !words.some((word) => "search" in input && input.search === word) || !total;
        if (status >= 500 || !isLiteral) wrong.push({ name, input, status, total });
      }
    }
    expect(wrong).toEqual([]);
    expect(lists).toBeGreaterThan(15);
    expect(await tableContents(superuser)).toEqual(before);
  });
});
