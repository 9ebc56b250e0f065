import { noRate } from "@portal/shared/catalogue/vat-registration.ts";
import { type DocumentKind, documentKinds } from "@portal/shared/money/books.ts";
import { type Currency, proportionOf } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { BookDocument, PostedEntry } from "./book-entry.rules.ts";

/** A document of a period, with the day on which it is posted. Amounts in minor units, as on the document. */
export type VatDocument = BookDocument &
  Pick<PostedEntry, "postingDate" | "ownDay" | "currency" | "orderId" | "orderNumber" | "buyer">;

/** The documents of some entries, in ledger order. */
export function vatDocumentsOf(entries: readonly PostedEntry[]): readonly VatDocument[] {
  return entries.flatMap(({ document, ...entry }) => {
    if (document === null) return [];
    const { postingDate, ownDay, currency, orderId, orderNumber, buyer } = entry;
    return [{ ...document, postingDate, ownDay, currency, orderId, orderNumber, buyer }];
  });
}

/** Amounts in minor units; the last three are parts of the first three for delivery. */
export type VatSums = Readonly<{
  gross: number;
  net: number;
  vat: number;
  deliveryGross: number;
  deliveryNet: number;
  deliveryVat: number;
}>;

/** What the document adds to sales and VAT: negative where it takes back. */
export function signedSumsOf({ kind, gross, goods, netGoods, netDelivery }: BookDocument): VatSums {
  const sign = kind === "invoice" ? 1 : -1;
  const net = netGoods + netDelivery;
  const deliveryGross = gross - goods;
  return {
    gross: sign * gross,
    net: sign * net,
    vat: sign * (gross - net),
    deliveryGross: sign * deliveryGross,
    deliveryNet: sign * netDelivery,
    deliveryVat: sign * (deliveryGross - netDelivery),
  };
}

/** Σ of invoices less what credit notes and cancelled invoices take back. */
export function vatSumsOf(documents: readonly BookDocument[]): VatSums {
  const sums = { gross: 0, net: 0, vat: 0, deliveryGross: 0, deliveryNet: 0, deliveryVat: 0 };
  for (const document of documents) {
    const signed = signedSumsOf(document);
    sums.gross += signed.gross;
    sums.net += signed.net;
    sums.vat += signed.vat;
    sums.deliveryGross += signed.deliveryGross;
    sums.deliveryNet += signed.deliveryNet;
    sums.deliveryVat += signed.deliveryVat;
  }
  return sums;
}

/** The documents of one kind and rate. Credit notes and cancelled invoices have negative sums. */
export type VatGroup = VatSums &
  Readonly<{
    currency: Currency;
    /** Null for documents from before the registration for VAT. */
    vatBps: number | null;
    kind: DocumentKind;
    documents: readonly VatDocument[];
  }>;

/** Documents by currency, rate and kind: the highest rate first, those without VAT last, then invoices first. */
export function vatGroupsOf(documents: readonly VatDocument[]): readonly VatGroup[] {
  const groups = Map.groupBy(
    documents,
    ({ currency, vatBps, kind }) => `${currency} ${vatBps} ${kind}`,
  );
  return [...groups.values()]
    .flatMap((members) => {
      const [first] = members;
      if (first === undefined) return [];
      const { currency, vatBps, kind } = first;
      return [{ currency, vatBps, kind, ...vatSumsOf(members), documents: members }];
    })
    .toSorted(
      (one, other) =>
        one.currency.localeCompare(other.currency) ||
        (other.vatBps ?? -1) - (one.vatBps ?? -1) ||
        documentKinds.indexOf(one.kind) - documentKinds.indexOf(other.kind),
    );
}

/** The documents behind a figure; null is any rate, or any kind. */
export type VatChoice = Pick<VatDocument, "currency"> &
  Readonly<{ vatBps: number | typeof noRate | null; kind: DocumentKind | null }>;

export function isOfChoice(document: VatDocument, choice: VatChoice): boolean {
  return (
    document.currency === choice.currency &&
    (choice.vatBps === null || (document.vatBps ?? noRate) === choice.vatBps) &&
    (choice.kind === null || document.kind === choice.kind)
  );
}

/** What a return and its files compare documents with: the portal's currency, and the region's own rate in basis points. */
export type OwnTerms = Readonly<{ currency: Currency; vatBps: number }>;

/**
 * What an accountant copies into the return of the region. Only documents in the portal's currency at the region's own rate
 * count, and apart from them those at 0; a stockist's own rate is in no field, because the seller's VAT does not depend on the
 * buyer. Documents from before the registration are in none either: they are no taxable supplies, not even at 0.
 */
export type VatReturn = Readonly<{
  /** Gross of invoices less what credit notes took back, in minor units: field 1 of the VAT201. */
  gross: number;
  /** The same of documents at 0: field 2. 0 where the region's own rate is 0. */
  zeroRated: number;
  /** VAT of the documents of `gross`, as it stands on them: box 1 of the return of the United Kingdom. */
  vat: number;
  /** Their net in whole pounds, half up: box 6. */
  netWhole: number;
  /** Field 4 of the VAT201: the VAT of field 1 as the form calculates it. Null without VAT. */
  vatOfGross: number | null;
}>;

export function vatReturnOf(
  groups: readonly VatGroup[],
  { currency, vatBps }: OwnTerms,
): VatReturn {
  const sumsAt = (rate: number) =>
    vatSumsOf(
      groups.flatMap((group) =>
        group.currency === currency && group.vatBps === rate ? group.documents : [],
      ),
    );
  const { gross, net, vat } = sumsAt(vatBps);
  return {
    gross,
    zeroRated: vatBps === 0 ? 0 : sumsAt(0).gross,
    vat,
    netWhole: Math.floor((net + 50) / 100),
    vatOfGross: vatBps === 0 ? null : proportionOf(gross, vatBps, 10_000 + vatBps),
  };
}

/**
 * What is booked to rounding, so that VAT output has what the return has: 0 where the return does not round. Only the VAT201
 * reckons the VAT of a period from its gross.
 */
export function roundingOf({ vat, vatOfGross }: VatReturn, region: Region): number {
  return region === "za" && vatOfGross !== null ? vatOfGross - vat : 0;
}
