import type { ListAudit } from "@portal/shared/people/users/user-list.ts";
import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import type { ReadDatabase } from "../db/database.ts";
import { likePattern, pageOf, periodOfDays } from "../db/list-filters.ts";
import { shownText, textRefSchema } from "../free-text/free-text.rules.ts";
import { findFreeTexts } from "../free-text/free-text.store.ts";

/** Days are in the shop's time zone. */
export async function listAudit(
  { readDb, shop }: Pick<Caller, "readDb" | "shop">,
  { page, pageSize, search, actorId, subjectId, action, sort, ...days }: ListAudit,
) {
  const { from, until } = await periodOfDays(readDb, shop.region, days);
  let matching = readDb.selectFrom("audit_entry as entry");
  if (actorId) matching = matching.where("entry.actor_id", "=", actorId);
  if (subjectId) matching = matching.where("entry.subject_id", "=", subjectId);
  if (action) matching = matching.where("entry.action", "=", action);
  if (from !== null) matching = matching.where("entry.at", ">=", from);
  if (until !== null) matching = matching.where("entry.at", "<", until);
  if (search) {
    const pattern = likePattern(search);
    matching = matching.where((entry) =>
      entry.or([entry("entry.action", "ilike", pattern), entry("entry.target", "ilike", pattern)]),
    );
  }
  const { rows, total } = await matching
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
    .orderBy("entry.at", sort.direction)
    .orderBy("entry.id", sort.direction)
    .$call((list) => pageOf(list, { page, pageSize }));
  const texts = await findFreeTexts(
    readDb,
    rows.flatMap(({ details }) => Object.values(details).flatMap((value) => textIdIn(value) ?? [])),
  );
  return {
    rows: rows.map((row) => ({ ...row, details: withTexts(row.details, texts) })),
    total,
    /** All actions in the audit log, for the filter. */
    actions: await listActions(readDb),
  };
}

/** Replaces the ids of free text by the text. */
function withTexts(details: object, texts: ReadonlyMap<string, string>): Record<string, unknown> {
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
