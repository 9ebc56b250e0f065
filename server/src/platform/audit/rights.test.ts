import { sql } from "kysely";
import { expect } from "vitest";
import { test } from "../../testing/database-test.ts";

const changes = [
  "delete from audit_entry",
  "update audit_entry set action = 'nothing'",
  "truncate audit_entry",
  "update erased_person set erased_at = now()",
  "update upload_access set at = now()",
  "update bank_line_use set amount = 1",
  "delete from card_notification",
  "update captcha_key set key = ''",
  "insert into region select * from region",
];

// shows R74, T107
test("the server can only insert into protected tables, and has no rights on a later table", async ({
  db,
  superuser,
}) => {
  await sql`insert into audit_entry (action) values ('before')`.execute(superuser);

  for (const change of changes)
    await expect(sql.raw(change).execute(db)).rejects.toThrow("permission denied");
  await sql`insert into audit_entry (action) values ('after')`.execute(db);
  const { rows } = await sql`select action from audit_entry order by id`.execute(db);
  expect(rows).toEqual([{ action: "before" }, { action: "after" }]);

  await sql`create table of_tomorrow (secret text)`.execute(superuser);
  await expect(sql`select * from of_tomorrow`.execute(db)).rejects.toThrow("permission denied");
});
