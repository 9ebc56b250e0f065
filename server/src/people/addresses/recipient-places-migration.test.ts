import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import { connect } from "../../platform/db/connect.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { testBefore } from "../../testing/older-database.ts";

const test = testBefore("0014-recipient-places.ts");

test("recipients of before are ordered to as they were, unless their place is blank", async ({
  olderUrl,
}) => {
  const db = connect(olderUrl);
  const guestId = randomUUID();
  await sql`
    insert into address (guest_id, recipient_first_name, recipient_last_name, recipient_cell,
      recipient_email, business_or_residential, street_address, suburb, town, province, postal_code)
    select ${guestId}, 'Thandi', 'Nkosi', '0821234567', 'thandi@example.co.za', 'Residential',
      '1 Long Street', suburb, town, 'Western Cape', code
    from (values ('Gardens', 'Cape Town', '8001'), (' ', 'Cape Town', '8001'),
      ('Gardens', '', '8001'), ('Gardens', 'Cape Town', '')) places (suburb, town, code)`.execute(
    db,
  );

  await migrate(olderUrl);

  const rows = await db
    .selectFrom("address")
    .select(["id", "country", "line_2", "line_3", "place_id", "manual_suburb"])
    .orderBy("id")
    .execute();
  const nothing = { country: "ZA", line_2: null, line_3: null, place_id: null };
  expect(rows).toEqual([1, 2, 3, 4].map((id) => ({ id, ...nothing, manual_suburb: false })));
  const isOrderedTo = async (region: string, id: number) => {
    const answer = await sql<{ facts: { ownsAddresses: boolean } }>`
      select order_facts(${region}, '{}', null, ${guestId}, array[${id}]::integer[], '{}') as facts`.execute(
      db,
    );
    return answer.rows[0]?.facts.ownsAddresses;
  };
  const answers = await Promise.all([1, 2, 3, 4].map((id) => isOrderedTo("za", id)));
  expect(answers).toEqual([true, false, false, false]);
  expect(await isOrderedTo("uk", 1)).toBe(false);
  await db.destroy();
});
