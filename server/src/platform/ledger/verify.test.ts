import { type RawBuilder, sql } from "kysely";
import { describe, expect } from "vitest";
import { readOnly, type Tx } from "../db/database.ts";
import { aSealKey } from "../../testing/a-seal-key.ts";
import { test as databaseTest } from "../../testing/database-test.ts";
import { aCommand, lampEvents, lampLit } from "../../testing/lamps.ts";
import { createLedger } from "./ledger.ts";
import { listSeals, sealLedger } from "./sealing.ts";
import { type VerifyOptions, verifyLedger, verifySnapshot } from "./verify.ts";

const key = aSealKey();

const test = databaseTest
  /** Positions 1 to 12, of the streams a, b and c in turn; sealed through 4 and through 8. */
  .extend("sealed", { scope: "file" }, async ({ db, pool }) => {
    const ledger = createLedger({ pool, catalogue: lampEvents });
    for (let round = 0; round < 12; round++) {
      const streamId = ["a", "b", "c"][round % 3] ?? "";
      const event = lampLit(`room ${round}`);
      await ledger.execute(aCommand(), async () => ({
        events: [{ streamId, event }],
        answer: round,
      }));
      if (round === 3 || round === 7) await sealLedger(db, key);
    }
    await ledger.close();
    return db;
  })
  /** The damage that verification reports after a change by a superuser, which is rolled back. */
  .extend("damageAfter", ({ sealed: _sealed, superuser }) => {
    return async (tamper: readonly RawBuilder<unknown>[], options: VerifyOptions = {}) => {
      const tx = await superuser.startTransaction().execute();
      try {
        await letAnythingBeChanged(tx);
        for (const statement of tamper) await statement.execute(tx);
        return (await verifySnapshot(tx, options)).damage;
      } finally {
        await tx.rollback().execute();
      }
    };
  });

async function letAnythingBeChanged(tx: Tx): Promise<void> {
  for (const table of ["ledger_events", "ledger.events_0", "ledger_commands", "ledger_seals"])
    await sql`alter table ${sql.raw(table)} disable trigger append_only`.execute(tx);
}

/** Recomputes the hashes of an event and all after it in its stream. */
const rehash = (streamId: string) => sql`
  do $$
  declare
    event ledger_events;
    before bytea := ledger.no_hash();
  begin
    for event in select * from ledger_events where stream_id = ${sql.lit(streamId)} order by stream_version loop
      event.previous_hash := before;
      before := ledger.hash_of(event);
      update ledger_events set previous_hash = event.previous_hash, hash = before
        where position = event.position;
    end loop;
    update ledger_streams set hash = before where stream_id = ${sql.lit(streamId)};
  end $$`;

const alterEvent4 = sql`update ledger_events set data = '{"room": "palace"}' where position = 4`;

describe("verification", () => {
  test("accepts an intact ledger", async ({ sealed }) => {
    const verification = await verifyLedger(sealed, { pinnedKeys: [key.publicKey] });

    expect(verification).toEqual({ events: 12, seals: 2, damage: null });
  });

  test.for([
    ["its data", sql`data = '{"room": "palace"}'`],
    ["its type", sql`type = 'LampBroken'`],
    ["its metadata", sql`metadata = '{"actorId": 8}'`],
    ["when it happened", sql`occurred_at = occurred_at - interval '1 millisecond'`],
    ["when it was recorded", sql`recorded_at = recorded_at + interval '1 day'`],
    ["its id", sql`event_id = gen_random_uuid()`],
    ["its schema version", sql`schema_version = 2`],
  ] as const)(
    "names an event of which somebody altered %s",
    async ([, change], { damageAfter }) => {
      const damage = await damageAfter([
        sql`update ledger_events set ${change} where position = 7`,
      ]);

      expect(damage).toMatchObject({ position: 7, what: "altered" });
    },
  );

  test("reports the first of several", async ({ damageAfter }) => {
    const damage = await damageAfter([
      sql`update ledger_events set type = 'LampBroken' where position in (3, 9)`,
      sql`delete from ledger_events where position = 5`,
    ]);

    expect(damage).toMatchObject({ position: 3, what: "altered" });
  });

  // shows R75, T108
  test("reports an altered event whose own hash was recomputed", async ({ damageAfter }) => {
    const damage = await damageAfter([
      alterEvent4,
      sql`update ledger_events event set hash = ledger.hash_of(event) where position = 4`,
    ]);

    expect(damage).toMatchObject({ position: 4, what: "altered" });
  });

  test("reports a removed event", async ({ damageAfter }) => {
    const damage = await damageAfter([sql`delete from ledger_events where position = 6`]);

    expect(damage).toMatchObject({ position: 6, what: "removed" });
  });

  test("reports the first of the newest events that were cut off", async ({ damageAfter }) => {
    const damage = await damageAfter([sql`delete from ledger_events where position >= 11`]);

    expect(damage).toMatchObject({ position: 11, what: "cut off" });
  });

  // shows R75, T108
  test("detects by the commands that the tail was cut off with its heads", async ({
    damageAfter,
  }) => {
    const damage = await damageAfter([
      sql`delete from ledger_events where position >= 11`,
      sql`update ledger_streams set stream_version = 3 where stream_id in ('b', 'c')`,
      sql`update ledger_head set position = 10`,
    ]);

    expect(damage).toMatchObject({ position: 11, what: "cut off" });
  });

  test("detects by the seals that a sealed tail was cut off everywhere else", async ({
    damageAfter,
  }) => {
    const damage = await damageAfter([
      sql`delete from ledger_events where position >= 8`,
      sql`delete from ledger_commands where first_position >= 8`,
      sql`update ledger_streams set stream_version = 2 where stream_id in ('b', 'c')`,
      sql`update ledger_head set position = 7`,
    ]);

    expect(damage).toMatchObject({ position: 8, what: "cut off" });
  });

  test("reports an event that was inserted at the end", async ({ damageAfter }) => {
    const damage = await damageAfter([
      sql`insert into ledger_events select 13, stream_id, 5, gen_random_uuid(), type, schema_version,
        data, metadata, occurred_at, recorded_at, hash, hash from ledger_events where position = 10`,
    ]);

    expect(damage).toMatchObject({ position: 13, what: "inserted" });
  });

  test("detects by the commands that an event was inserted with its hash and heads", async ({
    damageAfter,
  }) => {
    const damage = await damageAfter([
      sql`insert into ledger_events select 13, stream_id, 5, gen_random_uuid(), type, schema_version,
        data, metadata, occurred_at, recorded_at, hash, hash from ledger_events where position = 10`,
      sql`update ledger_streams set stream_version = 5 where stream_id = 'a'`,
      sql`update ledger_head set position = 13`,
      rehash("a"),
    ]);

    expect(damage).toMatchObject({ position: 13 });
  });

  test("reports the first of two events that were swapped", async ({ damageAfter }) => {
    const damage = await damageAfter([
      sql`update ledger_events set position = 0 where position = 2`,
      sql`update ledger_events set position = 2 where position = 5`,
      sql`update ledger_events set position = 5 where position = 0`,
    ]);

    expect(damage).toMatchObject({ position: 2, what: "altered" });
  });

  test("detects two swapped events of a stream with recomputed hashes", async ({ damageAfter }) => {
    const damage = await damageAfter([
      sql`update ledger_events set position = 0 where position = 2`,
      sql`update ledger_events set position = 2 where position = 5`,
      sql`update ledger_events set position = 5 where position = 0`,
      rehash("b"),
    ]);

    expect(damage).toMatchObject({ position: 2, what: "reordered" });
  });

  // shows R75, T108
  test("detects by the seals that a whole stream was rehashed", async ({ damageAfter }) => {
    const damage = await damageAfter([alterEvent4, rehash("a")]);

    expect(damage).toMatchObject({ position: 1, what: "seal" });
  });

  // shows R75, T108
  test("reports a rewritten seal", async ({ damageAfter }) => {
    const damage = await damageAfter([
      sql`update ledger_seals set root = sha256(root) where through_position = 8`,
    ]);

    expect(damage).toMatchObject({
      position: 5,
      what: "seal",
      explanation: "the seal through position 8 is not signed by the key that it names",
    });
  });

  test("reports a seal that was signed with another key", async ({ sealed, damageAfter }) => {
    const damage = await damageAfter(
      [sql`update ledger_seals set public_key = ${aSealKey().publicKey}`],
      { pinnedKeys: [key.publicKey] },
    );
    const unknownKey = await verifyLedger(sealed, { pinnedKeys: [aSealKey().publicKey] });

    expect(damage?.explanation).toContain("is not signed by the key that it names");
    expect(unknownKey.damage?.explanation).toContain("is not the one that is pinned here");
  });

  test("reports a seal that was removed between two", async ({ damageAfter }) => {
    const damage = await damageAfter([sql`delete from ledger_seals where through_position = 4`]);

    expect(damage).toMatchObject({ position: 1, what: "seal" });
  });

  // shows R75, T108
  test("reports a missing seal that was kept elsewhere", async ({ sealed, damageAfter }) => {
    const anchors = await listSeals(readOnly(sealed));

    const damage = await damageAfter([sql`delete from ledger_seals where through_position = 8`], {
      anchors,
    });

    expect(damage).toMatchObject({ position: 5, what: "seal" });
    expect((await verifyLedger(sealed, { anchors })).damage).toBeNull();
  });

  test("reports a missing command, whose retry would be executed again", async ({
    damageAfter,
  }) => {
    const damage = await damageAfter([sql`delete from ledger_commands where first_position = 9`]);

    expect(damage).toMatchObject({ position: 9, what: "removed" });
  });
});
