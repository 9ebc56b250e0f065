import { type Currency, proportionOf } from "@portal/shared/platform/money.ts";
import type { BookDocument, PostedEntry } from "./book-entry.rules.ts";

/** A document of a period, with the day on which it is posted. */
export type VatDocument = BookDocument & Pick<PostedEntry, "postingDate" | "ownDay" | "currency">;

/** The documents of one kind and rate. Amounts in minor units; the last three are parts of the first three for delivery. */
export type VatGroup = Readonly<{
  currency: Currency;
  vatBps: number;
  kind: BookDocument["kind"];
  gross: number;
  net: number;
  vat: number;
  deliveryGross: number;
  deliveryNet: number;
  documents: readonly VatDocument[];
}>;

/** The documents of some entries by currency, rate and kind: invoices first, the highest rate first. */
export function vatGroupsOf(entries: readonly PostedEntry[]): readonly VatGroup[] {
  const groups = new Map<string, Documents>();
  for (const { document, postingDate, ownDay, currency } of entries) {
    if (document === null) continue;
    const id = `${currency} ${document.vatBps} ${document.kind}`;
    const listed = { ...document, postingDate, ownDay, currency };
    const group = groups.get(id);
    if (group) group.push(listed);
    else groups.set(id, [listed]);
  }
  return [...groups.values()]
    .map(groupOf)
    .toSorted(
      (one, other) =>
        one.currency.localeCompare(other.currency) ||
        other.vatBps - one.vatBps ||
        kinds.indexOf(one.kind) - kinds.indexOf(other.kind),
    );
}

type Documents = [VatDocument, ...VatDocument[]];

const kinds: readonly BookDocument["kind"][] = ["invoice", "credit-note", "cancelled-invoice"];

function groupOf(documents: Readonly<Documents>): VatGroup {
  const sumOf = (figure: (document: VatDocument) => number) =>
    documents.reduce((sum, document) => sum + figure(document), 0);
  const [{ currency, vatBps, kind }] = documents;
  const gross = sumOf((document) => document.gross);
  const net = sumOf(({ netGoods, netDelivery }) => netGoods + netDelivery);
  return {
    currency,
    vatBps,
    kind,
    gross,
    net,
    vat: gross - net,
    deliveryGross: sumOf((document) => document.gross - document.goods),
    deliveryNet: sumOf(({ netDelivery }) => netDelivery),
    documents,
  };
}

/**
 * What an accountant copies into the return of the region. Only documents in the portal's currency at the region's own rate
 * count; other rates are listed apart, because the seller's VAT does not depend on the buyer.
 */
export type VatReturn = Readonly<{
  /** Gross of invoices less what credit notes took back, in minor units: field 1 of the VAT201. */
  gross: number;
  /** VAT of the same documents, as it stands on them: box 1 of the return of the United Kingdom. */
  vat: number;
  /** Net in whole pounds, half up: box 6. */
  netWhole: number;
  /** Field 4 of the VAT201: the VAT of field 1 as the form calculates it. Null without VAT. */
  vatOfGross: number | null;
}>;

export function vatReturnOf(
  groups: readonly VatGroup[],
  of: Readonly<{ currency: Currency; vatBps: number }>,
): VatReturn {
  const own = groups.filter(
    ({ currency, vatBps }) => currency === of.currency && vatBps === of.vatBps,
  );
  const sumOf = (figure: "gross" | "net" | "vat") =>
    own.reduce((sum, group) => sum + (group.kind === "invoice" ? 1 : -1) * group[figure], 0);
  const gross = sumOf("gross");
  const vatOfGross = of.vatBps === 0 ? null : proportionOf(gross, of.vatBps, 10_000 + of.vatBps);
  return { gross, vat: sumOf("vat"), netWhole: Math.floor((sumOf("net") + 50) / 100), vatOfGross };
}
