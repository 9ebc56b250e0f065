import { formatMoney } from "@portal/shared/platform/money.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";

type Words =
  | "orderNumber"
  | "questionAsker"
  | "questionText"
  | "entryAmount"
  | "answerText"
  | "answerCredit";

/** What a mail tells of a question about an entry, as it stands when the mail is sent. */
export async function entryQuestionFacts(
  db: ReadDatabase,
  questionId: number,
): Promise<Record<Words, string>> {
  const row = await db
    .selectFrom("entry_question as question")
    .innerJoin("account as asker", "asker.id", "question.asked_by")
    .innerJoin("projection.commission_entry as entry", (join) =>
      join
        .onRef("entry.position", "=", "question.position")
        .onRef("entry.entry_no", "=", "question.entry_no"),
    )
    .select(["question.question", "question.answer", "question.credit"])
    .select(["entry.order_number as orderNumber", "entry.amount", "entry.currency"])
    .select(sql<string>`asker.first_name || ' ' || asker.last_name`.as("asker"))
    .where("question.id", "=", questionId)
    .executeTakeFirstOrThrow();
  return {
    orderNumber: String(row.orderNumber),
    questionAsker: row.asker,
    questionText: row.question,
    entryAmount: formatMoney(row.amount, row.currency),
    answerText: row.answer ?? "",
    answerCredit:
      row.credit === null
        ? "Both stand beside the entry in your wallet."
        : `${formatMoney(row.credit, row.currency)} of store credit is added to your account. Your next order can be paid with it.`,
  };
}
