import type { Refusals } from "./refusals.ts";

/** Wallets, payouts and payout batches. */
export const moneyRefusals = {
  "wallet.no-bank-details": {
    status: "CONFLICT",
    message: "Add your bank details before you request a payout.",
  },
  "wallet.nothing-due": {
    status: "CONFLICT",
    message: "You have no commission to pay out.",
  },
  "wallet.still-maturing": {
    status: "CONFLICT",
    message: "Your commission is still in its waiting period. Request it when the period ends.",
  },
  "wallet.below-minimum": {
    status: "CONFLICT",
    message: "This is less than the minimum payout.",
  },
  "wallet.unknown-entry": {
    status: "NOT_FOUND",
    message: "We could not find that commission in your wallet.",
  },
  "wallet.question-open": {
    status: "CONFLICT",
    message: "You have already asked about this. We’ll reply as soon as we can.",
  },
  "wallet.question-unknown": {
    status: "NOT_FOUND",
    message: "We could not find that question.",
  },
  "wallet.question-answered": {
    status: "CONFLICT",
    message: "This question has already been answered.",
  },
  "wallet.wrong-amounts": {
    status: "CONFLICT",
    message: "The amounts do not match the wallet.",
  },
  "wallet.balance-too-small": {
    status: "CONFLICT",
    message: "There is not enough commission to turn into store credit.",
  },
  "wallet.commission-not-confirmed": {
    status: "CONFLICT",
    message: "This would use more of your commission than you agreed to. Check the amount again.",
  },
  "wallet.credit-too-small": { status: "CONFLICT", message: "There is not enough store credit." },
  "payout.unknown": { status: "NOT_FOUND", message: "We could not find that payout request." },
  "payout.already-requested": { status: "CONFLICT", message: "Already in progress" },
  "payout.already-paid": { status: "CONFLICT", message: "This payout has already been paid." },
  "payout.not-paid": { status: "CONFLICT", message: "This payout has not been paid yet." },
  "payout.wrong-day": {
    status: "BAD_REQUEST",
    message: "Choose a date between the request and today.",
  },
  "payout.on-hold": {
    status: "CONFLICT",
    message: "The bank details changed in the last 48 hours. Confirm them with the person first.",
  },
  "payout.already-rejected": {
    status: "CONFLICT",
    message: "This payout request has already been rejected.",
  },
  "payout.stopped": {
    status: "CONFLICT",
    message: "Payouts are paused while we check the accounts. Your commission is safe.",
  },
  "payout.in-batch": {
    status: "CONFLICT",
    message: "Already in progress: this request is in an open payout batch.",
  },
  "payout.second-person": {
    status: "CONFLICT",
    message: "Someone else must approve this payout before you can pay it.",
  },
  "payout.own": { status: "FORBIDDEN", message: "You cannot approve your own payout." },
  "payout.already-approved": {
    status: "CONFLICT",
    message: "You have already approved this payout.",
  },
  "payout.no-bank-details": {
    status: "CONFLICT",
    message: "This person has no bank details.",
  },
  "payout.wrong-account": {
    status: "CONFLICT",
    message: "This account number is not valid. Check it with the person.",
  },
  "payout.no-branch-code": {
    status: "CONFLICT",
    message: "Enter the branch code. We do not know it for this bank.",
  },
  "payout.changed-meanwhile": {
    status: "CONFLICT",
    message: "The payout requests have changed. Review them again.",
  },
  "payout.wrong-requests": {
    status: "BAD_REQUEST",
    message: "These payout requests cannot be saved.",
  },
  "batch.unknown": { status: "NOT_FOUND", message: "We could not find that payout batch." },
  "batch.settled": { status: "CONFLICT", message: "This payout batch is already closed." },
  "batch.nothing-to-pay": {
    status: "CONFLICT",
    message: "None of these payouts can be added to a payout batch.",
  },
  "batch.no-own-account": {
    status: "CONFLICT",
    message: "Add the shop’s bank details in Other Settings first.",
  },
  "batch.details-changed": {
    status: "CONFLICT",
    message:
      "Bank details have changed since this batch was created. Cancel it and create a new one.",
  },
  "batch.unreadable": {
    status: "BAD_REQUEST",
    message: "We could not read this bank statement. Export it again as CSV or OFX.",
  },
} as const satisfies Refusals;
