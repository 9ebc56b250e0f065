import { type Procedure, permissions } from "@portal/shared/permissions.ts";
import { TRPCError } from "@trpc/server";
import { describe, expect } from "vitest";
import { test } from "../testing/shop-test.ts";
import { appRouter } from "./app-router.ts";

const everybody = ["guest", "customer", "distributor", "stockist", "admin"];
const signedIn = ["customer", "distributor", "stockist", "admin"];

/** Written out a second time on purpose: a slip in the table of permissions has to differ from this. */
const mayCall: Record<Procedure, readonly string[]> = {
  "auth.login": everybody,
  "auth.logout": everybody,
  "auth.me": everybody,
  "catalog.products": everybody,
  "catalog.quote": everybody,
  "addresses.list": everybody,
  "addresses.save": everybody,
  "orders.save": everybody,
  "orders.byUuid": everybody,
  "orders.checkPaid": everybody,
  "orders.paymentForm": everybody,
  "orders.mine": signedIn,
  "orders.cancel": signedIn,
  "orders.list": ["admin"],
  "orders.recordEft": ["admin"],
  "orders.refund": ["admin"],
  "orders.reassign": ["admin"],
  "wallet.mine": ["distributor"],
  "wallet.entries": ["distributor"],
  "wallet.requestPayout": ["distributor"],
  "bankDetails.get": ["distributor"],
  "bankDetails.save": ["distributor"],
  "bankDetails.getForAdmin": ["admin"],
  "payouts.list": ["admin"],
  "payouts.markAsPaid": ["admin"],
  "payouts.reject": ["admin"],
  "payouts.breakdown": ["admin"],
};

describe("the permissions", () => {
  test("name every procedure that there is, and no other", () => {
    expect(Object.keys(permissions).toSorted()).toEqual(
      Object.keys(appRouter._def.procedures).toSorted(),
    );
  });

  test.for(Object.entries(mayCall))(
    "%s is open to its own people alone",
    async ([name, open], { shop }) => {
      const { people } = shop;
      const roles = {
        guest: null,
        customer: people.kim,
        distributor: people.anna,
        stockist: people.sam,
        admin: people.admin,
      };

      for (const [role, userId] of Object.entries(roles)) {
        const refusal = await refusalOf(await shop.as(userId), name);
        const expected = open.includes(role)
          ? null
          : role === "guest"
            ? "UNAUTHORIZED"
            : "FORBIDDEN";
        expect(refusal, `${role} calling ${name}`).toBe(expected);
      }
    },
  );
});

/** Without input: whoever is let in is told so, or gets the answer; whoever is not, is refused before. */
async function refusalOf(api: object, procedure: string): Promise<string | null> {
  const [router = "", name = ""] = procedure.split(".");
  try {
    await Reflect.get(Reflect.get(api, router), name)();
    return null;
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    return error.code === "UNAUTHORIZED" || error.code === "FORBIDDEN" ? error.code : null;
  }
}
