import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { ListItems } from "@portal/shared/platform/editing.ts";
import { type SaveTestimonial, shownTestimonialsMax } from "@portal/shared/office/testimonials.ts";
import type { InferResult } from "kysely";
import { likePattern, pageOf } from "../../platform/db/list-filters.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { picturesOf } from "../../platform/files/upload.queries.ts";
import { versionOf } from "../../platform/idempotency/edit-version.ts";

export type EditedTestimonial = Omit<SaveTestimonial, "id" | "version">;

/** Covers everything that can be edited. */
export function testimonialVersion(testimonial: EditedTestimonial): string {
  const { name, town, words, imageId, sortOrder, isShown } = testimonial;
  return versionOf({ name, town, words, imageId, sortOrder, isShown });
}

/** The first few that the office has chosen to show. */
export async function listShownTestimonials(db: ReadDatabase) {
  const rows = await selectTestimonials(db)
    .where("is_shown", "=", true)
    .orderBy("sort_order")
    .orderBy("id")
    .limit(shownTestimonialsMax)
    .execute();
  const listed = await withPictures(db, rows);
  return listed.map(({ id, name, town, words, picture }) => ({ id, name, town, words, picture }));
}

export async function listTestimonials(
  db: ReadDatabase,
  { search, sort, direction, ...page }: ListItems,
) {
  let matching = db.selectFrom("testimonial");
  if (search) {
    const pattern = likePattern(search);
    matching = matching.where((row) =>
      row.or([
        row("name", "ilike", pattern),
        row("town", "ilike", pattern),
        row("words", "ilike", pattern),
      ]),
    );
  }
  const { rows, total } = await matching
    .select(columns)
    .orderBy(sort === "name" ? "name" : "updated_at", direction)
    .orderBy("id")
    .$call((list) => pageOf(list, page));
  return { rows: await withPictures(db, rows), total };
}

/** @throws DomainError testimonial.unknown */
export async function getTestimonial(db: ReadDatabase, id: number) {
  const rows = await selectTestimonials(db).where("id", "=", id).execute();
  const [found] = await withPictures(db, rows);
  if (!found) throw new DomainError("testimonial.unknown");
  return found;
}

const columns = [
  "id",
  "name",
  "town",
  "words",
  "image_id as imageId",
  "sort_order as sortOrder",
  "is_shown as isShown",
  "created_at as dateCreated",
  "updated_at as dateUpdated",
] as const;

function selectTestimonials(db: ReadDatabase) {
  return db.selectFrom("testimonial").select(columns);
}

async function withPictures(
  db: ReadDatabase,
  rows: InferResult<ReturnType<typeof selectTestimonials>>,
) {
  const pictures = await picturesOf(
    db,
    rows.flatMap(({ imageId }) => imageId ?? []),
  );
  return rows.map((row) => ({
    ...row,
    listingName: row.name,
    /** Sent back when the testimonial is saved. */
    version: testimonialVersion(row),
    picture: pictures.get(row.imageId ?? 0) ?? null,
  }));
}
