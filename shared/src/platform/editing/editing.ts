import { z } from "zod";
import { commandIdSchema, rowIdSchema } from "../ids.ts";
import { pagingFields } from "../paging.ts";

/** The id of an item that is not saved yet (specification, section 3). */
export const newItemId = -1;

export const itemIdSchema = z.union([z.literal(newItemId), rowIdSchema]);
export const itemRefSchema = z.object({ id: rowIdSchema });

export const itemSorts = ["name", "updated"] as const;
export type ItemSort = (typeof itemSorts)[number];
export const listItemsSchema = z.object({
  ...pagingFields,
  sort: z.enum(itemSorts).default("name"),
  direction: z.enum(["asc", "desc"]).default("asc"),
});
export type ListItems = z.infer<typeof listItemsSchema>;

/**
 * When the item that was edited was changed last, as it was read; who saves an older one than there is
 * is told so, instead of undoing what somebody else did. Programs may leave it out.
 */
export const readAtSchema = z.iso.datetime().nullable().optional();

/** By which a change that makes an item can be repeated; programs may send it as `Idempotency-Key`. */
export const saveKeySchema = z.object({ commandId: commandIdSchema.optional() });
export type SaveKey = z.infer<typeof saveKeySchema>;

export const incomplete = "Please complete all fields before saving.";
export const required = "Required";
export const wrongWholeNumber = "Please enter a whole number";
export const wrongNumber = "Please enter a number";
