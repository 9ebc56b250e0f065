import type { AuditQuestion, ListAudit } from "@portal/shared/people/users/user-list.ts";
import { auditSentences } from "@portal/shared/platform/audit-actions.ts";
import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Caller } from "../../caller.ts";
import type { ReadDatabase } from "../db/database.ts";
import { likePattern, pageOf, periodOfDays } from "../db/list-filters.ts";
import { shownText, textRefSchema } from "../free-text/free-text.rules.ts";
import { findFreeTexts } from "../free-text/free-text.store.ts";

type AuditContext = Pick<Caller, "readDb" | "shop">;
export type AuditRow = Awaited<ReturnType<typeof findEntries>>[number];

/** A page of the audit log. Days are in the shop's time zone. */
export async function listAudit(
  context: AuditContext,
  { page, pageSize, sort, ...question }: ListAudit,
) {
  const { readDb } = context;
  const entries = withPeople(await matchingEntries(context, question));
  const { rows, total } = await entries
    .orderBy("entry.at", sort.direction)
    .orderBy("entry.id", sort.direction)
    .$call((list) => pageOf(list, { page, pageSize }));
  return {
    rows: await withTexts(readDb, rows),
    total,
    /** All actions in the audit log, for the filter. */
    actions: await listActions(readDb),
  };
}

/** The newest `max` entries, for a file. */
export async function findEntries(context: AuditContext, question: AuditQuestion, max: number) {
  const rows = await withPeople(await matchingEntries(context, question))
    .orderBy("entry.at", "desc")
    .orderBy("entry.id", "desc")
    .limit(max)
    .execute();
  return withTexts(context.readDb, rows);
}

async function matchingEntries(
  { readDb, shop }: AuditContext,
  { search, actorId, subjectId, action, ...days }: AuditQuestion,
) {
  const { from, until } = await periodOfDays(readDb, shop.region, days);
  let matching = readDb.selectFrom("audit_entry as entry");
  if (actorId) matching = matching.where("entry.actor_id", "=", actorId);
  if (subjectId) matching = matching.where("entry.subject_id", "=", subjectId);
  if (action) matching = matching.where("entry.action", "=", action);
  if (from !== null) matching = matching.where("entry.at", ">=", from);
  if (until !== null) matching = matching.where("entry.at", "<", until);
  return search ? matching.where(hasText(search)) : matching;
}

/** In the action as it is stored or read, the target, the names of the people, the details, or their free texts. */
function hasText(search: string): RawBuilder<SqlBool> {
  const pattern = likePattern(search);
  const said = Object.entries(auditSentences).flatMap(([action, sentence]) =>
    sentence.toLowerCase().includes(search.toLowerCase()) ? [action] : [],
  );
  return sql<SqlBool>`(entry.action ilike ${pattern} or entry.target ilike ${pattern}
    or entry.action = any(${said})
    or exists (select from account person
      where person.id in (entry.actor_id, entry.subject_id, entry.impersonated_by_id)
        and person.first_name || ' ' || person.last_name ilike ${pattern})
    or exists (select from jsonb_path_query(entry.details, '$.** ? (@.type() == "string" || @.type() == "number")') value
      where value #>> '{}' ilike ${pattern})
    or exists (select from jsonb_path_query(entry.details, '$.**.textId') reference
      join free_text on free_text.id::text = reference #>> '{}' where free_text.text ilike ${pattern}))`;
}

function withPeople(entries: Awaited<ReturnType<typeof matchingEntries>>) {
  return entries
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
    ]);
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
