import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type Picture, type PictureWidth } from "@portal/shared/platform/pictures.ts";
import { type ListUploads, openCategories } from "@portal/shared/office/uploads.ts";
import { type Selectable, sql } from "kysely";
import type { SignedInUser } from "../access/signed-in.ts";
import type { Database, ReadDatabase, Tx } from "../db/database.ts";
import { likePattern, pageOf } from "../db/list-filters.ts";
import type { ContentTables } from "../db/office-tables.ts";
import type { StoredUpload } from "./upload.store.ts";

/** The uploads that this user may open, by default in the order that the office chose. */
export async function listUploads(
  db: ReadDatabase,
  user: SignedInUser,
  { search, category, sort, ...page }: ListUploads,
) {
  let matching = db.selectFrom("upload").where("category", "in", openCategories(user.role));
  if (category) matching = matching.where("category", "=", category);
  if (search) {
    const pattern = likePattern(search);
    matching = matching.where((upload) =>
      upload.or([
        upload("title", "ilike", pattern),
        upload("description", "ilike", pattern),
        upload("filename", "ilike", pattern),
      ]),
    );
  }
  const { rows, total } = await matching
    .select([
      "id",
      "category",
      "title",
      "description",
      "filename",
      "kind",
      "bytes",
      "width",
      // Of pictures.
      "height",
      // The length of a video, where it is known.
      "seconds",
      "sha256",
      "sort_order as sortOrder",
      "content_type as contentType",
      "uploaded_at as uploadedAt",
    ])
    .select([hasPoster.as("hasPoster"), hasCaptions.as("hasCaptions"), viewsFor(user).as("views")])
    .orderBy(sortColumns[sort.by], sort.direction)
    .orderBy("id")
    .$call((list) => pageOf(list, page));
  return {
    total,
    rows: rows.map(({ sha256, ...row }) => ({ ...row, version: versionOf(sha256) })),
  };
}

const sortColumns = {
  sortOrder: "sort_order",
  title: "title",
  uploadedAt: "uploaded_at",
} as const;

/** Public pictures by their ids. */
export async function picturesOf(
  db: ReadDatabase,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Picture>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("upload")
    .select(pictureColumns)
    .where("upload.id", "in", [...ids])
    .where("kind", "=", "image")
    .where("category", "in", openCategories(null))
    .execute();
  return new Map(rows.map((row) => [row.id, pictureOf(row)]));
}

/** The pictures of visible products, by product id. */
export async function picturesOfProducts(db: ReadDatabase): Promise<ReadonlyMap<number, Picture>> {
  const rows = await db
    .selectFrom("product")
    .innerJoin("upload", "upload.id", "product.image_id")
    .select([...pictureColumns, "product.id as productId"])
    .where("product.hide", "=", false)
    .where("upload.kind", "=", "image")
    .where("upload.category", "in", openCategories(null))
    .execute();
  return new Map(rows.map(({ productId, ...row }) => [productId, pictureOf(row)]));
}

const pictureColumns = ["upload.id", "upload.width", "upload.height", "upload.sha256"] as const;

function pictureOf({
  id,
  width,
  height,
  sha256,
}: Pick<Selectable<ContentTables["upload"]>, "id" | "width" | "height" | "sha256">): Picture {
  return { id, width: width ?? 0, height: height ?? 0, version: versionOf(sha256) };
}

/** @throws DomainError upload.unknown where it is not a public picture */
export async function requirePicture(tx: Tx, id: number, field = "imageId"): Promise<void> {
  const found = await tx
    .selectFrom("upload")
    .select("id")
    .where("id", "=", id)
    .where("kind", "=", "image")
    .where("category", "in", openCategories(null))
    .forShare()
    .executeTakeFirst();
  if (!found) throw new DomainError("upload.unknown", { field });
}

/** Changes with the content, for URLs that are cached for ever. */
export function versionOf(sha256: string): string {
  return sha256.slice(0, 12);
}

/** The sizes of a video are those of its poster. */
const hasPoster = sql<boolean>`upload.kind = 'video' and exists (
  select from upload_size where upload_size.upload_id = upload.id)`;

const hasCaptions = sql<boolean>`exists (
  select from upload_captions where upload_captions.upload_id = upload.id)`;

/** How often it was opened; null except for the office. */
function viewsFor({ role }: SignedInUser) {
  if (role !== "admin") return sql<number | null>`null::int`;
  return sql<number | null>`(
    select count(*)::int from upload_access where upload_access.upload_id = upload.id)`;
}

/**
 * The smallest size that is at least this wide, else the largest; for a video, of its poster.
 *
 * @throws DomainError upload.unknown for a video without a poster
 */
export async function pictureOfWidth(
  db: Database,
  upload: StoredUpload,
  width: PictureWidth | null,
): Promise<{ sha256: string; bytes: number }> {
  const isVideo = upload.kind === "video";
  if (!isVideo && width === null) return upload;
  const sizes = await db
    .selectFrom("upload_size")
    .select(["sha256", "bytes", "width"])
    .where("upload_id", "=", upload.id)
    .orderBy("width")
    .execute();
  const largest = isVideo ? sizes.at(-1) : upload;
  const found = sizes.find((size) => width !== null && size.width >= width) ?? largest;
  if (!found) throw new DomainError("upload.unknown");
  return found;
}
