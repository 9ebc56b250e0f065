import type { ListAudit } from "@portal/shared/people/users/user-list.ts";
import { describe, expect } from "vitest";
import { type TestShop, test as base } from "../../testing/shop-test.ts";

/** The shop's day begins two hours before that of the clock in which instants are kept. */
const entries = [
  { at: "2026-03-01T21:59:59.999Z", action: "user.deleted", target: "100%_\\sure" },
  { at: "2026-03-01T22:00:00.000Z", action: "payout.paid", target: "pay-1" },
  { at: "2026-03-02T21:59:59.999Z", action: "payout.rejected", target: null },
  { at: "2026-03-02T22:00:00.000Z", action: "bank-details.viewed", target: null },
] as const;

const test = base.extend("trail", { scope: "file" }, async ({ shop }) => {
  const { admin, dev, anna, ben } = shop.people;
  const people = [
    { actor_id: admin, subject_id: anna },
    { actor_id: admin, subject_id: ben },
    { actor_id: dev, subject_id: anna },
    { actor_id: anna, subject_id: anna, impersonated_by_id: admin },
  ];
  const rows = entries.map((entry, index) => ({
    ...entry,
    ...people[index],
    details: JSON.stringify({ index }),
  }));
  await shop.deps.db.insertInto("audit_entry").values(rows).execute();
  return entries;
});

const list = async (shop: TestShop, asked: Partial<ListAudit> = {}) =>
  (await shop.as(shop.people.admin)).audit.list(asked);
const actionsOf = async (shop: TestShop, asked: Partial<ListAudit> = {}) =>
  (await list(shop, asked)).rows.map(({ action }) => action);

describe("the audit trail", () => {
  test("lists actor, action and subject, newest first, with impersonation", async ({
    shop,
    trail,
  }) => {
    const { rows, total, actions } = await list(shop);
    expect(total).toBe(trail.length);
    expect(rows[0]).toEqual({
      id: expect.any(Number),
      at: "2026-03-02T22:00:00.000Z",
      action: "bank-details.viewed",
      actorId: shop.people.anna,
      actorName: "Anna Person",
      target: null,
      impersonatedByName: "Admin Person",
      details: { index: 3 },
      subjectId: shop.people.anna,
      subjectName: "Anna Person",
    });
    expect(rows.map(({ at }) => at)).toEqual(trail.map(({ at }) => at).toReversed());
    expect(actions).toEqual([
      "bank-details.viewed",
      "payout.paid",
      "payout.rejected",
      "user.deleted",
    ]);
  });

  test("filters by person, action and day of the shop", async ({ shop, trail }) => {
    expect(trail).toHaveLength(4);
    const { admin, anna, dev } = shop.people;
    expect(await actionsOf(shop, { actorId: dev })).toEqual(["payout.rejected"]);
    expect(await actionsOf(shop, { subjectId: anna, actorId: admin })).toEqual(["user.deleted"]);
    expect(await actionsOf(shop, { action: "payout.paid" })).toEqual(["payout.paid"]);
    const day = { from: "2026-03-02", to: "2026-03-02" };
    expect(await actionsOf(shop, day)).toEqual(["payout.rejected", "payout.paid"]);
    expect(await actionsOf(shop, { from: "2026-03-03" })).toEqual(["bank-details.viewed"]);
    expect(await actionsOf(shop, { to: "2026-03-01" })).toEqual(["user.deleted"]);
  });

  // shows R47, T66
  test("searches action and target literally", async ({ shop, trail }) => {
    expect(trail).toHaveLength(4);
    expect(await actionsOf(shop, { search: "PAYOUT" })).toEqual(["payout.rejected", "payout.paid"]);
    for (const search of ["0%_", "%", "_", "\\"])
      expect(await actionsOf(shop, { search })).toEqual(["user.deleted"]);
    expect(await actionsOf(shop, { search: "' or 1=1--" })).toEqual([]);
  });

  test("has pages", async ({ shop, trail }) => {
    const second = await list(shop, { page: 2, pageSize: 3 });
    expect(second.total).toBe(trail.length);
    expect(second.rows.map(({ action }) => action)).toEqual(["user.deleted"]);
  });

  // shows R80, T121
  test("is append-only", async ({ shop, superuser, trail }) => {
    expect(trail).toHaveLength(4);
    for (const [db, reason] of [
      [shop.deps.db, "permission denied"],
      [superuser, "append-only"],
    ] as const) {
      await expect(db.updateTable("audit_entry").set({ actor_id: null }).execute()).rejects.toThrow(
        reason,
      );
      await expect(db.deleteFrom("audit_entry").execute()).rejects.toThrow(reason);
    }
  });

  test("is for the office only", async ({ shop }) => {
    for (const person of [shop.people.anna, shop.people.sam, shop.people.kim])
      await expect((await shop.as(person)).audit.list({})).rejects.toMatchObject({
        code: "FORBIDDEN",
      });
  });
});
