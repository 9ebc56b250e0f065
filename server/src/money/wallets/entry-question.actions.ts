import type { AnswerEntryQuestion, AskAboutEntry } from "@portal/shared/money/wallet-entries.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Database } from "../../platform/db/database.ts";
import { inStream, typed } from "../../platform/free-text/free-text.rules.ts";
import { insertFreeText } from "../../platform/free-text/free-text.store.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { findProposal } from "../../platform/proposals/proposal.store.ts";
import { propose } from "../../platform/proposals/propose.actions.ts";
import { requireMoneyOutWithinLimit } from "../../platform/proposals/money-out.queries.ts";
import { isDecisionNeeded } from "../../platform/proposals/second-person-limit.queries.ts";
import { walletDecider } from "./wallet.decider.ts";
import { walletEvents, walletStream } from "./wallet.events.ts";
import { entryQuestionAnswered, entryQuestionAsked } from "./entry-question.messages.ts";

/**
 * A member's question about an entry of the own wallet. A retry under the same command id returns the same question; each
 * entry has one open question at a time.
 *
 * @throws DomainError wallet.unknown-entry, wallet.question-open
 */
export async function askAboutEntry(
  caller: Caller,
  userId: number,
  { commandId, position, entryNo, question }: AskAboutEntry,
): Promise<{ id: number }> {
  const entry = await caller.db
    .selectFrom("projection.commission_entry")
    .select("order_id")
    .where("position", "=", position)
    .where("entry_no", "=", entryNo)
    .where("beneficiary_id", "=", userId)
    .executeTakeFirst();
  if (!entry) throw new DomainError("wallet.unknown-entry");
  return caller.db.transaction().execute(async (tx) => {
    const created = await tx
      .insertInto("entry_question")
      .values({
        command_id: commandId,
        position,
        entry_no: entryNo,
        asked_by: userId,
        asked_at: caller.now(),
        question,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!created) {
      const known = await tx
        .selectFrom("entry_question")
        .select("id")
        .where("command_id", "=", commandId)
        .where("asked_by", "=", userId)
        .executeTakeFirst();
      if (!known) throw new DomainError("wallet.question-open");
      return known;
    }
    await queueMessage(tx, caller, `entry-question:${created.id}`, entryQuestionAsked, {
      userId: null,
      questionId: created.id,
    });
    return created;
  });
}

/**
 * Answers a question. With credit above the limit it becomes a proposal, and the question stays open until a second admin
 * confirms it.
 *
 * @throws DomainError wallet.question-unknown, wallet.question-answered
 */
export async function answerEntryQuestion(
  caller: Caller,
  user: SignedInUser,
  input: AnswerEntryQuestion,
): Promise<{ id: number; proposalId: string | null }> {
  const { commandId, id, answer, credit } = input;
  const question = await getQuestion(caller.db, id);
  const { userId } = question;
  const isKnown = (await findProposal(caller.db, commandId)) !== null;
  if (credit === null || !isKnown)
    try {
      return { ...(await answerWithCredit(caller, user, input)), proposalId: null };
    } catch (error) {
      if (credit === null || !isDecisionNeeded(error)) throw error;
    }
  if (!isKnown && question.answeredAt !== null) throw new DomainError("wallet.question-answered");
  const { proposalId } = await propose(caller, user, commandId, {
    kind: "credit",
    data: { userId, amount: credit, questionId: id },
    words: { text: answer },
  });
  return { id, proposalId };
}

/**
 * Answers a question once, with an explanation and optionally store credit, whose reason refers to the entry. Question
 * and answer may contain personal data, so neither is in the ledger or the audit.
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
    const question = await getQuestion(caller.db, id);
    if (question.answeredAt !== null) throw new DomainError("wallet.question-answered");
    const { userId, position, entryNo } = question;
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
        if (credit !== null) {
          await requireMoneyOutWithinLimit(tx, caller, { userId });
          await insertFreeText(tx, reason, { userId }, caller.now());
        }
        const { numUpdatedRows } = await tx
          .updateTable("entry_question")
          .set({ answered_by: user.id, answered_at: caller.now(), answer, credit })
          .where("id", "=", id)
          .where("answered_at", "is", null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new DomainError("wallet.question-answered");
        await insertAudit(tx, caller, {
          action: "entry-question.answered",
          subjectId: userId,
          target: `ledger position ${position}, entry ${entryNo}`,
          details: { creditAmount: credit },
        });
        await queueMessage(tx, caller, `entry-answer:${id}`, entryQuestionAnswered, {
          userId,
          questionId: id,
        });
      },
    };
  });
  return done;
}

/** @throws DomainError wallet.question-unknown */
async function getQuestion(db: Database, id: number) {
  const question = await db
    .selectFrom("entry_question")
    .select(["asked_by as userId", "position", "entry_no as entryNo", "answered_at as answeredAt"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!question) throw new DomainError("wallet.question-unknown");
  return question;
}
