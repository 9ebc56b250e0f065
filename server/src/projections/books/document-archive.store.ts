import { sql } from "kysely";
import type { Database, ReadDatabase, Tx } from "../../platform/db/database.ts";

export type NewArchive = Readonly<{
  id: string;
  askedBy: number;
  askedAt: string;
  from: string;
  to: string;
}>;

/** @returns false when another one is waiting */
export async function insertArchive(tx: Tx, archive: NewArchive): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("document_archive")
    .values({
      id: archive.id,
      asked_by: archive.askedBy,
      asked_at: archive.askedAt,
      from_day: archive.from,
      to_day: archive.to,
    })
    .onConflict((conflict) => conflict.column("state").where("state", "=", "waiting").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findArchive(db: Pick<ReadDatabase, "selectFrom">, id: string) {
  const row = await db
    .selectFrom("document_archive")
    .select(["id", "asked_by as askedBy", "asked_at as askedAt"])
    .select(["from_day as from", "to_day as to", "state", "sha256"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

export async function saveArchiveProgress(
  db: Database,
  id: string,
  percent: number,
): Promise<void> {
  await db
    .updateTable("document_archive")
    .set({ progress: percent })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .execute();
}

type WrittenFile = Readonly<{ documents: number; sha256: string; bytes: number }>;

/**
 * @param outcome.file null for one that failed
 * @returns false when it was finished before
 */
export async function finishArchive(
  db: Database,
  id: string,
  { file, now }: Readonly<{ file: WrittenFile | null; now: string }>,
): Promise<boolean> {
  const outcome =
    file === null
      ? ({ state: "failed" } as const)
      : ({ state: "ready", progress: 100, ...file } as const);
  const { numUpdatedRows } = await db
    .updateTable("document_archive")
    .set({ ...outcome, finished_at: now })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const shownMax = 5;

/** The newest first. */
export function listNewestArchives(db: Pick<ReadDatabase, "selectFrom">) {
  return db
    .selectFrom("document_archive as archive")
    .innerJoin("account", "account.id", "archive.asked_by")
    .select(["archive.id", "archive.asked_at as askedAt", "archive.from_day as from"])
    .select(["archive.to_day as to", "archive.state", "archive.progress"])
    .select(["archive.documents", "archive.bytes"])
    .select(sql<string>`account.first_name || ' ' || account.last_name`.as("askedBy"))
    .orderBy("archive.asked_at", "desc")
    .orderBy("archive.id")
    .limit(shownMax)
    .execute();
}

/** @returns the files that no archive needs any more */
export async function deleteArchivesBefore(
  db: Database,
  before: string,
): Promise<readonly string[]> {
  const deleted = await db
    .deleteFrom("document_archive")
    .where("asked_at", "<", before)
    .returning("sha256")
    .execute();
  return deleted.flatMap(({ sha256 }) => sha256 ?? []);
}
