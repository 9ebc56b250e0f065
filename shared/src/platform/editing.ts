import { z } from "zod/mini";
import { rowIdSchema, command } from "./ids.ts";
import { pagingFields } from "./paging.ts";

/** The id of an unsaved item (specification, section 3). */
export const newItemId = -1;

export const itemIdSchema = z.union([z.literal(newItemId), rowIdSchema]);
export const itemRefSchema = z.strictObject({ id: rowIdSchema });
export const itemCommandSchema = z.extend(itemRefSchema, command);

export const itemSorts = ["name", "updated"] as const;
export type ItemSort = (typeof itemSorts)[number];
export const listItemsSchema = z.strictObject({
  ...pagingFields,
  sort: z._default(z.enum(itemSorts), "name"),
  direction: z._default(z.enum(["asc", "desc"]), "asc"),
});
export type ListItems = z.infer<typeof listItemsSchema>;

/**
 * The version on which an edit is based; null for a new item. Saving with a stale version is refused, so that concurrent
 * edits are not lost. API clients may omit it.
 */
export const versionSchema = z.optional(
  z.nullable(z.string().check(z.regex(/^[0-9a-f]{16}$/, "Send the version as it was read"))),
);

export const incomplete = "Please complete all fields before saving.";
export const required = "Required";
export const wrongWholeNumber = "Please enter a whole number";
export const wrongNumber = "Please enter a number";

/** A whole number or minor units, as a form or a program sends them; null is a field that was left empty. */
export const numberSchema = (wrong: string) =>
  z.int({ error: ({ input }) => (input === null ? required : wrong) });

/**
 * For a rule between fields: it also runs while a number is missing elsewhere, so that a form names all of its problems at
 * once. zod would wait for that number.
 */
export const evenIfIncomplete = {
  when: ({ value }: Readonly<{ value: unknown }>) => typeof value === "object" && value !== null,
};
