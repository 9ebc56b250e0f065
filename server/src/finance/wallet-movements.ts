import type { RecordedLedgerEvent } from "../features/ledger-catalogue.ts";

/** What a payout or a conversion changed in a member's figures; a request alone changes nothing. */
export type WalletMovement = Readonly<{
  position: number;
  occurredAt: string;
  type: "PayoutPaid" | "CommissionConverted";
  paid: number;
  credit: number;
  /** Money that left the bank. */
  cash: number;
  reference: string | null;
}>;

/** From the events of one wallet, in their order. */
export function walletMovements(events: readonly RecordedLedgerEvent[]): WalletMovement[] {
  const requests = new Map<string, { commission: number; credit: number }>();
  const movements: WalletMovement[] = [];
  for (const { type, data, position, occurredAt } of events) {
    const at = { position, occurredAt };
    if (type === "PayoutRequested") requests.set(data.payoutId, data);
    if (type === "CommissionConverted")
      movements.push({ ...at, type, paid: 0, credit: data.amount, cash: 0, reference: null });
    if (type !== "PayoutPaid") continue;
    const { commission = 0, credit = 0 } = requests.get(data.payoutId) ?? {};
    const { amount: cash, reference } = data;
    movements.push({ ...at, type, paid: commission, credit: 0 - credit, cash, reference });
  }
  return movements;
}
