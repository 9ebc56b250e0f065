import { randomUUID, sign } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { describe, expect, inject } from "vitest";
import { backup } from "../../backup/backup.ts";
import { restore } from "../../backup/restore.ts";
import { connectPool, databaseOn, patient } from "../../../platform/db/connect.ts";
import { readOnly, type Tx } from "../../../platform/db/database.ts";
import {
  listSealKeys,
  loadSealKey,
  nameFirstKey,
  pinSealKey,
  type SealKey,
} from "../../../platform/ledger/seal-keys.ts";
import { listSeals, rootOf, sealAndExport, sealLedger } from "../../../platform/ledger/sealing.ts";
import { aSealKey } from "../../../testing/a-seal-key.ts";
import { test as base } from "../../../testing/database-test.ts";
import { createDatabase, databaseUrl, dropDatabase } from "../../../testing/test-database.ts";
import { type CapturedFinance, captureFinance, januaryFile } from "../finance-test.ts";

type Keys = Readonly<{ foreign: SealKey; own: SealKey }>;

const ledgerTables = [
  "ledger_events",
  "ledger_commands",
  "ledger_streams",
  "ledger_head",
  "ledger_seals",
  "ledger_seal_keys",
];
const now = "2026-11-22T01:20:00.000Z";
const silent = { warn: () => {} };

/** A ledger of 59 events: the key is pinned, everything is sealed, and the nightly export has run. */
const test = base
  .extend("finance", { scope: "file" }, async ({ pool }, { onCleanup }) => {
    const finance = await captureFinance(pool);
    onCleanup(finance.close);
    await finance.json("import", januaryFile);
    return finance;
  })
  .extend("sealing", { scope: "file" }, async ({ finance, db }) => {
    const keysFolder = path.join(finance.folder, "keys");
    const sealing = { db, keysFolder, anchorDir: path.join(finance.folder, "anchors") };
    await pinSealKey(db, keysFolder, silent);
    await sealAndExport(sealing, now);
    return sealing;
  })
  /** The output of `finance verify` after an attacker with all rights has changed the database; then the change is undone. */
  .extend("verifyAfter", { scope: "file" }, ({ finance, sealing: _sealing, superuser }) => {
    return async (tamper: (tx: Tx) => Promise<void>) => {
      const kept = (at: string) => sql.table(`kept.${at}`);
      await sql`create schema kept`.execute(superuser);
      for (const name of ledgerTables)
        await sql`create table ${kept(name)} as table ${sql.table(name)}`.execute(superuser);
      await superuser.transaction().execute(async (tx) => {
        await letAnythingBeChanged(tx);
        await tamper(tx);
      });
      const outcome = await finance.run("verify");
      await superuser.transaction().execute(async (tx) => {
        for (const name of ledgerTables) {
          await sql`delete from ${sql.table(name)}`.execute(tx);
          await sql`insert into ${sql.table(name)} table ${kept(name)}`.execute(tx);
        }
      });
      await sql`drop schema kept cascade`.execute(superuser);
      return outcome;
    };
  });

describe("finance verify, against an attacker who can rewrite the whole database", () => {
  test("finds an untouched ledger sound", async ({ finance, sealing: _sealing }) => {
    expect(await finance.run("verify")).toEqual({
      exitCode: 0,
      stdout: "Ledger OK: 59 events, 1 seal.\n",
      stderr: "",
    });
  });

  // shows R75, T114
  test.for([
    ["that replaces the pinned one", async () => {}],
    [
      "that signs the pinned one as its successor",
      async (tx: Tx, { foreign, own }: Keys) => {
        const head = 59;
        const text = `ledger-seal-key\n2\n${head}\n${own.publicKey}\n`;
        const signature = sign(null, Buffer.from(text), foreign.privateKey);
        await sql`insert into ledger_seal_keys
          values (2, ${own.publicKey}, ${head}, ${signature}, now())`.execute(tx);
      },
    ],
  ] as const)(
    "finds a changed amount although all hashes and seals were recomputed with a key %s",
    async ([, more], { verifyAfter, sealing, finance }) => {
      const own = await loadSealKey(sealing.keysFolder);
      const foreign = aSealKey();
      // Without the exported seals: the pinned key alone has to suffice.
      const anchors = await takeAway(sealing.anchorDir);

      const { exitCode, stdout } = await verifyAfter(async (tx) => {
        await alterOneCent(tx);
        await sql`delete from ledger_seals`.execute(tx);
        await sql`delete from ledger_seal_keys`.execute(tx);
        await sealAs(tx, foreign);
        await more(tx, { foreign, own });
      });

      expect(stdout).toContain("the first seal key of the ledger is not the one that is pinned");
      expect(exitCode).toBe(1);
      await anchors.putBack();
      expect((await finance.run("verify")).exitCode).toBe(0);
    },
  );

  // shows T114
  test("rejects a successor key that the pinned key has not signed", async ({
    verifyAfter,
    sealing,
  }) => {
    const anchors = await takeAway(sealing.anchorDir);
    const { exitCode, stdout } = await verifyAfter(async (tx) => {
      const foreign = aSealKey();
      await alterOneCent(tx);
      await sql`delete from ledger_seals`.execute(tx);
      const text = `ledger-seal-key\n2\n0\n${foreign.publicKey}\n`;
      const signature = sign(null, Buffer.from(text), foreign.privateKey);
      await sql`insert into ledger_seal_keys
        values (2, ${foreign.publicKey}, 0, ${signature}, now())`.execute(tx);
      await sealAs(tx, foreign);
    });

    expect(stdout).toContain("seal key 2 is neither pinned here nor signed by the key before it");
    expect(exitCode).toBe(1);
    await anchors.putBack();
  });

  // shows R75, T115
  test("finds the last ten events missing although their heads, commands and seals were removed too", async ({
    verifyAfter,
  }) => {
    const { exitCode, stdout } = await verifyAfter(cutLastTen);

    expect(stdout).toContain(
      "the seal through position 59 that was kept elsewhere is not in the ledger",
    );
    expect(exitCode).toBe(1);
  });

  test("finds the whole ledger missing, with its keys and seals", async ({
    verifyAfter,
    sealing,
  }) => {
    const anchors = await takeAway(sealing.anchorDir);
    const { exitCode, stdout } = await verifyAfter(async (tx) => {
      await sql`delete from ledger_seals`.execute(tx);
      await sql`delete from ledger_seal_keys`.execute(tx);
    });

    expect(stdout).toContain("the ledger does not name the key that is pinned here");
    expect(exitCode).toBe(1);
    await anchors.putBack();
  });

  test("trusts the exported seals rather than later ones of an altered ledger", async ({
    verifyAfter,
    sealing,
  }) => {
    const { exitCode } = await verifyAfter(async (tx) => {
      await alterOneCent(tx);
      await sql`delete from ledger_seals`.execute(tx);
      await sealAs(tx, await loadSealKey(sealing.keysFolder), { isNamed: true });
      await expect(sealAndExport({ ...sealing, db: tx }, now)).rejects.toThrow(
        "is not in the ledger: it is left as it is",
      );
    });

    expect(exitCode).toBe(1);
  });
});

describe("the seal key", () => {
  // shows T116
  test("of another installation cannot seal here", async ({ db, sealing: _sealing, finance }) => {
    await anEvent(finance);

    expect(await nameFirstKey(db, aSealKey())).toBe(false);
    await expect(sealLedger(db, aSealKey())).rejects.toThrow(
      "this is not the seal key of this ledger",
    );
  });

  test("is replaced by a key that it has signed, and both are trusted", async ({
    db,
    finance,
    sealing,
  }) => {
    const before = await loadSealKey(sealing.keysFolder);
    const { exitCode, stdout } = await finance.run("seal", "new-key");
    expect({ exitCode, stdout }).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^Seal key 2 signs what follows position \d+: MCow/),
    });
    await anEvent(finance);
    await sealAndExport(sealing, now);

    const keys = await listSealKeys(readOnly(db));
    expect(keys.map(({ number, publicKey }) => [number, publicKey])).toEqual([
      [1, before.publicKey],
      [2, (await loadSealKey(sealing.keysFolder)).publicKey],
    ]);
    expect((await listSeals(readOnly(db))).at(-1)?.publicKey).toBe(keys[1]?.publicKey);
    await expect(sealLedger(db, before)).resolves.toEqual([]);
    expect(await finance.run("verify")).toMatchObject({ exitCode: 0, stderr: "" });

    // The first key alone, as in an accountant's settings, suffices to trust the second.
    await writeFile(path.join(sealing.keysFolder, "seal-keys.txt"), `${before.publicKey}\n`);
    expect(await finance.run("verify")).toMatchObject({ exitCode: 0, stderr: "" });
  });

  test.for(["", "-----BEGIN PRIVATE KEY-----\nMC4C"])(
    "is changed by a later attempt where one was cut off at %j, and workers start meanwhile",
    async (cutOff, { db, finance, sealing: { keysFolder } }) => {
      const next = path.join(keysFolder, "seal-key.next.pem");
      await writeFile(next, cutOff);
      const said: string[] = [];

      const log = { warn: (_: object, sentence: string) => void said.push(sentence) };
      expect(await pinSealKey(db, keysFolder, log)).toBe(true);
      expect(said).toEqual([
        `${next} is damaged and left out: a change of the seal key was cut off`,
      ]);

      expect(await finance.run("seal", "new-key")).toMatchObject({ exitCode: 0 });
      const newest = (await listSealKeys(readOnly(db))).at(-1);
      expect((await loadSealKey(keysFolder)).publicKey).toBe(newest?.publicKey);
      expect(await finance.run("verify")).toMatchObject({ exitCode: 0, stderr: "" });
      expect(await readFile(`${next}.damaged`, "utf8")).toBe(cutOff);
    },
  );

  test("survives a restore, also after a portal was started on the empty database", async ({
    db,
    ownerUrl,
    finance,
    sealing: _sealing,
    onTestFinished,
  }) => {
    const folder = path.join(finance.folder, "backup");
    await backup(ownerUrl, folder, { madeAt: now, filesDir: null });
    const name = `test_seal_restore_${process.pid}`;
    await createDatabase(inject("serverUrl"), name, inject("templateName"));
    const url = databaseUrl(inject("serverUrl"), name);
    const pool = connectPool(url, { ...patient, poolSize: 4 });
    const elsewhere = await captureFinance(pool);
    onTestFinished(async () => {
      await elsewhere.close();
      await pool.end();
      await dropDatabase(inject("serverUrl"), name);
    });
    const other = databaseOn(pool);
    expect(await nameFirstKey(other, aSealKey())).toBe(true);

    const erasedList = path.join(finance.folder, "nobody.txt");
    await restore(url, folder, {
      erasures: { erasedList, mayBeMissing: true },
      uploads: { filesDir: null, mayLack: false },
    });

    expect(await listSealKeys(readOnly(other))).toEqual(await listSealKeys(readOnly(db)));
    await expect(sql`delete from ledger_seal_keys`.execute(other)).rejects.toThrow(
      "is append-only",
    );
    const unpinned = await elsewhere.run("verify");
    expect(unpinned).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining("No seal key is pinned"),
    });
  });

  test("that is lost is replaced by one that has to be pinned manually", async ({
    db,
    finance,
    sealing,
  }) => {
    expect(await finance.run("seal", "new-key", "lost")).toMatchObject({ exitCode: 2 });
    const pins = path.join(sealing.keysFolder, "seal-keys.txt");
    const pinned = await readFile(pins, "utf8");
    await rm(sealing.keysFolder, { recursive: true });

    expect(await finance.run("seal", "new-key")).toMatchObject({ exitCode: 2 });
    expect((await finance.run("seal", "new-key", "lost")).stdout).toContain(
      "No earlier key signed it",
    );
    const added = await readFile(pins, "utf8");
    expect(await pinSealKey(db, sealing.keysFolder, silent)).toBe(true);
    // The machine only has the new key, until the earlier ones are configured.
    expect((await finance.run("verify")).stdout).toContain("the first seal key of the ledger is");
    await writeFile(pins, pinned);
    expect((await finance.run("verify")).stdout).toMatch(/seal key \d+ is neither pinned/);
    await writeFile(pins, `${pinned}${added}`);
    expect(await finance.run("verify")).toMatchObject({ exitCode: 0 });
  });
});

async function letAnythingBeChanged(tx: Tx): Promise<void> {
  const guarded = ["ledger_events", "ledger_commands", "ledger_seals", "ledger_seal_keys"];
  for (const table of ["ledger.events_0", ...guarded])
    await sql`alter table ${sql.raw(table)} disable trigger all`.execute(tx);
}

/** Changes a payment by one cent, and recomputes all later hashes of its stream. */
async function alterOneCent(tx: Tx): Promise<void> {
  await sql`
    do $$
    declare
      altered ledger_events;
      event ledger_events;
      before bytea := ledger.no_hash();
    begin
      update ledger_events set data = jsonb_set(data, '{amount}', to_jsonb((data->>'amount')::int + 1))
        where position = (select min(position) from ledger_events where type = 'PaymentReceived')
        returning * into altered;
      for event in select * from ledger_events where stream_id = altered.stream_id
        order by stream_version loop
        event.previous_hash := before;
        before := ledger.hash_of(event);
        update ledger_events set previous_hash = event.previous_hash, hash = before
          where position = event.position;
      end loop;
      update ledger_streams set hash = before where stream_id = altered.stream_id;
    end $$`.execute(tx);
}

async function cutLastTen(tx: Tx): Promise<void> {
  await sql`
    do $$
    declare
      v_last bigint := (select position - 10 from ledger_head);
    begin
      -- The import was one command for all of them.
      update ledger_commands set event_count = v_last - first_position + 1;
      delete from ledger_events where position > v_last;
      delete from ledger_seals where through_position > v_last;
      delete from ledger_streams;
      insert into ledger_streams select distinct on (stream_id) stream_id, stream_version, hash
        from ledger_events order by stream_id, stream_version desc;
      update ledger_head set position = v_last;
    end $$`.execute(tx);
}

/** Seals everything in place of the portal, after registering this key. */
async function sealAs(tx: Tx, key: SealKey, { isNamed = false } = {}): Promise<void> {
  await sql`insert into ledger_seal_keys select 1, ${key.publicKey}, 0, null, now()
    where not exists (select from ledger_seal_keys)`.execute(tx);
  if (!isNamed) return sealByHand(tx, key);
  expect(await sealLedger(tx, key)).toHaveLength(1);
}

async function sealByHand(tx: Tx, { privateKey, publicKey }: SealKey): Promise<void> {
  const head = await tx.selectFrom("ledger_head").select("position").executeTakeFirstOrThrow();
  const previousRoot = "00".repeat(32);
  const { root, count } = await rootOf(readOnly(tx), previousRoot, 0, head.position);
  const text = `ledger-seal\n${head.position}\n${count}\n${previousRoot}\n${root}\n`;
  await sql`insert into ledger_seals values (${head.position}, ${count},
    decode(${previousRoot}, 'hex'), decode(${root}, 'hex'), ${publicKey},
    ${sign(null, Buffer.from(text), privateKey)}, now())`.execute(tx);
}

async function takeAway(folder: string): Promise<{ putBack: () => Promise<void> }> {
  await rename(folder, `${folder}.away`);
  return { putBack: () => rename(`${folder}.away`, folder) };
}

async function anEvent(finance: CapturedFinance): Promise<void> {
  const code = `C${randomUUID()}`.slice(0, 20);
  const userId = Number.parseInt(code.slice(1, 7), 16) + 10_000;
  const event = {
    eventId: randomUUID(),
    streamId: "network",
    type: "DistributorEnrolled",
    schemaVersion: 1,
    occurredAt: now,
    data: { userId, level: 1, parentId: null, code },
  };
  const file = await finance.file("one.ndjson", JSON.stringify(event));
  expect(await finance.run("import", file)).toMatchObject({ exitCode: 0 });
}
