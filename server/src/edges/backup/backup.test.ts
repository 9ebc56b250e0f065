import { randomBytes } from "node:crypto";
import {
  appendFile,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { sql } from "kysely";
import { afterAll, describe, expect, inject, vi } from "vitest";
import { z } from "zod";
import { connect, connectPool, patient } from "../../platform/db/connect.ts";
import { readOnly } from "../../platform/db/database.ts";
import { prepareDatabase } from "../../platform/db/migrate.ts";
import { readEnv } from "../../env.ts";
import { compareProjections } from "../../projections/compare/compare-projections.ts";
import {
  digestOfAccount,
  digestOf,
  listReadableAgain,
  requireErasedAreErased,
} from "../../office/erasure/erased-list.ts";
import { startServer } from "../../main.ts";
import { seedDemo } from "../demo/seed-demo.ts";
import { test as base } from "../../testing/database-test.ts";
import { createDatabase, databaseUrl, dropDatabase } from "../../testing/test-database.ts";
import { listSkippedNumbers } from "../../money/books/skipped-numbers.queries.ts";
import { readBooksState } from "../../projections/books/books.ts";
import { diskFiles, nameOf } from "../../platform/files/file-store.ts";
import { afterRecovery } from "./after-recovery.ts";
import { nightIn, nightlyBackup, outdatedBackups } from "./nightly-backup.ts";
import { backup, qualified, tablesToCopy } from "./backup.ts";
import { eraseAgain } from "./erase-again.ts";
import { restore } from "./restore.ts";
import { filesIn } from "./uploads-of-backup.ts";

const madeAt = "2026-07-01T12:00:00.000Z";
const folders = await mkdtemp(path.join(tmpdir(), "portal-backup-"));
const made: string[] = [];
/** No one was erased since, and there is no list. */
const nobodyListed = {
  erasures: { erasedList: path.join(folders, "no-list.txt"), mayBeMissing: true },
  uploads: { filesDir: null, mayLack: false },
};

/** A demo shop with a year of history, and its backup. */
const test = base.extend("saved", { scope: "file" }, async ({ ownerUrl }) => {
  await seedDemo({ ownerUrl, until: "2026-07-01" });
  const folder = path.join(folders, "saved");
  return { ownerUrl, folder, manifest: await backup(ownerUrl, folder, { madeAt, filesDir: null }) };
});

afterAll(async () => {
  for (const name of made) await dropDatabase(inject("serverUrl"), name);
  await rm(folders, { recursive: true });
});

describe("a backup", () => {
  // shows R76, T117
  test("restores every row into an empty database", async ({ saved }) => {
    const other = await emptyDatabase("restored");

    await restore(other, saved.folder, nobodyListed);

    // The restore is noted and told to the admins, and what they had not decided is void.
    const restored = await digestOfEverything(other);
    const { message: told, job_outbox: toSend, decision: voided, audit_entry, ...same } = restored;
    const source = await digestOfEverything(saved.ownerUrl);
    const { message, job_outbox, decision: open, audit_entry: noted, ...others } = source;
    expect(same).toEqual(others);
    expect(Object.keys(restored)).toEqual(Object.keys(source));
    expect(voided?.rows).toBe(open?.rows);
    expect(audit_entry?.rows).toBe((noted?.rows ?? 0) + 1);
    expect([told, toSend]).not.toEqual([message, job_outbox]);
  });

  // shows T127
  test("brings back no access and no decision that may have been ended since", async ({
    saved,
  }) => {
    const { id: admin } = await accountOf(saved.ownerUrl, "email = 'admin@shop.test'");
    const { id: office } = await accountOf(saved.ownerUrl, "email = 'office@shop.test'");
    await giveAccess(saved.ownerUrl, { admin, office });
    const folder = path.join(folders, "with-access");
    await backup(saved.ownerUrl, folder, { madeAt, filesDir: null });
    const other = await emptyDatabase("without_access");

    const { admins } = await restore(other, folder, nobodyListed);

    expect(admins.map(({ id }) => id)).toEqual([admin, office]);
    expect(await ask(other, leftOfAccess)).toEqual(noAccess({ admin, office }));

    // A recovery of the whole server to a moment brings the jobs back too.
    await giveAccess(other, { admin, office });
    await ask(other, "create table pgboss.job as select 1 as id");
    const before = Number(await ask(other, "select last_value as answer from account_id_seq"));
    const toSend = await ask(other, "select max(id) as answer from job_outbox");

    const portal = connect(other, { poolSize: 1, applicationName: "portal-jobs" });
    await sql`select 1`.execute(portal);
    await expect(afterRecovery(other, nobodyListed.erasures)).rejects.toThrow(
      "The portal has 1 connections to this database. Stop all its processes first.",
    );
    await portal.destroy();
    const recovered = await afterRecovery(other, nobodyListed.erasures);

    expect(recovered.dataOf).toMatch(/^20\d\d-\d\d-\d\dT/);
    expect(await ask(other, leftOfAccess)).toMatchObject({ sessions: 0, links: 0, codes: 0 });
    expect(await ask(other, "select count(*) as answer from pgboss.job")).toBe(0);
    const kept = `select count(*) as answer from job_outbox where id <= ${String(toSend)}`;
    expect(await ask(other, kept)).toBe(0);
    const after = Number(await ask(other, "select last_value as answer from account_id_seq"));
    expect(after).toBeGreaterThanOrEqual(before + 1000);
  });

  test("has a manifest, and a folder that only its owner can read", async ({ saved }) => {
    const { manifest, folder } = saved;

    expect(manifest.head).toBeGreaterThan(1000);
    expect(manifest.tables.map(({ name }) => name)).toContain("ledger_events");
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  // shows R78, T119, T123
  test("from before an erasure is restored with the people erased again", async ({ saved }) => {
    const kim = await accountOf(saved.ownerUrl, "email = 'kim.customer@shop.test'");
    const asking = await accountOf(saved.ownerUrl, `id in (${openRequests})`);
    const owed = await accountOf(saved.ownerUrl, `id in (${owedAndCredited})`);
    const people = [kim, asking, owed];
    const list = await listOf("erased-since.txt", people);
    const order = await ask(saved.ownerUrl, `${ofAGuest} limit 1`);
    await appendFile(list, `${digestOf("order", String(order))}\n`);
    const other = await emptyDatabase("erased");

    const restored = await restore(other, saved.folder, {
      ...nobodyListed,
      erasures: { erasedList: list, mayBeMissing: false },
    });

    expect(restored).toMatchObject({ erasedAgain: 4, stillReadable: [] });
    const ids = people.map(({ id }) => id).join();
    const emails = people.map(({ email }) => `'${email}'`).join();
    const none = `select count(*)::int as answer from`;
    const recipients = `${none} address join order_detail using (guest_id) where order_id = '${String(order)}'`;
    expect(await ask(saved.ownerUrl, recipients)).toBeGreaterThan(0);
    expect(await ask(other, recipients)).toBe(0);
    expect(await ask(other, `${none} account where email in (${emails})`)).toBe(0);
    expect(await ask(other, `${none} message where to_address in (${emails})`)).toBe(0);
    expect(await ask(other, `${none} bank_detail where user_id in (${ids})`)).toBe(0);
    const members = `${none} projection.member where user_id in (${ids}) and active`;
    expect(await ask(saved.ownerUrl, members)).toBe(2);
    expect(await ask(other, members)).toBe(0);
    expect(await ask(other, "select max(position)::int as answer from ledger_events")).toBe(
      saved.manifest.head + 2,
    );
    const pool = connectPool(other, { ...patient, poolSize: 2 });
    expect(await compareProjections(pool)).toMatchObject({ isSound: true });
    await pool.end();
  });

  // shows R78, T123
  test("erases all others where one person cannot be erased, and no portal starts on it", async ({
    saved,
  }) => {
    const kim = await accountOf(saved.ownerUrl, "email = 'kim.customer@shop.test'");
    const owed = await accountOf(saved.ownerUrl, `id in (${owedAndCredited})`);
    const list = await listOf("erased-but-one.txt", [owed, kim]);
    const other = await emptyDatabase("one_stays");
    await prepareDatabase(other);
    await ask(
      other,
      `create function refuse_one() returns trigger language plpgsql as
        $$ begin if old.id = ${owed.id} then raise exception 'row is damaged'; end if; return new; end $$`,
    );
    await ask(
      other,
      "create trigger refuse_one before update on account for each row execute function refuse_one()",
    );

    const restored = await restore(other, saved.folder, {
      ...nobodyListed,
      erasures: { erasedList: list, mayBeMissing: false },
    });

    const stillReadable = [{ who: `account ${owed.id}`, reason: "row is damaged" }];
    expect(restored).toMatchObject({ erasedAgain: 1, stillReadable });
    const readable = "select string_agg(email, ' ' order by id) as answer from account where id in";
    expect(await ask(other, `${readable} (${kim.id}, ${owed.id})`)).toBe(
      `erased-${kim.id}@erased.invalid ${owed.email}`,
    );

    // Known from the database: this portal has no list.
    const env = readEnv({ PORT: "0", LOG_LEVEL: "silent", DATA_DIR: path.join(folders, "bare") });
    await expect(startServer(env, { url: other })).rejects.toThrow(
      `People who were erased are readable again in this database (account ${owed.id}), so the portal cannot start.`,
    );

    await ask(other, "drop trigger refuse_one on account");
    const db = connect(other, { ...patient, poolSize: 1 });
    const again = await db
      .transaction()
      .execute((tx) => eraseAgain(tx, new Set(), "2026-07-02T09:00:00.000Z"));
    expect(again).toEqual({ erasedAgain: 1, stillReadable: [] });
    await requireErasedAreErased(readOnly(db), path.join(folders, "no-list.txt"));
    await db.destroy();
  });

  // shows T123
  test("restored by other means is served by no portal that has the list", async ({ saved }) => {
    const db = connect(saved.ownerUrl, { ...patient, poolSize: 1 });
    const kim = await accountOf(saved.ownerUrl, "email = 'kim.customer@shop.test'");
    const anna = await accountOf(saved.ownerUrl, "email = 'anna.l1@shop.test'");
    const list = await listOf("erased-here.txt", [kim, anna]);
    const order = await ask(saved.ownerUrl, `${ofAGuest} limit 1`);
    await appendFile(list, `${digestOf("order", String(order))}\n`);
    await expect(requireErasedAreErased(readOnly(db), list)).rejects.toThrow(
      /^People who were erased are readable again in this database \(account \d+, account \d+, order RH\d+\)/,
    );
    await db.destroy();
  });

  test("has the same digest of every account in SQL and in TypeScript", async ({ saved }) => {
    const db = connect(saved.ownerUrl, { ...patient, poolSize: 1 });
    const accounts = await db
      .selectFrom("account")
      .select(["id", "created_at as createdAt"])
      .orderBy("id")
      .execute();
    const digests = new Set(accounts.map(digestOfAccount));
    expect(await listReadableAgain(readOnly(db), digests)).toEqual(accounts.map(({ id }) => id));
    expect(await listReadableAgain(readOnly(db), new Set())).toEqual([]);
    await db.destroy();
  });

  // shows T123
  test("is not restored without the list of erased people, unless that is allowed", async ({
    saved,
  }) => {
    const other = await emptyDatabase("unlisted");
    await expect(
      restore(other, saved.folder, {
        ...nobodyListed,
        erasures: { ...nobodyListed.erasures, mayBeMissing: false },
      }),
    ).rejects.toThrow(
      `The list of erased people is missing (${nobodyListed.erasures.erasedList}), so people erased since the backup would be readable again.`,
    );
    expect(await ask(other, "select to_regclass('public.account') is null as answer")).toBe(true);
  });

  // shows R76
  test("gives out no number again that somebody may hold since the backup", async ({ saved }) => {
    const other = await emptyDatabase("counting");
    await restore(other, saved.folder, nobodyListed);

    const given = `select json_object_agg(sequencename, coalesce(last_value, start_value - 1)) as answer
      from pg_sequences where schemaname = 'public'`;
    const before = numbers.parse(await ask(saved.ownerUrl, given));
    const after = numbers.parse(await ask(other, given));
    expect(Object.keys(before)).toContain("order_number_seq");
    for (const [name, last] of Object.entries(before))
      expect(after[name], name).toBeGreaterThanOrEqual(last + 1000);

    // The register of documents says why no order has the skipped ones.
    const newest = "select max(order_number) as answer from projection.order_state";
    const first = Number(await ask(saved.ownerUrl, newest)) + 1;
    const next = Number(await ask(other, "select next_order_number() as answer"));
    await using db = connect(other, { ...patient, poolSize: 1 });
    const [skipped] = await listSkippedNumbers(readOnly(db));
    expect(skipped).toMatchObject({ first, last: next - 1, position: saved.manifest.head });
    expect(await readBooksState(readOnly(db), "za")).toMatchObject({ skipped: [skipped] });
  });

  // shows R76, T117
  test("keeps the history append-only after a restore", async ({ saved }) => {
    const other = await emptyDatabase("closed");
    await restore(other, saved.folder, nobodyListed);

    await expect(ask(other, "delete from ledger_events returning 1 as answer")).rejects.toThrow(
      "is append-only",
    );
  });

  test("never overwrites another backup", async ({ saved }) => {
    await expect(backup(saved.ownerUrl, saved.folder, { madeAt, filesDir: null })).rejects.toThrow(
      "already exists",
    );
  });

  test("is not restored into a database that has data", async ({ saved }) => {
    await expect(restore(saved.ownerUrl, saved.folder, nobodyListed)).rejects.toThrow(
      /Restore a backup into an empty database\. This one has \d+ events/,
    );
  });

  // shows R76, T117
  test("has every upload that the tables reference, and a restore copies them to FILES_DIR", async ({
    saved,
  }) => {
    const filesDir = path.join(folders, "uploads");
    const { sha256, lost } = await upload(saved.ownerUrl, filesDir);
    const folder = path.join(folders, "with_uploads");
    const manifest = await backup(saved.ownerUrl, folder, { madeAt, filesDir });
    expect(manifest.missingFiles).toEqual([lost]);

    const other = await emptyDatabase("with_uploads");
    const elsewhere = path.join(folders, "uploads_elsewhere");
    const lacking = { ...nobodyListed, uploads: { filesDir: elsewhere, mayLack: false } };
    await expect(restore(other, folder, lacking)).rejects.toThrow(
      `1 of the 2 uploads that the database names are neither in the backup nor in ${elsewhere}, or damaged: ${lost}. Copy them to ${elsewhere}, or run with --without-files.`,
    );
    expect(await ask(other, "select to_regclass('public.account') is null as answer")).toBe(true);

    await restore(other, folder, { ...lacking, uploads: { filesDir: elsewhere, mayLack: true } });
    expect(await readFile(path.join(elsewhere, nameOf(sha256)), "utf8")).toBe("a picture");

    // A damaged upload keeps nobody from the money, and a sound one in its place is used.
    await rm(path.join(folder, "files", nameOf(sha256)));
    await writeFile(path.join(folder, "files", nameOf(sha256)), "another picture");
    const third = await emptyDatabase("damaged_upload");
    const damaged = path.join(folders, "uploads_damaged");
    const into = (mayLack: boolean) => ({
      ...nobodyListed,
      uploads: { filesDir: damaged, mayLack },
    });
    await expect(restore(third, folder, into(false))).rejects.toThrow(/^2 of the 2 uploads/);
    await restore(third, folder, into(true));
    expect(await readdir(folders)).not.toContain("uploads_damaged");
  });

  test("has the rows of a table that a rebuild swaps in while it is made", async ({ saved }) => {
    const other = await emptyDatabase("swapped");
    await restore(other, saved.folder, nobodyListed);
    const pool = connectPool(other, { ...patient, poolSize: 2 });
    const holder = await pool.connect();
    await holder.query("begin; lock table projection.commission_entry in access exclusive mode");
    const making = backup(other, path.join(folders, "with_swapped"), { madeAt, filesDir: null });
    await vi.waitUntil(async () => {
      const { rows } = await pool.query(
        `select from pg_locks where not granted and relation = 'projection.commission_entry'::regclass`,
      );
      return rows.length > 0;
    });
    await pool.query(`begin;
      create table projection_next.wallet (like projection.wallet including all);
      insert into projection_next.wallet select * from projection.wallet;
      drop table projection.wallet cascade;
      alter table projection_next.wallet set schema projection;
      commit`);
    await holder.query("rollback");
    holder.release();
    await pool.end();

    const { tables } = await making;
    const rowsOfWallet = tables.find(({ name }) => name === "wallet")?.rows;
    expect(rowsOfWallet).toBeGreaterThan(0);
  });

  test("of a damaged upload is made without it", async ({ saved }) => {
    const filesDir = path.join(folders, "uploads_rotten");
    const { sha256, lost } = await upload(saved.ownerUrl, filesDir);
    await writeFile(path.join(filesDir, nameOf(sha256)), "rotten");
    const folder = path.join(folders, "with_rotten");
    const { missingFiles } = await backup(saved.ownerUrl, folder, { madeAt, filesDir });
    expect(missingFiles.toSorted()).toEqual([sha256, lost].toSorted());
  });

  test("of a night without the folder of uploads counts as none, and removes nothing", async ({
    saved,
  }) => {
    const filesDir = path.join(folders, "uploads_of_nights");
    const { sha256 } = await upload(saved.ownerUrl, filesDir);
    const parent = path.join(folders, "nights");
    const night = { filesDir, keepDays: 0, mayLack: false };
    const first = { ...night, now: "2026-08-01T01:20:00.000Z" };
    const second = { ...night, now: "2026-08-02T01:20:00.000Z" };
    const third = { ...night, now: "2026-08-03T01:20:00.000Z" };
    await nightlyBackup(saved.ownerUrl, parent, first);
    await nightlyBackup(saved.ownerUrl, parent, second);
    const unmounted = { ...third, filesDir: path.join(folders, "not_mounted") };
    const recorded = () => ask(saved.ownerUrl, "select made_at as answer from last_backup");
    const before = await recorded();

    await expect(nightlyBackup(saved.ownerUrl, parent, unmounted)).rejects.toThrow(sha256);
    expect(await recorded()).toEqual(before);
    expect(await readdir(parent)).toHaveLength(3);
    const known = { ...unmounted, now: "2026-08-04T01:20:00.000Z", mayLack: true };
    const { removed } = await nightlyBackup(saved.ownerUrl, parent, known);
    expect(removed).toEqual(["2026-08-02T01-20-00Z", "2026-08-03T01-20-00Z"]);
  });

  test("of a night links the uploads of the night before, because the folder of uploads is another mount", async ({
    saved,
  }) => {
    const filesDir = path.join(folders, "uploads_of_a_mount");
    const { sha256 } = await upload(saved.ownerUrl, filesDir);
    const parent = path.join(folders, "nights_of_a_mount");
    const night = { filesDir, keepDays: 5, mayLack: true };
    const nights = ["2026-08-11T01:20:00.000Z", "2026-08-12T01:20:00.000Z"];
    // A copy has another inode, as across mounts.
    const copied = path.join(folders, "copied", nameOf(sha256));
    await mkdir(path.dirname(copied), { recursive: true });

    await nightlyBackup(saved.ownerUrl, parent, { ...night, now: nights[0] ?? "" });
    await copyFile(path.join(filesDir, nameOf(sha256)), copied);
    await rename(copied, path.join(filesDir, nameOf(sha256)));
    await nightlyBackup(saved.ownerUrl, parent, { ...night, now: nights[1] ?? "" });

    const inodes = nights.map(async (now) => {
      const file = path.join(filesIn(nightIn(parent, now)), nameOf(sha256));
      return (await stat(file)).ino;
    });
    const [first, second] = await Promise.all(inodes);
    expect(second).toBe(first);
  });

  test("of a nightly run is verified, recorded and rotated", async ({ saved }) => {
    const parent = path.join(folders, "nightly");
    await mkdir(path.join(parent, "2026-05-02T01-20-00Z"), { recursive: true });
    await mkdir(path.join(parent, "2026-06-01T01-20-00Z"));
    await mkdir(path.join(parent, "2026-06-02T01-20-00Z"));
    await mkdir(path.join(parent, "2026-06-03T01-20-00Z"));
    await mkdir(path.join(parent, "2026-06-30T01-20-00Z.unfinished"));
    await mkdir(path.join(parent, "of-another-program"));
    await mkdir(path.join(parent, "mine.unfinished"));

    const night = { now: "2026-07-01T01:20:00.000Z", filesDir: null, keepDays: 1, mayLack: false };
    const { folder, removed } = await nightlyBackup(saved.ownerUrl, parent, night);

    expect(path.basename(folder)).toBe("2026-07-01T01-20-00Z");
    expect(removed).toEqual(["2026-06-02T01-20-00Z"]);
    expect((await readdir(parent)).toSorted()).toEqual([
      "2026-05-02T01-20-00Z",
      "2026-06-01T01-20-00Z",
      "2026-06-03T01-20-00Z",
      "2026-07-01T01-20-00Z",
      "mine.unfinished",
      "of-another-program",
    ]);
    const noted = "select made_at::text || ' ' || position as answer from last_backup";
    expect(await ask(saved.ownerUrl, noted)).toMatch(/^2026-07-01 0?[13]:20:00\+0\d \d+$/);
  });

  // shows R76, T117
  test.for([
    [
      "damaged",
      "public.account.copy.gz",
      (file: string) => appendFile(file, "x"),
      "was changed or damaged",
    ],
    [
      "incomplete",
      "public.product.copy.gz",
      (file: string) => rm(file),
      "is missing the file public.product",
    ],
    ["without a manifest", "manifest.json", (file: string) => rm(file), "is not a backup"],
    [
      "of another format",
      "manifest.json",
      (file: string) => writeFile(file, "{}"),
      "of another release",
    ],
  ] as const)(
    "that is %s is refused before the database is touched",
    async ([name, file, harm, words], { saved }) => {
      const folder = path.join(folders, name);
      await backup(saved.ownerUrl, folder, { madeAt, filesDir: null });
      await harm(path.join(folder, file));
      const other = await emptyDatabase(name);

      await expect(restore(other, folder, nobodyListed)).rejects.toThrow(words);

      expect(await ask(other, "select to_regclass('public.account') is null as answer")).toBe(true);
    },
  );

  test("of another release is not restored", async ({ saved }) => {
    const folder = path.join(folders, "older");
    await backup(saved.ownerUrl, folder, { madeAt, filesDir: null });
    const file = path.join(folder, "manifest.json");
    const manifest: unknown = JSON.parse(await readFile(file, "utf8"));
    await writeFile(
      file,
      JSON.stringify(Object.assign({}, manifest, { migrations: ["0001-ledger"] })),
    );

    const older = await emptyDatabase("older");
    await expect(restore(older, folder, nobodyListed)).rejects.toThrow(
      "The backup has the tables of 0001-ledger",
    );
    // The right release takes the database as it is.
    await using db = connect(older, { poolSize: 1 });
    const { rows } = await sql`
      select from pg_class where relnamespace = 'public'::regnamespace`.execute(db);
    expect(rows).toEqual([]);
  });

  test("names how to replace an empty database that has tables of another release", async ({
    saved,
  }) => {
    const newer = await emptyDatabase("newer");
    await prepareDatabase(newer);
    await ask(newer, "insert into kysely_migration values ('9999-later', '') returning 1");

    await expect(restore(newer, saved.folder, nobodyListed)).rejects.toThrow(
      /^The database has tables of another release \(9999-later\), without data\. As an administrator of the server run: drop database (\w+); create database \1 owner \w+ encoding 'UTF8' locale 'C\.UTF-8' template template0;$/,
    );
  });
});

describe("rotation", () => {
  const days = Array.from({ length: 900 }, (_, day) =>
    new Date(Date.UTC(2024, 6, 1) + day * 86_400_000).toISOString().slice(0, 10),
  );
  const names = days.map((day) => `${day}T01-20-00Z`);
  const now = "2026-12-17T01:20:00.000Z";

  test("keeps the requested days, and the first of each of twelve months", () => {
    const outdated = new Set(outdatedBackups(names, { now, keepDays: 14 }));
    const kept = names.filter((name) => !outdated.has(name));
    expect(kept.filter((name) => name >= "2026-12-03")).toHaveLength(15);
    expect(kept.filter((name) => name < "2026-12-03").map((name) => name.slice(0, 10))).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9]
        .map((month) => `2026-0${month}-01`)
        .concat("2026-10-01", "2026-11-01", "2026-12-01"),
    );
  });

  test("never deletes the newest, however old it is", () => {
    expect(outdatedBackups(["2020-02-02T01-20-00Z"], { now, keepDays: 1 })).toEqual([]);
  });

  test("survives a clock that is years ahead for a while", () => {
    const rotate = (all: readonly string[], at: string) => {
      const outdated = new Set(outdatedBackups(all, { now: at, keepDays: 14 }));
      return all.filter((name) => !outdated.has(name));
    };
    const settled = rotate(names, now);
    const ahead = ["2030-01-01T01-20-00Z", "2030-01-02T01-20-00Z"];
    const jumped = rotate([...settled, ...ahead], "2030-01-02T01:20:00.000Z");
    // Two more days, and a month.
    expect(settled.filter((name) => !jumped.includes(name))).toEqual([
      "2026-01-01T01-20-00Z",
      "2026-12-03T01-20-00Z",
      "2026-12-04T01-20-00Z",
    ]);

    const back = Array.from(
      { length: 20 },
      (_, day) => `2026-12-${18 + (day % 14)}T0${1 + Math.floor(day / 14)}-20-00Z`,
    );
    const kept = rotate([...jumped, ...back], "2026-12-31T23:00:00.000Z");
    expect(kept).toEqual(expect.arrayContaining([...ahead, ...back]));
    expect(kept).toContain("2026-02-01T01-20-00Z");
  });
});

type Office = Readonly<{ admin: number; office: number }>;

/** A session, a link, a code, a decision in each state, and what waits for a job. */
async function giveAccess(url: string, { admin, office }: Office): Promise<void> {
  await using db = connect(url, { ...patient, poolSize: 1 });
  const token = randomBytes(32).toString("hex");
  await sql`insert into session (id, user_id, expires_at)
    values (${token}, ${admin}, now() + interval '7 days')`.execute(db);
  await sql`insert into account_link (token_hash, user_id, purpose, expires_at, sent_to)
    values (${token}, ${admin}, 'reset-password', now() + interval '1 hour', 'x@y.test')`.execute(
    db,
  );
  await sql`insert into sign_in_code (id, user_id, purpose, request_hash, expires_at)
    values (gen_random_uuid(), ${admin}, 'sign-in', ${token}, now() + interval '1 hour')`.execute(
    db,
  );
  await sql`insert into message (message_key, kind, user_id, about, channel, created_at, state)
    values (${token}, 'converted', ${admin}, ${JSON.stringify({ kind: "converted", userId: admin })},
      'email', now(), 'queued')`.execute(db);
  await sql`insert into document_archive (id, asked_by, asked_at, from_day, to_day)
    values (gen_random_uuid(), ${admin}, now(), '2026-06-01', '2026-06-30')`.execute(db);
  for (const state of ["open", "confirmed", "declined"])
    await sql`insert into decision (id, kind, data, way, proposed_by, proposed_at, expires_at,
        state, decided_by, decided_at)
      select gen_random_uuid(), 'limit', '{"region": "za", "above": null, "before": 1}',
        'confirmed', ${admin}, now(),
        now() + interval '14 days', ${state},
        case when ${state} <> 'open' then ${office}::integer end,
        case when ${state} <> 'open' then now() end`.execute(db);
}

const leftOfAccess = `select json_build_object(
  'sessions', (select count(*) from session),
  'links', (select count(*) from account_link where ended_at is null),
  'codes', (select count(*) from sign_in_code where ended_at is null),
  'decisions', (select array_agg(state order by state) from decision),
  'waits', (select json_agg(distinct jsonb_build_object('state', state, 'failure', failure)) from message
    where kind = 'converted'),
  'simulations', (select count(*) from plan_simulation where state = 'waiting'),
  'archives', (select count(*) from document_archive where state = 'waiting'),
  'told', (select array_agg(user_id order by user_id) from message where kind = 'portal-restored')
) as answer`;

const noAccess = ({ admin, office }: Office) => ({
  sessions: 0,
  links: 0,
  codes: 0,
  // The demo has two that are open.
  decisions: ["declined", "void", "void", "void", "void"],
  // Its job is not in the backup; the office can send it again.
  waits: [{ state: "failed", failure: "Not sent: the portal was restored." }],
  simulations: 0,
  archives: 0,
  told: [admin, office],
});

/** One upload with its file, and one whose file is lost. */
async function upload(url: string, filesDir: string): Promise<{ sha256: string; lost: string }> {
  const files = diskFiles(filesDir);
  await using staged = await files.stage(Readable.from(["a picture"]), 100);
  await staged.keep();
  const lost = "ab".repeat(32);
  for (const sha256 of [staged.sha256, lost])
    await ask(
      url,
      `insert into upload (category, title, filename, kind, content_type, sha256, bytes)
       values ('Documents', 'Price list', 'a.pdf', 'file', 'application/pdf', '${sha256}', 9) returning id as answer`,
    );
  return { sha256: staged.sha256, lost };
}

const numbers = z.record(z.string(), z.int());

const openRequests = "select user_id from projection.payout_request where state = 'requested'";
const owedAndCredited = `
  select user_id from projection.wallet
  where accrued - paid - credit > 0 and credit_account > 0 and open_payout_id is null`;

const ofAGuest = `
  select order_id as answer from projection.order_state join order_detail using (order_id)
  where buyer_id is null and guest_id is not null order by order_number`;

const accountSchema = z.object({ id: z.int(), email: z.string(), created_at: z.string() });

async function accountOf(url: string, condition: string) {
  const row = await ask(
    url,
    `select row_to_json(a)::text as answer from account a where ${condition} order by id limit 1`,
  );
  const { id, email, created_at } = accountSchema.parse(JSON.parse(String(row)));
  return { id, email, createdAt: new Date(created_at).toISOString() };
}

async function listOf(
  name: string,
  people: readonly Readonly<{ id: number; createdAt: string }>[],
): Promise<string> {
  const file = path.join(folders, name);
  await writeFile(file, people.map((person) => `${digestOfAccount(person)}\n`).join(""));
  return file;
}

async function emptyDatabase(name: string): Promise<string> {
  const database = `test_backup_${process.pid}_${name.replaceAll(" ", "_")}`;
  await createDatabase(inject("serverUrl"), database);
  made.push(database);
  return databaseUrl(inject("serverUrl"), database);
}

async function ask(url: string, question: string): Promise<unknown> {
  const db = connect(url, { ...patient, poolSize: 1 });
  try {
    const { rows } = await sql<{ answer: unknown }>`${sql.raw(question)}`.execute(db);
    return rows[0]?.answer;
  } finally {
    await db.destroy();
  }
}

/** The number of rows of each table, and a digest of them. */
type Digest = Readonly<{ rows: number; digest: string | null }>;

async function digestOfEverything(url: string): Promise<Record<string, Digest | undefined>> {
  const db = connect(url, { ...patient, poolSize: 1 });
  try {
    return await db.transaction().execute(async (tx) => {
      const digests: Record<string, Digest | undefined> = {};
      for (const table of await tablesToCopy(tx)) {
        const { rows } = await sql<Digest>`
          select count(*) as rows, md5(string_agg(line, '' order by line)) as digest
          from (select t::text as line from ${sql.raw(qualified(table))} t) lines`.execute(tx);
        digests[table.name] = rows[0];
      }
      return digests;
    });
  } finally {
    await db.destroy();
  }
}
