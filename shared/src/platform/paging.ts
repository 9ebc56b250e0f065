import { z } from "zod/mini";
import { searchText } from "./texts.ts";

export const pageSizeMax = 100;

/** The input of every list. */
export const pagingFields = {
  page: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
  pageSize: z._default(z.int().check(z.minimum(1), z.maximum(pageSizeMax)), 20),
  search: z.optional(searchText(100)),
};

/** A sort order such as `{by: "placedAt", direction: "asc"}`; by default the first column and this direction. */
export function sortedBy<const By extends string>(
  [first, ...others]: readonly [By, ...By[]],
  direction: "asc" | "desc",
) {
  return z._default(
    z.strictObject({
      by: z.enum([first, ...others]),
      direction: z._default(z.enum(["asc", "desc"]), direction),
    }),
    { by: first, direction },
  );
}

/** One page of a list, and the total number of rows. */
export type Page<Row> = { rows: Row[]; total: number };
