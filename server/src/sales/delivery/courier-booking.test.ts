import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import { test } from "../../testing/database-test.ts";

test("only a booking with the courier's references can be cancelled", async ({ db }) => {
  const orderId = randomUUID();
  await sql`
    insert into courier_booking (order_id, section, service, customer_reference, state, asked_at,
      shipment_id, tracking_reference)
    values (${orderId}, 1, 'ECO', 'RH1', 'booked', now(), 7, 'PZDRMT'),
      (${orderId}, 2, 'ECO', 'RH1-2', 'unclear', now(), null, null)`.execute(db);

  const take = (section: number) =>
    sql`update courier_booking set state = 'cancelled'
      where order_id = ${orderId} and section = ${section}`.execute(db);
  await take(1);
  await expect(take(2)).rejects.toThrow("courier_booking_check");
  const rows = await db
    .selectFrom("courier_booking")
    .select(["section", "state", "tracking_reference", "tracking_status", "delivered_at"])
    .orderBy("section")
    .execute();
  const nothing = { tracking_status: null, delivered_at: null };
  expect(rows).toEqual([
    { section: 1, state: "cancelled", tracking_reference: "PZDRMT", ...nothing },
    { section: 2, state: "unclear", tracking_reference: null, ...nothing },
  ]);
});
