import { describe, expect, test } from "vitest";
import type { BookDocument, PostedEntry } from "./book-entry.rules.ts";
import { registerFile, registerRowsOf } from "./document-register.rules.ts";
import { vatFile, vatReturnFile, vatSumsFile } from "./vat-file.rules.ts";
import {
  isOfChoice,
  type OwnTerms,
  ownTermsOf,
  vatDocumentsOf,
  vatGroupsOf,
  vatReturnOf,
  vatSumsOf,
} from "./vat.rules.ts";

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
  period: null,
  document,
  lines: [],
});
const invoice = {
  kind: "invoice",
  number: "7001",
  vatBps: 1500,
  placedAt: "2026-01-05T07:00:00.000Z",
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
const za: OwnTerms = { currency: "ZAR", vatBps: 1500, rates: [{ vatBps: 1500, from: null }] };

test("the file of the return has a line for documents in another currency, which are in no figure", () => {
  const own = vatDocumentsOf([entry(invoice)]);
  const of = { ...za, region: "za" } as const;
  const british = vatDocumentsOf([
    { ...entry({ ...invoice, number: "7002", vatBps: 2000 }), currency: "GBP" },
    { ...entry({ ...note, number: "CN7002-1", vatBps: 2000 }), currency: "GBP" },
  ]);
  const figures = vatReturnFile(own, of);
  expect(vatReturnFile([...own, ...british], of)).toBe(
    `${figures}In no figure: documents in another currency,100.00,GBP,2,other currency,inclVat\r\n`,
  );
});
const ownZa = { ...za, region: "za" } as const;

const documentsOf = (...documents: readonly (BookDocument | null)[]) =>
  vatDocumentsOf(documents.map(entry));
const groupsOf = (...documents: readonly (BookDocument | null)[]) =>
  vatGroupsOf(documentsOf(...documents), za);

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

  test("gives the figures of the return: by rate for the VAT201, of all sales for the United Kingdom", () => {
    const zero = { ...invoice, vatBps: 0, netGoods: 32_500, netDelivery: 10_000 };
    const other = { ...invoice, vatBps: 1400, netGoods: 28_509, netDelivery: 8772 };
    const groups = groupsOf(invoice, note, zero, other);
    expect(vatReturnOf(groups, za)).toEqual({
      gross: 10_000,
      zeroRated: 42_500,
      vat: 1304,
      vatOfGross: 1304,
      formerRates: [],
      vatOfAll: 1304 + 5219,
      netWhole: Math.round((8696 + 42_500 + 37_281) / 100),
    });
    const zeroed = { ...za, vatBps: 0, rates: [{ vatBps: 0, from: null }] };
    expect(vatReturnOf(vatGroupsOf(documentsOf(invoice, zero), zeroed), zeroed)).toMatchObject({
      gross: 42_500,
      zeroRated: 0,
      vatOfGross: null,
    });
    const pounds = { ...za, currency: "GBP" } as const;
    const none = { gross: 0, vatOfAll: 0, netWhole: 0 };
    expect(vatReturnOf(vatGroupsOf(documentsOf(invoice), pounds), pounds)).toMatchObject(none);
    expect(vatReturnOf([], za)).toMatchObject({ ...none, vat: 0, vatOfGross: 0 });
  });

  describe("when the region's rate changed", () => {
    // At 16% from 1 March.
    const region = {
      currency: "ZAR",
      timeZone: "Africa/Johannesburg",
      rates: [
        { vatBps: 1500, from: null },
        { vatBps: 1600, from: "2026-02-28T22:00:00.000Z" },
      ],
    } as const;
    const after = "2026-02-28T22:00:00.000Z";
    const newer = {
      ...invoice,
      vatBps: 1600,
      placedAt: after,
      netGoods: 28_017,
      netDelivery: 8621,
    };

    test("keeps the return of a period before it, and lists the former rate apart in one after it", () => {
      const own = ownTermsOf(region, "2026-02-28");
      expect(own.vatBps).toBe(1500);
      expect(vatReturnOf(vatGroupsOf(documentsOf(invoice, note), own), own)).toMatchObject({
        gross: 10_000,
        vat: 1304,
        vatOfGross: 1304,
        formerRates: [],
      });

      const later = ownTermsOf(region, "2026-03-01");
      expect(later.vatBps).toBe(1600);
      const groups = vatGroupsOf(documentsOf(invoice, note, newer), later);
      expect(groups.map(({ vatBps, supply, kind }) => [vatBps, supply, kind])).toEqual([
        [1600, "standard", "invoice"],
        [1500, "former rate", "invoice"],
        [1500, "former rate", "credit-note"],
      ]);
      expect(vatReturnOf(groups, later)).toMatchObject({
        gross: 42_500,
        vat: 5862,
        vatOfGross: 5862,
        formerRates: [{ vatBps: 1500, gross: 10_000, net: 8696, vat: 1304 }],
        vatOfAll: 5862 + 1304,
      });
      const lines = vatReturnFile(documentsOf(invoice, note, newer), { ...later, region: "za" });
      expect(lines).toContain(
        "Field 12: VAT at the former rate of 15%,13.04,ZAR,2,former rate,vat",
      );
    });

    test("tells a former rate from a stockist's own by the day of the order", () => {
      const later = ownTermsOf(region, "2026-03-31");
      const documents = documentsOf(
        invoice,
        { ...invoice, placedAt: after },
        { ...newer, placedAt: invoice.placedAt },
      );
      expect(vatGroupsOf(documents, later).map(({ supply }) => supply)).toEqual([
        "other rate",
        "former rate",
        "other rate",
      ]);
    });
  });

  test("has behind each figure the documents that add up to it", () => {
    const documents = documentsOf(invoice, note, { ...invoice, vatBps: 0, number: "7003" });
    const sumsOf = (kind: BookDocument["kind"] | null) =>
      vatSumsOf(
        documents.filter((each) =>
          isOfChoice(each, { currency: "ZAR", vatBps: 1500, supplies: ["standard"], kind }, za),
        ),
      );
    const [invoices, notes] = vatGroupsOf(documents, za);
    expect(invoices).toMatchObject(sumsOf("invoice"));
    expect(notes).toMatchObject(sumsOf("credit-note"));
    expect(vatReturnOf(vatGroupsOf(documents, za), za)).toMatchObject({
      gross: sumsOf(null).gross,
      vat: sumsOf(null).vat,
    });
  });

  /** Whole numbers of the amounts that a line of the summary names, from the file of the documents alone. */
  const reckoned = (file: string, supply: string, column: string) => {
    const [headings = "", ...lines] = file.trimEnd().split("\r\n");
    const at = headings.replace("\uFEFF", "").split(",").indexOf(column);
    const rows = lines
      .map((line) => line.split(","))
      .filter((row) => supply.split(" + ").includes(row[6] ?? ""));
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
    const [zeros, atZero] = reckoned(file, "zero-rated", "inclVat");
    const text = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, "0")}`;
    expect(linesOf("za")).toEqual([
      `"Field 1: standard rate, incl. VAT",${text(gross)},ZAR,${count},standard,inclVat`,
      `Field 2: zero rate,${text(atZero)},ZAR,${zeros},zero-rated,inclVat`,
      `Field 4: VAT on field 1,${text((gross * 30n + 115n) / 230n)},ZAR,${count},standard,`,
      `VAT on the documents of field 1,${text(vat)},ZAR,${count},standard,vat`,
    ]);
    // All that is sold, whatever its rate; what is from before the registration is no supply.
    const all = "standard + former rate + zero-rated + other rate";
    const [countOfAll, vatOfAll] = reckoned(file, all, "vat");
    const [, netOfAll] = reckoned(file, all, "exclVat");
    expect(countOfAll).toBe("7");
    expect(linesOf("uk")).toEqual([
      `Box 1: VAT due on sales,${text(vatOfAll)},ZAR,7,${all},vat`,
      `"Box 6: sales excl. VAT, in whole pounds",${(netOfAll + 50n) / 100n},ZAR,7,${all},exclVat`,
    ]);
    expect(linesOf("usa")).toEqual([]);
  });

  // shows T314
  test("says in files which documents are from before the registration", () => {
    const before = { vatBps: null, netGoods: invoice.goods, netDelivery: 100_00 };
    const documents = documentsOf({ ...invoice, ...before });
    expect(vatFile(documents, ownZa)).toContain(",none,not registered,425.00,425.00,0.00,");
    expect(vatSumsFile(vatGroupsOf(documents, za), "za")).toContain(
      "none,not registered,invoice,1,425.00,425.00,0.00,ZAR",
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
    expect(vatSumsFile(vatGroupsOf(documents, za), region)).toContain(sums);
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
    const at14 = { ...ownZa, vatBps: 1400, rates: [{ vatBps: 1400, from: null }] };
    expect(vatFile(documents, at14)).toContain(",15%,other rate,");
  });
});
