import { dayOf } from "@portal/shared/platform/calendar.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { isOfficeRole } from "@portal/shared/platform/roles.ts";
import { companyDetailsAt } from "../../catalogue/shop-settings/settings.queries.ts";
import type { PdfPrinter } from "../../gateways/documents/pdf-document.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { documentLanguages, type PrintedPdf } from "../../sales/orders/order-documents.actions.ts";
import {
  type SelfBilledFacts,
  writeSelfBilledCreditNote,
  writeSelfBilledInvoice,
} from "./self-billed-document.ts";
import { findSelfBilled } from "./self-billed-invoice.queries.ts";

type Reader = Pick<SignedInUser, "id" | "role">;
type Context = Readonly<{ db: ReadDatabase; region: Region; print: PdfPrinter }>;

/**
 * The tax invoice of a payout, which the shop wrote in the member's name: for the member, the office and accountants.
 *
 * @throws DomainError payout.unknown for another member's, as where there is none, or no longer because the member was erased
 */
export async function printSelfBilledInvoice(
  context: Context,
  payoutId: string,
  user: Reader,
): Promise<PrintedPdf> {
  const { facts } = await readSelfBilled(context, payoutId, user);
  const pdf = await context.print(writeSelfBilledInvoice(facts));
  return { fileName: `invoice-${facts.number}.pdf`, pdf };
}

/**
 * The credit note that takes back the tax invoice of a payout, for the same people.
 *
 * @throws DomainError payout.unknown as for the invoice, and where it has no credit note
 */
export async function printSelfBilledCreditNote(
  context: Context,
  payoutId: string,
  user: Reader,
): Promise<PrintedPdf> {
  const { facts, creditNote } = await readSelfBilled(context, payoutId, user);
  if (!creditNote) throw new DomainError("payout.unknown");
  const recipient = await companyDetailsAt(context.db, creditNote.at);
  const pdf = await context.print(writeSelfBilledCreditNote({ ...facts, recipient }, creditNote));
  return { fileName: `credit-note-${creditNote.number}.pdf`, pdf };
}

/** @throws DomainError payout.unknown */
async function readSelfBilled({ db, region }: Context, payoutId: string, user: Reader) {
  const found = await findSelfBilled(db, payoutId);
  if (!found || (found.kept.userId !== user.id && !isOfficeRole(user.role)))
    throw new DomainError("payout.unknown");
  const { kept, payment } = found;
  const { creditNote } = payment;
  const [{ currency, timeZone }, recipient] = await Promise.all([
    loadRegion(db, region),
    companyDetailsAt(db, payment.at),
  ]);
  const facts: SelfBilledFacts = {
    ...payment,
    language: documentLanguages[region],
    region,
    currency,
    day: dayOf(payment.at, timeZone),
    period: {
      from: kept.formerAt === null ? null : dayOf(kept.formerAt, timeZone),
      to: dayOf(kept.requestedAt, timeZone),
    },
    supplier: { name: kept.name, address: kept.address, vatNo: kept.vatNumber },
    recipient,
  };
  return {
    facts,
    creditNote: creditNote && { ...creditNote, day: dayOf(creditNote.at, timeZone) },
  };
}
