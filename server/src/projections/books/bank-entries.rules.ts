import { dayOf } from "@portal/shared/platform/calendar.ts";
import {
  type BankEntry,
  payoutThing,
  refundThing,
} from "../../money/books/bank-reconciliation.rules.ts";
import type { BookEntry } from "../../money/books/book-entry.rules.ts";
import type { Calendar } from "../../money/statements/statement.rules.ts";
import type { LedgerEvent } from "../ledger-catalogue.ts";

/** What an entry of the books puts on the account Bank; nothing for one of another currency than the bank's. */
export function bankEntriesOf(
  { position, event: type, occurredAt, currency, orderId, orderNumber, userId, lines }: BookEntry,
  { event, calendar }: Readonly<{ event: LedgerEvent; calendar: Calendar }>,
): readonly BankEntry[] {
  const amount = lines.reduce((sum, line) => sum + (line.account === "bank" ? line.amount : 0), 0);
  if (amount === 0 || currency !== calendar.currency) return [];
  const day = dayOf(occurredAt, calendar.timeZone);
  const payoutId = event.type === "PayoutPaid" ? event.data.payoutId : null;
  const entry = { position, event: type, day, amount, orderId, orderNumber, userId, payoutId };
  return [{ ...entry, ...whatOf(event, position) }];
}

/** `payment`, `entry`, `payout` or `refund` with its id, as the proofs of the stored transactions name it. */
function whatOf(event: LedgerEvent, position: number): Pick<BankEntry, "thing" | "lineId"> {
  switch (event.type) {
    case "PaymentReceived":
    case "PaymentUndone": {
      const { orderId, paymentId } = event.data;
      return { thing: `payment ${orderId} ${paymentId}`, lineId: lineOfPayment(paymentId) };
    }
    case "PaymentRefunded":
      return { thing: refundThing(position), lineId: null };
    case "PayoutPaid":
      return { thing: payoutThing(event.data.payoutId), lineId: null };
    case "MoneyBooked": {
      const { entryId, bankLineId, bankDebitId } = event.data;
      const debit = bankDebitId === null ? null : -bankDebitId;
      return { thing: `entry ${entryId}`, lineId: bankLineId ?? debit };
    }
    case "MoneyUnbooked":
      return { thing: `entry ${event.data.entryId}`, lineId: null };
    default:
      return { thing: `event ${position}`, lineId: null };
  }
}

/** The payments of a transaction are `bank-7` and, after an undo, `bank-7-2`. */
function lineOfPayment(paymentId: string): number | null {
  const [, id] = /^bank-(\d+)(?:-\d+)?$/.exec(paymentId) ?? [];
  return id === undefined ? null : Number(id);
}
