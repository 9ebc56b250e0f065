import { isRegisteredOn } from "@portal/shared/catalogue/vat-registration.ts";
import type { Day } from "@portal/shared/platform/calendar.ts";
import type { Caller } from "../../caller.ts";
import {
  findSelfBilling,
  type SelfBilling,
} from "../../people/tax-details/self-billing.queries.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { loadRegion, loadVatRates } from "../../platform/db/region.queries.ts";
import { ownTermsOf } from "../books/vat.rules.ts";

/** What the shop knows of self-billing when it pays a member; null: the member has not agreed, or is not registered for VAT. */
export type SelfBillingTerms = SelfBilling & Readonly<{ vatBps: number }>;

/**
 * With the region's rate on the day of payment, which is the supply's, whenever it is recorded. Nothing on a day on which the
 * shop is not registered: only a registered recipient may write its supplier's invoices.
 */
export async function findSelfBillingTerms(
  { db, shop }: Pick<Caller, "db" | "shop">,
  { userId, paidOn }: Readonly<{ userId: number; paidOn: Day }>,
): Promise<SelfBillingTerms | null> {
  const agreement = await findSelfBilling(readOnly(db), userId);
  if (!agreement) return null;
  const [region, rates] = await Promise.all([
    loadRegion(readOnly(db), shop.region),
    loadVatRates(readOnly(db), shop.region),
  ]);
  const { vatBps } = ownTermsOf({ ...region, rates }, paidOn);
  return { ...agreement, vatBps: isRegisteredOn(region.vatDays, paidOn) ? vatBps : 0 };
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
