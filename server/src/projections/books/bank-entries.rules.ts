import type { AccountKey } from "@portal/shared/catalogue/chart.ts";
import { dayOf } from "@portal/shared/platform/calendar.ts";
import {
  type BankEntry,
  entryThing,
  eventThing,
  paymentThing,
  payoutThing,
  returnThing,
} from "../../money/books/bank-reconciliation.rules.ts";
import type { CardEntry } from "../../money/books/card-reconciliation.rules.ts";
import type { BookEntry } from "../../money/books/book-entry.rules.ts";
import type { Calendar } from "../../money/statements/statement.rules.ts";
import { refundThing } from "../../sales/bank-debits/bank-debit.rules.ts";
import type { MoneyBooked } from "../../sales/bank-entries/bank-entry.events.ts";
import type { LedgerEvent } from "../ledger-catalogue.ts";

type Booked = Readonly<{ event: LedgerEvent; calendar: Calendar }>;

/** What an entry of the books puts on the account Bank; nothing for one of another currency than the bank's. */
export function bankEntriesOf(booked: BookEntry, of: Booked): readonly BankEntry[] {
  return entriesOn("bank", booked, of).map((entry) => ({ ...entry, lineId: lineIdOf(of.event) }));
}

/** The same of the account of the card provider, with what its settlements know an entry by. */
export function cardEntriesOf(booked: BookEntry, of: Booked): readonly CardEntry[] {
  const { settlementLineId, bankKind } = booked;
  return entriesOn("cardClearing", booked, of).map((entry) => ({
    ...entry,
    ...paidByCard(of.event),
    lineId: settlementLineId,
    isOfBank: bankKind === "card-payout",
  }));
}

function paidByCard(event: LedgerEvent): Pick<CardEntry, "paymentId" | "gross"> {
  switch (event.type) {
    case "PaymentReceived":
      return { paymentId: event.data.paymentId, gross: event.data.amount };
    case "PaymentRefunded":
      return { paymentId: event.data.refundId, gross: 0 - event.data.amount };
    default:
      return { paymentId: null, gross: 0 };
  }
}

function entriesOn(
  account: AccountKey,
  booked: BookEntry,
  { event, calendar }: Booked,
): readonly Omit<BankEntry, "lineId">[] {
  const { position, occurredAt, currency, orderId, orderNumber, userId, payoutId, lines } = booked;
  const amount = lines.reduce((sum, line) => sum + (line.account === account ? line.amount : 0), 0);
  if (amount === 0 || currency !== calendar.currency) return [];
  const day = dayOf(occurredAt, calendar.timeZone);
  const of = { event: booked.event, orderId, orderNumber, userId, payoutId };
  return [{ position, day, amount, ...of, thing: thingOf(event, position) }];
}

/** `payment`, `entry`, `payout` or `refund` with its id, as the proofs of the stored transactions name it. */
function thingOf(event: LedgerEvent, position: number): string {
  switch (event.type) {
    case "PaymentReceived":
    case "PaymentUndone": {
      const { orderId, paymentId } = event.data;
      return paymentThing(orderId, paymentId);
    }
    case "PaymentRefunded":
      return refundThing(position);
    case "PayoutPaid":
      return payoutThing(event.data.payoutId);
    case "PayoutReturned":
    case "PayoutReturnUndone":
      return backThing(event.data.bankLineId, `payout ${event.data.payoutId}`, position);
    case "CommissionRepaid":
    case "CommissionRepaymentUndone":
      return backThing(event.data.bankLineId, `member ${event.data.userId}`, position);
    case "MoneyBooked":
    case "MoneyUnbooked":
      return entryThing(event.data.entryId);
    default:
      return eventThing(position);
  }
}

/** With its transaction, because the same may come back once more by another one. */
function backThing(bankLineId: number | null, of: string, position: number): string {
  return bankLineId === null ? eventThing(position) : returnThing(bankLineId, of);
}

/** The stored transaction that an event was recorded from; of an outgoing one, its id negative. */
export function lineIdOf(event: LedgerEvent): number | null {
  switch (event.type) {
    case "PaymentReceived":
    case "PaymentUndone":
      return lineOfPayment(event.data.paymentId);
    case "PayoutReturned":
    case "PayoutReturnUndone":
    case "CommissionRepaid":
    case "CommissionRepaymentUndone":
      return event.data.bankLineId;
    case "MoneyBooked":
      return lineOfEntry(event.data);
    default:
      return null;
  }
}

/** The payments of a transaction are `bank-7` and, after an undo, `bank-7-2`. */
function lineOfPayment(paymentId: string): number | null {
  const [, id] = /^bank-(\d+)(?:-\d+)?$/.exec(paymentId) ?? [];
  return id === undefined ? null : Number(id);
}

/** Of what was booked, and of what is taken back again. */
export function lineOfEntry({ bankLineId, bankDebitId }: MoneyBooked): number | null {
  return bankLineId ?? (bankDebitId === null ? null : -bankDebitId);
}
