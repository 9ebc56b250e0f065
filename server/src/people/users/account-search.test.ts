import { folded } from "@portal/shared/platform/texts.ts";
import { sql } from "kysely";
import { expect } from "vitest";
import { test } from "../../testing/database-test.ts";

test("users are found and sorted by their present data, also after a change of name", async ({
  db,
}) => {
  const add = (email: string, company: string | null) =>
    db
      .insertInto("account")
      .values({
        email,
        first_name: "Thandi",
        last_name: "N".repeat(99),
        cell: "+27821234567",
        company,
        role: "customer",
      })
      .execute();
  await add("first@shop.test", "Corner Shop");
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
      search_text: `thandi ${last}\nfirst@shop.test\n+27821234567\ncorner shop`,
      sort_name: `thandi ${last}`.slice(0, 100),
    },
    {
      search_text: `zola ${last}\nlater@shop.test\n+27821234567`,
      sort_name: `zola ${last}`.slice(0, 100),
    },
  ]);
});

test("the longest names and addresses fit into every index", async ({ superuser }) => {
  const name = "\u{10FFFF}".repeat(100);
  await superuser
    .insertInto("account")
    .values({
      email: `${"x".repeat(242)}@shop.test`,
      first_name: name,
      last_name: name,
      company: "\u{10FFFF}".repeat(200),
      role: "customer",
    })
    .execute();
  const found = await superuser
    .selectFrom("account")
    .select("id")
    .where("email", "like", "xxx%")
    .execute();
  expect(found).toHaveLength(1);
});

test("a search is folded as the text that it is compared with", async ({ db }) => {
  // Latin letters with their additions, and words of other alphabets, whose marks are letters of their own.
  const letters = Array.from({ length: 0x250 - 0xc0 }, (_, at) => String.fromCodePoint(0xc0 + at));
  const words = [...letters, "O’Brien", "O´Neill", "Zoe\u0308", "Ma–Ri", "हिन्दी", "Ωμέγα", "ไทย"];
  const { rows } = await sql<{ word: string; kept: string }>`
    select word, search_fold(word) as kept from unnest(${words}::text[]) word`.execute(db);
  expect(rows.map(({ word }) => [word, folded(word)])).toEqual(
    rows.map(({ word, kept }) => [word, kept]),
  );
});
