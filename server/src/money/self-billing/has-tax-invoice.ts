import { type RawBuilder, sql } from "kysely";

/** Whether the shop wrote a tax invoice in the member's name for this payout, as a column of a list. */
export function hasTaxInvoice(payoutId: RawBuilder<unknown>) {
  return sql<boolean>`exists (
    select from self_billed_invoice invoice where invoice.payout_id = ${payoutId})`.as(
    "hasTaxInvoice",
  );
}

/** Whether that invoice has a credit note. */
export function isInvoiceCredited(payoutId: RawBuilder<unknown>) {
  return sql<boolean>`exists (
    select from self_billed_invoice invoice
    join ledger_events event on event.stream_id = 'wallet-' || invoice.user_id
      and event.type = 'SelfBilledInvoiceCredited' and event.data ->> 'payoutId' = invoice.payout_id
    where invoice.payout_id = ${payoutId})`.as("isInvoiceCredited");
}
