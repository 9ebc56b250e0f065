import { describe, expect, test } from "vitest";
import { bankFile } from "./reconciliation-file.rules.ts";
import {
  type BankEntry,
  type BankFacts,
  type BankTransaction,
  payoutThing,
  reconcileBank,
} from "./bank-reconciliation.rules.ts";

const account = "62001234567";
const day = "2026-09-30";

let position = 0;
function entry(of: Partial<BankEntry> & Pick<BankEntry, "amount" | "thing">): BankEntry {
  position += 1;
  return {
    position,
    event: "PaymentReceived",
    day: "2026-09-10",
    orderId: null,
    orderNumber: null,
    userId: null,
    payoutId: null,
    lineId: null,
    ...of,
  };
}

function line(of: Partial<BankTransaction> & Pick<BankTransaction, "id" | "amount">) {
  return {
    account,
    day: "2026-09-10",
    description: `line ${of.id}`,
    namedOrders: [],
    uses: [],
    state: "open" as const,
    ...of,
  };
}

function reconcile(of: Partial<BankFacts>, on = day) {
  const total = (of.lines ?? []).reduce((sum, each) => sum + (each.day <= on ? each.amount : 0), 0);
  const statement = { id: 1, account, from: "2026-09-01", to: day };
  const found = reconcileBank(on, {
    ownAccount: account,
    statements: [{ ...statement, opening: 0, closing: total }],
    lines: [],
    entries: [],
    proofs: new Map(),
    ...of,
  });
  const { statement: balance, books, lines, entries, before, difference } = found;
  expect(books + lines.sum - entries.sum + before.sum + difference).toBe(balance);
  return found;
}

// shows T303
describe("the reconciliation of the bank", () => {
  test("matches a transaction with the entries that were recorded from it", () => {
    const found = reconcile({
      lines: [line({ id: 7, amount: 500, state: "booked" })],
      entries: [
        entry({ amount: 300, thing: "payment a bank-7", lineId: 7 }),
        entry({ amount: 200, thing: "payment b bank-7", lineId: 7 }),
      ],
    });
    expect(found).toMatchObject({
      matched: { lines: 1, entries: 2, sum: 500 },
      lines: { count: 0 },
      entries: { count: 0 },
      difference: 0,
    });
  });

  test("names what is on one side alone, with the reason", () => {
    const found = reconcile({
      lines: [
        line({ id: 1, amount: 1234 }),
        line({ id: -1, amount: -2900, state: "said" }),
        line({ id: 2, amount: 900, state: "booked" }),
        line({ id: 3, amount: 800, state: "booked" }),
      ],
      entries: [
        entry({ amount: 500, thing: "payment a bank-3", lineId: 3 }),
        entry({ amount: 5000, thing: "payment b office-1" }),
      ],
    });
    expect(found.lines.rows.map(({ id, reason, amount }) => [id, reason, amount])).toEqual([
      [1, "unexplained", 1234],
      [-1, "not-booked", -2900],
      [2, "later", 900],
      [3, "part", 300],
    ]);
    expect(found.entries.rows).toMatchObject([{ amount: 5000, seenOn: null }]);
    expect(found.difference).toBe(0);
  });

  test("has a payout in transit until its proof, and a refund until it is on the statement", () => {
    const lines = [line({ id: -5, day: "2026-10-02", amount: -4000, state: "booked" })];
    const entries = [entry({ event: "PayoutPaid", amount: -4000, thing: payoutThing("p-1") })];
    const proofs = new Map([[payoutThing("p-1"), -5]]);
    const transit = reconcile({ lines, entries, proofs });
    expect(transit.entries.rows).toMatchObject([{ amount: -4000, seenOn: "2026-10-02" }]);
    expect(transit).toMatchObject({ statement: 0, books: -4000, difference: 0 });
    const paid = reconcile({ lines, entries, proofs }, "2026-10-02");
    expect(paid).toMatchObject({ entries: { count: 0 }, matched: { sum: -4000 } });
  });

  test("leaves out what was taken back, and the transaction is open again", () => {
    const found = reconcile({
      lines: [line({ id: 7, amount: 500 })],
      entries: [
        entry({ amount: 500, thing: "payment a bank-7", lineId: 7 }),
        entry({ event: "PaymentUndone", amount: -500, thing: "payment a bank-7", lineId: 7 }),
      ],
    });
    expect(found).toMatchObject({ books: 0, lines: { count: 1, sum: 500 }, entries: { count: 0 } });
  });

  test("finds the payments of a transaction that older releases matched to its orders", () => {
    const uses = [
      { orderNumber: 7001, amount: 300 },
      { orderNumber: 7002, amount: 200 },
    ];
    const found = reconcile({
      lines: [line({ id: 7, amount: 500, state: "booked", uses })],
      entries: [
        entry({ amount: 300, thing: "payment a 1", orderNumber: 7001, day: "2026-07-01" }),
        entry({ amount: 200, thing: "payment b 1", orderNumber: 7002 }),
        entry({ amount: 200, thing: "payment b 2", orderNumber: 7002, day: "2026-09-30" }),
      ],
    });
    expect(found.matched).toEqual({ lines: 1, entries: 2, sum: 500 });
    expect(found.entries.rows).toMatchObject([{ amount: 200, day: "2026-09-30" }]);
  });

  test("takes the word of somebody that other records have a transaction, each record once", () => {
    const known = { amount: 500, state: "known" as const };
    const found = reconcile({
      lines: [
        line({ ...known, id: 1, day: "2026-09-28", namedOrders: [7001] }),
        line({ ...known, id: 2, day: "2026-09-12" }),
        line({ ...known, id: 3, day: "2026-09-29" }),
      ],
      entries: [
        entry({ amount: 500, thing: "payment a 1", orderNumber: 7000 }),
        entry({ amount: 500, thing: "payment b 1", orderNumber: 7001 }),
      ],
    });
    expect(found.matched).toEqual({ lines: 2, entries: 2, sum: 1000 });
    expect(found.lines.rows).toMatchObject([{ id: 3, reason: "not-booked" }]);
  });

  test("keeps apart what the bank and the books had before the first stored day", () => {
    const found = reconcile({
      statements: [{ id: 1, account, from: "2026-09-01", to: day, opening: 9000, closing: 9000 }],
      entries: [entry({ day: "2026-08-20", amount: 8500, thing: "payment a 1" })],
    });
    expect(found).toMatchObject({
      statement: 9000,
      books: 8500,
      before: { opening: 9000, entries: { count: 1, sum: 8500 }, sum: 500 },
      entries: { count: 0 },
      difference: 0,
    });
  });

  test("names a difference that nothing explains", () => {
    const found = reconcile({
      statements: [{ id: 1, account, from: "2026-09-01", to: day, opening: 0, closing: 777 }],
    });
    expect(found).toMatchObject({ statement: 777, difference: 777 });
  });

  test("has every entry as not on the statement while none is stored", () => {
    const found = reconcile({
      statements: [],
      entries: [entry({ amount: 5, thing: "payment a 1" })],
    });
    expect(found).toMatchObject({ accounts: [], statement: 0, books: 5, entries: { sum: 5 } });
    expect(bankFile(found, "ZAR")).toContain(
      "\r\nstatement,2026-09-30,,no statement is stored,,,0.00,ZAR\r\n",
    );
  });

  test("is a file that names other accounts in words, and by no formula", () => {
    const accounts = ["62001230042", '=HYPERLINK("x") savings'];
    const found = reconcile({
      statements: accounts.map((name, id) => ({
        id,
        account: name,
        from: "2026-09-01",
        to: day,
        opening: 0,
        closing: 0,
      })),
      lines: accounts.map((each, id) => line({ id: id + 1, amount: 100, account: each })),
    });
    const named = bankFile(found, "ZAR")
      .split("\r\n")
      .flatMap(
        (row) =>
          /^(?:account|"on the statement[^"]*"),[\d-]+,(.*?),(?:no|balance|unex)/.exec(row)?.[1] ??
          [],
      );
    expect(named.toSorted()).toEqual([
      `"'=HYPERLINK(""x"") savings"`,
      `"'=HYPERLINK(""x"") savings"`,
      "ending in 0042",
      "ending in 0042",
    ]);
  });

  test("is a file whose text starts no formula, and whose amounts add up to the statement", () => {
    const found = reconcile({
      lines: [
        line({ id: 1, amount: 1234, description: '=HYPERLINK("x")' }),
        line({ id: -1, amount: -2900, description: "+27 fee" }),
      ],
      entries: [entry({ amount: 5000, thing: "payment b 1", orderNumber: 7001 })],
    });
    const rows = bankFile(found, "ZAR").trimEnd().split("\r\n");
    expect(rows).toEqual([
      "\uFEFFpart,day,account,what,text,order,amount,currency",
      "account,2026-09-30,own,balance in the file of 2026-09-30,,,-16.66,ZAR",
      "statement,2026-09-30,,,,,-16.66,ZAR",
      "ledger,2026-09-30,,,,,50.00,ZAR",
      `"on the statement, not in the ledger",2026-09-10,own,unexplained,"'=HYPERLINK(""x"")",,12.34,ZAR`,
      `"on the statement, not in the ledger",2026-09-10,own,unexplained,'+27 fee,,-29.00,ZAR`,
      `"in the ledger, not on the statement",2026-09-10,,PaymentReceived,,RH7001,-50.00,ZAR`,
      "before the first statement,2026-09-30,,,,,0.00,ZAR",
      "unexplained difference,2026-09-30,,,,,0.00,ZAR",
    ]);
  });
});
