import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import { connect } from "../../platform/db/connect.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { testBefore } from "../../testing/older-database.ts";

const test = testBefore("0024-tracking.ts");

test("bookings of before are as they were, and can be taken back with their references alone", async ({
  olderUrl,
}) => {
  const db = connect(olderUrl);
  const orderId = randomUUID();
  await sql`
    insert into courier_booking (order_id, section, service, customer_reference, state, asked_at,
      shipment_id, tracking_reference)
    values (${orderId}, 1, 'ECO', 'RH1', 'booked', now(), 7, 'PZDRMT'),
      (${orderId}, 2, 'ECO', 'RH1-2', 'unclear', now(), null, null)`.execute(db);

  await migrate(olderUrl);

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
  expect(rows).toEqual([
    {
      ...{ section: 1, state: "cancelled", tracking_reference: "PZDRMT" },
      ...{ tracking_status: null, delivered_at: null },
    },
    {
      ...{ section: 2, state: "unclear", tracking_reference: null },
      ...{ tracking_status: null, delivered_at: null },
    },
  ]);
  await db.destroy();
});
