import { noRate, rateInWords } from "@portal/shared/catalogue/vat-registration.ts";
import {
  type DocumentKind,
  returnFigures,
  type Supply,
  taxableSupplies,
} from "@portal/shared/money/books.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { hasVat, regionWords } from "@portal/shared/platform/region.ts";
import type { ApiOutputs } from "../../../api/api.ts";

export type Vat = ApiOutputs["books"]["vat"];
type Group = Vat["groups"][number];
type Sums = Pick<Group, "gross" | "net" | "vat" | "deliveryGross" | "deliveryVat">;

/** A figure and the documents behind it; a null rate, supply or kind is any. */
export type VatFigure = Readonly<{
  id: string;
  name: string;
  currency: Currency;
  vatBps: number | typeof noRate | null;
  supplies: Supply[] | null;
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
        supplies: [group.supply],
        id: `${currency} ${group.vatBps} ${group.supply} ${group.kind}`,
        name: `${rateName(vat, group)}: ${kindWords[group.kind]}`,
      })),
      {
        id: `${currency} total`,
        name: currencies.length === 1 ? "Total" : `Total, ${currency}`,
        currency,
        vatBps: null,
        supplies: null,
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

function rateName(own: Vat, { currency, vatBps, supply }: Group): string {
  if (vatBps === null) return `Not registered for ${regionWords(own.region).priceTax}`;
  const rate = rateInWords(vatBps);
  if (supply === "other currency") return `Other currency, ${currency}, ${rate}`;
  if (vatBps === 0 && !hasVat[own.region]) return "Without sales tax";
  if (supply === "standard") return `Standard rate, ${rate}`;
  if (supply === "former rate") return `Former rate, ${rate}`;
  return supply === "zero-rated"
    ? "Zero-rated, stockists’ own rate"
    : `Stockists’ own rate, ${rate}`;
}

/** The figures of the region's return, in its currency. */
export function figuresOf({ region, currency, vatReturn }: Vat): readonly ReturnFigure[] {
  const { gross, zeroRated, vatOfGross, formerRates, vatOfAll, netWhole } = vatReturn;
  const figure = (
    id: keyof typeof returnFigures,
    amount: number,
    supplies: readonly Supply[] = ["standard"],
  ) => ({
    id,
    name: returnFigures[id],
    amount,
    currency,
    vatBps: null,
    supplies: [...supplies],
    kind: null,
  });
  if (region === "za")
    return [
      figure("field-1", gross),
      figure("field-2", zeroRated, ["zero-rated"]),
      figure("field-4", vatOfGross ?? 0),
      ...formerRates.map(({ vatBps, vat }) => ({
        ...figure("field-12", vat, ["former rate"]),
        id: `field-12-${vatBps}`,
        name: `${returnFigures["field-12"]} of ${rateInWords(vatBps)}`,
        vatBps,
      })),
    ];
  if (region === "uk")
    return [
      figure("box-1", vatOfAll, taxableSupplies),
      figure("box-6", netWhole * 100, taxableSupplies),
    ];
  return [];
}
