import { sql } from "kysely";
import { expect } from "vitest";
import { connect } from "../../../platform/db/connect.ts";
import { migrate } from "../../../platform/db/migrate.ts";
import { testBefore } from "../../../testing/older-database.ts";

const test = testBefore("0037-failed-cards.ts");

test("payments of before stay what they were, and can be refused from now on", async ({
  olderUrl,
}) => {
  const db = connect(olderUrl);
  const id = "6b1f2c1e-9a52-4a39-8d6c-0d8a6f1f0a11";
  await sql`insert into sandbox_payment (id, fields, state) values (${id}, '{}', 'cancelled')`.execute(
    db,
  );

  await migrate(olderUrl);

  const stateOf = () => db.selectFrom("sandbox_payment").select("state").executeTakeFirst();
  expect(await stateOf()).toEqual({ state: "cancelled" });
  await db.updateTable("sandbox_payment").set({ state: "failed" }).execute();
  expect(await stateOf()).toEqual({ state: "failed" });
  await db.destroy();
});
