import { noRate } from "@portal/shared/catalogue/vat-registration.ts";
import { type VatRates, vatBpsAt, vatBpsBefore } from "@portal/shared/catalogue/vat-rates.ts";
import {
  type DocumentKind,
  documentKinds,
  type Supply,
  supplies,
  taxableSupplies,
} from "@portal/shared/money/books.ts";
import { addDays, type Day, startOfDay } from "@portal/shared/platform/calendar.ts";
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

/** What the documents of a period are compared with: the portal's currency, and the rates of its region. */
export type OwnTerms = Readonly<{
  currency: Currency;
  /** On the last day of the period, in basis points: what the form of the return reckons with. */
  vatBps: number;
  rates: VatRates;
}>;

/** @param to the last day of the period */
export function ownTermsOf(
  region: Readonly<{ currency: Currency; timeZone: string; rates: VatRates }>,
  to: Day,
): OwnTerms {
  const { currency, timeZone, rates } = region;
  return { currency, rates, vatBps: vatBpsBefore(rates, startOfDay(addDays(to, 1), timeZone)) };
}

/** A document is of the region's own rate if that was the rate when its order was placed, whenever it was paid or refunded. */
export function supplyOf(
  { currency, vatBps, placedAt }: Pick<VatDocument, "currency" | "vatBps" | "placedAt">,
  own: OwnTerms,
): Supply {
  if (vatBps === null) return "not registered";
  if (currency !== own.currency) return "other currency";
  const isOwn = vatBpsAt(own.rates, placedAt) === vatBps;
  if (isOwn && vatBps === own.vatBps) return "standard";
  if (vatBps === 0) return "zero-rated";
  return isOwn ? "former rate" : "other rate";
}

/** The documents of one supply, rate and kind. Credit notes and cancelled invoices have negative sums. */
export type VatGroup = VatSums &
  Readonly<{
    currency: Currency;
    supply: Supply;
    /** Null for documents from before the registration for VAT. */
    vatBps: number | null;
    kind: DocumentKind;
    documents: readonly VatDocument[];
  }>;

/** Documents by currency, rate, supply and kind: the highest rate first, those without VAT last, then invoices first. */
export function vatGroupsOf(documents: readonly VatDocument[], own: OwnTerms): readonly VatGroup[] {
  const groups = Map.groupBy(documents, (document) => {
    const { currency, vatBps, kind } = document;
    return `${currency} ${vatBps} ${supplyOf(document, own)} ${kind}`;
  });
  return [...groups.values()]
    .flatMap((members) => {
      const [first] = members;
      if (first === undefined) return [];
      const { currency, vatBps, kind } = first;
      const supply = supplyOf(first, own);
      return [{ currency, supply, vatBps, kind, ...vatSumsOf(members), documents: members }];
    })
    .toSorted(
      (one, other) =>
        one.currency.localeCompare(other.currency) ||
        (other.vatBps ?? -1) - (one.vatBps ?? -1) ||
        supplies.indexOf(one.supply) - supplies.indexOf(other.supply) ||
        documentKinds.indexOf(one.kind) - documentKinds.indexOf(other.kind),
    );
}

/** The documents behind a figure; null is any rate, supply or kind. */
export type VatChoice = Pick<VatDocument, "currency"> &
  Readonly<{
    vatBps: number | typeof noRate | null;
    supplies: readonly Supply[] | null;
    kind: DocumentKind | null;
  }>;

export function isOfChoice(document: VatDocument, choice: VatChoice, own: OwnTerms): boolean {
  return (
    document.currency === choice.currency &&
    (choice.vatBps === null || (document.vatBps ?? noRate) === choice.vatBps) &&
    (choice.supplies === null || choice.supplies.includes(supplyOf(document, own))) &&
    (choice.kind === null || document.kind === choice.kind)
  );
}

/**
 * What an accountant copies into the return of the region. Only documents in the portal's currency count, and none from before the
 * registration: those are no taxable supplies, not even at 0. The VAT201 asks by rate, so a stockist's own rate is in no field
 * of it, because the seller's VAT does not depend on the buyer; the return of the United Kingdom asks for all sales.
 */
export type VatReturn = Readonly<{
  /** Gross of invoices less what credit notes took back, in minor units, at the standard rate: field 1 of the VAT201. */
  gross: number;
  /** The same of documents at 0: field 2. 0 where the region's own rate is 0. */
  zeroRated: number;
  /** VAT of the documents of `gross`, as it stands on them. */
  vat: number;
  /** Field 4 of the VAT201: the VAT of field 1 as the form calculates it. Null without VAT. */
  vatOfGross: number | null;
  /** The documents at each former rate of the region: SARS asked for their VAT in field 12. */
  formerRates: readonly (Pick<VatSums, "gross" | "net" | "vat"> & Readonly<{ vatBps: number }>)[];
  /** VAT of all documents, as it stands on them: box 1 of the return of the United Kingdom. */
  vatOfAll: number;
  /** Their net in whole pounds, half up: box 6. */
  netWhole: number;
}>;

export function vatReturnOf(groups: readonly VatGroup[], own: OwnTerms): VatReturn {
  const { vatBps } = own;
  const sumsOf = (wanted: readonly Supply[], rate: number | null = null) =>
    vatSumsOf(
      groups.flatMap((group) =>
        wanted.includes(group.supply) && (rate === null || group.vatBps === rate)
          ? group.documents
          : [],
      ),
    );
  const { gross, vat } = sumsOf(["standard"]);
  const all = sumsOf(taxableSupplies);
  const former = groups.flatMap((group) =>
    group.supply === "former rate" && group.vatBps !== null ? [group.vatBps] : [],
  );
  return {
    gross,
    zeroRated: sumsOf(["zero-rated"]).gross,
    vat,
    vatOfGross: vatBps === 0 ? null : proportionOf(gross, vatBps, 10_000 + vatBps),
    formerRates: [...new Set(former)].map((rate) => {
      const sums = sumsOf(["former rate"], rate);
      return { vatBps: rate, gross: sums.gross, net: sums.net, vat: sums.vat };
    }),
    vatOfAll: all.vat,
    netWhole: Math.floor((all.net + 50) / 100),
  };
}

/**
 * What is booked to rounding, so that VAT output has what the return has: 0 where the return does not round. Only the VAT201
 * reckons the VAT of a period from its gross.
 */
export function roundingOf({ vat, vatOfGross }: VatReturn, region: Region): number {
  return region === "za" && vatOfGross !== null ? vatOfGross - vat : 0;
}
