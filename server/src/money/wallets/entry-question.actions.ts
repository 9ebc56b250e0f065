import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { AnswerEntryQuestion, AskAboutEntry } from "@portal/shared/money/wallet-entries.ts";
import { type Caller, commandFrom, type SignedInUser } from "../../caller.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { inStream, typed } from "../../platform/free-text/free-text.rules.ts";
import { insertFreeText } from "../../platform/free-text/free-text.store.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { findProposal } from "../../platform/proposals/proposal.store.ts";
import { propose } from "../../platform/proposals/propose.actions.ts";
import { isCreditAboveLimit } from "./credit.queries.ts";
import {
  findQuestion,
  findQuestionByCommand,
  insertQuestion,
  isEntryOf,
  writeAnswer,
} from "./entry-question.store.ts";
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
      alongside: async (tx) => {
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
