import { expect } from "vitest";
import { test } from "../../testing/shop-test.ts";

test("whoever finds a weakness is told where to report it", async ({ shop }) => {
  const { body, headers } = await shop.app.inject({ url: "/.well-known/security.txt" });

  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  const fields = new Map(
    body
      .trimEnd()
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
  );
  expect(fields.get("Contact")).toMatch(/^mailto:\S+@\S+$/);
  expect(fields.get("Canonical")).toBe("http://shop.test/.well-known/security.txt");
  const days = (Date.parse(fields.get("Expires") ?? "") - Date.now()) / 86_400_000;
  expect(Math.abs(days)).toBeLessThan(366);
});
