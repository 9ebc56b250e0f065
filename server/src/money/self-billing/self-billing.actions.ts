import type { Caller } from "../../caller.ts";
import {
  findSelfBilling,
  type SelfBilling,
} from "../../people/tax-details/self-billing.queries.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

/** What the shop knows of self-billing when it pays a member; null: the member has not agreed, or is not registered for VAT. */
export type SelfBillingTerms = SelfBilling & Readonly<{ vatBps: number }>;

export async function findSelfBillingTerms(
  { db, shop }: Pick<Caller, "db" | "shop">,
  userId: number,
): Promise<SelfBillingTerms | null> {
  const agreement = await findSelfBilling(readOnly(db), userId);
  if (!agreement) return null;
  const { vatBps } = await loadRegion(readOnly(db), shop.region);
  return { ...agreement, vatBps };
}

/** Keeps who the supplier of a payout's invoice is, in the transaction of the payment. */
export async function keepSupplier(
  tx: Tx,
  { payoutId, userId }: Readonly<{ payoutId: string; userId: number }>,
  { name, address, vatNumber }: SelfBilling,
): Promise<void> {
  await tx
    .insertInto("self_billed_invoice")
    .values({
      payout_id: payoutId,
      user_id: userId,
      supplier_name: name,
      supplier_address: address,
      vat_number: vatNumber,
    })
    .execute();
}
