import type { ListActivity } from "@portal/shared/people/users/user-list.ts";
import { describe, expect } from "vitest";
import { type TestShop, test as base } from "../../testing/shop-test.ts";

/** Anna came three times and Ben once; Anna's phone is signed in, and the admin has impersonated Ben. */
const test = base.extend("visits", { scope: "file" }, async ({ shop }) => {
  const { db, sessions } = shop.deps;
  const { admin, anna, ben } = shop.people;
  const signedIn = (userId: number, at: string, device: string) => ({
    at,
    actor_id: userId,
    subject_id: userId,
    action: "signed-in",
    details: JSON.stringify({ by: "password", device }),
  });
  await db
    .insertInto("audit_entry")
    .values([
      signedIn(anna, "2026-03-01T21:00:00.000Z", "Chrome on Windows"),
      signedIn(anna, "2026-03-02T08:00:00.000Z", "Chrome on Windows"),
      signedIn(anna, "2026-03-03T08:00:00.000Z", "Chrome on Windows"),
      signedIn(ben, "2026-03-02T09:00:00.000Z", "Safari on Mac"),
      { at: "2026-03-02T10:00:00.000Z", actor_id: ben, subject_id: anna, action: "user.created" },
    ])
    .execute();
  await sessions.start({ userId: anna, device: "Firefox on Android", withPassword: true });
  const { token } = await sessions.start({
    userId: admin,
    device: "Edge on Windows",
    withPassword: true,
  });
  await sessions.start({
    userId: ben,
    device: "Edge on Windows",
    withPassword: false,
    impersonator: { id: admin, token },
  });
  const seen = { [anna]: "2026-03-03T09:00:00.000Z", [ben]: "2026-03-02T11:00:00.000Z" };
  // The others were never seen, including those who have just been signed in above.
  await db.updateTable("account").set({ last_seen_at: null }).execute();
  for (const [id, at] of Object.entries(seen))
    await db
      .updateTable("account")
      .set({ last_seen_at: at })
      .where("id", "=", Number(id))
      .execute();
  return seen;
});

const list = async (shop: TestShop, asked: Partial<ListActivity> = {}) =>
  (await shop.as(shop.people.admin)).reports.activity(asked);

describe("user activity", () => {
  test("shows when and with which device a user was last seen, and the last action", async ({
    shop,
    visits,
  }) => {
    const { anna, ben } = shop.people;
    const { rows, total } = await list(shop);
    expect(total).toBe(9);
    expect(rows.slice(0, 2)).toEqual([
      {
        id: anna,
        fullName: "Anna Person",
        email: "anna@shop.test",
        role: "distributor",
        level: 1,
        lastSeenAt: visits[anna],
        lastDevice: "Firefox on Android",
        signIns: 3,
        lastAction: "signed-in",
        lastActionAt: "2026-03-03T08:00:00.000Z",
      },
      {
        id: ben,
        fullName: "Ben Person",
        email: "ben@shop.test",
        role: "distributor",
        // The admin's browser is not Ben's.
        level: 2,
        lastSeenAt: visits[ben],
        lastDevice: "Safari on Mac",
        signIns: 1,
        lastAction: "user.created",
        lastActionAt: "2026-03-02T10:00:00.000Z",
      },
    ]);
    expect(rows[2]).toMatchObject({ lastSeenAt: null, signIns: 0, lastAction: null });
  });

  test("counts by days of the shop's time zone", async ({ shop, visits }) => {
    expect(visits).toBeDefined();
    const { rows } = await list(shop, { from: "2026-03-02", to: "2026-03-02" });
    expect(rows.slice(0, 2)).toMatchObject([
      { signIns: 1, lastActionAt: "2026-03-02T08:00:00.000Z" },
      { signIns: 1, lastAction: "user.created" },
    ]);
    // Eleven in the evening is still the first of March there.
    const first = await list(shop, { to: "2026-03-01" });
    expect(first.rows[0]).toMatchObject({ signIns: 1, lastActionAt: "2026-03-01T21:00:00.000Z" });
  });

  test("sorts by sign-ins and by name, page by page", async ({ shop, visits }) => {
    expect(visits).toBeDefined();
    const { anna, ben, skye } = shop.people;
    const most = await list(shop, { pageSize: 2, sort: { by: "signIns", direction: "desc" } });
    expect(most.rows.map(({ id }) => id)).toEqual([anna, ben]);
    const fewest = await list(shop, { pageSize: 9, sort: { by: "signIns", direction: "asc" } });
    expect(fewest.rows.slice(-2).map(({ id }) => id)).toEqual([ben, anna]);
    const last = await list(shop, { page: 3, pageSize: 4, sort: { by: "name", direction: "asc" } });
    expect(last.rows.map(({ id }) => id)).toEqual([skye]);
  });

  test("filters by role and searches literally", async ({ shop, visits }) => {
    expect(visits).toBeDefined();
    const { skye, sam } = shop.people;
    const idsOf = async (asked: Partial<ListActivity>) =>
      (await list(shop, asked)).rows.map(({ id }) => id);
    expect(await idsOf({ role: "school" })).toEqual([skye]);
    expect(await idsOf({ role: "stockist" })).toEqual([sam]);
    expect(await idsOf({ search: "SAM@" })).toEqual([sam]);
    expect(await idsOf({ search: "%" })).toEqual([]);
  });

  test("is for the office only", async ({ shop }) => {
    await expect((await shop.as(shop.people.anna)).reports.activity({})).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });
});
