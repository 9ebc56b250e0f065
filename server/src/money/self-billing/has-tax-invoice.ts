import { type RawBuilder, sql } from "kysely";

/** Whether the shop wrote a tax invoice in the member's name for this payout, as a column of a list. */
export function hasTaxInvoice(payoutId: RawBuilder<unknown>) {
  return sql<boolean>`exists (
    select from self_billed_invoice invoice where invoice.payout_id = ${payoutId})`.as(
    "hasTaxInvoice",
  );
}
