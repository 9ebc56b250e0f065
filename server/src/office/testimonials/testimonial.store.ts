import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { SaveTestimonial } from "@portal/shared/office/testimonials.ts";
import type { Tx } from "../../platform/db/database.ts";

export async function lockTestimonial(tx: Tx, id: number): Promise<{ dateUpdated: string }> {
  const found = await tx
    .selectFrom("testimonial")
    .select("updated_at as dateUpdated")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new DomainError("testimonial.unknown");
  return found;
}

export async function insertTestimonial(
  tx: Tx,
  given: SaveTestimonial,
  at: string,
): Promise<number> {
  const { id } = await tx
    .insertInto("testimonial")
    .values({ ...columnsOf(given, at), created_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateTestimonial(tx: Tx, given: SaveTestimonial, at: string): Promise<void> {
  await tx
    .updateTable("testimonial")
    .set(columnsOf(given, at))
    .where("id", "=", given.id)
    .execute();
}

export async function deleteTestimonialRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("testimonial").where("id", "=", id).execute();
}

function columnsOf(
  { name, town, words, imageId, sortOrder, isShown }: SaveTestimonial,
  at: string,
) {
  return {
    name,
    town,
    words,
    image_id: imageId,
    sort_order: sortOrder,
    is_shown: isShown,
    updated_at: at,
  };
}
