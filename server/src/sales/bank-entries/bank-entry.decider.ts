import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { CommandOf, Decider } from "../../platform/ledger/decider.ts";
import type { BankEntryEvent, MoneyBooked } from "./bank-entry.events.ts";

export type BankEntryCommand =
  | CommandOf<"BookMoney", MoneyBooked>
  | CommandOf<"UnbookMoney", Readonly<{ entryId: string }>>;

type BankEntryState = "new" | "booked" | "taken-back";

/** An entry is booked once and taken back once; what is booked again is another entry (docs/finance.md, "Books"). */
export const bankEntryDecider: Decider<BankEntryState, BankEntryCommand, BankEntryEvent> = {
  initialState: "new",

  decide(command, state) {
    const event = eventOf(command);
    requireNext(state, event);
    return [event];
  },

  evolve(state, event) {
    requireNext(state, event);
    return event.type === "MoneyBooked" ? "booked" : "taken-back";
  },
};

function eventOf(command: BankEntryCommand): BankEntryEvent {
  const { type: _type, ...data } = command;
  return "kind" in data
    ? { type: "MoneyBooked", data }
    : { type: "MoneyUnbooked", data: { entryId: data.entryId } };
}

/** @throws DomainError bankentry.booked, bankentry.not-booked */
function requireNext(state: BankEntryState, { type }: BankEntryEvent): void {
  if (type === "MoneyBooked" && state !== "new") throw new DomainError("bankentry.booked");
  if (type === "MoneyUnbooked" && state !== "booked") throw new DomainError("bankentry.not-booked");
}
