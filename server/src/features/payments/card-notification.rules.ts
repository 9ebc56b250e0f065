import type { Order } from "../orders/order.evolve.ts";

export type NotifiedOrder = Readonly<{
  total: number;
  /** What came in by bank and credit: a card pays the rest. */
  receivedOtherwise: number;
}>;

/**
 * The card form asked for what was open when it was shown: the total, or the rest where a bank
 * transfer or credit had paid a part. To the cent; anything else is not this order's payment.
 */
export function isAmountOf(amount: number, { total, receivedOtherwise }: NotifiedOrder): boolean {
  return amount > 0 && (amount === total || amount === total - receivedOtherwise);
}

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

/** What an admin reads beside a payment that came in all right but was not needed. */
export function noteOnPayment(before: Order): string | null {
  if (before.status === "cancelled")
    return "the order was cancelled before: this payment is to be given back";
  if (before.status === "placed" && before.isPaid)
    return "the order was paid before: this payment is to be given back";
  return null;
}
