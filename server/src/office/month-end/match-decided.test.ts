import { expect, test } from "vitest";
import type { OutsideLine } from "../../gateways/bank-files/outside-lines.ts";
import { matchDecided } from "./match-payments.ts";

const day = "2026-11-02";
const today = "2026-11-03";
const line = (number: number, amount: number, words: string): OutsideLine => ({
  line: number,
  orderNumber: /RH(\d+)/.test(words) ? Number(/RH(\d+)/.exec(words)?.[1]) : null,
  paymentId: null,
  amount,
  fee: null,
  day,
  words: `${day} ${words}`,
});
const paid = (orderNumber: number, paymentId: string, amount: number) => ({
  orderNumber,
  paymentId,
  amount,
  fee: 0,
  day,
});
const aDecision = (id: number, amount: number, description: string, isIgnored = false) => ({
  id,
  day,
  amount,
  description,
  state: isIgnored ? ("ignored" as const) : ("applied" as const),
  uses: [],
});
const nothing = { different: [], missingInLedger: [], missingInStatement: [], unreferenced: [] };

test("matches by the office's decision regardless of the reference", () => {
  const statement = [
    line(2, 325_00, "FROM A FRIEND"),
    line(3, 500_00, "RH9999 a slip"),
    line(4, 750_00, "two orders at once"),
    line(5, 100_00, "RH1005"),
    line(6, 12_34, "RH1006 own transfer"),
  ];
  const payments = [
    paid(1001, "bank-1", 325_00),
    paid(1002, "bank-2-2", 500_00),
    paid(1003, "bank-3", 250_00),
    paid(1004, "bank-3", 500_00),
    paid(1005, "typed", 100_00),
  ];
  const decided = [
    aDecision(1, 325_00, "FROM A FRIEND"),
    aDecision(2, 500_00, "RH9999 a slip"),
    aDecision(3, 750_00, "two orders at once"),
    aDecision(4, 12_34, "RH1006 own transfer", true),
  ];
  expect(matchDecided(statement, payments, decided, today)).toEqual({ ...nothing, matched: 4 });
});

test("matches undecided lines by their reference, and distinguishes identical lines", () => {
  const alike = line(2, 325_00, "FROM A FRIEND");
  const statement = [alike, { ...alike, line: 3 }, line(4, 100_00, "RH1005")];
  const payments = [paid(1001, "bank-1", 325_00), paid(1007, "typed", 99_00)];
  expect(matchDecided(statement, payments, [aDecision(1, 325_00, "FROM A FRIEND")], today)).toEqual(
    {
      ...nothing,
      matched: 1,
      unreferenced: [{ line: 3, amount: 325_00 }],
      missingInLedger: [{ line: 4, orderNumber: 1005, paymentId: null, amount: 100_00 }],
      missingInStatement: [{ orderNumber: 1007, paymentId: "typed", amount: 99_00, day }],
    },
  );
});

test("knows the payments of a decision of an older release by its orders and amounts, each once", () => {
  const statement = [line(2, 750_00, "two orders at once"), line(3, 100_00, "RH1003 again")];
  const payments = [
    paid(1001, "typed", 250_00),
    paid(1002, "typed", 500_00),
    paid(1002, "typed too", 500_00),
    paid(1003, "bank-9", 100_00),
  ];
  const uses = [
    { orderNumber: 1001, amount: 250_00 },
    { orderNumber: 1002, amount: 500_00 },
  ];
  const decided = [
    { ...aDecision(8, 750_00, "two orders at once"), uses },
    { ...aDecision(9, 100_00, "RH1003 again"), uses: [{ orderNumber: 1002, amount: 500_00 }] },
  ];
  expect(matchDecided(statement, payments, decided, today)).toEqual({
    ...nothing,
    matched: 2,
    missingInStatement: [{ orderNumber: 1002, paymentId: "typed too", amount: 500_00, day }],
  });
});
