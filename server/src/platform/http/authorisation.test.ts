import { DomainError } from "@portal/shared/platform/domain-error.ts";
import {
  mayCall,
  mayChangeWhileImpersonating,
  needsSignIn,
} from "@portal/shared/platform/permissions.ts";
import { TRPCError } from "@trpc/server";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Caller } from "../../caller.ts";
import { findSignedInUser } from "../../people/accounts/account.store.ts";
import { aBusyShop, aConfirmedSession, changesOf } from "../../testing/busy-shop.ts";
import { type TestShop, test as shopTest } from "../../testing/shop-test.ts";
import { tableContents } from "../../testing/table-contents.ts";
import { appRouter } from "../../app-router.ts";

const test = shopTest
  .extend("changes", { scope: "file" }, async ({ shop }) => changesOf(shop, await aBusyShop(shop)))
  // Where nothing was changed, what there was after one test is what there is before the next.
  .extend("before", { scope: "file" }, async ({ changes: _made, superuser }) =>
    tableContents(superuser),
  );

const closedChanges = Object.entries(appRouter._def.procedures)
  .filter(([name, procedure]) => isMutation(procedure) && needsSignIn(name))
  .map(([name]) => name);

function isMutation(procedure: object): boolean {
  const definition: unknown = Reflect.get(procedure, "_def");
  return z.object({ type: z.literal("mutation") }).safeParse(definition).success;
}

describe("a forbidden mutation", () => {
  // shows S6.1
  test("is tried for every mutation", ({ changes }) => {
    const tried = Object.entries(changes).flatMap(([router, procedures]) =>
      Object.keys(procedures).map((name) => `${router}.${name}`),
    );
    expect(tried.toSorted()).toEqual(closedChanges.toSorted());
  });

  test.for(closedChanges)(
    "(%s) changes nothing anywhere",
    async (name, { shop, changes, superuser, before }) => {
      for (const [who, userId] of [["guest", null], ...Object.entries(shop.people)] as const) {
        const user = userId === null ? null : await findSignedInUser(shop.deps.db, userId);
        if (mayCall(name, user)) continue;
        const expected = user === null ? "access.sign-in-required" : "access.forbidden";
        expect(await refusalOf(shop, name, changes, { userId }), who).toBe(expected);
      }

      expect(await tableContents(superuser)).toEqual(before);
    },
  );

  test.for(closedChanges.filter((name) => !mayChangeWhileImpersonating(name)))(
    "(%s) is not made by the office as somebody else either",
    async (name, { shop, changes, superuser, before }) => {
      const { admin, ...others } = shop.people;

      for (const [who, userId] of Object.entries(others)) {
        const user = await findSignedInUser(shop.deps.db, userId);
        const expected = mayCall(name, user)
          ? "access.not-while-impersonating"
          : "access.forbidden";
        const refusal = await refusalOf(shop, name, changes, { userId, impersonatedById: admin });
        expect(refusal, who).toBe(expected);
      }

      expect(await tableContents(superuser)).toEqual(before);
    },
  );

  /** Otherwise the tests above would prove nothing but that nonsense is refused. */
  // shows R21, T27
  test.for(closedChanges)("(%s) was a valid request", async (name, { shop, changes }) => {
    const userId = await whoMayCall(name, shop);
    const { sessions } = shop.deps;
    const { token } = await sessions.start({ userId, device: "", withPassword: true });
    const session = (await sessions.find(token))?.session ?? null;
    const refusal = await refusalOf(shop, name, changes, { userId, session });
    expect(refusal).not.toBe("the request is malformed");
    // The one needs another session, the other the own id.
    const isOfSomebody = name === "users.stopImpersonating" || name === "users.leave";
    expect(isOfSomebody ? "" : refusal).not.toMatch(/^access\.(forbidden|sign)/);
  });
});

/** Somebody whom the table lets in: an admin where it does. */
async function whoMayCall(name: string, { deps, people }: TestShop): Promise<number> {
  for (const id of [people.admin, people.dev, people.cara]) {
    if (mayCall(name, await findSignedInUser(deps.db, id))) return id;
  }
  throw new Error(`nobody may call ${name}`);
}

type Asker = Readonly<{ userId: number | null }> & Partial<Caller>;

/** The code of the refusal, where there is one. */
async function refusalOf(
  shop: TestShop,
  procedure: string,
  changes: object,
  { userId, ...asker }: Asker,
): Promise<string> {
  const [router = "", name = ""] = procedure.split(".");
  const api = await shop.as(userId, { session: aConfirmedSession(), ...asker });
  try {
    await Reflect.get(
      Reflect.get(api, router),
      name,
    )(Reflect.get(Reflect.get(changes, router), name));
    return "none, it was made";
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    if (error.cause instanceof DomainError) return error.cause.code;
    if (error.cause instanceof z.core.$ZodError) return "the request is malformed";
    throw error;
  }
}
