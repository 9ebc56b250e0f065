import { z } from "zod";
import { findInbox } from "../../catalogue/shop-settings/inbox.queries.ts";
import { readers } from "../../people/accounts/message-readers.ts";
import { defineMessage } from "../../platform/messages/define-message.ts";
import { entryQuestionFacts } from "./entry-question.queries.ts";

const questionId = z.int().positive();

/** To the shop: a question about a wallet entry. */
export const entryQuestionAsked = defineMessage({
  kind: "entry-question-asked",
  ids: z.object({ userId: z.null(), questionId }),
  to: findInbox,
  facts: (db, ids) => entryQuestionFacts(db, ids.questionId),
  words: {
    subject: "Commission question about order {{orderNumber}}",
    preheader: "{{questionAsker}} asks about commission of {{entryAmount}}.",
    paragraphs: [
      "{{questionAsker}} asks about commission of {{entryAmount}} for order {{orderNumber}}:",
      "{{questionText}}",
      "Answer in the office portal. Replies to this email do not reach the distributor.",
    ],
    button: { label: "Answer question", leadsTo: "{{portal}}/admin/entry-questions" },
  },
});

export const entryQuestionAnswered = defineMessage({
  kind: "entry-question-answered",
  ids: z.object({ userId: z.int().positive(), questionId }),
  to: readers.account,
  facts: (db, ids) => entryQuestionFacts(db, ids.questionId),
  words: {
    subject: "Answer to your question about order {{orderNumber}}",
    preheader: "Our answer about your commission of {{entryAmount}} is inside.",
    paragraphs: [
      "{{greeting}}",
      "You asked about your commission of {{entryAmount}} for order {{orderNumber}}:",
      "{{questionText}}",
      "Our answer:",
      "{{answerText}}",
      "{{answerCredit}}",
    ],
    button: {
      label: "View commission",
      leadsTo: "{{portal}}/distributor/my-wallet?search={{orderNumber}}",
    },
  },
});

export const entryQuestionMessages = [entryQuestionAsked, entryQuestionAnswered] as const;
