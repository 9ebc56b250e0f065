import { monthInWords } from "@portal/shared/platform/calendar.ts";
import { monthSchema } from "@portal/shared/platform/day-schema.ts";
import { z } from "zod";
import { readers } from "../../people/accounts/message-readers.ts";
import { defineMessage } from "../../platform/messages/define-message.ts";

/** A month was closed, in which this person earned or was paid. */
export const statementReady = defineMessage({
  kind: "statement-ready",
  ids: z.object({ userId: z.int().positive(), month: monthSchema }),
  to: readers.account,
  facts: async (_db, { month }) => ({ month, monthName: monthInWords(month) }),
  words: {
    subject: "Your {{monthName}} statement is ready",
    preheader: "All your commission by order, as a PDF or a file.",
    paragraphs: [
      "{{greeting}}",
      "Your {{monthName}} statement is final. It lists all your commission by order. You can download it as a PDF or as a file you can verify yourself.",
    ],
    button: {
      label: "View statement",
      leadsTo: "{{portal}}/distributor/my-statements?month={{month}}",
    },
  },
});
