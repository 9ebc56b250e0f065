import type { Database, Tx } from "../../platform/db/database.ts";

type NewQuestion = Readonly<{
  commandId: string;
  position: number;
  entryNo: number;
  userId: number;
  question: string;
  at: string;
}>;

export async function isEntryOf(
  db: Database,
  userId: number,
  { position, entryNo }: Readonly<{ position: number; entryNo: number }>,
): Promise<boolean> {
  const entry = await db
    .selectFrom("projection.commission_entry")
    .select("order_id")
    .where("position", "=", position)
    .where("entry_no", "=", entryNo)
    .where("beneficiary_id", "=", userId)
    .executeTakeFirst();
  return entry !== undefined;
}

/** @returns the new question; null where it is there: this very one, or another that is still open. */
export async function insertQuestion(tx: Tx, asked: NewQuestion): Promise<number | null> {
  const row = await tx
    .insertInto("entry_question")
    .values({
      command_id: asked.commandId,
      position: asked.position,
      entry_no: asked.entryNo,
      asked_by: asked.userId,
      asked_at: asked.at,
      question: asked.question,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function findQuestionByCommand(
  tx: Tx,
  userId: number,
  commandId: string,
): Promise<number | null> {
  const row = await tx
    .selectFrom("entry_question")
    .select("id")
    .where("command_id", "=", commandId)
    .where("asked_by", "=", userId)
    .executeTakeFirst();
  return row?.id ?? null;
}

export type AskedQuestion = Readonly<{
  userId: number;
  position: number;
  entryNo: number;
  answeredAt: string | null;
}>;

export function findQuestion(db: Database, id: number): Promise<AskedQuestion | undefined> {
  return db
    .selectFrom("entry_question")
    .select(["asked_by as userId", "position", "entry_no as entryNo", "answered_at as answeredAt"])
    .where("id", "=", id)
    .executeTakeFirst();
}

type Answer = Readonly<{ by: number; at: string; answer: string; credit: number | null }>;

/** @returns whether it was open until now */
export async function writeAnswer(
  tx: Tx,
  id: number,
  { by, at, answer, credit }: Answer,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("entry_question")
    .set({ answered_by: by, answered_at: at, answer, credit })
    .where("id", "=", id)
    .where("answered_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
