import { randomUUID } from "node:crypto";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { expect } from "vitest";
import { test } from "../../testing/database-test.ts";
import { loadOrderFacts } from "../prices/price-terms.queries.ts";

test("an order accepts a recipient of its own country that is not deleted and has a complete place", async ({
  db,
}) => {
  const guestId = randomUUID();
  await sql`
    insert into address (guest_id, recipient_first_name, recipient_last_name, recipient_cell,
      recipient_email, business_or_residential, street_address, suburb, town, province, postal_code,
      deleted_at)
    select ${guestId}, 'Thandi', 'Nkosi', '0821234567', 'thandi@example.co.za', 'Residential',
      '1 Long Street', suburb, town, 'Western Cape', code, deleted_at
    from (values ('Gardens', 'Cape Town', '8001', null::timestamptz),
      ('Gardens', 'Cape Town', '8001', now()), (' ', 'Cape Town', '8001', null),
      ('Gardens', '', '8001', null), ('Gardens', 'Cape Town', '', null))
      places (suburb, town, code, deleted_at)`.execute(db);

  const isOrderedTo = async (region: Region, id: number) => {
    const owner = { userId: null, guestId };
    const asked = { region, owner, productIds: [], addressIds: [id], codes: [] };
    return (await loadOrderFacts(db, asked)).ownsAddresses;
  };
  const answers = await Promise.all([1, 2, 3, 4, 5].map((id) => isOrderedTo("za", id)));
  expect(answers).toEqual([true, false, false, false, false]);
  expect(await isOrderedTo("uk", 1)).toBe(false);

  const rows = await db
    .selectFrom("address")
    .select(["country", "line_2", "line_3", "place_id", "manual_suburb"])
    .select(["recipient_alt_number", "vat_no", "former_ids", "latitude", "longitude"])
    .where("id", "=", 1)
    .execute();
  expect(rows).toEqual([
    {
      country: "ZA",
      line_2: null,
      line_3: null,
      place_id: null,
      manual_suburb: false,
      recipient_alt_number: null,
      vat_no: null,
      former_ids: [],
      latitude: null,
      longitude: null,
    },
  ]);
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
});
