import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import type { Fact } from "../../../ui/facts.tsx";
import type { ListedProposal } from "./decisions-screen.tsx";

/** What was proposed, in one line. */
export function titleOf(
  { change, personName, orderNumber }: ListedProposal,
  currency: Currency,
): string {
  const money = (minor: number) => formatMoney(minor, currency);
  const person = personName ?? "somebody";
  switch (change.kind) {
    case "limit":
      return change.data.above === null
        ? "No limit above which two people answer for money"
        : `Two people answer for money above ${money(change.data.above)}`;
    case "bank":
      return "Another bank account of the shop";
    case "admin":
      return change.data.isNew ? `${person} becomes an admin` : `${person} is an admin again`;
    case "eft":
      return `Bank transfer of ${money(change.data.amount)} for order ${orderNumber ?? ""}`.trim();
    case "bank-line": {
      const sum = change.data.uses.reduce((total, { amount }) => total + amount, 0);
      return `Bank payment of ${money(sum)}`;
    }
    case "credit":
      return `Store credit of ${money(change.data.amount)} for ${person}`;
    case "payout":
      return `Payout of ${money(change.data.amount)} to ${person}`;
  }
}

/** What exactly: all of it, because whoever confirms it answers for it. */
export function factsOf({ change }: ListedProposal, currency: Currency): Fact[] {
  switch (change.kind) {
    case "limit":
      return [{ name: "Region", value: change.data.region.toUpperCase() }];
    case "bank":
      return [
        { name: "Bank", value: change.data.bankName },
        { name: "Account name", value: change.data.bankAccountName },
        { name: "Account type", value: change.data.bankAccountType },
        { name: "Account number", value: change.data.bankAccountNumber },
        { name: "Branch code", value: change.data.bankBranchCode },
      ];
    case "admin":
      return change.words === null ? [] : [{ name: "Email", value: change.words.email }];
    case "eft":
      return [
        { name: "Bank reference", value: change.words?.reference ?? "" },
        { name: "Date on the statement", value: change.data.receivedOn },
      ].filter(({ value }) => value !== "");
    case "bank-line":
      return change.data.uses.map(({ orderNumber, amount }) => ({
        name: `${eftPrefix}${orderNumber}`,
        value: formatMoney(amount, currency),
      }));
    case "credit":
      return change.words === null ? [] : [{ name: "Reason", value: change.words.text }];
    case "payout":
      return [];
  }
}

/** How it ended. */
export function decidedWords({ state, decidedByName, failure, usedAt, change }: ListedProposal) {
  const by = decidedByName === null ? "" : ` by ${decidedByName}`;
  if (failure !== null) return `Confirmed${by}, but it could not be done any more`;
  if (state === "declined") return `Declined${by}`;
  if (state === "expired") return "Nobody confirmed it in time";
  const isToDo = usedAt === null && change.kind === "payout";
  const how = decidedByName === null ? "Took effect by itself" : `Confirmed${by}`;
  return isToDo ? `${how}, to be paid` : how;
}
