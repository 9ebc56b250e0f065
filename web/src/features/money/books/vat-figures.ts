import { noRate } from "@portal/shared/catalogue/vat-registration.ts";
import { type DocumentKind, returnFigures } from "@portal/shared/money/books.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { hasVat, regionWords } from "@portal/shared/platform/region.ts";
import type { ApiOutputs } from "../../../api/api.ts";

export type Vat = ApiOutputs["books"]["vat"];
type Group = Vat["groups"][number];
type Sums = Pick<Group, "gross" | "net" | "vat" | "deliveryGross" | "deliveryVat">;

/** A figure and the documents behind it; a null rate or kind is any. */
export type VatFigure = Readonly<{
  id: string;
  name: string;
  currency: Currency;
  vatBps: number | typeof noRate | null;
  kind: DocumentKind | null;
}>;

export type GroupFigure = VatFigure & Sums & Readonly<{ count: number; late: number }>;
export type ReturnFigure = VatFigure & Readonly<{ amount: number }>;

const kindWords: Readonly<Record<DocumentKind, string>> = {
  invoice: "invoices",
  "credit-note": "credit notes",
  "cancelled-invoice": "cancelled invoices",
};

/** The documents by rate and kind, with a total for each currency. */
export function groupsOf(vat: Vat): readonly GroupFigure[] {
  const currencies = [...new Set(vat.groups.map(({ currency }) => currency))];
  return currencies.flatMap((currency) => {
    const groups = vat.groups.filter((group) => group.currency === currency);
    const sumOf = (figure: keyof Sums | "count" | "late") =>
      groups.reduce((sum, group) => sum + group[figure], 0);
    return [
      ...groups.map((group) => ({
        ...group,
        vatBps: group.vatBps ?? noRate,
        id: `${currency} ${group.vatBps} ${group.kind}`,
        name: `${rateName(vat, group)}: ${kindWords[group.kind]}`,
      })),
      {
        id: `${currency} total`,
        name: currencies.length === 1 ? "Total" : `Total, ${currency}`,
        currency,
        vatBps: null,
        kind: null,
        gross: sumOf("gross"),
        net: sumOf("net"),
        vat: sumOf("vat"),
        deliveryGross: sumOf("deliveryGross"),
        deliveryVat: sumOf("deliveryVat"),
        count: sumOf("count"),
        late: sumOf("late"),
      },
    ];
  });
}

function rateName(own: Vat, { currency, vatBps }: Pick<Group, "currency" | "vatBps">): string {
  if (vatBps === null) return `Not registered for ${regionWords(own.region).priceTax}`;
  if (currency !== own.currency) return `Other currency, ${currency}, ${vatBps / 100}%`;
  if (vatBps === 0 && !hasVat[own.region]) return "Without sales tax";
  if (vatBps === own.vatBps) return `Standard rate, ${vatBps / 100}%`;
  return vatBps === 0 ? "Zero-rated, stockists’ own rate" : `Stockists’ own rate, ${vatBps / 100}%`;
}

/** The figures of the region's return, in its currency. */
export function figuresOf({ region, currency, vatBps, vatReturn }: Vat): readonly ReturnFigure[] {
  const { gross, zeroRated, vat, netWhole, vatOfGross } = vatReturn;
  const standard = { currency, vatBps, kind: null };
  if (region === "za")
    return [
      { ...standard, id: "field-1", name: returnFigures["field-1"], amount: gross },
      { ...standard, vatBps: 0, id: "field-2", name: returnFigures["field-2"], amount: zeroRated },
      { ...standard, id: "field-4", name: returnFigures["field-4"], amount: vatOfGross ?? 0 },
    ];
  if (region === "uk")
    return [
      { ...standard, id: "box-1", name: returnFigures["box-1"], amount: vat },
      {
        ...standard,
        id: "box-6",
        name: returnFigures["box-6"],
        amount: netWhole * 100,
      },
    ];
  return [];
}
