import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import { outstanding } from "@portal/shared/sales/orders/order-money.ts";
import type { Order } from "../orders/order.evolve.ts";
import { moneyOf } from "../orders/order.rules.ts";

/** What a status asks for; a status that we do not know asks for nothing. */
export function meaningOf(status: string | null): "pays" | "tells" | "unknown" {
  switch (status) {
    case "COMPLETE":
      return "pays";
    case "PENDING":
    case "FAILED":
    case "CANCELLED":
      return "tells";
    default:
      return "unknown";
  }
}

/** The provider really said it, of an order of ours: the card did not pay. */
export function isRefusedCard(
  verdict: Readonly<{ state: string; paymentStatus: string | null }>,
): boolean {
  return verdict.state === "noted" && verdict.paymentStatus === "FAILED";
}

/** What an admin reads beside a payment that came in all right and is not just what was due. */
export function noteOnPayment(before: Order, amount: number, currency: Currency): string | null {
  if (before.status === "cancelled")
    return "the order was cancelled before: this payment is to be given back";
  if (before.status === "unplaced") return null;
  if (before.isPaid) return "the order was paid before: this payment is to be given back";
  const missing = outstanding(moneyOf(before)) - amount;
  if (missing === 0) return null;
  return missing < 0
    ? `${formatMoney(-missing, currency)} more than was due: it is to be given back`
    : `${formatMoney(missing, currency)} of the order is still to come`;
}
