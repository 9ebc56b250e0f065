import { addDays, type Period, startOfDay } from "@portal/shared/platform/calendar.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { folded, wordsOf } from "@portal/shared/platform/texts.ts";
import {
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
} from "kysely";
import type { ReadDatabase } from "./database.ts";
import { loadRegion } from "./region.queries.ts";

/** A pattern for `like` that matches the text literally. */
export function likePattern(typed: string): string {
  return `%${typed.replaceAll(/[\\%_]/g, "\\$&")}%`;
}

/**
 * The pattern for what `search_fold` keeps of a text. Folded here, because a statement that is planned once would fold it for
 * each row.
 */
export function foldedPattern(typed: string): string {
  return likePattern(folded(typed));
}

/**
 * Each word of a search has to match, in any order: people are called by either name first. One condition for each word,
 * from its `like` pattern.
 */
export function everyWord(
  search: string,
  matches: (pattern: string) => Expression<SqlBool>,
): Expression<SqlBool> {
  const conditions = wordsOf(search).map((word) => matches(likePattern(word)));
  return sql<SqlBool>`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
}

/** Whether a text of a bank, which seldom has accents, contains a search as it was typed or without them. */
export function isInBankText(column: string, search: string): RawBuilder<SqlBool> {
  const text = sql.ref(column);
  return sql<SqlBool>`(${text} ilike ${likePattern(search)} or ${text} ilike ${foldedPattern(search)})`;
}

/** Whether the name of a person contains a word of a search, from its `like` pattern; `account` is an alias of that table. */
export function isNamed(account: string, pattern: string): RawBuilder<SqlBool> {
  const text = sql.ref(`${account}.search_text`);
  return sql<SqlBool>`split_part(${text}, E'\\n', 1) like ${folded(pattern)}`;
}

/** Calendar days in the shop's time zone, both included. */
export async function periodOfDays(
  db: ReadDatabase,
  region: Region,
  { from, to }: Readonly<{ from?: string | undefined; to?: string | undefined }>,
): Promise<Period> {
  if (from === undefined && to === undefined) return { from: null, until: null };
  const { timeZone } = await loadRegion(db, region);
  return {
    from: from === undefined ? null : startOfDay(from, timeZone),
    until: to === undefined ? null : startOfDay(addDays(to, 1), timeZone),
  };
}

/** Long lists are counted up to here, or to the end of the page that is read, and shown as "more than". */
export const countedMax = 1000;

/** One page of a list, and the number of rows on all its pages. */
export async function pageOf<Tables, From extends keyof Tables, Row>(
  list: SelectQueryBuilder<Tables, From, Row>,
  { page, pageSize }: Readonly<{ page: number; pageSize: number }>,
) {
  const { total } = await list
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow();
  const rows = await list
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { rows, total };
}
