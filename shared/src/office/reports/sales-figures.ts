import { type Region, regionWords, taxHeadings } from "../../platform/region.ts";

/** The figures of the sales report, in the order of its columns; money is in minor units of the group's currency. */
export const salesFigures = [
  "orders",
  "units",
  "totalSales",
  "commissionable",
  "charged",
  "delivery",
  "refunds",
  "exclVat",
  "vat",
  "inclVat",
] as const;
export type SalesFigureName = (typeof salesFigures)[number];
export type SalesSums = Readonly<Record<SalesFigureName, number>>;

/** What the column of a figure says; a meaning where its heading does not explain it. */
type FigureWords = Readonly<{ kind: "whole" | "money"; heading: string; meaning?: string }>;

/** The columns in the words of the shop's region, for screens and files (specification, section 9). */
export function salesFigureWords(region: Region): Readonly<Record<SalesFigureName, FigureWords>> {
  const { priceTax } = regionWords(region);
  const headings = taxHeadings[region];
  return {
    orders: { kind: "whole", heading: "Orders" },
    units: { kind: "whole", heading: "Units" },
    totalSales: {
      kind: "money",
      heading: "Total sales",
      meaning: `Units × unit value, excl. ${priceTax}.`,
    },
    commissionable: {
      kind: "money",
      heading: "Commissionable",
      meaning: `Goods excl. ${priceTax}: the value commission is calculated on. For stockists, before their margin.`,
    },
    charged: { kind: "money", heading: "Charged", meaning: `Goods as charged, incl. ${priceTax}.` },
    delivery: {
      kind: "money",
      heading: "Delivery",
      meaning: `As charged, incl. ${priceTax}, less what was refunded of it. It is no product: the list of products has it on a row of its own.`,
    },
    refunds: {
      kind: "money",
      heading: "Refunds",
      meaning: `Refunds in this period, incl. ${priceTax}. Refunded goods are already deducted from the other columns.`,
    },
    exclVat: { kind: "money", heading: headings.excl },
    vat: { kind: "money", heading: headings.tax },
    inclVat: {
      kind: "money",
      heading: headings.incl,
      meaning: `Goods and delivery of invoices, less credit notes. Accounting has them by rate for a ${priceTax} return.`,
    },
  };
}
