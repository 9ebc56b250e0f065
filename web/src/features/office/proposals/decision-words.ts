import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import { formatDay } from "../../../ui/days.tsx";
import type { Fact } from "../../../ui/facts.tsx";
import {
  type Changes,
  type Kind,
  type ListedProposal,
  type Said,
  wordsOfKinds,
} from "./decision-kinds.ts";

/** What is decided, in a few words. */
export function titleOf(proposal: ListedProposal, currency: Currency): string {
  return titleIn(proposal.change.kind, proposal.change, saidOf(proposal, currency));
}

function titleIn<Of extends Kind>(kind: Of, change: Changes[Of], said: Said): string {
  return wordsOfKinds[kind].title(change, said);
}

function factsIn<Of extends Kind>(kind: Of, change: Changes[Of], said: Said): Fact[] {
  return wordsOfKinds[kind].facts?.(change, said) ?? [];
}

function saidOf({ personName, orderNumber, payees }: ListedProposal, currency: Currency): Said {
  return {
    money: (minor) => formatMoney(minor, currency),
    person: personName ?? "someone",
    personName,
    order: String(orderNumber ?? ""),
    payees,
  };
}

/** All details of the change, because the admin who confirms it is responsible for it. */
export function factsOf(proposal: ListedProposal, currency: Currency): Fact[] {
  return [
    ...factsIn(proposal.change.kind, proposal.change, saidOf(proposal, currency)),
    ...backgroundFacts(proposal, currency),
  ];
}

/** Who is paid or earns, who gave them another name lately, and where the money goes. */
function backgroundFacts(
  { change, people, accounts, commission, sellerBefore }: ListedProposal,
  currency: Currency,
): Fact[] {
  return [
    ...(change.kind === "reassign" && people.length > 0
      ? [{ name: "Present seller", value: sellerBefore ?? "None" }]
      : []),
    ...people.flatMap(({ userId, name, email, renamed }) => [
      { name: `${name}, no. ${userId}`, value: email },
      ...(renamed === null
        ? []
        : [
            {
              name: `Name or email of ${name} changed`,
              value: `${formatDay(renamed.at)}, by ${renamed.byName || "the person"}`,
            },
          ]),
    ]),
    ...accounts.map(({ name, bankName, ending }) => ({
      name: `Account of ${name}`,
      value: `${bankName} •••• ${ending}`,
    })),
    ...(commission.length === 0 && (change.kind === "eft" || change.kind === "bank-line")
      ? [{ name: "Commission", value: "None" }]
      : []),
    ...commission.map(({ name, amount }) => ({
      name: `Commission of ${name}`,
      value: formatMoney(amount, currency),
    })),
  ];
}
