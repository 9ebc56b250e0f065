import type { OrderEvent } from "./order.events.ts";

/** A payment or refund of an order, as the office sees it. Amounts in minor units. */
export type MoneyMove = Readonly<{
  /** Unique in the order. */
  id: string;
  kind: "payment" | "refund";
  method: "card" | "eft" | "credit";
  at: string;
  amount: number;
  /** What the card provider kept. */
  fee: number;
  /** The card provider's number, the words of the bank, or the reason of a refund. */
  words: string;
  /** Null for the card provider, and what the shop does by itself. */
  actorName: string | null;
  isUndone: boolean;
  /** Of a payment that counts: what it takes to undo a bank transfer. */
  standing: Readonly<{ position: number; bankLineId: number | null }> | null;
}>;

type Fact = Readonly<{ event: OrderEvent; at: string; actorName: string | null }>;
type Standing = Readonly<{ paymentId: string; position: number; bankLineId: number | null }>;

/**
 * Every payment and refund of an order, oldest first, with what became of it.
 *
 * @param textOf what a person or bank wrote about an event; null where nothing is kept
 * @param standing the payments that were not undone
 */
export function moneyMovesOf(
  history: readonly Fact[],
  textOf: (event: OrderEvent) => string | null,
  standing: readonly Standing[],
): MoneyMove[] {
  const undone = new Set(
    history.flatMap(({ event }) => (event.type === "PaymentUndone" ? [event.data.paymentId] : [])),
  );
  return history.flatMap(({ event, at, actorName }): MoneyMove[] => {
    if (event.type === "PaymentReceived") {
      const { paymentId: id, method, amount, fee, reference } = event.data;
      const found = standing.find(({ paymentId }) => paymentId === id);
      return [
        {
          id,
          kind: "payment",
          method,
          at,
          amount,
          fee,
          words: textOf(event) ?? reference,
          actorName,
          isUndone: undone.has(id),
          standing: found ? { position: found.position, bankLineId: found.bankLineId } : null,
        },
      ];
    }
    if (event.type !== "PaymentRefunded") return [];
    const { refundId: id, method, amount } = event.data;
    const words = textOf(event) ?? "";
    const refund = { kind: "refund", fee: 0, isUndone: false, standing: null } as const;
    return [{ ...refund, id, method, at, amount, words, actorName }];
  });
}
