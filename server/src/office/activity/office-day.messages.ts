import { z } from "zod";
import { readers } from "../../people/accounts/message-readers.ts";
import { defineMessage } from "../../platform/messages/define-message.ts";
import { officeDayFacts } from "./office-day.queries.ts";

const userId = z.int().positive();

/** To an admin: what the others did alone on a day that is over. */
export const officeDay = defineMessage({
  kind: "office-day",
  ids: z.object({ userId, day: z.iso.date(), actorIds: z.array(userId) }),
  to: readers.account,
  facts: (db, about, { region }) => officeDayFacts(db, about, region),
  words: {
    subject: "What the other admins did on {{officeDay}}",
    preheader: "Nothing here needs your confirmation.",
    paragraphs: [
      "{{greeting}}",
      "This is what the other admins did alone on {{officeDay}}:",
      "{{officeActs}}",
      "The details are in the audit of each order, payout and person. If something looks wrong, speak to them.",
    ],
    button: { label: "Open the office", leadsTo: "{{portal}}/admin/distributor-activity" },
  },
});
