import type { UploadCategory } from "@portal/shared/office/uploads.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type Selectable, sql } from "kysely";
import type { Database, Tx } from "../db/database.ts";
import type { ContentTables } from "../db/office-tables.ts";

type UploadRow = Selectable<ContentTables["upload"]>;

export type StoredUpload = Pick<
  UploadRow,
  "id" | "category" | "title" | "filename" | "kind" | "sha256" | "bytes" | "width"
> & { contentType: string };
export type UploadContent = Readonly<
  Pick<UploadRow, "filename" | "kind" | "sha256" | "bytes" | "width" | "height"> & {
    contentType: string;
    /** The smaller sizes of a picture. */
    sizes: readonly Readonly<Omit<ContentTables["upload_size"], "upload_id">>[];
  }
>;
type UploadWords = Readonly<
  Pick<UploadRow, "category" | "title" | "description"> & { sortOrder: number }
>;

/** Serialises changes of files, so that none deletes a file that another one just stored. */
export async function lockUploads(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('upload', 0))`.execute(tx);
}

/** @throws DomainError upload.unknown */
export async function findUpload(db: Database | Tx, id: number): Promise<StoredUpload> {
  const found = await db
    .selectFrom("upload")
    .select(["id", "category", "title", "filename", "kind", "sha256", "bytes", "width"])
    .select("content_type as contentType")
    .where("id", "=", id)
    .executeTakeFirst();
  if (!found) throw new DomainError("upload.unknown");
  return found;
}

export async function insertUpload(
  tx: Tx,
  words: UploadWords,
  content: UploadContent,
  uploaded: Readonly<{ by: number; at: string }>,
): Promise<number> {
  const { sizes, contentType, ...columns } = content;
  const { sortOrder, ...rest } = words;
  const { id } = await tx
    .insertInto("upload")
    .values({
      ...columns,
      ...rest,
      content_type: contentType,
      sort_order: sortOrder,
      uploaded_by: uploaded.by,
      uploaded_at: uploaded.at,
      updated_at: uploaded.at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertSizes(tx, id, sizes);
  return id;
}

export async function replaceContent(
  tx: Tx,
  id: number,
  { sizes, contentType, ...columns }: UploadContent,
): Promise<void> {
  await tx
    .updateTable("upload")
    // Length, captions and poster belong to the old video.
    .set({ ...columns, content_type: contentType, seconds: null })
    .where("id", "=", id)
    .execute();
  await tx.deleteFrom("upload_captions").where("upload_id", "=", id).execute();
  await tx.deleteFrom("upload_size").where("upload_id", "=", id).execute();
  await insertSizes(tx, id, sizes);
}

async function insertSizes(tx: Tx, id: number, sizes: UploadContent["sizes"]): Promise<void> {
  if (sizes.length === 0) return;
  const rows = sizes.map((size) => ({ ...size, upload_id: id }));
  await tx.insertInto("upload_size").values(rows).execute();
}

/** The poster of a video, in all its sizes. */
export async function replacePoster(
  tx: Tx,
  id: number,
  { sizes, seconds }: Readonly<{ sizes: UploadContent["sizes"]; seconds: number | null }>,
): Promise<void> {
  await tx.deleteFrom("upload_size").where("upload_id", "=", id).execute();
  await insertSizes(tx, id, sizes);
  if (seconds !== null)
    await tx.updateTable("upload").set({ seconds }).where("id", "=", id).execute();
}

export async function idsInOrder(tx: Tx, category: UploadCategory): Promise<number[]> {
  const rows = await tx
    .selectFrom("upload")
    .select("id")
    .where("category", "=", category)
    .orderBy("sort_order")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Numbers them 1, 2, 3 and so on. */
export async function numberInOrder(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update upload set sort_order = given.place
    from unnest(${[...ids]}::int[]) with ordinality as given (id, place)
    where upload.id = given.id and upload.sort_order <> given.place`.execute(tx);
}

export async function updateUploadWords(
  tx: Tx,
  id: number,
  { sortOrder, ...words }: { [Word in keyof UploadWords]?: UploadWords[Word] | undefined },
  at: string,
): Promise<void> {
  await tx
    .updateTable("upload")
    .set({ ...words, ...(sortOrder !== undefined && { sort_order: sortOrder }), updated_at: at })
    .where("id", "=", id)
    .execute();
}

export async function deleteUploadRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("upload").where("id", "=", id).execute();
}

export async function isShownSomewhere(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from product where image_id = ${id})
      or exists (select from testimonial where image_id = ${id})
      or exists (select from site_copy where ${id} = any (pictures))
      or exists (select from shop_setting
        where strpos(checkout_popup_text, ${`"/resources/images/${id}"`}) > 0) as found`.execute(
    tx,
  );
  return rows[0]?.found ?? true;
}

/** The hashes of all files of an upload. */
export async function contentsOf(tx: Tx, id: number): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from upload where id = ${id}
    union select sha256 from upload_size where upload_id = ${id}`.execute(tx);
  return rows.map(({ sha256 }) => sha256);
}

/** The hashes that no upload uses any more. */
export async function unusedAmong(tx: Tx, hashes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select given.sha256 from unnest(${[...hashes]}::text[]) as given (sha256)
    where not exists (select from upload where upload.sha256 = given.sha256)
      and not exists (select from upload_size size where size.sha256 = given.sha256)`.execute(tx);
  return rows.map(({ sha256 }) => sha256);
}

/** In bytes. */
export async function uploadedSince(db: Database, userId: number, since: string): Promise<number> {
  const { bytes } = await db
    .selectFrom("upload")
    .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as("bytes"))
    .where("uploaded_by", "=", userId)
    .where("uploaded_at", ">=", since)
    .executeTakeFirstOrThrow();
  return bytes;
}
