import { expect, test } from "vitest";
import { fileHeading, hasVat, regions, taxFileName, taxHeadings } from "./region.ts";

test("a region without VAT has another word for the tax in prices, on screens and in files", () => {
  expect(taxHeadings.uk).toEqual({ incl: "Incl. VAT", excl: "Excl. VAT", tax: "VAT" });
  expect(taxHeadings.usa).toEqual({
    incl: "Incl. sales tax",
    excl: "Excl. sales tax",
    tax: "Sales tax",
  });
  for (const region of regions) {
    const names = [
      ...Object.values(taxHeadings[region]),
      ...["vat", "inclVat", "deliveryExclVat"].map((heading) => fileHeading(heading, region)),
      taxFileName("vat-documents", region),
    ];
    expect(names.map((name) => /vat/i.test(name))).toEqual(names.map(() => hasVat[region]));
  }
});
