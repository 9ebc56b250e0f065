import { describe, expect } from "vitest";
import { z } from "zod";
import { buildApp } from "../../app.ts";
import { appOptions, test } from "../../testing/shop-test.ts";

const lineSchema = z.looseObject({ msg: z.string(), status: z.int().optional() });

describe("refused requests", () => {
  // shows T95
  test("are logged one by one while few, counted when many, and never with a URL", async ({
    shop,
  }) => {
    const lines: string[] = [];
    const app = await buildApp(shop.deps, {
      ...appOptions,
      logLevel: "info",
      keepLogLine: (line) => lines.push(line),
    });
    const long = "z".repeat(1500);
    for (let nth = 0; nth < 300; nth += 1) {
      expect((await app.inject({ url: `/api/${long}${nth}` })).statusCode).toBe(404);
      await app.inject({ method: "POST", url: `/trpc/nothing.${long}`, payload: {} });
    }
    expect((await app.inject({ url: "/api/openapi.json" })).statusCode).toBe(200);
    await app.close();

    const read = lines.map((line) => lineSchema.parse(JSON.parse(line)));
    const refused = read.filter(({ status }) => status !== undefined && status >= 400);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(20);
    expect(read.filter(({ status }) => status === 200)).toHaveLength(1);
    const [told, ...others] = read.filter(({ msg }) => msg.startsWith("refused"));
    expect(told).toMatchObject({ requests: 600 - refused.length });
    expect(others).toEqual([]);
    expect(lines.join("").includes("zzz")).toBe(false);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(700);
  });
});
