import { describe, expect, test } from "vitest";
import type { BankOrder } from "./bank-order.ts";
import { bacsFile, nachaFile } from "./fixed-width-file.rules.ts";

/** Fields of a record by name: the positions of the first and the last character, counted from 1 as layouts do. */
type Layout = Readonly<Record<string, readonly [from: number, to: number]>>;

/** The fields of a record; together they are all of it, once. */
function fieldsOf(layout: Layout, record: string): Readonly<Record<string, string>> {
  let next = 1;
  const fields: Record<string, string> = {};
  for (const [name, [from, to]] of Object.entries(layout)) {
    expect(from, name).toBe(next);
    fields[name] = record.slice(from - 1, to);
    next = to + 1;
  }
  expect(record).toHaveLength(next - 1);
  return fields;
}

const spaces = (count: number) => " ".repeat(count);
const payments: BankOrder["payments"] = Array.from({ length: 12 }, (_, at) => ({
  name: `Person Number ${at}`,
  account: `${1_234_567 + at}`,
  branchCode: at % 2 === 0 ? "121000358" : "011401533",
  accountType: at === 3 ? "Savings" : "Cheque",
  amount: 10_000_01 + at,
  reference: `PAYOUT 7-${at + 1}`,
}));
const total = payments.reduce((sum, { amount }) => sum + amount, 0);
const order: BankOrder = {
  own: {
    account: "12345678",
    branchCode: "021000021",
    name: "Rhizo Ltd",
    bank: "Chase",
    id: "1123456789",
    batchId: 7,
  },
  payOn: "2027-01-04",
  madeOn: "2026-12-31",
  madeBefore: 0,
  payments,
};

function recordsIn(file: string): string[] {
  expect(file.endsWith("\r\n")).toBe(true);
  return file.slice(0, -2).split("\r\n");
}

/** The layouts of Nacha's Operating Rules, appendix three, as banks publish them for their customers. */
describe("a file for ACH, read by the published layout", () => {
  const header: Layout = {
    type: [1, 1],
    priority: [2, 3],
    destination: [4, 13],
    origin: [14, 23],
    date: [24, 29],
    time: [30, 33],
    modifier: [34, 34],
    recordSize: [35, 37],
    blocking: [38, 39],
    format: [40, 40],
    destinationName: [41, 63],
    originName: [64, 86],
    reference: [87, 94],
  };
  const batch: Layout = {
    type: [1, 1],
    serviceClass: [2, 4],
    companyName: [5, 20],
    discretionary: [21, 40],
    companyId: [41, 50],
    entryClass: [51, 53],
    description: [54, 63],
    descriptiveDate: [64, 69],
    effectiveDate: [70, 75],
    settlementDate: [76, 78],
    originatorStatus: [79, 79],
    odfi: [80, 87],
    batchNumber: [88, 94],
  };
  const entry: Layout = {
    type: [1, 1],
    transactionCode: [2, 3],
    receivingDfi: [4, 11],
    checkDigit: [12, 12],
    account: [13, 29],
    amount: [30, 39],
    individualId: [40, 54],
    individualName: [55, 76],
    discretionary: [77, 78],
    addenda: [79, 79],
    trace: [80, 94],
  };
  const batchControl: Layout = {
    type: [1, 1],
    serviceClass: [2, 4],
    entries: [5, 10],
    hash: [11, 20],
    debits: [21, 32],
    credits: [33, 44],
    companyId: [45, 54],
    authentication: [55, 73],
    reserved: [74, 79],
    odfi: [80, 87],
    batchNumber: [88, 94],
  };
  const control: Layout = {
    type: [1, 1],
    batches: [2, 7],
    blocks: [8, 13],
    entries: [14, 21],
    hash: [22, 31],
    debits: [32, 43],
    credits: [44, 55],
    reserved: [56, 94],
  };
  const records = recordsIn(nachaFile(order));
  const ofType = (type: string) => records.filter((record) => record.startsWith(type));
  const entries = ofType("6").map((record) => fieldsOf(entry, record));

  test("has one batch of the company, dated, in blocks of ten", () => {
    expect(records.map(([type]) => type).join("")).toBe(`15${"6".repeat(12)}89${"9".repeat(4)}`);
    expect(records.length % 10).toBe(0);
    expect(records.slice(-4)).toEqual(Array<string>(4).fill("9".repeat(94)));
    expect(fieldsOf(header, records[0] ?? "")).toEqual({
      type: "1",
      priority: "01",
      destination: " 021000021",
      origin: "1123456789",
      date: "261231",
      time: "0000",
      modifier: "A",
      recordSize: "094",
      blocking: "10",
      format: "1",
      destinationName: "CHASE".padEnd(23),
      originName: "RHIZO LTD".padEnd(23),
      reference: spaces(8),
    });
    expect(fieldsOf(batch, records[1] ?? "")).toEqual({
      type: "5",
      serviceClass: "220",
      companyName: "RHIZO LTD".padEnd(16),
      discretionary: spaces(20),
      companyId: "1123456789",
      entryClass: "PPD",
      description: "COMMISSION",
      descriptiveDate: spaces(6),
      effectiveDate: "270104",
      settlementDate: spaces(3),
      originatorStatus: "1",
      odfi: "02100002",
      batchNumber: "0000001",
    });
  });

  test("has an identification of nine digits on the right of the header, where a blank precedes it", () => {
    const file = nachaFile({ ...order, own: { ...order.own, id: "123456789" } });
    const [first = "", second = ""] = recordsIn(file);
    expect(fieldsOf(header, first)).toMatchObject({ origin: " 123456789" });
    expect(fieldsOf(batch, second)).toMatchObject({ companyId: "123456789 " });
  });

  test("has an id of its own among the files of a day, and none beyond those that there are", () => {
    const idOf = (madeBefore: number) =>
      fieldsOf(header, recordsIn(nachaFile({ ...order, madeBefore }))[0] ?? "")["modifier"];
    const ids = Array.from({ length: 36 }, (_, at) => idOf(at));
    expect(ids.join("")).toBe("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    expect(() => idOf(36)).toThrow(RangeError);
  });

  test("has an entry for each payment, numbered in order", () => {
    expect(entries).toEqual(
      payments.map(({ name, account, branchCode, accountType, amount, reference }, at) => ({
        type: "6",
        transactionCode: accountType === "Savings" ? "32" : "22",
        receivingDfi: branchCode.slice(0, 8),
        checkDigit: branchCode.slice(8),
        account: account.padEnd(17),
        amount: String(amount).padStart(10, "0"),
        individualId: reference.padEnd(15),
        individualName: name.toUpperCase().padEnd(22),
        discretionary: spaces(2),
        addenda: "0",
        trace: `02100002${String(at + 1).padStart(7, "0")}`,
      })),
    );
  });

  test("has the counts, the hash of the routing numbers and the sums in both controls", () => {
    const hash = entries.reduce((sum, { receivingDfi }) => sum + BigInt(receivingDfi ?? ""), 0n);
    const sums = {
      hash: String(hash % 10_000_000_000n).padStart(10, "0"),
      debits: "0".repeat(12),
      credits: String(total).padStart(12, "0"),
    };
    expect(fieldsOf(batchControl, ofType("8")[0] ?? "")).toEqual({
      type: "8",
      serviceClass: "220",
      entries: "000012",
      ...sums,
      companyId: "1123456789",
      authentication: spaces(19),
      reserved: spaces(6),
      odfi: "02100002",
      batchNumber: "0000001",
    });
    expect(fieldsOf(control, ofType("9")[0] ?? "")).toEqual({
      type: "9",
      batches: "000001",
      blocks: String(records.length / 10).padStart(6, "0"),
      entries: "00000012",
      ...sums,
      reserved: spaces(39),
    });
  });
});

/** The labels VOL1 and HDR1 as a bank publishes them; the other labels and the contra from general knowledge. */
describe("a file for Bacs, read by its layout", () => {
  const volume: Layout = {
    label: [1, 4],
    serial: [5, 10],
    accessibility: [11, 11],
    reserved: [12, 41],
    serviceUser: [42, 47],
    blank: [48, 79],
    standard: [80, 80],
  };
  const file: Layout = {
    label: [1, 4],
    identifier: [5, 5],
    serviceUser: [6, 11],
    s: [12, 12],
    anything: [13, 14],
    one: [15, 15],
    serviceUserAgain: [16, 21],
    set: [22, 27],
    section: [28, 31],
    sequence: [32, 35],
    generation: [36, 39],
    version: [40, 41],
    created: [42, 47],
    expires: [48, 53],
    accessibility: [54, 54],
    blocks: [55, 60],
    system: [61, 73],
    reserved: [74, 80],
  };
  const userHeader: Layout = {
    label: [1, 4],
    processingDay: [5, 10],
    receiver: [11, 20],
    currency: [21, 22],
    country: [23, 28],
    workCode: [29, 37],
    fileNumber: [38, 40],
    reserved: [41, 80],
  };
  const data: Layout = {
    sortCode: [1, 6],
    account: [7, 14],
    accountType: [15, 15],
    transactionCode: [16, 17],
    ownSortCode: [18, 23],
    ownAccount: [24, 31],
    free: [32, 35],
    amount: [36, 46],
    ownName: [47, 64],
    reference: [65, 82],
    name: [83, 100],
  };
  const trailer: Layout = {
    label: [1, 4],
    debits: [5, 17],
    credits: [18, 30],
    debitCount: [31, 37],
    creditCount: [38, 44],
    reserved: [45, 80],
  };
  const own = { ...order.own, branchCode: "200000", id: "654321" };
  const paid = payments.map((each) => ({ ...each, branchCode: each.branchCode.slice(0, 6) }));
  const records = recordsIn(bacsFile({ ...order, own, payments: paid }));
  const labelled = (label: string) =>
    records.find((record) => record.startsWith(label) && record.length === 80) ?? "";

  test("has labels with the service user and the days of the year", () => {
    const labels = records.map((record) => (record.length === 80 ? record.slice(0, 4) : "data"));
    expect(labels).toEqual([
      "VOL1",
      "HDR1",
      "HDR2",
      "UHL1",
      ...Array<string>(payments.length + 1).fill("data"),
      "EOF1",
      "EOF2",
      "UTL1",
    ]);
    expect(fieldsOf(volume, labelled("VOL1"))).toEqual({
      label: "VOL1",
      serial: "000007",
      accessibility: "0",
      reserved: spaces(30),
      serviceUser: "654321",
      blank: spaces(32),
      standard: "1",
    });
    for (const label of ["HDR1", "EOF1"])
      expect(fieldsOf(file, labelled(label))).toEqual({
        label,
        identifier: "A",
        serviceUser: "654321",
        s: "S",
        anything: spaces(2),
        one: "1",
        serviceUserAgain: "654321",
        set: "000007",
        section: "0001",
        sequence: "0001",
        generation: spaces(4),
        version: spaces(2),
        created: " 26365",
        expires: " 27004",
        accessibility: "0",
        blocks: "000000",
        system: spaces(13),
        reserved: spaces(7),
      });
    expect(fieldsOf(userHeader, labelled("UHL1"))).toEqual({
      label: "UHL1",
      processingDay: " 27004",
      receiver: "999999    ",
      currency: "00",
      country: "000000",
      workCode: "1 DAILY  ",
      fileNumber: "001",
      reserved: spaces(40),
    });
  });

  test("credits each account, takes the sum from the own one, and counts both", () => {
    const from = { accountType: "0", ownSortCode: "200000", ownAccount: "12345678" };
    const read = records
      .filter((record) => record.length === 100)
      .map((record) => fieldsOf(data, record));
    expect(read).toEqual([
      ...paid.map(({ name, account, branchCode, amount, reference }) => ({
        sortCode: branchCode,
        account: account.padStart(8, "0"),
        ...from,
        transactionCode: "99",
        free: spaces(4),
        amount: String(amount).padStart(11, "0"),
        ownName: "RHIZO LTD".padEnd(18),
        reference: reference.padEnd(18),
        name: name.toUpperCase().padEnd(18),
      })),
      {
        sortCode: "200000",
        account: "12345678",
        ...from,
        transactionCode: "17",
        free: spaces(4),
        amount: String(total).padStart(11, "0"),
        ownName: "PAYOUTS".padEnd(18),
        reference: "CONTRA".padEnd(18),
        name: "RHIZO LTD".padEnd(18),
      },
    ]);
    expect(fieldsOf(trailer, labelled("UTL1"))).toEqual({
      label: "UTL1",
      debits: String(total).padStart(13, "0"),
      credits: String(total).padStart(13, "0"),
      debitCount: "0000001",
      creditCount: "0000012",
      reserved: spaces(36),
    });
  });
});
