import { rateInWords } from "@portal/shared/catalogue/vat-registration.ts";
import { returnFigures, type Supply, taxableSupplies } from "@portal/shared/money/books.ts";
import { decimalText } from "@portal/shared/platform/money.ts";
import { fileHeading, type Region } from "@portal/shared/platform/region.ts";
import { csvOf } from "./journal-files.rules.ts";
import { documentWords } from "./document-register.rules.ts";
import {
  type OwnTerms,
  signedSumsOf,
  supplyOf,
  type VatDocument,
  vatGroupsOf,
  type VatGroup,
  vatReturnOf,
  vatSumsOf,
} from "./vat.rules.ts";

const headings = [
  "document",
  "kind",
  "order",
  "postingDate",
  "ownDay",
  "rate",
  "supply",
  "inclVat",
  "exclVat",
  "vat",
  "deliveryInclVat",
  "deliveryExclVat",
  "deliveryVat",
  "currency",
];

/**
 * The documents as CSV, one on a line, in ledger order. What takes back is negative, so that each column adds up to the figures
 * of the period: of `supply` standard, those of the return.
 */
export function vatFile(
  documents: readonly VatDocument[],
  { region, ...own }: OwnTerms & Readonly<{ region: Region }>,
): string {
  return csvOf(
    headings.map((heading) => fileHeading(heading, region)),
    documents.map((document) => {
      const { gross, net, vat, deliveryGross, deliveryNet, deliveryVat } = signedSumsOf(document);
      const amounts = [gross, net, vat, deliveryGross, deliveryNet, deliveryVat];
      return [
        document.number,
        documentWords[document.kind],
        String(document.orderNumber ?? ""),
        document.postingDate,
        document.ownDay,
        rateInWords(document.vatBps),
        supplyOf(document, own),
        ...amounts.map(decimalText),
        document.currency,
      ];
    }),
  );
}

/** The sums by rate and kind as CSV; what takes back is negative. */
export function vatSumsFile(groups: readonly VatGroup[], region: Region): string {
  return csvOf(
    ["rate", "supply", "kind", "documents", "inclVat", "exclVat", "vat", "currency"].map(
      (heading) => fileHeading(heading, region),
    ),
    groups.map(({ vatBps, supply, kind, documents, gross, net, vat, currency }) => [
      rateInWords(vatBps),
      supply,
      documentWords[kind],
      String(documents.length),
      ...[gross, net, vat].map(decimalText),
      currency,
    ]),
  );
}

/** A line of the summary; `supplies`, `vatBps` and `column` say which amounts of the file of documents add up to it. */
type ReturnLine = Readonly<{
  figure: string;
  amount: string;
  supplies: readonly Supply[];
  /** Null is any. */
  vatBps: number | null;
  /** Empty where the form calculates the figure from another one. */
  column: "inclVat" | "exclVat" | "vat" | "";
}>;

/** What an accountant copies into the return of the region as CSV, a figure on a line, then what is in none of them. */
export function vatReturnFile(
  documents: readonly VatDocument[],
  { region, ...own }: OwnTerms & Readonly<{ region: Region }>,
): string {
  return csvOf(
    ["figure", "amount", "currency", "documents", "supply", "column"],
    [
      ...returnLinesOf(documents, { region, ...own }).map((line) => {
        const { figure, amount, supplies, vatBps, column } = line;
        const behind = documents.filter(
          (document) =>
            supplies.includes(supplyOf(document, own)) &&
            (vatBps === null || document.vatBps === vatBps),
        );
        return [figure, amount, own.currency, String(behind.length), supplies.join(" + "), column];
      }),
      ...otherCurrencyLines(documents, own),
    ],
  );
}

/** No figure has these documents: at which rate they are converted is not known here. */
function otherCurrencyLines(documents: readonly VatDocument[], own: OwnTerms): string[][] {
  const supply = "other currency";
  const others = documents.filter((document) => supplyOf(document, own) === supply);
  return [...Map.groupBy(others, ({ currency }) => currency)].map(([currency, all]) => {
    const figure = "In no figure: documents in another currency";
    return [
      figure,
      decimalText(vatSumsOf(all).gross),
      currency,
      String(all.length),
      supply,
      "inclVat",
    ];
  });
}

function returnLinesOf(
  documents: readonly VatDocument[],
  { region, ...own }: OwnTerms & Readonly<{ region: Region }>,
): readonly ReturnLine[] {
  const figures = vatReturnOf(vatGroupsOf(documents, own), own);
  const line = (
    figure: string,
    amount: string,
    column: ReturnLine["column"],
    supplies: ReturnLine["supplies"] = ["standard"],
    vatBps: number | null = null,
  ) => ({ figure, amount, supplies, vatBps, column });
  switch (region) {
    case "za":
      return [
        line(returnFigures["field-1"], decimalText(figures.gross), "inclVat"),
        line(returnFigures["field-2"], decimalText(figures.zeroRated), "inclVat", ["zero-rated"]),
        line(returnFigures["field-4"], decimalText(figures.vatOfGross ?? 0), ""),
        line("VAT on the documents of field 1", decimalText(figures.vat), "vat"),
        ...figures.formerRates.map(({ vatBps, vat }) => {
          const name = `${returnFigures["field-12"]} of ${rateInWords(vatBps)}`;
          return line(name, decimalText(vat), "vat", ["former rate"], vatBps);
        }),
      ];
    case "uk":
      return [
        line(returnFigures["box-1"], decimalText(figures.vatOfAll), "vat", taxableSupplies),
        line(returnFigures["box-6"], String(figures.netWhole), "exclVat", taxableSupplies),
      ];
    case "usa":
      return [];
  }
}
