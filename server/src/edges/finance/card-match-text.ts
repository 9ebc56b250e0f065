import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import type {
  MatchedDeposit,
  MatchedPayment,
} from "../../sales/card-settlements/card-match.rules.ts";
import type { CardMatchDocument } from "./match-cards.ts";

export function cardMatchText(
  { from, to, summary, exceptions, deposits }: CardMatchDocument,
  currency: Currency,
): string {
  const money = (amount: number): string => formatMoney(amount, currency);
  const { counts, received, fees, refunded, other, paidOut, left } = summary;
  return [
    `Card payments from ${from} to ${to}: ${counts.matched} matched, ${exceptions.length} exceptions`,
    `Received ${money(received)}, fees ${money(fees)}, refunded ${money(refunded)}, other ${money(other)}, paid out ${money(paidOut)}; ${money(left)} of these days lie with the provider`,
    ...exceptions.map((payment) => `  ${exceptionText(payment, money)}`),
    ...deposits.map((deposit) => `  ${depositText(deposit, money)}`),
  ].join("\n");
}

type Money = (amount: number) => string;

function exceptionText(payment: MatchedPayment, money: Money): string {
  const { state, orderNumber, paymentId, day, ledger, settlement } = payment;
  const order = orderNumber === null ? "no order" : `${eftPrefix}${orderNumber}`;
  const about = `${order}, payment ${paymentId ?? "without a number"} of ${day}`;
  switch (state) {
    case "missing-in-ledger":
      return `missing in the ledger: ${about}, ${money(settlement?.amount ?? 0)}`;
    case "missing-in-settlement":
      return `missing in the settlement: ${about}, ${money(ledger?.amount ?? 0)}`;
    case "amount-differs":
      return `amount differs: ${about}: ${money(ledger?.amount ?? 0)} in the ledger, ${money(settlement?.amount ?? 0)} in the settlement`;
    case "fee-differs":
      return `fee differs: ${about}: ${money(ledger?.fee ?? 0)} notified, ${money(settlement?.fee ?? 0)} taken`;
    case "no-notification":
      return `no notification: ${about}`;
    case "waiting":
    case "matched":
      return about;
  }
}

function depositText(deposit: MatchedDeposit, money: Money): string {
  const { state, amount, payoutDay, bankDay } = deposit;
  switch (state) {
    case "matched":
      return `payout of ${payoutDay}, ${money(amount)}: on the account on ${bankDay}`;
    case "missing-in-bank":
      return `payout of ${payoutDay}, ${money(amount)}: missing on the bank statement`;
    case "waiting":
      return `payout of ${payoutDay}, ${money(amount)}: no bank statement tells of it yet`;
    case "missing-in-settlement":
      return `deposit of ${bankDay}, ${money(amount)}: no payout explains it`;
  }
}
