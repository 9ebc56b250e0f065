import type { SaveTestimonial } from "@portal/shared/office/testimonials.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { newItemId } from "@portal/shared/platform/editing.ts";
import type { Caller } from "../../caller.ts";
import { requireOwnNumbers } from "../../catalogue/shop-settings/shown-texts.queries.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Tx } from "../../platform/db/database.ts";
import { requirePicture } from "../../platform/files/upload.queries.ts";
import { changedFields, requireVersion } from "../../platform/idempotency/edit-version.ts";
import { runOnce } from "../../platform/idempotency/run-once.ts";
import { type EditedTestimonial, testimonialVersion } from "./testimonial.queries.ts";

type Context = Pick<Caller, "db" | "user" | "impersonatedById" | "now">;

/** Adds a testimonial (id -1) or changes one. The audit has its id, never the person's name. */
export async function saveTestimonial(
  context: Context,
  { commandId, ...given }: SaveTestimonial,
): Promise<{ id: number }> {
  const { id } = given;
  const by = { userId: context.user?.id ?? null };
  const at = context.now();
  return context.db.transaction().execute(async (tx) => {
    if (id === newItemId) {
      const key = { commandId, kind: "testimonial", by, request: given, at } as const;
      return { id: await runOnce(tx, key, () => addTestimonial(tx, context, given)) };
    }
    if (given.imageId !== null) await requirePicture(tx, given.imageId);
    const before = await lockTestimonial(tx, id);
    requireVersion(testimonialVersion(before), given.version);
    await requireOwnNumbers(tx, at, shownTextsOf(given), shownTextsOf(before));
    await tx.updateTable("testimonial").set(columnsOf(given, at)).where("id", "=", id).execute();
    await insertAudit(tx, context, {
      action: "testimonial.changed",
      target: `testimonial ${id}`,
      details: changesOf(before, given),
    });
    return { id };
  });
}

async function addTestimonial(tx: Tx, context: Context, given: SaveTestimonial): Promise<number> {
  if (given.imageId !== null) await requirePicture(tx, given.imageId);
  const at = context.now();
  await requireOwnNumbers(tx, at, shownTextsOf(given), {});
  const { id } = await tx
    .insertInto("testimonial")
    .values({ ...columnsOf(given, at), created_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  const details = { isShown: given.isShown };
  await insertAudit(tx, context, {
    action: "testimonial.added",
    target: `testimonial ${id}`,
    details,
  });
  return id;
}

type ShownTexts = Pick<SaveTestimonial, "name" | "town" | "words">;

function shownTextsOf({ name, town, words }: ShownTexts): ShownTexts {
  return { name, town, words };
}

export async function deleteTestimonial(context: Context, id: number): Promise<{ id: number }> {
  await context.db.transaction().execute(async (tx) => {
    await lockTestimonial(tx, id);
    await tx.deleteFrom("testimonial").where("id", "=", id).execute();
    await insertAudit(tx, context, { action: "testimonial.deleted", target: `testimonial ${id}` });
  });
  return { id };
}

/** For the audit: personal fields by name only, others with their former and new values. */
function changesOf(before: EditedTestimonial, given: EditedTestimonial) {
  const { sortOrder, isShown, ...others } = changedFields(before, given);
  const values = { ...(sortOrder && { sortOrder }), ...(isShown && { isShown }) };
  return { fields: Object.keys(others), changed: values };
}

async function lockTestimonial(tx: Tx, id: number): Promise<EditedTestimonial> {
  const found = await tx
    .selectFrom("testimonial")
    .select(["name", "town", "words"])
    .select(["image_id as imageId", "sort_order as sortOrder", "is_shown as isShown"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new DomainError("testimonial.unknown");
  return found;
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
