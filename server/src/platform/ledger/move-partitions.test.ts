import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { test } from "../../testing/database-test.ts";
import { lampLit, someLamp } from "../../testing/lamps.ts";
import { connect, patient } from "../db/connect.ts";
import { type Database, readOnly } from "../db/database.ts";
import { appendAll } from "./append-statement.ts";
import { newEventId } from "./event-catalogue.ts";
import { movePartitions } from "./move-partitions.ts";
import { verifyStretch } from "./verify.ts";

const quick = { pauseMs: 20, attemptsMax: 500 };
const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);

async function append(db: Database): Promise<number> {
  const [recorded] = await db.transaction().execute((tx) =>
    appendAll(tx, [
      {
        streamId: someLamp(),
        streamVersion: null,
        eventId: newEventId(),
        ...lampLit(),
        schemaVersion: 1,
        metadata: { source: "import" },
        occurredAt: "2025-06-30T22:00:00.000Z",
      },
    ]),
  );
  return recorded?.position ?? 0;
}

/** How many tables and indexes of the first partition are in the tablespace, of how many. */
async function movedOf(db: Database, tablespace: string): Promise<string> {
  const { rows } = await sql<{ moved: string }>`
    select count(space.oid) || ' of ' || count(*) as moved
    from pg_class relation
    left join pg_tablespace space on space.oid = reltablespace and spcname = ${tablespace}
    where relation.oid = 'ledger.events_0'::regclass or relation.oid in (
      select indexrelid from pg_index where indrelid = 'ledger.events_0'::regclass)`.execute(db);
  return rows[0]?.moved ?? "";
}

async function createTablespace(superuser: Database): Promise<string> {
  const name = `cold_${randomUUID().slice(0, 8)}`;
  await superuser.connection().execute(async (connection) => {
    await sql`set allow_in_place_tablespaces = on`.execute(connection);
    await sql`create tablespace ${sql.id(name)} owner ledger_owner location ''`.execute(connection);
  });
  return name;
}

/** Of the events before the ten-million boundary and of those around it; between them there are none. */
async function damageIn(superuser: Database) {
  const { position: last } = await superuser
    .selectFrom("ledger_head")
    .select("position")
    .executeTakeFirstOrThrow();
  return Promise.all([
    verifyStretch(readOnly(superuser), 0, 20),
    verifyStretch(readOnly(superuser), 9_999_997, last),
  ]);
}

describe("moving old partitions", () => {
  test("runs beside appends and readers with an old snapshot, and can be reversed", async ({
    db,
    superuser,
    ownerUrl,
  }) => {
    const tablespace = await createTablespace(superuser);
    for (let nth = 0; nth < 20; nth++) await append(db);
    await sql`update ledger_head set position = 9999997`.execute(superuser);
    for (let nth = 0; nth < 4; nth++) await append(db);
    const old = connect(ownerUrl, { ...patient, poolSize: 1 });
    let isMoved = false;
    let appended = 0;

    const moving = await old
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (tx) => {
        await sql`select count(*) from ledger_streams`.execute(tx);
        const started = movePartitions(ownerUrl, { before: tomorrow, tablespace }, quick).then(
          (names) => {
            isMoved = true;
            return names;
          },
        );
        const until = Date.now() + 1000;
        while (Date.now() < until) {
          await append(db);
          appended++;
        }
        expect(isMoved).toBe(false);
        const { rows } = await sql`select count(*)::integer as events from ledger_events`.execute(
          tx,
        );
        expect(rows).toEqual([{ events: 24 }]);
        return { started };
      });
    while (!isMoved) {
      await append(db);
      appended++;
    }

    expect(await moving.started).toEqual(["events_0"]);
    expect(await movedOf(superuser, tablespace)).toBe("6 of 6");
    const { rows } = await sql`select count(*)::integer as events from ledger_events`.execute(db);
    expect(rows).toEqual([{ events: 24 + appended }]);
    await expect(sql`delete from ledger.events_0`.execute(superuser)).rejects.toThrow(
      "append-only",
    );
    await append(db);

    expect(await damageIn(superuser)).toEqual([null, null]);
    const back = await movePartitions(
      ownerUrl,
      { before: tomorrow, tablespace: "pg_default" },
      quick,
    );
    expect(back).toEqual(["events_0"]);
    expect(await movedOf(superuser, tablespace)).toBe("0 of 6");
    expect(await damageIn(superuser)).toEqual([null, null]);
    await old.destroy();
    await sql`drop tablespace ${sql.id(tablespace)}`.execute(superuser);
  });

  test("needs no superuser, and gives up with nothing moved while a long query reads", async ({
    superuser,
    ownerUrl,
  }) => {
    const tablespace = await createTablespace(superuser);
    const mover = `mover_${randomUUID().slice(0, 8)}`;
    await sql`create role ${sql.id(mover)} login password 'secret' in role ledger_owner`.execute(
      superuser,
    );
    const url = new URL(ownerUrl);
    url.username = mover;
    url.password = "secret";
    const asked = { before: tomorrow, tablespace };

    await superuser.transaction().execute(async (reader) => {
      await sql`select count(*) from ledger_events`.execute(reader);
      await expect(
        movePartitions(url.href, asked, { pauseMs: 20, attemptsMax: 3 }),
      ).rejects.toThrow("so events_0 stayed where it was");
    });
    expect(await movedOf(superuser, tablespace)).toBe("0 of 6");
    expect(await damageIn(superuser)).toEqual([null, null]);

    // The copy of the first run does not block the second.
    expect(await movePartitions(url.href, asked, quick)).toEqual(["events_0"]);
    expect(await movedOf(superuser, tablespace)).toBe("6 of 6");
    expect(await damageIn(superuser)).toEqual([null, null]);
    await movePartitions(url.href, { ...asked, tablespace: "pg_default" }, quick);
    await sql`drop tablespace ${sql.id(tablespace)}`.execute(superuser);
    await sql`drop role ${sql.id(mover)}`.execute(superuser);
  });

  test("leaves recent and partial partitions, and names a missing tablespace", async ({
    ownerUrl,
  }) => {
    const young = { before: "2020-01-01", tablespace: "pg_global" };
    expect(await movePartitions(ownerUrl, young, quick)).toEqual([]);
    const missing = movePartitions(ownerUrl, { ...young, tablespace: "nowhere" }, quick);
    await expect(missing).rejects.toThrow("There is no tablespace nowhere");
  });
});
