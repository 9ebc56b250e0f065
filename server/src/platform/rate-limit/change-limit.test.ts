import { mayCall } from "@portal/shared/platform/permissions.ts";
import { TRPCError } from "@trpc/server";
import { describe, expect } from "vitest";
import { z } from "zod";
import { appRouter } from "../../app-router.ts";
import { findSignedInUser } from "../../people/accounts/account.store.ts";
import { test, type TestShop } from "../../testing/shop-test.ts";
import { changesPerHour, requireFewChanges } from "./change-limit.ts";

const isMutation = (procedure: object) =>
  z.object({ type: z.literal("mutation") }).safeParse(Reflect.get(procedure, "_def")).success;
const mutations = Object.entries(appRouter._def.procedures)
  .filter(([, procedure]) => isMutation(procedure))
  .map(([name]) => name);

const ip = "198.51.100.7";

/** Why a call without input is refused; null where it is answered. */
async function refusalOf(api: object, path: string): Promise<string | null> {
  const [router = "", name = ""] = path.split(".");
  try {
    await Reflect.get(Reflect.get(api, router), name)();
    return null;
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    return error.code;
  }
}

async function limitedBy(shop: TestShop, userId: number | null) {
  const user = userId === null ? null : await findSignedInUser(shop.deps.db, userId);
  const open = mutations.filter((path) => mayCall(path, user));
  const caller = { ...shop.deps, user, ip };
  const times = changesPerHour[user ? "account" : "guests"];
  const refused: string[] = [];
  for (const path of open) {
    for (let nth = 0; nth < times; nth += 1) requireFewChanges(caller, path);
    const api = await shop.as(userId, { ip });
    if ((await refusalOf(api, path)) === "TOO_MANY_REQUESTS") refused.push(path);
  }
  return { open, refused };
}

// shows T224
describe("every mutation that somebody outside the office can call", () => {
  test.for([null, "kim", "sam", "anna", "ben", "cara", "skye"] as const)(
    "is limited for %s",
    async (person, { shop }) => {
      const { open, refused } = await limitedBy(shop, person && shop.people[person]);
      expect(open.length).toBeGreaterThan(10);
      expect(refused).toEqual(open);
    },
  );

  test("is limited for each account and client by itself, for an hour, also when refused", async ({
    shop,
  }) => {
    const from = { ...shop.deps, ip: "198.51.100.8" };
    const kim = { ...from, user: await findSignedInUser(shop.deps.db, shop.people.kim) };
    const lone = { ...from, user: await findSignedInUser(shop.deps.db, shop.people.lone) };
    const guest = { ...from, user: null };
    const change = (caller: typeof kim | typeof guest, later = 0) =>
      requireFewChanges(
        { ...caller, now: () => new Date(Date.now() + later).toISOString() },
        "some.change",
      );
    for (let nth = 0; nth < changesPerHour.account; nth += 1) change(kim);
    expect(() => change(kim)).toThrow("Too many attempts");
    expect(() => change(lone)).not.toThrow();
    // What was counted by a clock that was a year ahead is not counted by the right one.
    const year = 365 * 86_400_000;
    for (let nth = 0; nth < changesPerHour.account; nth += 1) change(lone, year);
    expect(() => change(lone)).not.toThrow();
    expect(() => change(guest)).not.toThrow();
    expect(() => change(kim, 3_600_001)).not.toThrow();
    expect(() => requireFewChanges(kim, "other.change")).not.toThrow();
    const admin = { ...from, user: await findSignedInUser(shop.deps.db, shop.people.admin) };
    for (let nth = 0; nth < 2 * changesPerHour.account; nth += 1) change(admin);
  });
});
