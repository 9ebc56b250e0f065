import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, describe, expect, inject } from "vitest";
import { z } from "zod";
import { connect, patient } from "../db/connect.ts";
import { seedDemo } from "../seed/seed-demo.ts";
import { test as base } from "../testing/database-test.ts";
import { createDatabase, databaseUrl, dropDatabase } from "../testing/test-database.ts";
import { digestOfAccount } from "../features/erasure/erased-list.ts";
import { backup } from "./backup.ts";
import { qualified, tablesToCopy } from "./backup-tables.ts";
import { restore } from "./restore.ts";

const madeAt = "2026-07-01T12:00:00.000Z";
const folders = await mkdtemp(path.join(tmpdir(), "portal-backup-"));
const made: string[] = [];
const erasedList = path.join(folders, "erased-people.txt");

/** A business with a year behind it, and a backup of it. */
const test = base.extend("saved", { scope: "file" }, async ({ ownerUrl }) => {
  await seedDemo({ ownerUrl, until: "2026-07-01" });
  const folder = path.join(folders, "saved");
  return { ownerUrl, folder, manifest: await backup(ownerUrl, folder, madeAt) };
});

afterAll(async () => {
  for (const name of made) await dropDatabase(inject("serverUrl"), name);
  await rm(folders, { recursive: true });
});

describe("a backup", () => {
  test("restored into an empty database gives every row back", async ({ saved }) => {
    const other = await emptyDatabase("restored");

    await restore(other, saved.folder, erasedList);

    expect(await digestOfEverything(other)).toEqual(await digestOfEverything(saved.ownerUrl));
  });

  test("says what it holds, and is for its owner's eyes", async ({ saved }) => {
    const { manifest, folder } = saved;

    expect(manifest.head).toBeGreaterThan(1000);
    expect(manifest.tables.map(({ name }) => name)).toContain("ledger_events");
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  test("of before somebody was erased forgets them before anybody can read it", async ({
    saved,
  }) => {
    const list = path.join(folders, "erased-since.txt");
    const kim = await ask(
      saved.ownerUrl,
      "select row_to_json(a)::text as answer from account a where email = 'kim.customer@shop.test'",
    );
    const { id, created_at } = z
      .object({ id: z.int(), created_at: z.string() })
      .parse(JSON.parse(String(kim)));
    const createdAt = new Date(created_at).toISOString();
    await writeFile(list, `${digestOfAccount({ id, createdAt })}\n`);
    const other = await emptyDatabase("erased");

    const restored = await restore(other, saved.folder, list);

    expect(restored.erasedAgain).toBe(1);
    expect(
      await ask(other, "select count(*)::int as answer from account where email like 'kim.%'"),
    ).toBe(0);
    expect(
      await ask(other, "select count(*)::int as answer from message where to_address like 'kim.%'"),
    ).toBe(0);
  });

  test("goes on counting where it was", async ({ saved }) => {
    const other = await emptyDatabase("counting");
    await restore(other, saved.folder, erasedList);

    const next = await ask(
      other,
      "select nextval(pg_get_serial_sequence('account', 'id')) as answer",
    );

    expect(next).toBe(await ask(saved.ownerUrl, "select max(id) + 1 as answer from account"));
  });

  test("keeps history closed after a restore", async ({ saved }) => {
    const other = await emptyDatabase("closed");
    await restore(other, saved.folder, erasedList);

    await expect(ask(other, "delete from ledger_events returning 1 as answer")).rejects.toThrow(
      "is append-only",
    );
  });

  test("never goes over another one", async ({ saved }) => {
    await expect(backup(saved.ownerUrl, saved.folder, madeAt)).rejects.toThrow("exists already");
  });

  test("is not restored over something", async ({ saved }) => {
    await expect(restore(saved.ownerUrl, saved.folder, erasedList)).rejects.toThrow(
      /A backup is restored into an empty database only; this one has \d+ events/,
    );
  });

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
      "lacks the file public.product",
    ],
    ["without a manifest", "manifest.json", (file: string) => rm(file), "is no backup"],
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
      await backup(saved.ownerUrl, folder, madeAt);
      await harm(path.join(folder, file));
      const other = await emptyDatabase(name);

      await expect(restore(other, folder, erasedList)).rejects.toThrow(words);

      expect(await ask(other, "select to_regclass('public.account') is null as answer")).toBe(true);
    },
  );

  test("of another release is left alone", async ({ saved }) => {
    const folder = path.join(folders, "older");
    await backup(saved.ownerUrl, folder, madeAt);
    const file = path.join(folder, "manifest.json");
    const manifest: unknown = JSON.parse(await readFile(file, "utf8"));
    await writeFile(
      file,
      JSON.stringify(Object.assign({}, manifest, { migrations: ["0001-ledger"] })),
    );

    await expect(restore(await emptyDatabase("older"), folder, erasedList)).rejects.toThrow(
      "The backup has the tables of 0001-ledger",
    );
  });
});

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

/** Of each table, how many rows it has and a digest over all of them. */
async function digestOfEverything(url: string): Promise<Record<string, unknown>> {
  const db = connect(url, { ...patient, poolSize: 1 });
  try {
    return await db.transaction().execute(async (tx) => {
      const digests: Record<string, unknown> = {};
      for (const table of await tablesToCopy(tx)) {
        const { rows } = await sql`
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
