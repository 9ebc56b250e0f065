import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { aGuestOrder, test } from "../../testing/shop-test.ts";

describe("free text", () => {
  // shows T124
  test("is shown in the audit log and the order, which do not store it, until it is erased", async ({
    shop,
  }) => {
    const admin = await shop.as(shop.people.admin);
    const order = await aGuestOrder(shop);
    const request = { commandId: randomUUID(), uuid: order.uuid };
    await admin.orders.cancel({ ...request, reason: "Kim called" });
    const details = async () =>
      (await admin.audit.list({ action: "order.cancelled" })).rows.map((row) => row.details);

    expect(await details()).toEqual([{ reason: "Kim called" }]);
    const stored = await shop.deps.db
      .selectFrom("audit_entry")
      .select("details")
      .where("action", "=", "order.cancelled")
      .execute();
    expect(stored).toEqual([{ details: { reason: { textId: expect.any(String) } } }]);
    await shop.deps.db.deleteFrom("free_text").where("order_id", "=", order.uuid).execute();
    expect(await details()).toEqual([{ reason: "Erased" }]);
    const { steps } = await admin.orders.detail({ uuid: order.uuid });
    expect(steps.at(-1)).toMatchObject({ type: "OrderCancelled", note: "Erased" });
  });
});
