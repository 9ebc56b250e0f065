import { describe, expect, test } from "vitest";
import { bankFiles, hashTotal } from "./bank-file.rules.ts";
import type { BankOrder } from "./bank-order.ts";

const order: BankOrder = {
  own: {
    account: "62000031451",
    branchCode: "250655",
    name: "Rhizo (Pty) Ltd",
    bank: "FNB",
    id: "",
    batchId: 12,
  },
  payOn: "2026-09-05",
  madeOn: "2026-09-03",
  madeBefore: 0,
  payments: [
    {
      name: "Anna van Wyk",
      account: "00123456789",
      branchCode: "051001",
      accountType: "Cheque",
      amount: 250_001,
      reference: "PAYOUT 12-1",
    },
    {
      name: "Zoë “Bee” Ndlovu-Mokoena of Somewhere, Ltd",
      account: "62001234567",
      branchCode: "250655",
      accountType: "Savings",
      amount: 5,
      reference: "PAYOUT 12-2",
    },
  ],
};

describe("the file for FNB", () => {
  const lines = bankFiles.fnb.write(order).split("\r\n");

  test("has 36 columns in each line, and ends with a line break", () => {
    expect(lines.at(-1)).toBe("");
    const widths = lines.slice(0, -1).map((line) => line.split(",").length);
    expect(widths).toEqual([36, 36, 36, 36, 36, 36]);
  });

  test("starts with the version, the day, and the own account with the hash total", () => {
    const commas = (count: number) => ",".repeat(count);
    expect(lines.slice(0, 3)).toEqual([
      `BInSol - U ver 1.00${commas(35)}`,
      `05-09-2026${commas(35)}`,
      // 62000031451 + 00123456789 + 62001234567
      `62000031451,124124722807${commas(34)}`,
    ]);
    expect(lines[3]).toMatch(/^RECIPIENT NAME,.*,SMS 2 NUMBER$/);
  });

  test("has a line for each payment, in characters that the bank accepts", () => {
    const commas = ",".repeat(29);
    expect(lines.slice(4, 6)).toEqual([
      `Anna van Wyk,00123456789,1,051001,2500.01,PAYOUT 12-1,PAYOUT 12-1${commas}`,
      `Zoe Bee Ndlovu-Mokoe,62001234567,2,250655,0.05,PAYOUT 12-2,PAYOUT 12-2${commas}`,
    ]);
  });
});

test("the file for Standard Bank has a header and six columns", () => {
  expect(bankFiles["standard-bank"].write(order).split("\r\n")).toEqual([
    "Account Number,Account Name,Statement Ref,Date,Amount,Branch Number",
    "00123456789,Anna van Wyk,PAYOUT 12-1,20260905,2500.01,051001",
    "62001234567,Zoe Bee Ndlovu-Mokoena of Some,PAYOUT 12-2,20260905,0.05,250655",
    "",
  ]);
});

test("the file for ABSA has five columns and no header", () => {
  expect(bankFiles.absa.write(order).split("\r\n")).toEqual([
    "00123456789,Anna van Wyk,051001,2500.01,PAYOUT 12-1",
    "62001234567,Zoe Bee Ndlovu-Mokoena of Some,250655,0.05,PAYOUT 12-2",
    "",
  ]);
});

test("the file for Nedbank has the own account in each line, and no names", () => {
  expect(bankFiles.nedbank.write(order).split("\r\n")).toEqual([
    "From Account,Own Reference,Account,Branch Code,Amount,Beneficiary Reference",
    "62000031451,PAYOUT 12-1,00123456789,051001,2500.01,PAYOUT 12-1",
    "62000031451,PAYOUT 12-2,62001234567,250655,0.05,PAYOUT 12-2",
    "",
  ]);
});

test.for(["capitec-business", "investec"] as const)("the file for %s has six columns", (layout) => {
  expect(bankFiles[layout].write(order).split("\r\n")).toEqual([
    "Account Number,Account Name,Branch Code,Amount,Own Reference,Beneficiary Reference",
    "00123456789,Anna van Wyk,051001,2500.01,PAYOUT 12-1,PAYOUT 12-1",
    "62001234567,Zoe Bee Ndlovu-Mokoe,250655,0.05,PAYOUT 12-2,PAYOUT 12-2",
    "",
  ]);
});

test.each([
  ["Łukasz Wałęsa", "Lukasz Walesa"],
  ["Bjørn Đorđević", "Bjorn Dordevic"],
  ["Mary–Jane Strauß", "Mary-Jane Strauss"],
])("%s is written as %s", (name, written) => {
  const [payment] = order.payments;
  if (!payment) throw new Error("the order has no payment");
  const file = bankFiles.investec.write({ ...order, payments: [{ ...payment, name }] });
  expect(file.split("\r\n")[1]?.split(",")[1]).toBe(written);
});

test("a name without a letter that banks accept cannot be written, except where none is", () => {
  expect(bankFiles.absa.canWriteName("Zoë")).toBe(true);
  expect(bankFiles.absa.canWriteName("Łł")).toBe(true);
  expect(bankFiles.absa.canWriteName("Зоя")).toBe(false);
  expect(bankFiles.nedbank.canWriteName("Зоя")).toBe(true);
});

describe("the hash total", () => {
  test("has twelve digits, the last ones of a longer sum", () => {
    expect(hashTotal("fnb", { ...order, payments: [] })).toBe("062000031451");
    const many = Array.from({ length: 20 }, () => order.payments.slice(1)).flat();
    expect(hashTotal("fnb", { ...order, payments: many })).toBe("302024722791");
  });

  test("changes with any account, and at Standard Bank with any amount", () => {
    const changed = (change: object) => ({
      ...order,
      payments: order.payments.map((payment, at) =>
        at === 1 ? { ...payment, ...change } : payment,
      ),
    });
    for (const layout of ["fnb", "standard-bank"] as const)
      expect(hashTotal(layout, changed({ account: "62001234575" }))).not.toBe(
        hashTotal(layout, order),
      );
    expect(hashTotal("standard-bank", changed({ amount: 6 }))).not.toBe(
      hashTotal("standard-bank", order),
    );
  });
});

test.for(["=1+1", "+27", "@x", "-2", "\tTab"])("a name cannot start a formula: %s", (name) => {
  const [payment] = order.payments;
  if (!payment) throw new Error("no payment");
  const file = bankFiles["standard-bank"].write({ ...order, payments: [{ ...payment, name }] });
  expect(file.split("\r\n")[1]?.split(",")[1]).toMatch(/^[A-Za-z0-9]/);
});
