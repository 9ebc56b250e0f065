import { z } from "zod";
import { defineMessage } from "../../platform/messages/define-message.ts";
import { readers } from "../accounts/message-readers.ts";

export const bankDetailsChanged = defineMessage({
  kind: "bank-details-changed",
  ids: z.object({ userId: z.int().positive() }),
  to: readers.account,
  words: {
    subject: "Your {{shop}} bank details have changed",
    preheader: "If you did not change them, tell us now.",
    paragraphs: [
      "{{greeting}}",
      "The bank details of your {{shop}} account have changed. From now on we’ll pay into the new account.",
      "If this was not you, reply now and choose a new password. We make extra checks on payouts for {{holdHours}} hours.",
    ],
    button: { label: "Choose new password", leadsTo: "{{portal}}/forgot-password" },
  },
});
