import { shopEmail } from "@portal/shared/platform/constants.ts";
import { z } from "zod";
import type { Database } from "../../platform/db/database.ts";
import { defineMessage } from "../../platform/messages/define-message.ts";
import { contactFacts } from "./contact.queries.ts";

/** The writer may have no account. */
const ids = z.object({ userId: z.null(), contactId: z.int().positive() });

/** To the shop. The writer is unknown: nothing of the message goes into a header. */
export const contactReceived = defineMessage({
  kind: "contact-received",
  ids,
  async to(db, { contactId }) {
    const row = await findCorrespondent(db, contactId);
    return row && { ...unnamed, email: row.inbox || shopEmail };
  },
  facts: (db, { contactId }) => contactFacts(db, contactId),
  words: {
    subject: "New contact message: {{contactSource}}",
    preheader: "The message and how to reply.",
    paragraphs: [
      "{{contactLines}}",
      "{{contactText}}",
      "Reply to the address above, not to this email.",
    ],
    button: { label: "View contact messages", leadsTo: "{{portal}}/admin/contact-messages" },
  },
});

export const contactAcknowledged = defineMessage({
  kind: "contact-acknowledged",
  ids,
  async to(db, { contactId }) {
    const row = await findCorrespondent(db, contactId);
    return row && { ...unnamed, email: row.email };
  },
  words: {
    subject: "We have received your message",
    preheader: "You will hear from us soon.",
    paragraphs: [
      "{{greeting}}",
      "Thank you for your message. We’ll reply as soon as we can.",
      "If you did not write to us, ignore this email.",
    ],
  },
});

/** The sender is not greeted by name, because the given name is unverified. */
const unnamed = { firstName: "", role: "customer", cell: null } as const;

async function findCorrespondent(db: Database, contactId: number) {
  const row = await db
    .selectFrom("contact_message")
    .innerJoin("shop_setting", (join) => join.onTrue())
    .select(["contact_message.email", "shop_setting.contact_email as inbox"])
    .where("contact_message.id", "=", contactId)
    .executeTakeFirst();
  return row ?? null;
}

export const contactMessages = [contactReceived, contactAcknowledged] as const;
