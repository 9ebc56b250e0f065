import { rateInWords } from "@portal/shared/catalogue/vat-registration.ts";
import type { BuyerKind, DocumentKind, UnusedReason } from "@portal/shared/money/books.ts";
import type { Day } from "@portal/shared/platform/calendar.ts";
import { type Currency, decimalText } from "@portal/shared/platform/money.ts";
import { fileHeading, type Region } from "@portal/shared/platform/region.ts";
import { csvOf } from "./journal-files.rules.ts";
import { signedSumsOf, type VatDocument, type VatSums, vatSumsOf } from "./vat.rules.ts";

/** A document of the register. What takes back is negative. Amounts in minor units. */
export type RegisterRow = Readonly<{
  number: string;
  kind: DocumentKind;
  ownDay: Day;
  postingDate: Day;
  orderId: string | null;
  orderNumber: number | null;
  buyer: BuyerKind | null;
  currency: Currency;
  vatBps: number | null;
}> &
  Pick<VatSums, "gross" | "net" | "vat">;

/** In ledger order, as in the VAT of the period. */
export function registerRowsOf(documents: readonly VatDocument[]): readonly RegisterRow[] {
  return documents.map((document) => {
    const { gross, net, vat } = signedSumsOf(document);
    const { number, kind, ownDay, postingDate, orderId, orderNumber } = document;
    const { buyer, currency, vatBps } = document;
    const about = { number, kind, ownDay, postingDate, orderId, orderNumber, buyer };
    return { ...about, currency, vatBps, gross, net, vat };
  });
}

/** Of one currency each: the sums of all documents, which are the totals of the VAT of the period. */
export function registerSumsOf(documents: readonly VatDocument[]) {
  return [...Map.groupBy(documents, ({ currency }) => currency)]
    .map(([currency, all]) => ({ currency, ...vatSumsOf(all) }))
    .toSorted((one, other) => one.currency.localeCompare(other.currency));
}

/** An order of a period whose number was on no invoice at its end, or the numbers that a restore skipped. */
export type UnusedNumber = Readonly<{
  /** Null for skipped numbers. */
  orderId: string | null;
  /** The first one of skipped numbers. */
  orderNumber: number;
  /** The last one of skipped numbers; null for an order. */
  lastNumber: number | null;
  ownDay: Day;
  /** The day on which placing the order, or skipping, counts. */
  postingDate: Day;
  reason: UnusedReason;
}>;

export const documentWords: Readonly<Record<DocumentKind, string>> = {
  invoice: "invoice",
  "credit-note": "credit note",
  "cancelled-invoice": "credit note for a cancelled invoice",
};

const documentHeadings = [
  "document",
  "kind",
  "postingDate",
  "ownDay",
  "order",
  "buyer",
  "rate",
  "inclVat",
  "exclVat",
  "vat",
  "currency",
];

/** The register as CSV, one document on a line; each column of amounts adds up to the VAT of the period. */
export function registerFile(rows: readonly RegisterRow[], region: Region): string {
  return csvOf(
    documentHeadings.map((heading) => fileHeading(heading, region)),
    rows.map((row) => [
      row.number,
      documentWords[row.kind],
      row.postingDate,
      row.ownDay,
      String(row.orderNumber ?? ""),
      row.buyer ?? "",
      rateInWords(row.vatBps),
      decimalText(row.gross),
      decimalText(row.net),
      decimalText(row.vat),
      row.currency,
    ]),
  );
}

/** The unused numbers as CSV, one on a line; numbers that a restore skipped are one line, with the last of them too. */
export function unusedNumbersFile(unused: readonly UnusedNumber[]): string {
  return csvOf(
    ["order", "lastOrder", "postingDate", "ownDay", "reason"],
    unused.map(({ orderNumber, lastNumber, postingDate, ownDay, reason }) => [
      String(orderNumber),
      String(lastNumber ?? ""),
      postingDate,
      ownDay,
      reason,
    ]),
  );
}
