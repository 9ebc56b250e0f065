import { z } from "zod";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { defineMessage } from "../../platform/messages/define-message.ts";
import type { Values } from "../../platform/messages/fill-words.ts";
import { mintLinks } from "../accounts/message-links.ts";
import { readers } from "../accounts/message-readers.ts";
import { namesOf } from "../users/user.queries.ts";
import { adminSignInChanges, adminSignInFacts } from "./admin-sign-in.queries.ts";

const userId = z.int().positive();
const ofAccount = { ids: z.object({ userId }), to: readers.account };

/** To somebody of the office: the link allows the first passkey or one-time codes. */
export const setUpFactor = defineMessage({
  ...ofAccount,
  kind: "set-up-factor",
  secret: mintLinks("set-up-sign-in", "set-up-factor"),
  words: {
    subject: "Set up your {{shop}} sign-in",
    preheader: "Use the link within one hour.",
    paragraphs: [
      "{{greeting}}",
      "In the office you sign in with a password and a passkey, or a code from an app. This link lets you set one up. You need your password too. The link works once, for one hour.",
      "If you did not ask for this, someone knows your password. Choose a new one now: {{portal}}/forgot-password",
    ],
    button: { label: "Set up sign-in", leadsTo: "{{link}}" },
  },
});

/** To somebody of the office whose account is locked. */
export const comeBack = defineMessage({
  ...ofAccount,
  kind: "come-back",
  secret: mintLinks("unlock-account", "come-back"),
  lasts: "week",
  words: {
    subject: "Your {{shop}} account is locked",
    preheader: "Only you can unlock it.",
    paragraphs: [
      "{{greeting}}",
      "An admin has locked your account, and you have been signed out everywhere. Nothing else has changed.",
      "To unlock it, open this link on a device that only you use, and sign in with your password and your passkey or code. The link works once, for a week. If it has expired, sign in with your password and we’ll email a new one.",
      "If someone else has one of your devices, remove its passkey in your profile afterwards.",
    ],
    button: { label: "Unlock account", leadsTo: "{{link}}" },
  },
});

/** To an admin who lost every factor and recovery code: the link allows to propose a new one. */
export const lostFactor = defineMessage({
  ...ofAccount,
  kind: "lost-factor",
  secret: mintLinks("lost-sign-in", "lost-factor"),
  words: {
    subject: "Ask for a new {{shop}} second step",
    preheader: "Use the link within one hour.",
    paragraphs: [
      "{{greeting}}",
      "You told us that you have neither your passkey, your app with codes nor a recovery code. This link and your password let you ask for a new second step. All admins are told, and another admin must confirm it. The link works once, for one hour.",
      "If you did not ask for this, someone knows your password. Choose a new one now: {{portal}}/forgot-password",
    ],
    button: { label: "Ask for a new second step", leadsTo: "{{link}}" },
  },
});

/** To the person and all admins. */
export const adminSignIn = defineMessage({
  kind: "admin-sign-in",
  ids: z.object({ userId, aboutId: userId, change: z.enum(adminSignInChanges) }),
  to: readers.account,
  facts: adminSignInFacts,
  words: {
    subject: "{{shop}}: {{headline}}",
    preheader: "Check that you know of it.",
    paragraphs: ["{{greeting}}", "{{whatHappened}}", "{{whatToDo}}"],
    button: { label: "Open the office", leadsTo: "{{portal}}/admin" },
    sms: "{{shop}}: something about an admin's sign-in has changed. See our email, and check that you know of it.",
  },
});

const adminAccountChanges = ["invited", "locked", "deactivated", "left"] as const;
export type AdminAccountChange = (typeof adminAccountChanges)[number];

const adminAccountIds = z.object({
  userId,
  adminId: userId,
  change: z.enum(adminAccountChanges),
  /** The admin who did it; null: whoever runs the server, from its command line. */
  byId: userId.nullable(),
});

/** To the person concerned and every admin: somebody changed who is of the office, or how one of them signs in. */
export const adminAccount = defineMessage({
  kind: "admin-account",
  ids: adminAccountIds,
  to: readers.accountThoughInactive,
  facts: adminAccountFacts,
  words: {
    subject: "{{adminTitle}}",
    preheader: "Check that you know of it.",
    paragraphs: [
      "{{greeting}}",
      "{{adminText}}",
      "If you did not expect this, ask your colleagues. Any admin can lock an account immediately.",
    ],
    button: { label: "View admins", leadsTo: "{{portal}}/admin/users?role=admin" },
    sms: "{{shop}}: {{adminTitle}}. See our email, and check that you know of it.",
  },
});

async function adminAccountFacts(
  db: ReadDatabase,
  { adminId, change, byId }: z.infer<typeof adminAccountIds>,
): Promise<Values> {
  const titles: Readonly<Record<AdminAccountChange, string>> = {
    invited: "A new admin was invited",
    locked: "An office account was locked",
    deactivated: "An office account was deactivated",
    left: "An admin left the office",
  };
  const names = await namesOf(db, byId === null ? [adminId] : [adminId, byId]);
  const nameOf = (id: number) => names.get(id) ?? "Someone";
  const by = byId === null ? "the person who runs the server, from its command line" : nameOf(byId);
  return {
    adminTitle: titles[change],
    adminText:
      change === "left"
        ? `${nameOf(adminId)} left the office by own wish, and can no longer sign in.`
        : `${nameOf(adminId)} was ${change} by ${by}.`,
  };
}

export const adminMessages = [
  setUpFactor,
  comeBack,
  lostFactor,
  adminSignIn,
  adminAccount,
] as const;
