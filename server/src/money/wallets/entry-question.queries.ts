import type { ListEntryQuestions } from "@portal/shared/money/wallet-entries.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { sql, type SqlBool } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { everyWord, isNamed } from "../../platform/db/list-filters.ts";
import { orderNumberOf } from "@portal/shared/platform/order-reference.ts";

type EntryRef = Readonly<{ position: number; entryNo: number }>;

/** The user's questions about each of several entries, newest first. */
export async function listQuestionsOf(
  db: ReadDatabase,
  userId: number,
  entries: readonly EntryRef[],
) {
  const rows = await db
    .selectFrom("entry_question")
    .select(["position", "entry_no as entryNo", "id", "question", "answer", "credit"])
    .select(["asked_at as askedAt", "answered_at as answeredAt"])
    .where("asked_by", "=", userId)
    .where((row) => row("position", "=", row.fn.any(row.val(entries.map((each) => each.position)))))
    .orderBy("id", "desc")
    .execute();
  return (entry: EntryRef) =>
    rows
      .filter((row) => row.position === entry.position && row.entryNo === entry.entryNo)
      .map(({ position: _position, entryNo: _entryNo, ...question }) => question);
}

/** Open questions oldest first, answered ones newest first. */
export async function listEntryQuestions(
  db: ReadDatabase,
  { page, pageSize, search, state }: ListEntryQuestions,
) {
  const matching = matchingQuestions(db, search);
  const isOpen = sql<boolean>`question.answered_at is null`;
  const counted = await matching
    .select(isOpen.as("isOpen"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .groupBy(isOpen)
    .execute();
  const direction = state === "open" ? "asc" : "desc";
  const rows = await matching
    .leftJoin("account as answerer", "answerer.id", "question.answered_by")
    .where("question.answered_at", state === "open" ? "is" : "is not", null)
    .select([
      "question.id",
      "question.position",
      "question.entry_no as entryNo",
      "question.asked_by as userId",
      askerName.as("fullName"),
      "asker.email",
      "question.question",
      "question.asked_at as askedAt",
      "question.answer",
      "question.answered_at as answeredAt",
      "question.credit",
      "entry.order_number as orderNumber",
      "entry.order_id as orderId",
      "entry.kind",
      "entry.rate_bps as rateBps",
      "entry.value",
      "entry.amount",
      "entry.capped_by as cappedBy",
      "entry.currency",
      "entry.occurred_at as occurredAt",
    ])
    .select(
      sql<string | null>`answerer.first_name || ' ' || answerer.last_name`.as("answeredByName"),
    )
    .orderBy("question.asked_at", direction)
    .orderBy("question.id", direction)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const count = (open: boolean) => counted.find((each) => each.isOpen === open)?.count ?? 0;
  const counts = { open: count(true), answered: count(false) };
  return { rows, total: counts[state], counts };
}

function questionsWithEntries(db: ReadDatabase) {
  return db
    .selectFrom("entry_question as question")
    .innerJoin("account as asker", "asker.id", "question.asked_by")
    .innerJoin("projection.commission_entry as entry", (join) =>
      join
        .onRef("entry.position", "=", "question.position")
        .onRef("entry.entry_no", "=", "question.entry_no"),
    );
}

function matchingQuestions(db: ReadDatabase, search: string | undefined) {
  const questions = questionsWithEntries(db);
  if (!search) return questions;
  const number = orderNumberOf(search);
  if (number !== null) return questions.where("entry.order_number", "=", number);
  return questions.where(
    everyWord(
      search,
      (word) => sql<SqlBool>`(${isNamed("asker", word)} or asker.email ilike ${word})`,
    ),
  );
}

const askerName = sql<string>`asker.first_name || ' ' || asker.last_name`;

/** The facts of an email about a question, as of the time of sending. */
export async function entryQuestionFacts(db: ReadDatabase, questionId: number) {
  const row = await questionsWithEntries(db)
    .select(["question.question", "question.answer", "question.credit"])
    .select(["entry.order_number as orderNumber", "entry.amount", "entry.currency"])
    .select(askerName.as("asker"))
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
        ? "You can also read our answer in your wallet."
        : `We have added ${formatMoney(row.credit, row.currency)} to your account as store credit for your next order.`,
  };
}
