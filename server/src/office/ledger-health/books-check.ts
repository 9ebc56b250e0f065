import { z } from "zod";
import type { BooksComparison } from "../../projections/compare/compare-projections.ts";

const figureSchema = z.object({
  name: z.string(),
  old: z.number(),
  new: z.number(),
  delta: z.number(),
});

/** The live tables beside a replay of the ledger, and the laws of money, as they were last compared. */
export const booksResultSchema = z.object({
  isSound: z.boolean(),
  /** Those that differ alone. */
  tables: z.array(
    z.object({
      table: z.string(),
      live: z.number(),
      replayed: z.number(),
      differing: z.number(),
      examples: z.array(z.string()),
    }),
  ),
  memberCount: z.int(),
  members: z.array(
    z.object({
      memberId: z.int(),
      tables: z.array(z.string()),
      figures: z.array(figureSchema),
      firstEvent: z.object({ position: z.int(), type: z.string() }).nullable(),
    }),
  ),
  /** Laws that do not hold, and where. */
  broken: z.array(z.object({ law: z.string(), subject: z.string(), detail: z.string() })),
  /** Why the ledger could not be replayed; null where it could. */
  failure: z.string().nullable(),
});
export type BooksResult = z.infer<typeof booksResultSchema>;

const listedMax = 50;

/** Ids and amounts alone: the names are looked up when somebody reads it. */
export function booksResultOf({ report, conservation, isSound }: BooksComparison): BooksResult {
  return {
    isSound,
    tables: report.tables
      .filter(({ differing }) => differing > 0)
      .map(({ examples, ...table }) => ({ ...table, examples: [...examples] })),
    memberCount: report.members.length,
    members: report.members.slice(0, listedMax).map((member) => ({
      memberId: member.memberId,
      tables: [...member.tables],
      figures: [...member.figures],
      firstEvent: member.firstEvent,
    })),
    broken: conservation.slice(0, listedMax).map((finding) => ({ ...finding })),
    failure: null,
  };
}

export function failedBooksResult(failure: string): BooksResult {
  const nothing = { tables: [], memberCount: 0, members: [], broken: [] };
  return { isSound: false, ...nothing, failure };
}
