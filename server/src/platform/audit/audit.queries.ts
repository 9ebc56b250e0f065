import type { AuditQuestion, ListAudit } from "@portal/shared/people/users/user-list.ts";
import { auditSentences } from "@portal/shared/platform/audit-actions.ts";
import { folded } from "@portal/shared/platform/texts.ts";
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { z } from "zod";
import type { Caller } from "../../caller.ts";
import type { ReadDatabase } from "../db/database.ts";
import { countedMax, likePattern, periodOfDays } from "../db/list-filters.ts";
import { plannedEachTime } from "../db/planned-each-time.ts";
import { rowOf } from "../db/rows.ts";
import { shownText, textRefSchema } from "../free-text/free-text.rules.ts";
import { findFreeTexts } from "../free-text/free-text.store.ts";

type AuditContext = Pick<Caller, "readDb" | "shop">;
export type AuditRow = Awaited<ReturnType<typeof findEntries>>[number];

/** A page of the audit log. Days are in the shop's time zone. */
export async function listAudit(
  context: AuditContext,
  { page, pageSize, sort: { direction }, ...question }: ListAudit,
) {
  const { readDb } = context;
  const actions = await listActions(readDb);
  const offset = (page - 1) * pageSize;
  const end = Math.max(countedMax, offset + pageSize);
  const matching = await matchingEntries(context, question, { actions, direction, max: end + 1 });
  const { counted, ids } = await rowOf(
    readDb,
    pageRow,
    sql`with found as materialized (${matching})
    select (select count(*) from found) as counted, array(
      select id from found ${inOrder(direction)} limit ${pageSize} offset ${offset}
    ) as ids`,
  );
  return {
    rows: await findRows(readDb, ids, direction),
    total: Math.min(counted, end),
    isCapped: counted > end,
    /** All actions in the audit log, for the filter. */
    actions,
  };
}

/** The newest `max` entries, for a file. */
export async function findEntries(context: AuditContext, question: AuditQuestion, max: number) {
  const { readDb } = context;
  const actions = await listActions(readDb);
  const direction = "desc";
  const matching = await matchingEntries(context, question, { actions, direction, max });
  const { ids } = await rowOf(
    readDb,
    idsRow,
    sql`select array(
      select id from (${matching}) found ${inOrder(direction)} limit ${max}
    ) as ids`,
  );
  return findRows(readDb, ids, direction);
}

type Direction = ListAudit["sort"]["direction"];
const idsRow = z.strictObject({ ids: z.array(z.int()) });
const pageRow = idsRow.extend({ counted: z.int() });

function inOrder(direction: Direction): RawBuilder<unknown> {
  const sorted = sql.raw(direction);
  return sql`order by at ${sorted}, id ${sorted}`;
}

/**
 * The ids and instants of the first `max` entries. What an entry is found by has an index each, and the best plan of each
 * is another: an "or" over all of them would read the whole log.
 */
async function matchingEntries(
  { readDb, shop }: AuditContext,
  { search, actorId, subjectId, action, ...days }: AuditQuestion,
  {
    actions,
    direction,
    max,
  }: Readonly<{ actions: readonly string[]; direction: Direction; max: number }>,
): Promise<RawBuilder<unknown>> {
  const { from, until } = await periodOfDays(readDb, shop.region, days);
  let matching = readDb.selectFrom("audit_entry as entry").select(["entry.id", "entry.at"]);
  if (actorId) matching = matching.where("entry.actor_id", "=", actorId);
  if (subjectId) matching = matching.where("entry.subject_id", "=", subjectId);
  if (action) matching = matching.where("entry.action", "=", action);
  if (from !== null) matching = matching.where("entry.at", ">=", from);
  if (until !== null) matching = matching.where("entry.at", "<", until);
  const ways = search ? await waysToFind(readDb, search, actions) : [sql<SqlBool>`true`];
  const found = ways.map(
    (way) => sql`(${matching.where(way)} ${inOrder(direction)} limit ${sql.lit(max)})`,
  );
  return sql`${plannedEachTime} ${sql.join(found, sql` union `)}`;
}

/** By the target and details, the free text, the action as it is stored or read, and the names of the people. */
async function waysToFind(
  db: ReadDatabase,
  search: string,
  actions: readonly string[],
): Promise<readonly RawBuilder<SqlBool>[]> {
  const pattern = likePattern(search);
  // As the details have a quotation mark, too.
  const words = [...new Set([pattern, likePattern(JSON.stringify(search).slice(1, -1))])].map(
    (each) => sql<SqlBool>`audit_words(entry.target, entry.details) ilike ${each}`,
  );
  const ways = [
    sql<SqlBool>`(${sql.join(words, sql` or `)})`,
    // As an array: a join would read the whole log where the planner expects many texts.
    sql<SqlBool>`audit_text_id(entry.details) = any(array(
      select id::text from free_text where free_text.text ilike ${pattern}))`,
  ];
  const said = actions.filter((action) => isSaid(action, search.toLowerCase()));
  if (said.length > 0) ways.push(sql<SqlBool>`entry.action = any(${said})`);
  const { ids: people } = await rowOf(
    db,
    idsRow,
    sql`select array(
      select id from account where search_text like ${folded(pattern)}
        and split_part(search_text, E'\\n', 1) like ${folded(pattern)}
    ) as ids`,
  );
  if (people.length > 0)
    for (const column of ["actor_id", "subject_id", "impersonated_by_id"])
      ways.push(sql<SqlBool>`${sql.ref(`entry.${column}`)} = any(${people}::integer[])`);
  return ways;
}

function isSaid(action: string, small: string): boolean {
  const sentence = new Map<string, string>(Object.entries(auditSentences)).get(action) ?? "";
  return action.includes(small) || sentence.toLowerCase().includes(small);
}

/** In the given order, with the people and texts that they refer to. */
async function findRows(db: ReadDatabase, ids: readonly number[], direction: Direction) {
  const rows = await db
    .selectFrom("audit_entry as entry")
    .leftJoin("account as actor", "actor.id", "entry.actor_id")
    .leftJoin("account as admin", "admin.id", "entry.impersonated_by_id")
    .leftJoin("account as subject", "subject.id", "entry.subject_id")
    .select([
      "entry.id",
      "entry.at",
      "entry.actor_id as actorId",
      nameOf("actor").as("actorName"),
      nameOf("admin").as("impersonatedByName"),
      "entry.subject_id as subjectId",
      nameOf("subject").as("subjectName"),
      "entry.action",
      "entry.target",
      "entry.details",
    ])
    .where((entry) => entry("entry.id", "=", entry.fn.any(entry.val(ids))))
    .orderBy("entry.at", direction)
    .orderBy("entry.id", direction)
    .execute();
  return withTexts(db, rows);
}

/** Replaces the ids of free text by the text. */
async function withTexts<Row extends Readonly<{ details: object }>>(
  db: ReadDatabase,
  rows: readonly Row[],
) {
  const texts = await findFreeTexts(
    db,
    rows.flatMap(({ details }) => Object.values(details).flatMap((value) => textIdIn(value) ?? [])),
  );
  return rows.map((row) => ({ ...row, details: detailsWith(row.details, texts) }));
}

function detailsWith(details: object, texts: ReadonlyMap<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]: [string, unknown]) => {
      const id = textIdIn(value);
      return [name, id === null ? value : shownText(texts, id)];
    }),
  );
}

function textIdIn(value: unknown): string | null {
  const found = textRefSchema.safeParse(value);
  return found.success ? found.data.textId : null;
}

function nameOf(alias: "actor" | "admin" | "subject") {
  return sql<
    string | null
  >`${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}`;
}

/** Skips through the index from one action to the next, instead of reading every entry. */
async function listActions(db: ReadDatabase): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive each (action) as (
      select min(action) from audit_entry
      union all
      select (select min(later.action) from audit_entry later where later.action > each.action)
      from each where each.action is not null
    )
    select action from each where action is not null order by action`.execute(db);
  return rows.map(({ action }) => action);
}
