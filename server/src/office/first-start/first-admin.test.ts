import { describe, expect } from "vitest";
import { argon2Passwords } from "../../gateways/passwords/passwords.ts";
import { test } from "../../testing/database-test.ts";
import { createFirstAdmin } from "./first-admin.actions.ts";

describe("the first admin", () => {
  test("is created once in an empty database, by one of several processes that start at once", async ({
    db,
  }) => {
    const context = { db, passwords: argon2Passwords() };
    const first = { email: "Boss@Shop.test", password: "Secret-1234!" };
    await Promise.all(Array.from({ length: 3 }, () => createFirstAdmin(context, first)));
    await createFirstAdmin(context, { email: "other@shop.test", password: "Secret-1234!" });

    const accounts = await db
      .selectFrom("account")
      .select(["email", "role", "password_hash"])
      .execute();
    expect(accounts).toEqual([
      {
        email: "boss@shop.test",
        role: "admin",
        password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
      },
    ]);
    const products = await db
      .selectFrom("product")
      .select(["id", "product_code as code"])
      .orderBy("id")
      .execute();
    expect(products).toEqual([
      { id: 94, code: "50ML" },
      { id: 142, code: "DELIVERY" },
    ]);
    const registrations = await db
      .selectFrom("region")
      .select(["code", "vat_registered_from as from"])
      .orderBy("code")
      .execute();
    expect(registrations).toEqual([
      { code: "uk", from: "never" },
      { code: "usa", from: "always" },
      { code: "za", from: "never" },
    ]);
    const hash = accounts[0]?.password_hash ?? null;
    expect(await context.passwords.isRight(hash, "Secret-1234!")).toBe(true);
    expect(await context.passwords.isRight(hash, "secret-1234!")).toBe(false);
    expect(await context.passwords.isRight(null, "Secret-1234!")).toBe(false);
  });
});
