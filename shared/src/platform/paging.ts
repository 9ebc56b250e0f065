import { z } from "zod";

export const pageSizeMax = 100;

/** The input of every list. */
export const pagingFields = {
  page: z.int().min(1).max(1_000_000).default(1),
  pageSize: z.int().min(1).max(pageSizeMax).default(20),
  search: z.string().trim().max(100).optional(),
};

/** A sort order such as `{by: "placedAt", direction: "asc"}`; by default the first column and this direction. */
export function sortedBy<const By extends string>(
  [first, ...others]: readonly [By, ...By[]],
  direction: "asc" | "desc",
) {
  return z
    .object({
      by: z.enum([first, ...others]),
      direction: z.enum(["asc", "desc"]).default(direction),
    })
    .default({ by: first, direction });
}

/** One page of a list, and the total number of rows. */
export type Page<Row> = { rows: Row[]; total: number };

/** A page of a list that is too long to count: if `isCapped`, there are more rows than `total`. */
export type CappedPage<Row> = Page<Row> & { isCapped: boolean };
