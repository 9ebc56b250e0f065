import type { Refusals } from "./refusals.ts";

/** Accounts, the network, and what is written to and by people. */
export const peopleRefusals = {
  "account.unknown": { status: "NOT_FOUND", message: "We could not find that user." },
  "account.email-in-use": {
    status: "CONFLICT",
    message: "This email address is already in use.",
  },
  "account.own-email": {
    status: "FORBIDDEN",
    message: "An email of the office is changed by its owner alone, in My profile.",
  },
  "account.link-ended": {
    status: "NOT_FOUND",
    message: "This link was used already or is too old. Please ask for a new one.",
  },
  "account.no-company-address": { status: "BAD_REQUEST", message: "Company address required." },
  "account.no-vat-no": { status: "BAD_REQUEST", message: "VAT no. required." },
  "account.already-verified": {
    status: "CONFLICT",
    message: "This person has finished the registration already.",
  },
  "account.common-password": {
    status: "BAD_REQUEST",
    message: "This password is easy to guess. Please choose another one.",
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
    message: "Nobody ordered or wrote to the shop with that without an account.",
  },
  "guest.has-account": {
    status: "CONFLICT",
    message: "That belongs to an account. Please delete the account and erase it.",
  },
  "account.erased": { status: "CONFLICT", message: "This person is erased already." },
  "account.open-payout": {
    status: "CONFLICT",
    message: "This account has an open payout request; settle or reject it first.",
  },
  "account.money-due": {
    status: "CONFLICT",
    message: "This member is owed commission; pay it out first.",
  },
  "account.credit-due": {
    status: "CONFLICT",
    message: "There is store credit left; say whether it is paid out or given up.",
  },
  "account.orders-due": {
    status: "CONFLICT",
    message: "There are orders to ship or money to give back; settle those first.",
  },
  "account.active": { status: "CONFLICT", message: "This user is not deleted." },
  "account.no-company": { status: "BAD_REQUEST", message: "Company required." },
  "account.yourself": { status: "CONFLICT", message: "You cannot do that to yourself." },
  "account.not-of-role": {
    status: "BAD_REQUEST",
    message: "That does not belong to somebody of this role.",
  },
  "contact.wrong-cell": {
    status: "BAD_REQUEST",
    message: "Please enter a 10 digit cell number e.g 0821234567.",
  },
  "message.unknown": { status: "NOT_FOUND", message: "We could not find that message." },
  "message.too-many": {
    status: "TOO_MANY_REQUESTS",
    message: "This account has sent many emails. Please try again in an hour.",
  },
  "message.holds-secret": {
    status: "CONFLICT",
    message: "A code or link is not sent again. Please have a new one sent.",
  },
  "address.unknown-place": { status: "BAD_REQUEST", message: "Please select a place." },
  "address.other-country": {
    status: "BAD_REQUEST",
    message: "This shop does not deliver to that country.",
  },
  "address.last": {
    status: "CONFLICT",
    message: "This is your only recipient. Please add another one first.",
  },
  "account.no-margin": { status: "BAD_REQUEST", message: "Please enter the stockist's margin." },
  "network.wrong-margin": {
    status: "BAD_REQUEST",
    message: "A margin is a whole percent, and no more than the shop's settings allow.",
  },
  "network.wrong-percent": {
    status: "BAD_REQUEST",
    message:
      "A distributor percent is a whole percent, and no more than the shop's settings allow.",
  },
  "network.unknown-member": { status: "NOT_FOUND", message: "We could not find that member." },
  "network.already-enrolled": {
    status: "CONFLICT",
    message: "This person is already in the network.",
  },
  "network.code-taken": { status: "CONFLICT", message: "This code is already used." },
  "network.wrong-parent": {
    status: "CONFLICT",
    message: "That member cannot be the parent at this level.",
  },
  "network.inactive-parent": { status: "CONFLICT", message: "That member is not active." },
  "network.cycle": { status: "CONFLICT", message: "A member cannot be placed below itself." },
  "network.wrong-kind": { status: "CONFLICT", message: "That does not fit this kind of member." },
  "network.not-upliftable": {
    status: "CONFLICT",
    message: "Only a level 2 distributor can be uplifted.",
  },
  "network.already-active": { status: "CONFLICT", message: "This member is already active." },
  "network.already-inactive": { status: "CONFLICT", message: "This member is already inactive." },
} as const satisfies Refusals;
