import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type InvoiceFacts, writeInvoice } from "./order-documents.rules.ts";

const supplier = {
  name: "Rhizo Shop (Pty) Ltd",
  address: ["1 Demo Street", "Cape Town"],
  vatNo: "4000000000",
  companyNo: "2020/000000/07",
};
const recipient = { name: "Kim Person", address: ["1 Long Street"], vatNo: "4111111111" };

function anInvoice(total: number, changes: Partial<InvoiceFacts> = {}) {
  return writeInvoice({
    region: "za",
    currency: "ZAR",
    vatBps: 1500,
    invoiceNumber: "10421",
    day: "21 November 2026",
    total,
    supplier,
    recipient,
    lines: [{ name: "Original 50ml", quantity: 4, amount: total }],
    ...changes,
  });
}

describe("in South Africa", () => {
  test("up to R5 000.00 an abridged tax invoice names the buyer, without the value of each line", () => {
    const invoice = anInvoice(5_000_00);
    expect(invoice).toMatchObject({ form: "abridged", title: "Tax invoice" });
    expect(invoice.recipient).toEqual(["Kim Person", "1 Long Street", "VAT no. 4111111111"]);
    expect(invoice.columns).toEqual(["Description", "Quantity", "Total"]);
    expect(invoice.supplier).toContain("VAT no. 4000000000");
    expect(invoice.head).toEqual(["Invoice no. 10421", "Date 21 November 2026"]);
  });

  test("above R5 000.00 a full tax invoice names the recipient, and the value and VAT of each line", () => {
    const invoice = anInvoice(5_000_01);
    expect(invoice.form).toBe("full");
    expect(invoice.recipient).toEqual(["Kim Person", "1 Long Street", "VAT no. 4111111111"]);
    expect(invoice.columns).toEqual(["Description", "Quantity", "Value", "VAT", "Total"]);
  });

  test("VAT matches the reference calculation", () => {
    expect(anInvoice(1_299_00).sums).toEqual([
      ["Subtotal excl. VAT", "R1\u00a0129.57"],
      ["VAT 15%", "R169.43"],
      ["Total", "R1\u00a0299.00"],
    ]);
  });

  test("a shop that is not registered issues a plain invoice", () => {
    const invoice = anInvoice(9_000_00, { vatBps: null });
    expect(invoice).toMatchObject({ form: "plain", title: "Invoice" });
    expect(JSON.stringify(invoice)).not.toContain("VAT");
  });

  test("a registered shop without its VAT number issues the VAT that its books have", () => {
    const invoice = anInvoice(1_299_00, { supplier: { ...supplier, vatNo: null } });
    expect(invoice).toMatchObject({ form: "abridged", title: "Tax invoice" });
    expect(invoice.sums).toEqual(anInvoice(1_299_00).sums);
    expect(invoice.supplier.join(" ")).not.toContain("VAT no.");
  });

  test("an invoice for a holder of the link contains no name", () => {
    const invoice = anInvoice(9_000_00, { recipient: null });
    expect(invoice.recipient?.join(" ")).toContain("Contact us");
    expect(anInvoice(4_000_00, { recipient: null }).recipient).toBeNull();
  });
});

describe("in the United Kingdom", () => {
  const uk = { region: "uk", currency: "GBP", vatBps: 2000 } as const;

  test("up to £250.00 a simplified invoice shows the VAT rate and the total including VAT", () => {
    const invoice = anInvoice(250_00, uk);
    expect(invoice.form).toBe("simplified");
    expect(invoice.sums).toEqual([["Total incl. VAT at 20%", "£250.00"]]);
  });

  test("above £250.00 a full VAT invoice is issued", () => {
    expect(anInvoice(250_01, uk)).toMatchObject({ form: "full", title: "VAT invoice" });
    expect(anInvoice(300_00, uk).sums[1]).toEqual(["VAT 20%", "£50.00"]);
  });
});

// shows T314
test.each(["za", "uk"] as const)(
  "an invoice of %s from before the registration has neither VAT nor a VAT number of the shop",
  (region) => {
    for (const total of [100_00, 9_000_00]) {
      const invoice = anInvoice(total, { region, vatBps: null });
      expect(invoice).toMatchObject({ form: "plain", title: "Invoice" });
      expect(invoice.sums).toHaveLength(1);
      expect(JSON.stringify(invoice)).not.toContain("VAT");
    }
  },
);

test("an invoice in the USA is plain and has no VAT number", () => {
  const invoice = anInvoice(100_00, { region: "usa", vatBps: 0 });
  expect(invoice.form).toBe("plain");
  expect(JSON.stringify(invoice)).not.toContain("VAT");
});

test("an invoice in the USA names the sales tax in its prices, and is no tax invoice", () => {
  const invoice = anInvoice(108_00, { region: "usa", vatBps: 800 });
  expect(invoice).toMatchObject({ form: "full", title: "Invoice" });
  expect(invoice.columns).toEqual(["Description", "Quantity", "Value", "Sales tax", "Total"]);
  expect(invoice.sums.map(([name]) => name)).toEqual([
    "Subtotal excl. sales tax",
    "Sales tax 8%",
    "Total",
  ]);
  expect(JSON.stringify(invoice)).not.toContain("VAT");
});

// shows S9.6
test("value and VAT add up to the total, to the cent", () => {
  const cents = (text: string) => Number(text.replaceAll(/[^\d]/g, ""));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), (total) => {
      const [value, vat, sum] = anInvoice(total).sums.map(([, amount]) => cents(amount));
      expect((value ?? 0) + (vat ?? 0)).toBe(sum);
      expect(sum).toBe(total);
    }),
  );
});
