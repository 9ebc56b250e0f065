import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import { connect } from "../../platform/db/connect.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { testBefore } from "../../testing/older-database.ts";

const test = testBefore("0011-address-book.ts");

test("recipients of before are listed and ordered to as they were, unless they were deleted", async ({
  olderUrl,
}) => {
  const db = connect(olderUrl);
  const guestId = randomUUID();
  await sql`
    insert into address (guest_id, recipient_first_name, recipient_last_name, recipient_cell,
      recipient_email, business_or_residential, street_address, suburb, town, province,
      postal_code, deleted_at)
    select ${guestId}, 'Thandi', 'Nkosi', '0821234567', 'thandi@example.co.za', 'Residential',
      '1 Long Street', 'Gardens', 'Cape Town', 'Western Cape', '8001', deleted_at
    from (values (null::timestamptz), (now())) rows (deleted_at)`.execute(db);

  await migrate(olderUrl);

  const rows = await db
    .selectFrom("address")
    .select(["id", "recipient_alt_number", "vat_no", "former_ids"])
    .orderBy("id")
    .execute();
  const nothing = { recipient_alt_number: null, vat_no: null, former_ids: [] };
  expect(rows).toEqual([
    { id: 1, ...nothing },
    { id: 2, ...nothing },
  ]);
  const owns = async (id: number) => {
    const answer = await sql<{ facts: { ownsAddresses: boolean } }>`
      select order_facts('za', '{}', null, ${guestId}, array[${id}]::integer[], '{}') as facts`.execute(
      db,
    );
    return answer.rows[0]?.facts.ownsAddresses;
  };
  expect([await owns(1), await owns(2)]).toEqual([true, false]);
  await db.destroy();
});
