import { newItemId, type SaveKey } from "@portal/shared/platform/editing/editing.ts";
import type { SaveTestimonial } from "@portal/shared/office/testimonials.ts";
import type { Caller } from "../../caller.ts";
import type { Tx } from "../../platform/db/database.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { requireUnchanged } from "../../platform/idempotency/changed-fields.ts";
import { saveOnce } from "../../platform/idempotency/save-once.ts";
import { requirePicture } from "../../platform/files/upload.queries.ts";
import {
  deleteTestimonialRow,
  insertTestimonial,
  lockTestimonial,
  updateTestimonial,
} from "./testimonial.store.ts";

type Desk = Pick<Caller, "db" | "user" | "impersonatedById" | "now">;

/** Adds what somebody said (id -1) or changes it. The audit names its number, never the person. */
export async function saveTestimonial(
  desk: Desk,
  { commandId, ...given }: SaveTestimonial & SaveKey,
): Promise<{ id: number }> {
  const { id, isShown } = given;
  const by = { userId: desk.user?.id ?? null };
  const at = desk.now();
  return desk.db.transaction().execute(async (tx) => {
    if (id === newItemId) {
      const key = { commandId, kind: "testimonial", by, request: given, at } as const;
      return { id: await saveOnce(tx, key, () => addTestimonial(tx, desk, given)) };
    }
    if (given.imageId !== null) await requirePicture(tx, given.imageId);
    const { dateUpdated } = await lockTestimonial(tx, id);
    requireUnchanged(dateUpdated, given.dateUpdated);
    await updateTestimonial(tx, given, at);
    await insertAudit(tx, desk, {
      action: "testimonial.changed",
      target: `testimonial ${id}`,
      details: { isShown },
    });
    return { id };
  });
}

async function addTestimonial(tx: Tx, desk: Desk, given: SaveTestimonial): Promise<number> {
  if (given.imageId !== null) await requirePicture(tx, given.imageId);
  const id = await insertTestimonial(tx, given, desk.now());
  const details = { isShown: given.isShown };
  await insertAudit(tx, desk, {
    action: "testimonial.added",
    target: `testimonial ${id}`,
    details,
  });
  return id;
}

export async function deleteTestimonial(desk: Desk, id: number): Promise<{ id: number }> {
  await desk.db.transaction().execute(async (tx) => {
    await lockTestimonial(tx, id);
    await deleteTestimonialRow(tx, id);
    await insertAudit(tx, desk, { action: "testimonial.deleted", target: `testimonial ${id}` });
  });
  return { id };
}
