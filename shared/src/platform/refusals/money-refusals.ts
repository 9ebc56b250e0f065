import type { Refusals } from "./refusals.ts";

/** Wallets, payouts and batches of them. */
export const moneyRefusals = {
  "wallet.no-bank-details": {
    status: "CONFLICT",
    message: "Please add your bank details before you request a payout.",
  },
  "wallet.nothing-due": {
    status: "CONFLICT",
    message: "There is no unpaid commission to pay out.",
  },
  "wallet.still-maturing": {
    status: "CONFLICT",
    message:
      "What you earned is still maturing. You can ask for it, or turn it into credit, once its time is over.",
  },
  "wallet.below-minimum": {
    status: "CONFLICT",
    message: "This is less than the smallest payout.",
  },
  "wallet.unknown-entry": {
    status: "NOT_FOUND",
    message: "We could not find that entry in your wallet.",
  },
  "wallet.question-open": {
    status: "CONFLICT",
    message: "You asked about this entry already. The office answers as soon as it can.",
  },
  "wallet.question-unknown": {
    status: "NOT_FOUND",
    message: "We could not find that question.",
  },
  "wallet.question-answered": {
    status: "CONFLICT",
    message: "This question was answered already.",
  },
  "wallet.wrong-amounts": {
    status: "CONFLICT",
    message: "The amounts do not agree with the wallet.",
  },
  "wallet.balance-too-small": {
    status: "CONFLICT",
    message: "There is not enough commission to turn into credit.",
  },
  "wallet.credit-too-small": { status: "CONFLICT", message: "There is not enough credit." },
  "payout.unknown": { status: "NOT_FOUND", message: "We could not find that payout request." },
  "payout.already-requested": { status: "CONFLICT", message: "Already in progress" },
  "payout.already-paid": { status: "CONFLICT", message: "This payout request is already paid." },
  "payout.on-hold": {
    status: "CONFLICT",
    message:
      "The bank details were changed in the last 48 hours. Please confirm them with the person first.",
  },
  "payout.already-rejected": {
    status: "CONFLICT",
    message: "This payout request was already rejected.",
  },
  "payout.stopped": {
    status: "CONFLICT",
    message:
      "Payouts are stopped until the books are looked into. What was earned stays as it is, and nothing is lost.",
  },
  "payout.in-batch": {
    status: "CONFLICT",
    message: "Already in progress: it is in a payment batch that is open.",
  },
  "payout.second-person": {
    status: "CONFLICT",
    message: "Somebody else has to approve this payout before you can pay it.",
  },
  "payout.own": { status: "FORBIDDEN", message: "Nobody approves a payout to themselves." },
  "payout.already-approved": {
    status: "CONFLICT",
    message: "You have approved this payout already.",
  },
  "payout.no-bank-details": {
    status: "CONFLICT",
    message: "There are no bank details to pay to.",
  },
  "payout.wrong-account": {
    status: "CONFLICT",
    message: "The account number cannot be right: please ask the person.",
  },
  "payout.no-branch-code": {
    status: "CONFLICT",
    message: "The branch code is missing, and the bank is not one that we know the code of.",
  },
  "payout.changed-meanwhile": {
    status: "CONFLICT",
    message: "The payout requests changed meanwhile. Please look at them again.",
  },
  "payout.wrong-requests": {
    status: "BAD_REQUEST",
    message: "These payout requests cannot be saved.",
  },
  "batch.unknown": { status: "NOT_FOUND", message: "We could not find that payment batch." },
  "batch.settled": { status: "CONFLICT", message: "This payment batch is closed already." },
  "batch.nothing-to-pay": {
    status: "CONFLICT",
    message: "None of these payouts can go into a payment batch.",
  },
  "batch.no-own-account": {
    status: "CONFLICT",
    message: "The shop’s own bank account is not set, so no bank file can be made.",
  },
  "batch.details-changed": {
    status: "CONFLICT",
    message:
      "Bank details in this batch were changed since it was made. Please cancel it and make a new one.",
  },
  "batch.unreadable": { status: "BAD_REQUEST", message: "We could not read this bank statement." },
} as const satisfies Refusals;
