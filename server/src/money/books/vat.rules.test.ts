import { describe, expect, test } from "vitest";
import type { BookDocument, PostedEntry } from "./book-entry.rules.ts";
import { registerFile, registerRowsOf } from "./document-register.rules.ts";
import { vatFile, vatReturnFile, vatSumsFile } from "./vat-file.rules.ts";
import { isOfChoice, vatDocumentsOf, vatGroupsOf, vatReturnOf, vatSumsOf } from "./vat.rules.ts";

const entry = (document: BookDocument | null): PostedEntry => ({
  position: 1,
  event: "OrderPaid",
  occurredAt: "2026-01-05T08:00:00.000Z",
  ownDay: "2026-01-05",
  postingDate: "2026-01-05",
  currency: "ZAR",
  orderId: null,
  orderNumber: 7001,
  buyer: "customer",
  userId: null,
  payoutId: null,
  bankKind: null,
  bankLineId: null,
  settlementLineId: null,
  bankEntryId: null,
  document,
  lines: [],
});
const invoice = {
  kind: "invoice",
  number: "7001",
  vatBps: 1500,
  gross: 42_500,
  goods: 32_500,
  netGoods: 28_261,
  netDelivery: 8696,
} as const;
const note = {
  ...invoice,
  kind: "credit-note",
  number: "CN7001-1",
  gross: 32_500,
  netDelivery: 0,
} as const;
const za = { currency: "ZAR", vatBps: 1500 } as const;
const ownZa = { ...za, region: "za" } as const;

const documentsOf = (...documents: readonly (BookDocument | null)[]) =>
  vatDocumentsOf(documents.map(entry));
const groupsOf = (...documents: readonly (BookDocument | null)[]) =>
  vatGroupsOf(documentsOf(...documents));

describe("VAT of a period", () => {
  test("adds up documents by rate and kind, with delivery apart", () => {
    const groups = groupsOf({ ...note, vatBps: 0, netGoods: 32_500 }, note, null, invoice, {
      ...invoice,
      number: "7002",
    });
    expect(groups).toMatchObject([
      {
        kind: "invoice",
        vatBps: 1500,
        gross: 85_000,
        net: 73_914,
        vat: 11_086,
        deliveryGross: 20_000,
        deliveryNet: 17_392,
        deliveryVat: 2608,
        documents: [{ number: "7001" }, { number: "7002" }],
      },
      { kind: "credit-note", vatBps: 1500, gross: -32_500, net: -28_261, vat: -4239 },
      { kind: "credit-note", vatBps: 0, gross: -32_500, net: -32_500, vat: 0 },
    ]);
  });

  test("gives the figures of the return, of the region's rate alone, and the zero-rated apart", () => {
    const zero = { ...invoice, vatBps: 0, netGoods: 32_500, netDelivery: 10_000 };
    const other = { ...invoice, vatBps: 1400, netGoods: 28_509, netDelivery: 8772 };
    const groups = groupsOf(invoice, note, zero, other);
    expect(vatReturnOf(groups, za)).toEqual({
      gross: 10_000,
      zeroRated: 42_500,
      vat: 1304,
      netWhole: 87,
      vatOfGross: 1304,
    });
    expect(vatReturnOf(groups, { ...za, vatBps: 0 })).toMatchObject({
      gross: 42_500,
      zeroRated: 0,
      vatOfGross: null,
    });
    expect(vatReturnOf(groups, { ...za, currency: "GBP" })).toMatchObject({ gross: 0 });
    expect(vatReturnOf([], za)).toMatchObject({ gross: 0, vat: 0, netWhole: 0, vatOfGross: 0 });
  });

  test("has behind each figure the documents that add up to it", () => {
    const documents = documentsOf(invoice, note, { ...invoice, vatBps: 0, number: "7003" });
    const sumsOf = (kind: BookDocument["kind"] | null) =>
      vatSumsOf(documents.filter((each) => isOfChoice(each, { ...za, kind })));
    const [invoices, notes] = vatGroupsOf(documents);
    expect(invoices).toMatchObject(sumsOf("invoice"));
    expect(notes).toMatchObject(sumsOf("credit-note"));
    expect(vatReturnOf(vatGroupsOf(documents), za)).toMatchObject({
      gross: sumsOf(null).gross,
      vat: sumsOf(null).vat,
    });
  });

  /** Whole numbers of the amounts that a line of the summary names, from the file of the documents alone. */
  const reckoned = (file: string, supply: string, column: string) => {
    const [headings = "", ...lines] = file.trimEnd().split("\r\n");
    const at = headings.replace("\uFEFF", "").split(",").indexOf(column);
    const rows = lines.map((line) => line.split(",")).filter((row) => row[6] === supply);
    const sum = rows.reduce((total, row) => total + BigInt((row[at] ?? "").replace(".", "")), 0n);
    return [String(rows.length), sum] as const;
  };

  test("is a summary that an accountant copies, of which each figure is that of the listed documents", () => {
    const zero = { ...invoice, vatBps: 0, netGoods: 32_500, netDelivery: 10_000 };
    const other = { ...invoice, vatBps: 1400, netGoods: 28_509, netDelivery: 8772 };
    const before = { ...invoice, vatBps: null, netGoods: 32_500, netDelivery: 10_000 };
    const three = ["7004", "7005", "7006"].map((number) => ({ ...invoice, number }));
    const documents = documentsOf(invoice, note, zero, other, before, ...three);
    const linesOf = (region: "za" | "uk" | "usa") =>
      vatReturnFile(documents, { ...za, region })
        .trimEnd()
        .split("\r\n")
        .slice(1);
    const file = vatFile(documents, ownZa);
    const [count, gross] = reckoned(file, "standard", "inclVat");
    const [, vat] = reckoned(file, "standard", "vat");
    const [, net] = reckoned(file, "standard", "exclVat");
    const [zeros, atZero] = reckoned(file, "zero-rated", "inclVat");
    const text = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, "0")}`;
    expect(linesOf("za")).toEqual([
      `"Field 1: standard rate, incl. VAT",${text(gross)},ZAR,${count},standard,inclVat`,
      `Field 2: zero rate,${text(atZero)},ZAR,${zeros},zero-rated,inclVat`,
      `Field 4: VAT on field 1,${text((gross * 30n + 115n) / 230n)},ZAR,${count},standard,`,
      `VAT on the documents of field 1,${text(vat)},ZAR,${count},standard,vat`,
    ]);
    expect(linesOf("uk")).toEqual([
      `Box 1: VAT due on sales,${text(vat)},ZAR,${count},standard,vat`,
      `"Box 6: sales excl. VAT, in whole pounds",${(net + 50n) / 100n},ZAR,${count},standard,exclVat`,
    ]);
    expect(linesOf("usa")).toEqual([]);
  });

  // shows T314
  test("says in files which documents are from before the registration", () => {
    const before = { vatBps: null, netGoods: invoice.goods, netDelivery: 100_00 };
    const documents = documentsOf({ ...invoice, ...before });
    expect(vatFile(documents, ownZa)).toContain(",none,not registered,425.00,425.00,0.00,");
    expect(vatSumsFile(vatGroupsOf(documents), "za")).toContain(
      "none,invoice,1,425.00,425.00,0.00,ZAR",
    );
    expect(registerFile(registerRowsOf(documents), "za")).toContain(",none,425.00,425.00,0.00,ZAR");
  });

  test.for([
    ["za", "inclVat,exclVat,vat,", "deliveryVat"],
    ["uk", "inclVat,exclVat,vat,", "deliveryVat"],
    ["usa", "inclSalesTax,exclSalesTax,salesTax,", "deliverySalesTax"],
  ] as const)("names in its files the tax of %s", ([region, sums, delivery]) => {
    const documents = documentsOf(invoice);
    const file = vatFile(documents, { ...za, region });
    expect(file).toContain(sums);
    expect(file).toContain(delivery);
    expect(vatSumsFile(vatGroupsOf(documents), region)).toContain(sums);
    expect(registerFile(registerRowsOf(documents), region)).toContain(sums);
  });

  test("is a file with a line for each document, of which credit notes are negative", () => {
    const documents = documentsOf(invoice, note, { ...note, kind: "cancelled-invoice", vatBps: 0 });
    const [headings, ...lines] = vatFile(documents, ownZa).split("\r\n");
    expect(headings).toContain("supply,inclVat,exclVat,vat,deliveryInclVat");
    expect(lines).toEqual([
      "7001,invoice,7001,2026-01-05,2026-01-05,15%,standard,425.00,369.57,55.43,100.00,86.96,13.04,ZAR",
      "CN7001-1,credit note,7001,2026-01-05,2026-01-05,15%,standard,-325.00,-282.61,-42.39,0.00,0.00,0.00,ZAR",
      expect.stringMatching(
        /^CN7001-1,credit note for a cancelled invoice,.*,0%,zero-rated,-325.00,/,
      ),
      "",
    ]);
    expect(vatFile(documents, { ...ownZa, currency: "GBP" })).toContain(",15%,other currency,");
    expect(vatFile(documents, { ...ownZa, vatBps: 1400 })).toContain(",15%,other rate,");
  });
});
