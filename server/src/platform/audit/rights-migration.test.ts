import { sql } from "kysely";
import { expect } from "vitest";
import { connect, portalRole } from "../db/connect.ts";
import { migrate } from "../db/migrate.ts";
import { testBefore } from "../../testing/older-database.ts";

const test = testBefore("0032-rights-as-granted.ts");

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
test("what was written down of before is added to by the server and never changed, and a later table is closed to it", async ({
  olderUrl,
}) => {
  const owner = connect(olderUrl);
  await sql`insert into audit_entry (action) values ('before')`.execute(owner);
  await migrate(olderUrl);

  const server = connect(olderUrl, { role: portalRole });
  for (const change of changes)
    await expect(sql.raw(change).execute(server)).rejects.toThrow("permission denied");
  await sql`insert into audit_entry (action) values ('after')`.execute(server);
  const { rows } = await sql`select action from audit_entry order by id`.execute(server);
  expect(rows).toEqual([{ action: "before" }, { action: "after" }]);

  await sql`create table of_tomorrow (secret text)`.execute(owner);
  await expect(sql`select * from of_tomorrow`.execute(server)).rejects.toThrow("permission denied");
  await server.destroy();
  await owner.destroy();
});
