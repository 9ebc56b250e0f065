import type { RuleKind } from "@portal/shared/sales/bank-debits.ts";

/** A refund by bank transfer in the ledger. Minor units. */
export type TransferRefund = Readonly<{
  /** Of its event. */
  position: number;
  orderNumber: number;
  amount: number;
  day: string;
}>;

/** How its proof names a refund, by the position of its event. */
export function refundThing(position: number): string {
  return `refund ${position}`;
}

/** An outgoing transaction that nothing explains yet. Minor units, positive. */
export type OpenDebit = Readonly<{
  id: number;
  day: string;
  amount: number;
  namedOrders: readonly number[];
  /** It may be the money of another transaction, as another file writes it. */
  isRepeat: boolean;
}>;

/**
 * The transaction that proves each refund: it names the order and has the amount of the refund, each once, the oldest first.
 * One that may repeat another proves nothing.
 */
export function refundProofs(
  refunds: readonly TransferRefund[],
  debits: readonly OpenDebit[],
): Readonly<{ debitId: number; position: number }>[] {
  const used = new Set<number>();
  const inOrder = refunds.toSorted((one, other) => one.position - other.position);
  return inOrder.flatMap(({ position, orderNumber, amount }) => {
    const debit = debits.find(
      (each) =>
        !used.has(each.id) &&
        !each.isRepeat &&
        each.amount === amount &&
        each.namedOrders.includes(orderNumber),
    );
    if (!debit) return [];
    used.add(debit.id);
    return [{ debitId: debit.id, position }];
  });
}

export type BankRule = Readonly<{ contains: string; kind: RuleKind }>;

/** What the first rule says whose words the text contains, whatever their case; null where none does. */
export function proposedBy(text: string, rules: readonly BankRule[]): RuleKind | null {
  const bare = plain(text);
  return rules.find(({ contains }) => bare.includes(plain(contains)))?.kind ?? null;
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/gu, " ");
}
