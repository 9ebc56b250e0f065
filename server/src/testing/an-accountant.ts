import { randomUUID } from "node:crypto";
import { asOwner } from "./as-owner.ts";
import { insertAccount } from "./insert-account.ts";
import type { TestShop } from "./shop-test.ts";

/** An accountant who has registered, by no decision. */
export function anAccountant({ deps }: Pick<TestShop, "deps">): Promise<number> {
  return asOwner(deps.db, (tx) =>
    insertAccount(tx, {
      email: `accountant-${randomUUID()}@shop.test`,
      passwordHash: "x",
      firstName: "Amahle",
      lastName: "Books",
      role: "accountant",
    }),
  );
}
