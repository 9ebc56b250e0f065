import { sql } from "kysely";
import { expect } from "vitest";
import { connect } from "../../platform/db/connect.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { testBefore } from "../../testing/older-database.ts";

const test = testBefore("0018-wallet.ts");

test("a shop of before holds nothing back and pays whatever is asked for", async ({ olderUrl }) => {
  const db = connect(olderUrl);
  await sql`update shop_setting set shop_name = 'As it was'`.execute(db);

  await migrate(olderUrl);

  const settings = await db
    .selectFrom("shop_setting")
    .select(["shop_name", "payout_hold_days", "payout_minimum"])
    .execute();
  expect(settings).toEqual([{ shop_name: "As it was", payout_hold_days: 0, payout_minimum: 0 }]);
  await db.destroy();
});
