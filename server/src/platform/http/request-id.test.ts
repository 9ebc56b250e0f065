import { expect } from "vitest";
import { z } from "zod";
import { buildApp } from "../../app.ts";
import { appOptions, test } from "../../testing/shop-test.ts";

const lineSchema = z.looseObject({ reqId: z.string().optional(), msg: z.string() });

test("a request keeps the id from a proxy, where that is a plain token", async ({ shop }) => {
  const lines: string[] = [];
  const keepLogLine = (line: string) => void lines.push(line);
  const app = await buildApp(shop.deps, { ...appOptions, logLevel: "debug", keepLogLine });
  const idOf = async (headers: Record<string, string>) => {
    await app.inject({ url: "/healthz", headers });
    const told = lines.map((line) => lineSchema.parse(JSON.parse(line)));
    return told.findLast(({ msg }) => msg === "answered")?.reqId;
  };
  for (const given of ["abc-1.2_3", "a".repeat(64)])
    expect(await idOf({ "x-request-id": given })).toBe(given);
  for (const hostile of ["", "a".repeat(65), "a b", "<script>", "\u00e4"])
    expect(await idOf({ "x-request-id": hostile })).toMatch(/^[0-9a-f-]{36}$/);
  expect(await idOf({})).toMatch(/^[0-9a-f-]{36}$/);
  await app.close();
});
