import { test as shopTest, type TestShop, appOptions } from "./shop-test.ts";
import { buildApp } from "../app.ts";

/** `test` with a shop where the office needs a second factor, as in production. */
export const test = shopTest.extend(
  "strict",
  { scope: "file" },
  async ({ shop }, { onCleanup }): Promise<TestShop> => {
    const deps = { ...shop.deps, factors: { ...shop.deps.factors, isRequired: true } };
    const app = await buildApp(deps, appOptions);
    onCleanup(() => app.close());
    return { ...shop, deps, app };
  },
);
