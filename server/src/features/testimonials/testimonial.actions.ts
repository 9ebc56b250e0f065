import { newItemId } from "@portal/shared/editing/editing.ts";
import type { SaveTestimonial } from "@portal/shared/testimonials.ts";
import type { Caller } from "../../caller.ts";
import { insertAudit } from "../audit/audit.store.ts";
import { requireUnchanged } from "../editing/changed-fields.ts";
import { requirePicture } from "../uploads/upload.queries.ts";
import {
  deleteTestimonialRow,
  insertTestimonial,
  lockTestimonial,
  updateTestimonial,
} from "./testimonial.store.ts";

type Desk = Pick<Caller, "db" | "user" | "impersonatedById" | "now">;

/** Adds what somebody said (id -1) or changes it. The audit names its number, never the person. */
export async function saveTestimonial(desk: Desk, given: SaveTestimonial): Promise<{ id: number }> {
  return desk.db.transaction().execute(async (tx) => {
    if (given.imageId !== null) await requirePicture(tx, given.imageId);
    let { id } = given;
    if (id === newItemId) {
      id = await insertTestimonial(tx, given, desk.now());
    } else {
      const { dateUpdated } = await lockTestimonial(tx, id);
      requireUnchanged(dateUpdated, given.dateUpdated);
      await updateTestimonial(tx, given, desk.now());
    }
    const action = given.id === newItemId ? "testimonial.added" : "testimonial.changed";
    const details = { isShown: given.isShown };
    await insertAudit(tx, desk, { action, target: `testimonial ${id}`, details });
    return { id };
  });
}

export async function deleteTestimonial(desk: Desk, id: number): Promise<{ id: number }> {
  await desk.db.transaction().execute(async (tx) => {
    await lockTestimonial(tx, id);
    await deleteTestimonialRow(tx, id);
    await insertAudit(tx, desk, { action: "testimonial.deleted", target: `testimonial ${id}` });
  });
  return { id };
}
