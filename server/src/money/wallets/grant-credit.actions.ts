import type { ProposedChange } from "@portal/shared/platform/proposals.ts";
import { type Caller, commandFrom, type SignedInUser } from "../../caller.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { inStream, typed } from "../../platform/free-text/free-text.rules.ts";
import { insertFreeText } from "../../platform/free-text/free-text.store.ts";
import { answerWithCredit } from "./entry-question.actions.ts";
import { walletDecider } from "./wallet.decider.ts";
import { walletEvents, walletStream } from "./wallet.events.ts";

type Grant = Extract<ProposedChange, { kind: "credit" }>["data"] &
  Readonly<{
    commandId: string;
    /** The reason, or the answer that the credit goes with. */
    text: string;
  }>;

/** Above the limit with the consent of a second admin, which the database looks for. */
export async function grantCredit(
  caller: Caller,
  user: SignedInUser,
  { commandId, userId, amount, questionId, text }: Grant,
): Promise<{ userId: number }> {
  if (questionId !== null) {
    const answer = { commandId, id: questionId, answer: text, credit: amount };
    await answerWithCredit(caller, user, answer);
    return { userId };
  }
  const request = { action: "wallet.grantCredit", userId, amount };
  const command = commandFrom(caller, commandId, request);
  const reason = typed(text);
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const streamId = walletStream(userId);
    const wallet = await streams.load(streamId, walletDecider, walletEvents);
    const reasonId = reason?.id ?? null;
    const events = wallet.decide({ type: "GrantCredit", userId, amount, reasonId });
    return {
      events: inStream(streamId, events),
      answer: { userId },
      alongside: async (tx) => {
        await insertFreeText(tx, reason, { userId }, caller.now());
        await insertAudit(tx, caller, {
          action: "credit.granted",
          subjectId: userId,
          details: { amount },
        });
      },
    };
  });
  return answer;
}
