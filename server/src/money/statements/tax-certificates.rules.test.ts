import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { csvOf } from "../books/journal-files.rules.ts";
import {
  type CertificateFacts,
  certificateTable,
  contractorThreshold,
  paidToMembersFile,
} from "./tax-certificates.rules.ts";

const facts = (changes: Partial<CertificateFacts> = {}): CertificateFacts => ({
  memberId: 7,
  firstName: "Ben",
  lastName: "Person",
  taxNumber: null,
  idNumber: null,
  income: 123_456,
  withheld: 0,
  vat: 0,
  vatNumber: null,
  goodsBought: 0,
  ...changes,
});
const za = { region: "za", year: 2026, contractorFormFrom: 0 } as const;
const usa = (year: number) => ({ region: "usa", year, contractorFormFrom: 250_000 }) as const;
/** By a reader that is not ours. */
const rowsOf = (csv: string | null) =>
  z.array(z.record(z.string(), z.string())).parse(parse(csv ?? "", { bom: true, columns: true }));

function certificatesCsv(...of: Parameters<typeof certificateTable>): string | null {
  const table = certificateTable(...of);
  return table && csvOf(table.headings, table.rows);
}

// shows T313
test("what members were paid in a month names the kind of tax number, and no name is a formula", () => {
  const payment = { memberId: 7, kind: "PayoutPaid", vat: 0, withheld: 250 } as const;
  const days = (paidOn: string) => ({ paidOn, postingDate: "2026-12-01" });
  const file = paidToMembersFile(
    [
      { ...payment, ...days("2026-11-30"), income: 1_000 },
      { ...payment, ...days("2026-12-01"), income: 9_999 },
      { ...payment, ...days("2026-11-01"), memberId: 8, kind: "PayoutReturned", income: -400 },
    ],
    {
      period: { from: "2026-11-01", to: "2026-11-30" },
      names: { 7: "=1+1" },
      taxNumbers: new Map([[7, "za-id"]]),
      currency: "ZAR",
    },
  );
  expect(rowsOf(file)).toMatchObject([
    { member: "7", name: "'=1+1", net: "7.50", taxNumber: "South African ID number" },
    { member: "8", what: "payout returned by the bank", beforeTax: "-4.00", taxNumber: "" },
    { member: "total", beforeTax: "6.00", withheld: "5.00", net: "1.00" },
  ]);
});

describe("the certificates of South Africa", () => {
  // shows T313
  test("are an IT3(a) with its reason where no tax was withheld, else an IRP5, in whole rands", () => {
    const id = { kind: "za-id", number: "7503305044089" } as const;
    const rows = rowsOf(
      certificatesCsv([facts(), facts({ memberId: 8, withheld: 30_864, taxNumber: id })], za),
    );
    expect(rows).toEqual([
      {
        member: "7",
        "3015 type of certificate": "IT3(a)",
        "3025 year of assessment": "2026",
        "3030 surname": "Person",
        "3040 first names": "Ben",
        "3060 identity number": "",
        "3100 income tax number": "",
        "3606 or 3616 (your accountant decides)": "1234",
        "VAT in it, on your tax invoices": "0.00",
        "3606 or 3616 without that VAT": "1234",
        "VAT number": "",
        "4102 PAYE": "0.00",
        "4150 reason of IT3(a)": "03",
        missing: "3060 and 3100",
      },
      expect.objectContaining({
        member: "8",
        "3015 type of certificate": "IRP5",
        "3060 identity number": "7503305044089",
        "4102 PAYE": "308.64",
        "4150 reason of IT3(a)": "",
        missing: "3100",
      }),
    ]);
    const taxNumber = { kind: "za-tax", number: "0001339050" } as const;
    const both = facts({ taxNumber, idNumber: "7503305044089" });
    expect(rowsOf(certificatesCsv([facts({ taxNumber }), both], za))).toMatchObject([
      { "3060 identity number": "", "3100 income tax number": "0001339050", missing: "3060" },
      {
        "3060 identity number": "7503305044089",
        "3100 income tax number": "0001339050",
        missing: "",
      },
    ]);
  });

  // shows T317
  test("say what VAT is in the income by the tax invoices, and the income without it", () => {
    const vendor = facts({ income: 115_099, vat: 15_013, vatNumber: "4123456789" });
    expect(rowsOf(certificatesCsv([vendor], za))).toMatchObject([
      {
        "3606 or 3616 (your accountant decides)": "1150",
        "VAT in it, on your tax invoices": "150.13",
        "3606 or 3616 without that VAT": "1000",
        "VAT number": "4123456789",
      },
    ]);
  });

  test("are of nobody who was paid nothing, and no name is a formula or breaks the table", () => {
    const rows = rowsOf(
      certificatesCsv([facts({ income: 0 }), facts({ lastName: '=1+1,"\r\nx' })], za),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.["3030 surname"]?.startsWith("'=")).toBe(true);
  });

  test("have all the tax that was withheld, and less than a rand of each income is left out", () => {
    const amount = fc.nat({ max: 10_000_000_000 });
    fc.assert(
      fc.property(fc.array(fc.record({ income: amount, withheld: amount })), (sums) => {
        const all = sums.map((each, memberId) => facts({ ...each, memberId }));
        const rows = rowsOf(certificatesCsv(all, za));
        const cents = (text = "") => Number(text.replace(".", ""));
        expect(rows.reduce((sum, row) => sum + cents(row["4102 PAYE"]), 0)).toBe(
          all.reduce((sum, { withheld }) => sum + withheld, 0),
        );
        for (const row of rows) {
          const { income = 0 } = all[Number(row["member"])] ?? {};
          const rands = Number(row["3606 or 3616 (your accountant decides)"]);
          expect(income - rands * 100).toBeGreaterThanOrEqual(0);
          expect(income - rands * 100).toBeLessThan(100);
        }
      }),
    );
  });
});

describe("the certificates of the USA", () => {
  // shows T313
  test.each([
    [2025, 60_000],
    [2026, 200_000],
    [2027, 250_000],
  ])("of %i are of those who were paid %i cents or more", (year, from) => {
    expect(contractorThreshold(year, 250_000)).toBe(from);
    const rows = rowsOf(
      certificatesCsv(
        [
          facts({ memberId: 1, income: from - 1 }),
          facts({ memberId: 2, income: from }),
          facts({ memberId: 3, income: 1, withheld: 1 }),
        ],
        usa(year),
      ),
    );
    const unknown = [
      "street address",
      "city",
      "state",
      "ZIP",
      "5 state tax withheld",
      "6 state and payer's state no.",
      "7 state income",
    ];
    expect(rows.map(({ member }) => member)).toEqual(["2", "3"]);
    expect(Object.keys(rows[0] ?? {})).toEqual([
      "member",
      "tax year",
      "first name",
      "last name",
      "SSN or ITIN",
      "EIN",
      "1 nonemployee compensation",
      "goods bought",
      "2 direct sales of $5000 or more (X only if bought for resale)",
      "4 federal income tax withheld",
      ...unknown,
      "missing",
    ]);
    expect(rows[1]).toMatchObject({
      "1 nonemployee compensation": "0.01",
      "4 federal income tax withheld": "0.01",
    });
    for (const row of rows)
      expect(unknown.map((column) => row[column])).toEqual(unknown.map(() => ""));
  });

  test("mark goods of $5,000 or more, and have the number under its kind", () => {
    const [below, at] = rowsOf(
      certificatesCsv(
        [
          facts({ goodsBought: 499_999, taxNumber: { kind: "us-ein", number: "911144442" } }),
          facts({ goodsBought: 500_000, taxNumber: { kind: "us-itin", number: "912903456" } }),
        ],
        usa(2025),
      ),
    );
    const box2 = "2 direct sales of $5000 or more (X only if bought for resale)";
    expect(below).toMatchObject({ [box2]: "", EIN: "911144442", "SSN or ITIN": "", missing: "" });
    expect(at).toMatchObject({ [box2]: "X", EIN: "", "SSN or ITIN": "912903456" });
  });

  test.each([
    [0, 0, 500_000, { box1: "", box2: "X" }],
    [40_000, 0, 700_000, { box1: "", box2: "X" }],
    [200_000, 0, 700_000, { box1: "2000.00", box2: "X" }],
    [1, 1, 500_000, { box1: "0.01", box2: "X" }],
    [199_999, 0, 499_999, null],
    [0, 0, 499_999, null],
  ])(
    "ask for box 1 and box 2 each by itself: %i paid, %i withheld, goods of %i",
    (income, withheld, goodsBought, boxes) => {
      const rows = rowsOf(certificatesCsv([facts({ income, withheld, goodsBought })], usa(2026)));
      expect(
        rows.map((row) => ({
          box1: row["1 nonemployee compensation"],
          box2: row["2 direct sales of $5000 or more (X only if bought for resale)"],
        })),
      ).toEqual(boxes ? [boxes] : []);
    },
  );
});

test("the United Kingdom has no certificates", () => {
  expect(certificatesCsv([facts()], { ...za, region: "uk" })).toBeNull();
});
