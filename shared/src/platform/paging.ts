import { z } from "zod";

export const pageSizeMax = 100;

/** Every list takes these; 10,000 pages deep is as far as anybody reads. */
export const pagingFields = {
  page: z.int().min(1).max(1_000_000).default(1),
  pageSize: z.int().min(1).max(pageSizeMax).default(20),
  search: z.string().trim().max(100).optional(),
};

/**
 * What a list can be sorted by: `{by: "placedAt", direction: "asc"}`. Left out, it comes by the first of
 * them and in the direction that is given here, as people mostly read it.
 */
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

/** One page of a list, and how many rows there are in all. */
export type Page<Row> = { rows: Row[]; total: number };

/** A page of a list that is too long to be counted: where `isCapped`, there are more rows than `total`. */
export type CappedPage<Row> = Page<Row> & { isCapped: boolean };
