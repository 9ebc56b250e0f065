import type { AnswerEntryQuestion, AskAboutEntry } from "@portal/shared/money/wallet-entries.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type Caller, commandFrom, type SignedInUser } from "../../caller.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import { inStream, typed } from "../../platform/free-text/free-text.rules.ts";
import { insertFreeText } from "../../platform/free-text/free-text.store.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { findProposal } from "../../platform/proposals/proposal.store.ts";
import { propose } from "../../platform/proposals/propose.actions.ts";
import { isCreditAboveLimit } from "./wallet-facts.queries.ts";
import { walletDecider } from "./wallet.decider.ts";
import { walletEvents, walletStream } from "./wallet.events.ts";

/**
 * Asks the office about one entry of one's own wallet. Asked again under the same id it is the same
 * question; another one about the same entry waits until this one is answered.
 *
 * @throws DomainError wallet.unknown-entry, wallet.question-open
 */
export async function askAboutEntry(
  caller: Caller,
  userId: number,
  asked: AskAboutEntry,
): Promise<{ id: number }> {
  if (!(await isEntryOf(caller.db, userId, asked))) throw new DomainError("wallet.unknown-entry");
  return caller.db.transaction().execute(async (tx) => {
    const id = await insertQuestion(tx, { ...asked, userId, at: caller.now() });
    if (id === null) {
      const known = await findQuestionByCommand(tx, userId, asked.commandId);
      if (known === null) throw new DomainError("wallet.question-open");
      return { id: known };
    }
    await queueMessage(tx, caller, `entry-question:${id}`, {
      kind: "entry-question-asked",
      userId: null,
      questionId: id,
    });
    return { id };
  });
}

/**
 * Answers a question; with credit above the limit a second admin confirms it first, and until then the question is open.
 *
 * @throws DomainError wallet.question-unknown, wallet.question-answered
 */
export async function answerEntryQuestion(
  caller: Caller,
  user: SignedInUser,
  asked: AnswerEntryQuestion,
): Promise<{ id: number; proposalId: string | null }> {
  const { commandId, id, answer, credit } = asked;
  const question = await findQuestion(caller.db, id);
  if (!question) throw new DomainError("wallet.question-unknown");
  const { userId } = question;
  const isKnown = (await findProposal(caller.db, commandId)) !== null;
  if (credit === null || (!isKnown && !(await isCreditAboveLimit(caller.db, userId, credit))))
    return { ...(await answerWithCredit(caller, user, asked)), proposalId: null };
  if (!isKnown && question.answeredAt !== null) throw new DomainError("wallet.question-answered");
  const { proposalId } = await propose(caller, user, commandId, {
    kind: "credit",
    data: { userId, amount: credit, questionId: id },
    words: { text: answer },
  });
  return { id, proposalId };
}

/**
 * Answers a question once, with an explanation and, where that is due, store credit: its event names
 * the entry, so that the compensation leads back to what it makes good for. What was asked and
 * answered may name people, so that neither enters the ledger nor the audit.
 *
 * @throws DomainError wallet.question-unknown, wallet.question-answered
 */
export async function answerWithCredit(
  caller: Caller,
  user: SignedInUser,
  { commandId, id, answer, credit }: AnswerEntryQuestion,
): Promise<{ id: number }> {
  const request = { action: "wallet.answerQuestion", id, answer, credit };
  const command = commandFrom(caller, commandId, request);
  const { answer: done } = await caller.ledger.execute(command, async (streams) => {
    const asked = await findQuestion(caller.db, id);
    if (!asked) throw new DomainError("wallet.question-unknown");
    if (asked.answeredAt !== null) throw new DomainError("wallet.question-answered");
    const { userId, position, entryNo } = asked;
    const streamId = walletStream(userId);
    const wallet = await streams.load(streamId, walletDecider, walletEvents);
    const reason = typed(
      `Answer to question ${id} about ledger position ${position}, entry ${entryNo}`,
    );
    const grant = { userId, reasonId: reason?.id ?? null };
    const events =
      credit === null ? [] : wallet.decide({ type: "GrantCredit", amount: credit, ...grant });
    return {
      events: inStream(streamId, events),
      answer: { id },
      sideWrites: async (tx) => {
        if (credit !== null) await insertFreeText(tx, reason, { userId }, caller.now());
        const isFirst = await writeAnswer(tx, id, {
          by: user.id,
          at: caller.now(),
          answer,
          credit,
        });
        if (!isFirst) throw new DomainError("wallet.question-answered");
        await insertAudit(tx, caller, {
          action: "entry-question.answered",
          subjectId: userId,
          target: `ledger position ${position}, entry ${entryNo}`,
          details: { creditAmount: credit },
        });
        await queueMessage(tx, caller, `entry-answer:${id}`, {
          kind: "entry-question-answered",
          userId,
          questionId: id,
        });
      },
    };
  });
  return done;
}

type NewQuestion = Readonly<{
  commandId: string;
  position: number;
  entryNo: number;
  userId: number;
  question: string;
  at: string;
}>;

async function isEntryOf(
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
async function insertQuestion(tx: Tx, asked: NewQuestion): Promise<number | null> {
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

async function findQuestionByCommand(
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

type AskedQuestion = Readonly<{
  userId: number;
  position: number;
  entryNo: number;
  answeredAt: string | null;
}>;

function findQuestion(db: Database, id: number): Promise<AskedQuestion | undefined> {
  return db
    .selectFrom("entry_question")
    .select(["asked_by as userId", "position", "entry_no as entryNo", "answered_at as answeredAt"])
    .where("id", "=", id)
    .executeTakeFirst();
}

type Answer = Readonly<{ by: number; at: string; answer: string; credit: number | null }>;

/** @returns whether it was open until now */
async function writeAnswer(
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
