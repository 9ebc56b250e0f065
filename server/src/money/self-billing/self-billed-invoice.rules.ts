import type { InvoiceCreditReason } from "@portal/shared/money/payout-terms.ts";
import { exclVat } from "@portal/shared/platform/money.ts";
import type { RecordedOf } from "../../platform/ledger/event-catalogue.ts";
import type { WalletEvent } from "../wallets/wallet.events.ts";

/** A payout for which the shop writes the member's tax invoice; amounts in minor units, VAT and withheld tax included. */
export type SelfBilledPayment = Readonly<{
  payoutId: string;
  number: string;
  amount: number;
  withheld: number;
  vatBps: number;
  /** When the payment was recorded: a corrected day of payment does not change the document. */
  at: string;
  position: number;
  /** Takes back the whole invoice. */
  creditNote: Readonly<{
    number: string;
    reason: InvoiceCreditReason;
    at: string;
    position: number;
  }> | null;
}>;

/**
 * The self-billed payouts among the events of one wallet. The k-th has the number `SB{member}-{k}`, and the k-th credit note of
 * theirs `SBC{member}-{k}`: the ledger only grows, so a number stays, and a member's numbers have no gap.
 */
export function selfBilledPaymentsOf(
  events: readonly RecordedOf<WalletEvent>[],
): readonly SelfBilledPayment[] {
  const payments: SelfBilledPayment[] = [];
  let credited = 0;
  for (const { type, data, occurredAt: at, position } of events) {
    if (type === "SelfBilledInvoiceCredited") {
      const { payoutId, userId, reason } = data;
      const creditNote = { number: `SBC${userId}-${++credited}`, reason, at, position };
      const nth = payments.findIndex((each) => each.payoutId === payoutId);
      const payment = payments[nth];
      if (payment) payments[nth] = { ...payment, creditNote };
    }
    if (type !== "PayoutPaid" || data.selfBilledVatBps === null) continue;
    const { payoutId, userId, amount, withheld, selfBilledVatBps: vatBps } = data;
    const number = `SB${userId}-${payments.length + 1}`;
    payments.push({ payoutId, number, amount, withheld, vatBps, at, position, creditNote: null });
  }
  return payments;
}

/** Value, VAT and total in minor units: VAT is in the amount and rounded once, so that they add up. */
export function splitOf({ amount, vatBps }: Readonly<{ amount: number; vatBps: number }>) {
  const value = exclVat(amount, vatBps);
  return { value, vat: amount - value, total: amount };
}
