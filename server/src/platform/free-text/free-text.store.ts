import { type RawBuilder, sql } from "kysely";
import type { Database, ReadDatabase, Tx } from "../db/database.ts";
import { erasedText, type FreeText } from "./free-text.rules.ts";

/** The subjects of a text, which is erased with any of them. */
export type TextSubject = Readonly<{
  userId?: number | null;
  orderId?: string | null;
  bankLineId?: number | null;
}>;

/** To be called in the transaction of the event or audit entry that holds the id. */
export async function insertFreeText(
  db: Database | Tx,
  text: FreeText | null,
  { userId = null, orderId = null, bankLineId = null }: TextSubject,
  at: string,
): Promise<void> {
  if (!text) return;
  await db
    .insertInto("free_text")
    .values({
      ...text,
      user_id: userId,
      order_id: orderId,
      bank_line_id: bankLineId,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/** Texts by id, without the erased ones. */
export async function findFreeTexts(
  db: Pick<ReadDatabase, "selectFrom">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("free_text")
    .select(["id", "text"])
    .where((row) => row("id", "=", row.fn.any(row.val(ids))))
    .execute();
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/** The text of the id in a column, for the select list of a query. */
export function freeTextIn(column: string): RawBuilder<string | null> {
  const id = sql.ref(column);
  return sql<string | null>`case when ${id} is not null then coalesce(
    (select free_text.text from free_text where free_text.id = ${id}), ${erasedText}) end`;
}
