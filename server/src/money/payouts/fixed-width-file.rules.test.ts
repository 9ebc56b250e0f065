import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bankFileName, bankFiles, canWriteAmount, hashTotal } from "./bank-file.rules.ts";
import { isRoutingNumber } from "./account-number.rules.ts";
import { bacsFile, nachaFile } from "./fixed-width-file.rules.ts";
import type { BankOrder } from "./bank-order.ts";

const british: BankOrder = {
  own: {
    account: "12345678",
    branchCode: "200000",
    name: "Rhizo Ltd",
    bank: "Barclays",
    id: "654321",
    batchId: 12,
  },
  payOn: "2026-09-07",
  madeOn: "2026-09-03",
  madeBefore: 0,
  payments: [
    {
      name: "Anna van Wyk",
      account: "1234567",
      branchCode: "309634",
      accountType: "Cheque",
      amount: 250_001,
      reference: "PAYOUT 12-1",
    },
    {
      name: "Zoë “Bee” O'Neil-Mokoena of Somewhere",
      account: "87654321",
      branchCode: "609242",
      accountType: "Savings",
      amount: 5,
      reference: "PAYOUT 12-2",
    },
  ],
};
const american: BankOrder = {
  ...british,
  own: {
    ...british.own,
    account: "000123456789",
    branchCode: "021000021",
    bank: "Chase",
    id: "1123456789",
  },
  payments: british.payments.map((payment, at) =>
    at === 0
      ? { ...payment, account: "12345678901234567", branchCode: "121000358" }
      : { ...payment, account: "4321", branchCode: "011401533" },
  ),
};
const recordsIn = (file: string) => file.split("\r\n").slice(0, -1);

/** Bacs Standard 18, as public programs write it; labels and contra from general knowledge, checked at no bank. */
describe("the file for Bacs", () => {
  test("has labels around a credit for each payment, and the contra", () => {
    expect(recordsIn(bacsFile(british))).toEqual([
      `VOL10000120${" ".repeat(30)}654321${" ".repeat(32)}1`,
      `HDR1A654321S  165432100001200010001       26246 262500000000${" ".repeat(20)}`,
      `HDR2F0200000100${" ".repeat(35)}00${" ".repeat(28)}`,
      `UHL1 26250999999    000000001 DAILY  001${" ".repeat(40)}`,
      "3096340123456709920000012345678    00000250001RHIZO LTD         PAYOUT 12-1       ANNA VAN WYK      ",
      "6092428765432109920000012345678    00000000005RHIZO LTD         PAYOUT 12-2       ZOE BEE ONEIL-MOKO",
      "2000001234567801720000012345678    00000250006PAYOUTS           CONTRA            RHIZO LTD         ",
      `EOF1A654321S  165432100001200010001       26246 262500000000${" ".repeat(20)}`,
      `EOF2F0200000100${" ".repeat(35)}00${" ".repeat(28)}`,
      `UTL10000000250006000000025000600000010000002${" ".repeat(36)}`,
    ]);
  });

  test("is called and summed as the others are", () => {
    expect(bankFileName("bacs", 12)).toBe("payouts-12-bacs.txt");
    expect(bankFileName("bank-list", 12)).toBe("payouts-12-bank-list.csv");
    expect(hashTotal("bacs", british)).toBe("309081256172");
    expect(bankFiles.bacs.write(british)).toBe(bacsFile(british));
  });
});

/** The layout of Nacha's rules, as several public programs write it. */
describe("the file for ACH", () => {
  test("has one batch of credits, in blocks of ten lines", () => {
    expect(recordsIn(nachaFile(american))).toEqual([
      "101 02100002111234567892609030000A094101CHASE                  RHIZO LTD                      ",
      "5220RHIZO LTD                           1123456789PPDCOMMISSION      260907   1021000020000001",
      "622121000358123456789012345670000250001PAYOUT 12-1    ANNA VAN WYK            0021000020000001",
      "6320114015334321             0000000005PAYOUT 12-2    ZOE BEE ONEIL-MOKOENA   0021000020000002",
      "822000000200132401880000000000000000002500061123456789                         021000020000001",
      "9000001000001000000020013240188000000000000000000250006                                       ",
      ...Array<string>(4).fill("9".repeat(94)),
    ]);
  });

  test("knows a routing number by its check digit", () => {
    for (const right of ["021000021", "121000358", "011401533"])
      expect(isRoutingNumber(right)).toBe(true);
    for (const wrong of ["021000022", "000000000", "12345678", "02100002A", "0210000211"])
      expect(isRoutingNumber(wrong)).toBe(false);
  });
});

const text = fc.string({ maxLength: 40 });
const payment = fc.record({
  name: text,
  account: fc.stringMatching(/^\d{6,8}$/),
  branchCode: fc.constantFrom("021000021", "121000358", "011401533"),
  accountType: fc.constantFrom("Cheque" as const, "Savings" as const),
  amount: fc.integer({ min: 1, max: 9_999_999 }),
  reference: text,
});
const payments = fc.array(payment, { minLength: 1, maxLength: 25 });

describe("whatever names and references say", () => {
  test("Bacs has lines of its widths, in its characters, and credits what is debited", () => {
    fc.assert(
      fc.property(payments, text, (paid, name) => {
        const sorted = paid.map((each) => ({ ...each, branchCode: each.branchCode.slice(0, 6) }));
        const file = bacsFile({ ...british, own: { ...british.own, name }, payments: sorted });
        const records = recordsIn(file);
        expect(records.map(({ length }) => length)).toEqual([
          80,
          80,
          80,
          80,
          ...Array<number>(paid.length + 1).fill(100),
          80,
          80,
          80,
        ]);
        expect(file).toMatch(/^[A-Z0-9 .&/\r\n-]*$/);
        const ofCode = (code: string) =>
          records
            .filter((record) => record.length === 100 && record.slice(15, 17) === code)
            .reduce((sum, record) => sum + Number(record.slice(35, 46)), 0);
        const total = paid.reduce((sum, { amount }) => sum + amount, 0);
        expect([ofCode("99"), ofCode("17")]).toEqual([total, total]);
      }),
    );
  });

  test("NACHA has lines of 94 characters in whole blocks, with its total and its hash", () => {
    fc.assert(
      fc.property(payments, text, (paid, name) => {
        const file = nachaFile({ ...american, own: { ...american.own, name }, payments: paid });
        const records = recordsIn(file);
        expect(records.length % 10).toBe(0);
        expect(new Set(records.map(({ length }) => length))).toEqual(new Set([94]));
        expect(file).toMatch(/^[A-Z0-9 .&/\r\n-]*$/);
        const entries = records.filter((record) => record.startsWith("6"));
        const sum = (from: number, to: number) =>
          entries.reduce((total, record) => total + Number(record.slice(from, to)), 0);
        const control = records.find((record) => record.startsWith("8220")) ?? "";
        expect(Number(control.slice(10, 20))).toBe(sum(3, 11) % 10_000_000_000);
        expect(Number(control.slice(32, 44))).toBe(sum(29, 39));
        expect(sum(29, 39)).toBe(paid.reduce((total, { amount }) => total + amount, 0));
      }),
    );
  });

  test("a number that is too long is never cut", () => {
    const [first] = british.payments;
    if (!first) throw new Error("no payment");
    for (const change of [
      { amount: 100_000_000_000 },
      { account: "123456789" },
      { branchCode: "3096341" },
    ])
      expect(() => bacsFile({ ...british, payments: [{ ...first, ...change }] })).toThrow(
        RangeError,
      );
    expect(canWriteAmount("bacs", 99_999_999_999)).toBe(true);
    expect(canWriteAmount("bacs", 100_000_000_000)).toBe(false);
    expect(canWriteAmount("nacha", 10_000_000_000)).toBe(false);
    expect(canWriteAmount("fnb", 10_000_000_000)).toBe(true);
  });
});

test("a payer needs what the file says of it", () => {
  expect(bankFiles.bacs.canBePayer(british.own)).toBe(true);
  for (const change of [
    { id: "" },
    { id: "65432A" },
    { branchCode: "2000" },
    { account: "1234567" },
  ])
    expect(bankFiles.bacs.canBePayer({ ...british.own, ...change })).toBe(false);
  expect(bankFiles.nacha.canBePayer(american.own)).toBe(true);
  for (const change of [{ id: "" }, { id: "11234567890" }, { branchCode: "021000022" }])
    expect(bankFiles.nacha.canBePayer({ ...american.own, ...change })).toBe(false);
  expect(bankFiles["bank-list"].canBePayer({ ...british.own, id: "" })).toBe(true);
});

test("a name needs a letter that Bacs knows", () => {
  expect(bankFiles.bacs.canWriteName("Zoë")).toBe(true);
  expect(bankFiles.bacs.canWriteName("Łł")).toBe(true);
  expect(bankFiles.bacs.canWriteName("Зоя")).toBe(false);
  expect(bankFiles.nacha.canWriteName(" -- ")).toBe(false);
});
