import type { ArchiveKind } from "@portal/shared/money/archives.ts";
import { sql } from "kysely";
import type { Database, ReadDatabase, Tx } from "../../platform/db/database.ts";

export type NewArchive = Readonly<{
  id: string;
  kind: ArchiveKind;
  askedBy: number;
  askedAt: string;
  from: string;
  to: string;
}>;

/** @returns false when another one of its kind is waiting */
export async function insertArchive(tx: Tx, archive: NewArchive): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("document_archive")
    .values({
      id: archive.id,
      kind: archive.kind,
      asked_by: archive.askedBy,
      asked_at: archive.askedAt,
      from_day: archive.from,
      to_day: archive.to,
    })
    .onConflict((conflict) => conflict.column("waiting_kind").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findArchive(db: Pick<ReadDatabase, "selectFrom">, id: string) {
  const row = await db
    .selectFrom("document_archive")
    .select(["id", "kind", "asked_by as askedBy", "asked_at as askedAt"])
    .select(["from_day as from", "to_day as to", "state", "sha256", "is_open as isOpen"])
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

type WrittenFile = Readonly<{
  documents: number;
  isOpen: boolean;
  sha256: string;
  bytes: number;
}>;

/**
 * @param outcome a file, or why there is none: the refusal in words, null for any other failure
 * @returns false when it was finished before
 */
export async function finishArchive(
  db: Database,
  id: string,
  outcome: WrittenFile | Readonly<{ failure: string | null }>,
  now: string,
): Promise<boolean> {
  const finished =
    "failure" in outcome
      ? ({ state: "failed", failure: outcome.failure } as const)
      : ({
          state: "ready",
          progress: 100,
          documents: outcome.documents,
          is_open: outcome.isOpen,
          sha256: outcome.sha256,
          bytes: outcome.bytes,
        } as const);
  const { numUpdatedRows } = await db
    .updateTable("document_archive")
    .set({ ...finished, finished_at: now })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const shownMax = 5;

/** The newest first. */
export function listNewestArchives(
  db: Pick<ReadDatabase, "selectFrom">,
  kinds: readonly ArchiveKind[],
) {
  return db
    .selectFrom("document_archive as archive")
    .innerJoin("account", "account.id", "archive.asked_by")
    .select(["archive.id", "archive.kind", "archive.is_open as isOpen"])
    .select(["archive.asked_at as askedAt", "archive.from_day as from"])
    .select(["archive.to_day as to", "archive.state", "archive.progress"])
    .select(["archive.failure", "archive.documents", "archive.bytes"])
    .select(sql<string>`account.first_name || ' ' || account.last_name`.as("askedBy"))
    .where("archive.kind", "in", kinds)
    .orderBy("archive.asked_at", "desc")
    .orderBy("archive.id")
    .limit(shownMax)
    .execute();
}

/** @returns the files that no archive needs any more: two that were written of the same have one file */
export async function deleteArchivesBefore(
  db: Database,
  before: string,
): Promise<readonly string[]> {
  const deleted = await db
    .deleteFrom("document_archive")
    .where("asked_at", "<", before)
    .returning("sha256")
    .execute();
  const files = new Set(deleted.flatMap(({ sha256 }) => sha256 ?? []));
  if (files.size === 0) return [];
  const kept = await db
    .selectFrom("document_archive")
    .select("sha256")
    .where("sha256", "in", [...files])
    .execute();
  for (const { sha256 } of kept) files.delete(sha256 ?? "");
  return [...files];
}
