import { z } from "zod";
import { linkTo } from "../../people/accounts/message-links.ts";
import { readers } from "../../people/accounts/message-readers.ts";
import { findInvitation, namesOf } from "../../people/users/user.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { defineMessage } from "../../platform/messages/define-message.ts";
import type { Values } from "../../platform/messages/fill-words.ts";
import { asName, rolesInWords } from "../../platform/messages/render-message.ts";
import { networkChangeFacts, networkChangeIds } from "./network-change.queries.ts";

const userId = z.int().positive();

/** A distributor asks a customer to join; the link leads to the answer. */
export const invitationToJoin = defineMessage({
  kind: "invitation",
  ids: z.object({ userId, invitationId: z.guid() }),
  to: readers.account,
  async secret(context, ids, { email: sentTo = null }) {
    const link = { userId: ids.userId, purpose: "invitation", sentTo } as const;
    const { invitationId } = ids;
    return { email: await linkTo(context, "invitation", { ...link, invitationId }), sms: {} };
  },
  lasts: "week",
  async facts(db, { invitationId }) {
    const invited = await findInvitation(db, invitationId);
    return {
      inviter: asName(invited?.invitedByName ?? "") ?? "A distributor",
      invitedRole: rolesInWords[invited?.role ?? "distributor"],
    };
  },
  words: {
    subject: "You are invited to become {{invitedRole}}",
    preheader: "{{inviter}} would like you to join their team.",
    paragraphs: [
      "{{greeting}}",
      "{{inviter}} has invited you to become {{invitedRole}} at {{shop}}, in their team.",
      "Open the invitation to accept or decline it. The link works once and expires in a week. Nothing changes in your account until you accept.",
      "If you do not want to join, ignore this email.",
    ],
    button: { label: "View invitation", leadsTo: "{{link}}" },
  },
});

/** A customer became a distributor or stockist. */
export const converted = defineMessage({
  kind: "converted",
  ids: z.object({ userId }),
  to: readers.account,
  words: {
    subject: "You are now {{role}} at {{shop}}",
    preheader: "Sign in as before. Your new options are in the menu.",
    paragraphs: [
      "{{greeting}}",
      "You are now {{role}} at {{shop}}. Sign in as before; your new options are in the menu.",
    ],
    button: { label: "Sign in", leadsTo: "{{portal}}/login" },
  },
});

/** By the office. Who earned commission reads what becomes of it. */
export const accountDeleted = defineMessage({
  kind: "account-deleted",
  ids: z.object({ userId }),
  to: readers.accountThoughInactive,
  words: {
    subject: "Your {{shop}} account has been deleted",
    preheader: "Read what this means for you.",
    paragraphs: [
      "{{greeting}}",
      "We have deleted your {{shop}} account. You can no longer sign in.",
      "If you earn commission, you earn none on orders that are paid from now on. What you have earned until now stays yours.",
      "If you did not expect this, reply to this email.",
    ],
  },
});

export const accountRestored = defineMessage({
  kind: "account-restored",
  ids: z.object({ userId }),
  to: readers.account,
  words: {
    subject: "Your {{shop}} account has been restored",
    preheader: "You can use it again.",
    paragraphs: [
      "{{greeting}}",
      "We have restored your {{shop}} account. Sign in as before.",
      "If you earn commission, you earn it again on orders that are paid from now on.",
    ],
    button: { label: "Sign in", leadsTo: "{{portal}}/login" },
  },
});

/** To each member affected by a change of the network, with the part that concerns this member. */
export const networkChanged = defineMessage({
  kind: "network-changed",
  ids: networkChangeIds,
  to: readers.account,
  facts: networkChangeFacts,
  words: {
    subject: "{{networkTitle}}",
    preheader: "The details are inside. You do not need to do anything.",
    paragraphs: ["{{greeting}}", "{{networkText}}", "{{networkNote}}"],
    button: { label: "Sign in", leadsTo: "{{portal}}/login" },
  },
});

const officeChangeIds = z.object({
  userId,
  /** Whose account it is, who may be the reader. */
  memberId: userId,
  change: z.enum(["contacts", "code", "test"]),
});
export type OfficeChange = z.infer<typeof officeChangeIds>;

/** A warning of what the office changed, to the person and the parent; to former contacts without a link. */
export const officeChange = defineMessage({
  kind: "office-change",
  ids: officeChangeIds,
  to: readers.account,
  facts: officeChangeFacts,
  words: {
    subject: "{{shop}}: {{headline}}",
    preheader: "Check that you know of it.",
    paragraphs: [
      "{{greeting}}",
      "{{whatHappened}}",
      "If you did not expect this, tell us now: {{home}}/contact-us",
    ],
    sms: "{{shop}}: we have changed the email or cell number of your account. Did you not ask for this? Tell us now: {{home}}/contact-us",
  },
});

async function officeChangeFacts(
  db: ReadDatabase,
  { userId: readerId, memberId, change }: OfficeChange,
): Promise<Values> {
  const isOwn = readerId === memberId;
  const name = asName((await namesOf(db, [memberId])).get(memberId) ?? "") ?? "A member";
  const whose = isOwn ? "your account" : `the account of ${name}, a member of your team`;
  switch (change) {
    case "contacts":
      return {
        headline: "email or cell number changed",
        whatHappened: `We have changed the email address or cell number of ${whose}.`,
      };
    case "code":
      return {
        headline: "code changed",
        whatHappened: `We have changed the code of ${whose}. Orders with the former code are no longer sales of ${isOwn ? "yours" : "that member"}.`,
      };
    case "test":
      return {
        headline: "test account",
        whatHappened: `We have changed whether ${whose} is a test account. A test account earns nothing on real orders.`,
      };
  }
}

export const memberMessages = [
  invitationToJoin,
  converted,
  accountDeleted,
  accountRestored,
  networkChanged,
  officeChange,
] as const;
