import type { AnswerKind, ListLogs, LogLevel } from "@portal/shared/platform/app-log.ts";
import { sql } from "kysely";
import { likePattern } from "../../platform/db/list-filters.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";

const lowest: Readonly<Record<LogLevel, number>> = { debug: 0, info: 30, warn: 40, error: 50 };
/** Counting more would take longer than reading the page. */
const countedMax = 10_000;

const statuses: Readonly<Record<AnswerKind, string>> = {
  refused: "^4..$",
  failed: "^5..$",
};

export async function listLogs(
  db: ReadDatabase,
  { page, pageSize, search, level, answer, userId, sort }: ListLogs,
) {
  let matching = db.selectFrom("app_log").where("level", ">=", lowest[level]);
  if (search) {
    const pattern = likePattern(search);
    matching = matching.where((row) =>
      row.or([row("text", "ilike", pattern), row(sql`details::text`, "ilike", pattern)]),
    );
  }
  if (answer) matching = matching.where(sql<boolean>`details->>'status' ~ ${statuses[answer]}`);
  if (userId !== undefined)
    matching = matching.where(sql<boolean>`details @> ${JSON.stringify({ userId })}::jsonb`);
  const { total } = await db
    .selectFrom(matching.select("id").limit(countedMax).as("counted"))
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .select(["id", "at", "level", "text"])
    .select(sql<string>`details::text`.as("details"))
    .orderBy("id", sort.direction)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { total, rows: rows.map((row) => ({ ...row, level: levelOf(row.level) })) };
}

function levelOf(level: number): LogLevel {
  if (level >= lowest.error) return "error";
  if (level >= lowest.warn) return "warn";
  return level >= lowest.info ? "info" : "debug";
}
