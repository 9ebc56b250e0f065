import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import { connect } from "../../platform/db/connect.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { testBefore } from "../../testing/older-database.ts";

const test = testBefore("0034-address-coordinates.ts");

test("recipients of before are nowhere on a map, and none can be half there", async ({
  olderUrl,
}) => {
  const db = connect(olderUrl);
  await sql`
    insert into address (guest_id, recipient_first_name, recipient_last_name, recipient_cell,
      recipient_email, business_or_residential, street_address, suburb, town, province, postal_code)
    values (${randomUUID()}, 'Thandi', 'Nkosi', '0821234567', 'thandi@example.co.za', 'Residential',
      '1 Long Street', 'Gardens', 'Cape Town', 'Western Cape', '8001')`.execute(db);

  await migrate(olderUrl);

  const rows = await db.selectFrom("address").select(["town", "latitude", "longitude"]).execute();
  expect(rows).toEqual([{ town: "Cape Town", latitude: null, longitude: null }]);
  for (const [latitude, longitude] of [
    [-33.9, null],
    [null, 18.4],
    [-90.1, 18.4],
    [-33.9, 180.1],
  ] as const)
    await expect(
      db.updateTable("address").set({ latitude, longitude }).execute(),
    ).rejects.toMatchObject({ code: "23514" });
  await db.updateTable("address").set({ latitude: -33.9307, longitude: 18.4107 }).execute();
  await db.destroy();
});
