import { bankDetailsHoldHours, lookbackDays } from "../constants.ts";
import { badRequest, conflict, forbidden, notFound, type Refusals } from "./refusals.ts";

/** Wallets, payouts and payout batches. */
export const moneyRefusals = {
  "wallet.no-bank-details": conflict("Add your bank details before you request a payout."),
  "wallet.nothing-due": conflict("You have no commission to pay out."),
  "wallet.still-maturing": conflict(
    "Your commission is still in its waiting period. Request it when the period ends.",
  ),
  "wallet.below-minimum": conflict("This is less than the minimum payout."),
  "wallet.unknown-entry": notFound("We could not find that commission in your wallet."),
  "wallet.question-open": conflict(
    "You have already asked about this. We’ll reply as soon as we can.",
  ),
  "wallet.question-unknown": notFound("We could not find that question."),
  "wallet.question-answered": conflict("This question has already been answered."),
  "wallet.wrong-amounts": conflict("The amounts do not match the wallet."),
  "wallet.balance-too-small": conflict("There is not enough commission to turn into store credit."),
  "wallet.commission-not-confirmed": conflict(
    "This would use more of your commission than you agreed to. Check the amount again.",
  ),
  "wallet.on-hold": conflict(
    `We changed the email or cell number of this account in the last ${bankDetailsHoldHours} hours. Its wallet can be used after that.`,
  ),
  "wallet.above-limit": conflict(
    `We changed the email or cell number of this account in the last ${lookbackDays} days. Until then, only less of its commission can become store credit or pay orders. It can be paid out to a bank account.`,
  ),
  "wallet.credit-too-small": conflict("There is not enough store credit."),
  "wallet.owes-less": conflict(
    "This is more than the person owes. Only a transaction up to that amount can be commission paid back.",
  ),
  "wallet.own-repayment": forbidden(
    "This commission is yours, so another admin must record that you paid it back, or undo it.",
  ),
  "wallet.not-repaid": conflict(
    "No commission was paid back by this transaction, or that has already been undone.",
  ),
  "payout.unknown": notFound("We could not find that payout request."),
  "payout.already-requested": conflict("Already in progress"),
  "payout.already-paid": conflict("This payout has already been paid."),
  "payout.not-paid": conflict("This payout has not been paid yet."),
  "payout.wrong-day": badRequest("Choose a date between the request and today."),
  "wallet.wrong-day": badRequest(
    "Choose a date between the last time the store credit grew and today.",
  ),
  "payout.on-hold": conflict(
    `The bank or contact details changed in the last ${bankDetailsHoldHours} hours. Confirm the account with the person first.`,
  ),
  "payout.details-changed": conflict(
    "The bank details of this person have changed since the payout was approved. Approve it again.",
  ),
  "payout.file-cancelled": conflict(
    "A payout batch with this payout was cancelled after its bank file was downloaded. Approve it again.",
  ),
  "payout.own-contact-change": forbidden(
    "You changed this person’s email or cell number. Another admin has to confirm the bank details.",
  ),
  "payout.already-rejected": conflict("This payout request has already been rejected."),
  "payout.returned": conflict("The bank returned this payout."),
  "payout.not-returned": conflict(
    "The bank did not return this payout, or that has already been undone.",
  ),
  "payout.other-return": conflict(
    "This transaction cannot be the payout: its amount is another one, or it is older than the payment.",
  ),
  "payout.own-return": forbidden(
    "This payout is yours, so another admin must record its return, or undo it.",
  ),
  "payout.no-tax-invoice": conflict("We wrote no tax invoice for this payout."),
  "payout.invoice-credited": conflict("The tax invoice of this payout already has a credit note."),
  "payout.stopped": conflict(
    "Payouts are paused while we check the accounts. Your commission is safe.",
  ),
  "payout.file-left": conflict(
    "You, or an admin too close to you, downloaded a bank file with this payout, so it may have been paid. Another admin can reject it.",
  ),
  "payout.in-batch": conflict("Already in progress: this request is in an open payout batch."),
  "payout.second-person": conflict("Someone else must approve this payout before you can pay it."),
  "payout.already-approved": conflict("You have already approved this payout."),
  "payout.rate-changed": conflict(
    "The tax withheld of your payouts has changed. Check the new amount and try again.",
  ),
  "payout.nothing-to-transfer": conflict(
    "All of this payout is withheld as tax, so there is nothing to transfer. Mark the request as paid instead.",
  ),
  "payout.no-bank-details": conflict("This person has no bank details."),
  "payout.wrong-account": conflict("This account number is not valid. Check it with the person."),
  "payout.no-branch-code": conflict(
    "The branch code is missing, and we do not know it for this bank. Ask the person to enter it.",
  ),
  "payout.unwritable-name": conflict(
    "The bank’s file cannot contain the name of this account. Ask the person to enter it in letters from A to Z.",
  ),
  "payout.changed-meanwhile": conflict("The payout requests have changed. Review them again."),
  "payout.wrong-cutoff": conflict(
    "Up to this position there is commission that was reversed later, or that is paid already. Choose a later one.",
  ),
  "payout.wrong-requests": badRequest("These payout requests cannot be saved."),
  "batch.unknown": notFound("We could not find that payout batch."),
  "batch.settled": conflict("This payout batch is already closed."),
  "batch.nothing-to-pay": conflict("None of these payouts can be added to a payout batch."),
  "batch.no-own-account": conflict("Add the shop’s bank details in Other Settings first."),
  "batch.no-originator": conflict(
    "Add the shop’s sort code or routing number and the number that the bank gave it as a payer in Other Settings first.",
  ),
  "batch.other-region": badRequest("Banks here do not take this file."),
  "batch.no-bank-day": badRequest("Banks do not pay on a Saturday or Sunday."),
  "batch.too-many-files": conflict(
    "The bank takes no more files of one day. Make this batch tomorrow.",
  ),
  "payout.too-large-for-file": conflict(
    "The amount has more digits than the bank’s file can contain.",
  ),
  "batch.details-changed": conflict(
    "Bank details have changed since this batch was created. Cancel it and create a new one.",
  ),
  "batch.unreadable": badRequest(
    "We could not read this bank statement. Export it again as CSV or OFX.",
  ),
} satisfies Refusals;
