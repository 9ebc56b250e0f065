import { bankEntryWords } from "@portal/shared/sales/bank-entries.ts";
import { Fragment, type ReactNode } from "react";
import type { ApiOutputs } from "../../../api/api.ts";
import { DayText, formatDay } from "../../../ui/days.tsx";
import { OfficeLink } from "../../../ui/office-link.tsx";
import { PersonName } from "../../../ui/person-name.tsx";
import { OrderLink } from "./order-link.tsx";

type Entry = ApiOutputs["books"]["entries"][number];

/**
 * What an entry is of: its order, document, person, payout, transaction of the bank or the card provider, or period of VAT,
 * and its own day if it is late; null where it is of none.
 */
export function aboutEntry(entry: Entry): ReactNode {
  const { orderId, orderNumber, document, userId, person, payoutId } = entry;
  const { bankText, settlement, period, ownDay, postingDate } = entry;
  const parts: Readonly<Record<string, ReactNode>> = {
    order: orderId !== null && orderNumber !== null && (
      <OrderLink orderId={orderId} orderNumber={orderNumber} />
    ),
    document: document && `${documentWords[document.kind]} ${document.number}`,
    person: userId !== null && <PersonName id={userId}>{person ?? `Person ${userId}`}</PersonName>,
    payout: payoutId !== null && (
      <OfficeLink href={`/admin/payout-requests?payout=${payoutId}`} needs="payouts.list">
        payout
      </OfficeLink>
    ),
    bankText,
    settlement: settlement && (
      <OfficeLink
        href={`/admin/card-match?from=${settlement.day}&to=${settlement.day}&show=all`}
        needs="cardMatch.list"
      >
        {settlement.type || "transaction"} of the card provider, {formatDay(settlement.day)}
      </OfficeLink>
    ),
    period: period && (
      <>
        <DayText value={period.from} /> to <DayText value={period.to} />
      </>
    ),
    late: ownDay !== postingDate && (
      <>
        late, of <DayText value={ownDay} />
      </>
    ),
  };
  const known = Object.entries(parts).filter(([, part]) => Boolean(part));
  if (known.length === 0) return null;
  return known.map(([name, part], at) => (
    <Fragment key={name}>
      {at > 0 && ", "}
      {part}
    </Fragment>
  ));
}

/** What happened: of a booked transaction of the bank, what it is. */
export function entryWords({ event, bankKind }: Pick<Entry, "event" | "bankKind">): string {
  const words = eventWords[event] ?? event;
  if (bankKind === null) return words;
  const kind = bankEntryWords[bankKind];
  return event === "MoneyUnbooked" ? `${kind}, booking undone` : kind;
}

const documentWords: Readonly<Record<NonNullable<Entry["document"]>["kind"], string>> = {
  invoice: "invoice",
  "credit-note": "credit note",
  "cancelled-invoice": "credit note for a cancelled invoice",
};

const eventWords: Readonly<Record<string, string>> = {
  PaymentReceived: "Payment received",
  OrderPaid: "Order paid",
  PaymentUndone: "Payment undone",
  PaymentRefunded: "Refund",
  OrderReassigned: "Order reassigned",
  PayoutPaid: "Payout paid",
  PayoutReturned: "Payout returned by the bank",
  PayoutReturnUndone: "Return of a payout undone",
  CommissionRepaid: "Commission paid back",
  CommissionRepaymentUndone: "Repayment of commission undone",
  CreditSetOff: "Commission paid back with store credit",
  CommissionWrittenOff: "Commission written off",
  CommissionConverted: "Commission turned into store credit",
  CreditGranted: "Store credit granted",
  CreditSpent: "Store credit spent",
  CreditRestored: "Store credit restored",
  CreditPaidOut: "Store credit paid out",
  CreditGivenUp: "Store credit given up",
};
