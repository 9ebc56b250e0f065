import type { Refusals } from "./refusals.ts";

/** Accounts, the network, messages and addresses. */
export const peopleRefusals = {
  "account.unknown": { status: "NOT_FOUND", message: "We could not find that user." },
  "account.email-in-use": {
    status: "CONFLICT",
    message: "This email address is already in use.",
  },
  "account.own-email": {
    status: "FORBIDDEN",
    message: "Only the account owner can change this email address, in My profile.",
  },
  "account.link-ended": {
    status: "NOT_FOUND",
    message: "This link has expired or has been used. Request a new one.",
  },
  "account.no-company-address": { status: "BAD_REQUEST", message: "Company address required." },
  "account.no-vat-no": { status: "BAD_REQUEST", message: "VAT no. required." },
  "account.already-verified": {
    status: "CONFLICT",
    message: "This person has already completed their registration.",
  },
  "account.common-password": {
    status: "BAD_REQUEST",
    message: "This password is easy to guess. Choose another one.",
  },
  "account.wrong-phone": { status: "BAD_REQUEST", message: "Please enter a valid number" },
  "account.wrong-cell": { status: "BAD_REQUEST", message: "Please enter a valid cell number" },
  "account.no-area": { status: "BAD_REQUEST", message: "Please enter an area" },
  "account.not-a-customer": {
    status: "CONFLICT",
    message: "Only a customer can be converted.",
  },
  "account.not-impersonable": {
    status: "FORBIDDEN",
    message: "You cannot sign in as another admin or developer.",
  },
  "account.inactive": { status: "CONFLICT", message: "This user is deleted." },
  "guest.unknown": {
    status: "NOT_FOUND",
    message: "No one has ordered or contacted us with that without an account.",
  },
  "guest.has-account": {
    status: "CONFLICT",
    message: "This belongs to an account. Delete the account, then erase it.",
  },
  "account.erased": {
    status: "CONFLICT",
    message: "This person’s details have already been erased.",
  },
  "account.open-payout": {
    status: "CONFLICT",
    message: "This account has an open payout request. Pay or reject it first.",
  },
  "account.money-due": {
    status: "CONFLICT",
    message: "This member has unpaid commission. Pay it out first.",
  },
  "account.credit-due": {
    status: "CONFLICT",
    message: "There is store credit left. Choose whether to pay it out or give it up.",
  },
  "account.orders-due": {
    status: "CONFLICT",
    message: "There are orders to ship or refund. Do that first.",
  },
  "account.active": { status: "CONFLICT", message: "This user is not deleted." },
  "account.no-company": { status: "BAD_REQUEST", message: "Company required." },
  "account.yourself": { status: "CONFLICT", message: "You cannot do this to your own account." },
  "account.not-of-role": {
    status: "BAD_REQUEST",
    message: "This does not apply to this role.",
  },
  "contact.wrong-cell": {
    status: "BAD_REQUEST",
    message: "Please enter a 10 digit cell number e.g 0821234567.",
  },
  "message.unknown": { status: "NOT_FOUND", message: "We could not find that message." },
  "message.too-many": {
    status: "TOO_MANY_REQUESTS",
    message: "This account has sent many emails. Try again in an hour.",
  },
  "message.holds-secret": {
    status: "CONFLICT",
    message: "Codes and links cannot be resent. Request a new one.",
  },
  "address.unknown-place": { status: "BAD_REQUEST", message: "Please select a place." },
  "address.other-country": {
    status: "BAD_REQUEST",
    message: "This shop does not deliver to that country.",
  },
  "address.last": {
    status: "CONFLICT",
    message: "This is your only recipient. Add another one first.",
  },
  "account.no-margin": { status: "BAD_REQUEST", message: "Please enter the stockist's margin." },
  "network.wrong-margin": {
    status: "BAD_REQUEST",
    message: "Enter the margin as a whole percentage, no more than the shop’s settings allow.",
  },
  "network.wrong-percent": {
    status: "BAD_REQUEST",
    message:
      "Enter the distributor’s share as a whole percentage, no more than the shop’s settings allow.",
  },
  "network.unknown-member": { status: "NOT_FOUND", message: "We could not find that member." },
  "network.already-enrolled": {
    status: "CONFLICT",
    message: "This person is already in the network.",
  },
  "network.code-taken": { status: "CONFLICT", message: "This code is already in use." },
  "network.wrong-parent": {
    status: "CONFLICT",
    message: "This member cannot be the parent at this level.",
  },
  "network.inactive-parent": { status: "CONFLICT", message: "This member is not active." },
  "network.cycle": { status: "CONFLICT", message: "A member cannot be placed in their own team." },
  "network.wrong-kind": {
    status: "CONFLICT",
    message: "This is not possible for this type of member.",
  },
  "network.not-upliftable": {
    status: "CONFLICT",
    message: "Only a level 2 distributor can be uplifted.",
  },
  "network.already-active": { status: "CONFLICT", message: "This member is already active." },
  "network.already-inactive": { status: "CONFLICT", message: "This member is already inactive." },
} as const satisfies Refusals;
