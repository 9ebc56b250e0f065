import { sql } from "kysely";
import { expect } from "vitest";
import { connect } from "../../platform/db/connect.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { testBefore } from "../../testing/older-database.ts";

const test = testBefore("0008-people-lists.ts");

test("people of before are found and sorted like those who come later, also once they are renamed", async ({
  olderUrl,
}) => {
  const db = connect(olderUrl);
  const add = (email: string, company: string | null) =>
    sql`insert into account (email, first_name, last_name, cell, company, role)
      values (${email}, 'Thandi', ${"N".repeat(99)}, '+27821234567', ${company}, 'customer')`.execute(
      db,
    );
  await add("before@shop.test", "Corner Shop");

  await migrate(olderUrl);
  await add("later@shop.test", null);
  await db
    .updateTable("account")
    .set({ first_name: "Zola" })
    .where("email", "=", "later@shop.test")
    .execute();

  const rows = await db
    .selectFrom("account")
    .select(["search_text", "sort_name"])
    .orderBy("id")
    .execute();
  const last = "n".repeat(99);
  expect(rows).toEqual([
    {
      search_text: `thandi ${last}\nbefore@shop.test\n+27821234567\ncorner shop`,
      sort_name: `thandi ${last}`.slice(0, 100),
    },
    {
      search_text: `zola ${last}\nlater@shop.test\n+27821234567`,
      sort_name: `zola ${last}`.slice(0, 100),
    },
  ]);
  await db.destroy();
});

test("the longest of names and addresses fit into every index", async ({ superuser }) => {
  const name = "\u{10FFFF}".repeat(100);
  await superuser
    .insertInto("account")
    .values({
      ...{ email: `${"x".repeat(242)}@shop.test`, first_name: name, last_name: name },
      ...{ company: "\u{10FFFF}".repeat(200), role: "customer" },
    })
    .execute();
  const found = await superuser
    .selectFrom("account")
    .select("id")
    .where("email", "like", "xxx%")
    .execute();
  expect(found).toHaveLength(1);
});
