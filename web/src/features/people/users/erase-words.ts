import {
  creditGivenUpReasons,
  creditPaidOutReasons,
  type CreditGivenUpReason,
  type CreditPaidOutReason,
  type DueOrder,
} from "@portal/shared/people/users/erase-user.ts";

const paidOutWords: Readonly<Record<CreditPaidOutReason, string>> = {
  "account-closed": "Paid out, because the account is closed",
  "person-asked": "Paid out, because the person asked for it",
};
const givenUpWords: Readonly<Record<CreditGivenUpReason, string>> = {
  "person-asked": "Given up by the person",
  lapsed: "Given up, because it has lapsed",
  "granted-in-error": "Given up, because it was granted by mistake",
};

/** What can become of store credit of somebody who is erased, each with its reason, as one choice. */
export const creditDecisions = [
  ...creditPaidOutReasons.map((reason) => ({
    key: `paid-out ${reason}`,
    words: paidOutWords[reason],
    choiceOn: (paidOn: string) => ({ decision: "paid-out", paidOn, reason }),
  })),
  ...creditGivenUpReasons.map((reason) => ({
    key: `given-up ${reason}`,
    words: givenUpWords[reason],
    choiceOn: (_paidOn: string) => ({ decision: "given-up", reason }),
  })),
] as const;

export function isPaidOut(key: string): boolean {
  return key.startsWith("paid-out ");
}

export const orderReasonWords: Readonly<Record<DueOrder["reason"], string>> = {
  "to-give-back": "was paid too much: give it back.",
  "part-paid": "is paid in part: give that back, or have the rest paid.",
  "on-statement": "is named by a line of the bank: decide about it under Bank payments.",
  "to-ship": "is paid and not shipped: ship it, or give the money back.",
};
