import { sql } from "kysely";
import { describe, expect } from "vitest";
import { aSealKey } from "../../testing/a-seal-key.ts";
import { test as databaseTest } from "../../testing/database-test.ts";
import { aCommand, lampEvents, lampLit } from "../../testing/lamps.ts";
import { createLedger } from "./ledger.ts";
import { sealLedger } from "./sealing.ts";

const test = databaseTest.extend("filled", { scope: "file" }, async ({ db, pool }) => {
  const ledger = createLedger({ pool, catalogue: lampEvents });
  await ledger.execute(aCommand(), async () => ({
    events: [{ streamId: "lamp", event: lampLit() }],
    answer: null,
  }));
  await ledger.close();
  await sealLedger(db, aSealKey());
  return db;
});

const attempts = [
  "update ledger_events set hash = hash",
  "delete from ledger_events",
  "truncate ledger_events",
  "update ledger_commands set answer = answer",
  "delete from ledger_commands",
  "truncate ledger_commands",
  "update ledger_seals set root = root",
  "delete from ledger_seals",
  "truncate ledger_seals",
  "merge into ledger_events e using (select 1 as p) s on e.position = s.p when matched then delete",
  `insert into ledger_events select * from ledger_events
    on conflict (position) do update set type = 'x'`,
];

describe("history", () => {
  // shows R74, T107
  test.for([
    ...attempts,
    "insert into ledger_events select * from ledger_events",
    "insert into ledger_commands select * from ledger_commands",
    "insert into ledger_seals select * from ledger_seals",
    "update ledger_streams set stream_version = 0",
    "update ledger_head set position = 0",
    "delete from ledger.events_0",
    "alter table ledger_events disable trigger all",
    "alter table ledger.events_0 disable trigger all",
    "drop table ledger_events",
    "set session_replication_role = replica",
    "set role ledger_owner",
    "create or replace function ledger.netstring(value text) returns text language sql as 'select 1'",
    "select ledger.move_heads('{}', '{}', '{}', '{}', '{}')",
  ])("is out of reach for the server: %s", async (statement, { filled: _, intruder }) => {
    const attempt = sql.raw(statement).execute(intruder);

    await expect(attempt).rejects.toThrow(/permission denied|must be owner/);
  });

  // shows R74, T107
  test.for([
    ...attempts,
    "update ledger.events_0 set type = 'x'",
    "delete from ledger.events_0",
    "truncate ledger.events_0",
    "truncate ledger.events_1",
    "with gone as (delete from ledger_events returning *) select * from gone",
  ])("cannot be changed by its owner: %s", async (statement, { filled: _, superuser }) => {
    const attempt = superuser.transaction().execute(async (tx) => {
      await sql`set local role ledger_owner`.execute(tx);
      await sql.raw(statement).execute(tx);
    });

    await expect(attempt).rejects.toThrow("is append-only");
  });

  // shows R74, T107
  test.for(attempts)(
    "cannot be changed as if by replication: %s",
    async (statement, { filled: _, superuser }) => {
      const attempt = superuser.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await sql.raw(statement).execute(tx);
      });

      await expect(attempt).rejects.toThrow("is append-only");
    },
  );

  test("is protected in later partitions too", async ({ filled, superuser }) => {
    await sql`select ledger.add_partitions(4)`.execute(filled);

    const { rows } = await sql<{ partitions: number; guarded: number }>`
      select count(*) as partitions, count(*) filter (where exists (
        select from pg_trigger
        where tgrelid = inhrelid and tgname = 'append_only' and tgenabled = 'A')) as guarded
      from pg_inherits where inhparent = 'ledger_events'::regclass`.execute(superuser);
    expect(rows).toEqual([{ partitions: 5, guarded: 5 }]);
    await expect(sql`truncate ledger.events_4`.execute(superuser)).rejects.toThrow("append-only");
  });
});
