import { dayOf } from "@portal/shared/platform/calendar.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { isOfficeRole } from "@portal/shared/platform/roles.ts";
import { getShopFacts } from "../../catalogue/shop-settings/settings.queries.ts";
import type { PdfPrinter } from "../../gateways/documents/pdf-document.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { documentLanguages, type PrintedPdf } from "../../sales/orders/order-documents.actions.ts";
import { writeSelfBilledInvoice } from "./self-billed-document.ts";
import { findSelfBilled, instantAt } from "./self-billed-invoice.queries.ts";

type Context = Readonly<{ db: ReadDatabase; region: Region; print: PdfPrinter }>;

/**
 * The tax invoice of a payout, which the shop wrote in the member's name: for the member, the office and accountants.
 *
 * @throws DomainError payout.unknown for another member's, as where there is none, or no longer because the member was erased
 */
export async function printSelfBilledInvoice(
  { db, region, print }: Context,
  payoutId: string,
  user: Pick<SignedInUser, "id" | "role">,
): Promise<PrintedPdf> {
  const found = await findSelfBilled(db, payoutId);
  if (!found || (found.kept.userId !== user.id && !isOfficeRole(user.role)))
    throw new DomainError("payout.unknown");
  const { kept, payment } = found;
  const [{ currency, timeZone }, shop, [from, to]] = await Promise.all([
    loadRegion(db, region),
    getShopFacts(db),
    Promise.all([kept.afterPosition, kept.cutoffPosition].map((at) => instantAt(db, at))),
  ]);
  const document = writeSelfBilledInvoice({
    ...payment,
    language: documentLanguages[region],
    region,
    currency,
    day: dayOf(payment.at, timeZone),
    period: {
      from: from ? dayOf(from, timeZone) : null,
      to: dayOf(to ?? payment.at, timeZone),
    },
    supplier: { name: kept.name, address: kept.address, vatNo: kept.vatNumber },
    recipient: shop,
  });
  return { fileName: `invoice-${payment.number}.pdf`, pdf: await print(document) };
}
