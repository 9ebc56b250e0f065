import { loginSchema } from "@portal/shared/people/accounts.ts";
import Fastify, { type RouteOptions } from "fastify";
import { describe, expect } from "vitest";
import { z } from "zod";
import { test } from "../../testing/shop-test.ts";
import { legacyApi } from "./legacy-api.ts";

const operation = z.object({
  requestBody: z.object({ content: z.record(z.string(), z.unknown()) }).optional(),
  responses: z.record(
    z.string(),
    z.looseObject({ content: z.record(z.string(), z.unknown()).optional() }),
  ),
});
const withExample = z.union([
  z.object({ schema: z.looseObject({ example: z.looseObject({}) }) }),
  z.object({ example: z.looseObject({}) }),
]);

describe("examples in the description of the API", () => {
  // shows S7.17
  test("exist for every body and every response in JSON", async ({ shop }) => {
    const { paths } = z
      .object({ paths: z.record(z.string(), z.record(z.string(), operation)) })
      .parse((await shop.app.inject({ url: "/api/openapi.json" })).json());
    const bare = Object.entries(paths).flatMap(([path, calls]) =>
      Object.entries(calls).flatMap(([method, { requestBody, responses }]) => {
        const parts = { body: requestBody?.content, ...contentsOf(responses) };
        return Object.entries(parts)
          .filter(([, content]) => content?.["application/json"] !== undefined)
          .filter(([, content]) => !withExample.safeParse(content?.["application/json"]).success)
          .map(([part]) => `${method} ${path} ${part}`);
      }),
    );
    expect(bare).toEqual([]);
  });

  test("match the schemas of the routes", async ({ shop }) => {
    const routes: RouteOptions[] = [];
    const app = Fastify();
    app.addHook("onRoute", (route) => void routes.push(route));
    await legacyApi(app, shop.deps);
    const parts = routes.flatMap(({ method, url, schema }) => {
      const answers: unknown[] = Object.values(schema?.response ?? {});
      const schemas = [schema?.body, ...answers].filter((part) => part instanceof z.core.$ZodType);
      return schemas.map((part) => ({
        call: `${String(method)} ${url}`,
        error: z.safeParse(part, z.globalRegistry.get(part)?.["example"]).error,
      }));
    });
    expect(parts.length).toBeGreaterThan(7 * 15);
    expect(parts.filter(({ error }) => error)).toEqual([]);
    await app.close();
  });

  test("of signing in and saving an item work unchanged", async ({ shop }) => {
    const { paths } = z
      .object({ paths: z.record(z.string(), z.looseObject({ post: operation.optional() })) })
      .parse((await shop.app.inject({ url: "/api/openapi.json" })).json());
    const bodyOf = (path: string) =>
      withExample.parse(paths[path]?.post?.requestBody?.content["application/json"]);
    expect(
      loginSchema.safeParse(z.looseObject({}).parse(bodyOf("/trpc/auth.login")).example).error,
    ).toBeUndefined();

    const { token } = await shop.deps.sessions.start({
      userId: shop.people.admin,
      device: "Program",
      withPassword: true,
    });
    const { schema } = z
      .object({ schema: z.looseObject({ example: z.looseObject({}) }) })
      .parse(bodyOf("/api/{entity}/save/{id}"));
    const saved = await shop.app.inject({
      method: "POST",
      url: "/api/product/save/-1",
      headers: { authorization: `Bearer ${token}` },
      payload: schema.example,
    });
    expect(saved.json()).toMatchObject({ success: true, id: expect.any(Number) });
  });
});

function contentsOf(responses: z.infer<typeof operation>["responses"]) {
  return Object.fromEntries(
    Object.entries(responses).map(([status, { content }]) => [status, content]),
  );
}
