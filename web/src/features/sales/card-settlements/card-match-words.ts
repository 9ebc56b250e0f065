import type { CardMatchFilter, CardMatchState } from "@portal/shared/sales/card-match.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import type { Tone } from "../../../ui/status-text.tsx";

export type CardMatchList = ApiOutputs["cardMatch"]["list"];
export type MatchedPayment = CardMatchList["rows"][number];
export type MatchedDeposit = CardMatchList["deposits"][number];

export const stateWords: Record<CardMatchState, { word: string; tone: Tone; advice: string }> = {
  matched: { word: "Matched", tone: "good", advice: "Everything agrees to the cent." },
  waiting: {
    word: "Waiting for its settlement",
    tone: "waiting",
    advice: "No settlement of its day was uploaded yet.",
  },
  "missing-in-ledger": {
    word: "Missing in the ledger",
    tone: "bad",
    advice: "The provider received it, and no order has it. Look for its notification.",
  },
  "missing-in-settlement": {
    word: "Missing in the settlement",
    tone: "bad",
    advice: "The order counts as paid, and the provider does not tell of it. Ask the provider.",
  },
  "amount-differs": {
    word: "Amount differs",
    tone: "bad",
    advice: "Ledger and settlement name different amounts. Ask the provider.",
  },
  "fee-differs": {
    word: "Fee differs",
    tone: "waiting",
    advice: "The provider kept another fee than it had notified.",
  },
  "no-notification": {
    word: "No notification",
    tone: "waiting",
    advice: "It is in the ledger and in the settlement, but no notification of it was kept.",
  },
};

export const filterWords: Record<CardMatchFilter, string> = {
  exceptions: "Exceptions",
  waiting: "Waiting",
  matched: "Matched",
  all: "All",
};

export const notificationWords: Record<MatchedPayment["notification"], string> = {
  applied: "Came in and was applied",
  other: "Came in and was not applied",
  none: "None is kept",
};

export const depositWords: Record<MatchedDeposit["state"], { word: string; tone: Tone }> = {
  matched: { word: "On the account", tone: "good" },
  waiting: { word: "Waiting for a bank statement", tone: "waiting" },
  "missing-in-bank": { word: "Missing on the bank statement", tone: "bad" },
  "missing-in-settlement": { word: "No payout explains it", tone: "bad" },
};
