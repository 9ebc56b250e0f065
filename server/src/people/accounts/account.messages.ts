import { accountLinkLifeDays, codeLifeMinutes } from "@portal/shared/platform/constants.ts";
import { z } from "zod";
import type { ReadDatabase } from "../../platform/db/database.ts";
import {
  defineMessage,
  type MintContext,
  type Ways,
} from "../../platform/messages/define-message.ts";
import type { Values } from "../../platform/messages/fill-words.ts";
import { mintCodes } from "./account-secret.store.ts";
import { readers } from "./message-readers.ts";
import { mintLinks, portalFor } from "./message-links.ts";
import { findRegistration } from "./registration.store.ts";

const unasked = "If you did not ask for this, ignore this email. Your account has not changed.";
const codeRules = `It works once, for ${codeLifeMinutes} minutes. Do not share it. We’ll never ask you for it.`;

const userId = z.int().positive();
const ofAccount = { ids: z.object({ userId }), to: readers.account };
const codeIds = z.object({ userId, codeId: z.guid() });

export const signInCode = defineMessage({
  kind: "sign-in-code",
  ids: codeIds,
  to: readers.account,
  async secret({ db, passwords, now }, { codeId }, { email: mailedTo = null }) {
    const codes = await mintCodes(db, passwords, { codeId, mailedTo }, now());
    return codes && { email: { code: codes.email }, sms: { code: codes.sms } };
  },
  lasts: "code",
  words: {
    subject: "Your {{shop}} sign-in code",
    preheader: `Use it within ${codeLifeMinutes} minutes and do not share it.`,
    paragraphs: ["{{greeting}}", "Enter this code to sign in:", "{{code}}", codeRules, unasked],
    sms: `{{code}} is your {{shop}} sign-in code. It expires in ${codeLifeMinutes} minutes. Never share it.`,
  },
});

// The address may belong to another person than the one who typed it and the name: nothing of the form is repeated.
export const signUpCode = defineMessage({
  kind: "sign-up-code",
  ids: codeIds,
  async to(db, ids, now) {
    const addressee = await readers.account(db, ids, now);
    // Another person may have begun to register with this email, and typed another number.
    const typed = addressee && (await findRegistration(db, ids.codeId));
    return typed ? { ...addressee, cell: typed.cell } : addressee;
  },
  async secret({ db, passwords, shop, now }, { codeId }, { email: mailedTo = null }) {
    const codes = await mintCodes(db, passwords, { codeId, mailedTo }, now());
    // The link only fills in the code, and works only in the browser that requested it.
    const withLink = (code: string) => ({ code, link: `${shop.publicUrl}/sign-up#${code}` });
    return codes && { email: withLink(codes.email), sms: withLink(codes.sms) };
  },
  lasts: "code",
  words: {
    subject: "Your code to create a {{shop}} account",
    preheader: `Use it within ${codeLifeMinutes} minutes and do not share it.`,
    paragraphs: [
      "Hello,",
      "Enter this code to create your {{shop}} account:",
      "{{code}}",
      codeRules,
      "If you did not ask for this, ignore this email.",
    ],
    button: { label: "Enter code", leadsTo: "{{link}}" },
    sms: `{{code}} is your code to create a {{shop}} account. It expires in ${codeLifeMinutes} minutes. Never share it.`,
  },
});

/** The user was added by the office or a distributor; the link leads to choosing a password. */
export const registration = defineMessage({
  ...ofAccount,
  kind: "registration",
  secret: mintLinks("set-password", "register"),
  lasts: "week",
  words: {
    subject: "Welcome to {{shop}}: choose your password",
    preheader: "We have created an account for you as {{role}}.",
    paragraphs: [
      "{{greeting}}",
      "We have created an account for you as {{role}} at {{shop}}, an online shop for food supplements: {{home}}.",
      "Choose a password to start. The link works once and expires in a week.",
      "Not expecting this? Ignore it: no one can use the account without the link.",
    ],
    button: { label: "Choose password", leadsTo: "{{link}}" },
    sms: `{{shop}}: your account is ready. Choose a password within ${accountLinkLifeDays} days: {{link}}`,
  },
});

/** A sign-up with an address that has an account. */
export const alreadyRegistered = defineMessage({
  ...ofAccount,
  kind: "already-registered",
  words: {
    subject: "You already have a {{shop}} account",
    preheader: "Sign in with your password or a code.",
    paragraphs: [
      "{{greeting}}",
      "Someone tried to sign up at {{shop}} with this address, which already has an account. If it was you, sign in with your password or a code.",
      unasked,
    ],
    button: { label: "Sign in", leadsTo: "{{portal}}/login" },
  },
});

export const passwordReset = defineMessage({
  ...ofAccount,
  kind: "password-reset",
  secret: mintLinks("set-password", "reset-password"),
  words: {
    subject: "Choose a new {{shop}} password",
    preheader: "Use the link within one hour.",
    paragraphs: [
      "{{greeting}}",
      "You asked to choose a new password for your {{shop}} account. The link works once, for one hour.",
      unasked,
    ],
    button: { label: "Choose new password", leadsTo: "{{link}}" },
  },
});

export const passwordChanged = defineMessage({
  ...ofAccount,
  kind: "password-changed",
  words: {
    subject: "Your {{shop}} password was changed",
    preheader: "If you did not change it, choose a new one now.",
    paragraphs: [
      "{{greeting}}",
      "Your password was changed. You have been signed out on other devices.",
      "If this was not you, choose a new password now and reply to this email.",
    ],
    button: { label: "Choose new password", leadsTo: "{{portal}}/forgot-password" },
  },
});

/** From many places, wrong ones: somebody guesses. */
export const passwordsGuessed = defineMessage({
  ...ofAccount,
  kind: "passwords-guessed",
  words: {
    subject: "Someone is guessing your {{shop}} password",
    preheader: "They have not signed in.",
    paragraphs: [
      "{{greeting}}",
      "There were many wrong passwords for your account within an hour. We now ask for a proof that a person is typing, except in a browser where you have signed in before.",
      "If this was you, you do not need to do anything. If you use the same password elsewhere, choose a new one here.",
    ],
    button: { label: "Choose new password", leadsTo: "{{portal}}/forgot-password" },
  },
});

/** An admin's sign-in code was asked for, and there are none. */
export const noCodeForAdmins = defineMessage({
  ...ofAccount,
  kind: "no-code-for-admins",
  words: {
    subject: "Sign in to {{shop}} with your password",
    preheader: "Admins do not get sign-in codes.",
    paragraphs: [
      "{{greeting}}",
      "Someone asked for a sign-in code for this address. Admins do not get codes by email or SMS: sign in with your password, then your passkey or the code from your app.",
      unasked,
    ],
    button: { label: "Sign in", leadsTo: "{{portal}}/login" },
  },
});

export const emailToConfirm = defineMessage({
  ...ofAccount,
  kind: "confirm-email",
  secret: mintLinks("confirm-email", "confirm-email"),
  words: {
    subject: "Confirm your email address",
    preheader: "We need to know that our emails reach you.",
    paragraphs: [
      "{{greeting}}",
      "Confirm your address so that our emails reach you. The link works once, for one hour.",
      "If you do not have a {{shop}} account, ignore this email.",
    ],
    button: { label: "Confirm email address", leadsTo: "{{link}}" },
  },
});

/** To the new address, which becomes the account's when its link is followed. */
export const confirmNewEmail = defineMessage({
  ...ofAccount,
  kind: "confirm-new-email",
  to: readers.pendingEmail,
  secret: mintLinks("confirm-email", "confirm-email"),
  facts: contactChangeFacts,
  words: {
    subject: "Confirm your new email address",
    preheader: "It takes effect when you confirm it.",
    paragraphs: [
      "{{greeting}}",
      "You asked to use {{newEmail}} for your {{shop}} account. It takes effect when you confirm it; until then we write to your old address. The link works once, for one hour.",
      "If you do not have a {{shop}} account, ignore this email.",
    ],
    button: { label: "Confirm new email address", leadsTo: "{{link}}" },
  },
});

/** To the account's former address and number, which are stored with the message. */
const undoable = {
  ...ofAccount,
  secret: async (context: MintContext, ids: Readonly<{ userId: number }>, ways: Ways) => {
    const { email } = await mintLinks("not-me", "undo-contact-change")(context, ids, ways);
    // The SMS only refers to the email: the phone may be in other hands.
    const portal = await portalFor(context, ids.userId);
    return { email, sms: { link: `${portal}/not-me` } };
  },
  facts: contactChangeFacts,
};

export type FormerMessage = typeof emailChangeAsked | typeof emailChanged | typeof cellChanged;

/** To the address that stays in force until then. */
export const emailChangeAsked = defineMessage({
  ...undoable,
  kind: "email-change-asked",
  words: {
    subject: "Your {{shop}} email address is about to change",
    preheader: "If you did not ask for this, stop it now.",
    paragraphs: [
      "{{greeting}}",
      "Someone signed in to your {{shop}} account and asked to change its email address to {{newEmail}}. We keep writing to this address until the new one is confirmed.",
      "If it was you, you do not need to do anything here.",
      "If this was not you, stop the change with the button below and choose a new password. The link works once, for a week, even after the new address is confirmed.",
    ],
    button: { label: "This was not me", leadsTo: "{{link}}" },
    sms: "{{shop}}: someone asked to change the email address of your account. Not you? Open the link in our email.",
  },
});

export const emailChanged = defineMessage({
  ...undoable,
  kind: "email-changed",
  words: {
    subject: "Your {{shop}} email address has changed",
    preheader: "If you did not change it, put it back now.",
    paragraphs: [
      "{{greeting}}",
      "The email address of your {{shop}} account is now {{newEmail}}. From now on we’ll write to the new address.",
      "If this was not you, put this address back with the button below and choose a new password. The link works once, for a week.",
    ],
    button: { label: "This was not me", leadsTo: "{{link}}" },
    sms: "{{shop}}: the email address of your account has changed. If this was not you, contact us now: {{home}}/contact-us",
  },
});

export const cellChanged = defineMessage({
  ...undoable,
  kind: "cell-changed",
  words: {
    subject: "Your {{shop}} cell number has changed",
    preheader: "We’ll send codes to your old number for {{cellHoldHours}} more hours.",
    paragraphs: [
      "{{greeting}}",
      "The cell number of your {{shop}} account has changed to one ending in {{newCellEnding}}. We’ll send sign-in codes to your old number for {{cellHoldHours}} hours, then to the new one.",
      "If this was not you, put your own number back with the button below within that time and choose a new password.",
    ],
    button: { label: "This was not me", leadsTo: "{{link}}" },
    sms: "{{shop}}: your cell number has changed. We send codes here for {{cellHoldHours}} more hours. Not you? {{portal}}/forgot-password",
  },
});

/** Falls back to the account's email, because the new one may be confirmed before the message is sent. */
async function contactChangeFacts(
  db: ReadDatabase,
  { userId: id }: Readonly<{ userId: number }>,
): Promise<Values> {
  const { email, pendingEmail, cell } = await db
    .selectFrom("account")
    .select(["email", "pending_email as pendingEmail", "cell"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { newEmail: pendingEmail ?? email, newCellEnding: cell?.slice(-4) ?? "–" };
}

export const accountMessages = [
  signInCode,
  signUpCode,
  registration,
  alreadyRegistered,
  passwordReset,
  passwordChanged,
  passwordsGuessed,
  noCodeForAdmins,
  emailToConfirm,
  confirmNewEmail,
  emailChangeAsked,
  emailChanged,
  cellChanged,
] as const;
