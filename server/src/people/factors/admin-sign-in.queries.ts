import { signInHoldHours } from "@portal/shared/platform/constants.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { asName } from "../../platform/messages/render-message.ts";

/** How an admin signs in, and tries to. */
export const adminSignInChanges = [
  "factor-added",
  "factor-removed",
  "recovery-codes-made",
  "recovery-code-used",
  "factors-reset",
  "factors-replaced",
  "wrong-factors",
  "unlocked",
] as const;
export type AdminSignInChange = (typeof adminSignInChanges)[number];

type Words = Readonly<{ headline: string; whatHappened: string; whatToDo: string }>;
type Told = Readonly<{ own: Words; others: (name: string) => Words }>;

const notYou =
  "If this was not you, choose a new password now and ask another admin to lock your account.";
const askThem =
  "If they did not tell you about it, call them. If it was not them, lock the account.";

const words: Readonly<Record<AdminSignInChange, Told>> = {
  "factor-added": {
    own: {
      headline: "a sign-in method was added to your account",
      whatHappened: "A passkey or a code app was set up for your account.",
      whatToDo: notYou,
    },
    others: (name) => ({
      headline: `${name} has a new sign-in method`,
      whatHappened: `A passkey or a code app was set up for the account of ${name}.`,
      whatToDo: askThem,
    }),
  },
  "factor-removed": {
    own: {
      headline: "a sign-in method was removed from your account",
      whatHappened: "A passkey or a code app was removed from your account.",
      whatToDo: notYou,
    },
    others: (name) => ({
      headline: `${name} removed a sign-in method`,
      whatHappened: `A passkey or a code app was removed from the account of ${name}.`,
      whatToDo: askThem,
    }),
  },
  "recovery-codes-made": {
    own: {
      headline: "your recovery codes were replaced",
      whatHappened: "New recovery codes were made for your account. The earlier ones do not work.",
      whatToDo: notYou,
    },
    others: (name) => ({
      headline: `${name} has new recovery codes`,
      whatHappened: `New recovery codes were made for the account of ${name}.`,
      whatToDo: askThem,
    }),
  },
  "recovery-code-used": {
    own: {
      headline: "a recovery code of your account was used",
      whatHappened: `Someone signed in with your password and a recovery code. For ${signInHoldHours} hours you cannot confirm what other admins propose.`,
      whatToDo: notYou,
    },
    others: (name) => ({
      headline: `${name} used a recovery code`,
      whatHappened: `Someone signed in to the account of ${name} with the password and a recovery code. For ${signInHoldHours} hours this account cannot confirm what others propose.`,
      whatToDo: askThem,
    }),
  },
  "factors-reset": {
    own: {
      headline: "your passkeys and codes were reset",
      whatHappened:
        "The server’s operator has removed your passkeys, code apps and recovery codes, and signed you out.",
      whatToDo: "Sign in with your password. We’ll email you a link to set up a new one.",
    },
    others: (name) => ({
      headline: `the passkeys and codes of ${name} were reset`,
      whatHappened: `The server’s operator has removed the passkeys, code apps and recovery codes of ${name}.`,
      whatToDo: askThem,
    }),
  },
  "factors-replaced": {
    own: {
      headline: "set up your new second step",
      whatHappened: `What you asked for has taken effect. Your earlier passkeys, code apps and recovery codes no longer work, and you are signed out everywhere. For ${signInHoldHours} hours you cannot confirm what other admins propose.`,
      whatToDo: "Open the link in the other email that we sent you now, and enter your password.",
    },
    others: (name) => ({
      headline: `${name} gets a new second step`,
      whatHappened: `The passkeys, code apps and recovery codes of ${name} no longer work. ${name} has a link by email to set up a new one. For ${signInHoldHours} hours this account cannot confirm what others propose.`,
      whatToDo: askThem,
    }),
  },
  "wrong-factors": {
    own: {
      headline: "someone knows your password",
      whatHappened:
        "Someone entered your right password, and then a wrong code or passkey three times.",
      whatToDo:
        "If it was you, there is nothing to do. If not, someone knows your password: choose a new one now.",
    },
    others: (name) => ({
      headline: `someone may know the password of ${name}`,
      whatHappened: `Someone entered the right password of ${name}, and then a wrong code three times.`,
      whatToDo: askThem,
    }),
  },
  unlocked: {
    own: {
      headline: "your account is unlocked",
      whatHappened: "You have unlocked your account with the link in your email.",
      whatToDo: notYou,
    },
    others: (name) => ({
      headline: `the account of ${name} is unlocked`,
      whatHappened: `${name} has unlocked the account with the link in the email.`,
      whatToDo: askThem,
    }),
  },
};

/** The words of a message about somebody's account, to them or to another admin. */
export async function adminSignInFacts(
  db: ReadDatabase,
  {
    userId,
    aboutId,
    change,
  }: Readonly<{ userId: number; aboutId: number; change: AdminSignInChange }>,
): Promise<Words> {
  const told = words[change];
  if (userId === aboutId) return told.own;
  const about = await db
    .selectFrom("account")
    .select(["first_name as firstName", "last_name as lastName"])
    .where("id", "=", aboutId)
    .executeTakeFirst();
  return told.others(
    asName(`${about?.firstName ?? ""} ${about?.lastName ?? ""}`) ?? "another admin",
  );
}
