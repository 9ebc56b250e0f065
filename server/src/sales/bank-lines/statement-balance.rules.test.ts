import { describe, expect, test } from "vitest";
import { accountBalances, type KnownStatement, type Movement } from "./statement-balance.rules.ts";

const account = "62001234567";
const september: KnownStatement = {
  id: 1,
  account,
  from: "2026-09-01",
  to: "2026-09-30",
  opening: 1000,
  closing: 1500,
};
const october: KnownStatement = {
  id: 2,
  account,
  from: "2026-10-01",
  to: "2026-10-31",
  opening: 1500,
  closing: 1200,
};
const movements: Movement[] = [
  { account, day: "2026-09-10", amount: 700 },
  { account, day: "2026-09-20", amount: -200 },
  { account, day: "2026-10-05", amount: -300 },
];

const at = (day: string, statements: readonly KnownStatement[], moved = movements) =>
  accountBalances(day, { ownAccount: account, statements, movements: moved });

describe("the balance of an account by its stored statements", () => {
  test("is the last one that a file states, and the transactions since", () => {
    const stored = [september, october];
    expect(at("2026-08-31", stored)).toEqual([]);
    expect(at("2026-09-15", stored)).toEqual([
      {
        account: null,
        from: "2026-09-01",
        to: "2026-09-15",
        opening: 1000,
        closing: 1700,
        statedOn: "2026-08-31",
        difference: 0,
      },
    ]);
    expect(at("2026-09-30", stored)).toMatchObject([{ closing: 1500, difference: 0 }]);
    expect(at("2026-11-30", stored)).toMatchObject([
      { to: "2026-10-31", closing: 1200, statedOn: "2026-10-31", difference: 0 },
    ]);
  });

  test("is counted back from the first one where an earlier file states none", () => {
    const silent = { ...september, opening: null, closing: null };
    expect(at("2026-09-15", [silent, october])).toMatchObject([
      { opening: 1000, closing: 1700, statedOn: "2026-09-30" },
    ]);
  });

  test("is the sum of the transactions where no file states one", () => {
    const silent = { ...september, opening: null, closing: null };
    expect(at("2026-10-31", [silent])).toMatchObject([
      { from: "2026-09-01", to: "2026-10-05", opening: null, closing: 200, statedOn: null },
    ]);
    expect(at("2026-10-31", [])).toMatchObject([{ from: "2026-09-10", closing: 200 }]);
  });

  test("differs from the transactions by what is missing", () => {
    const [first, , last] = movements;
    const some = first && last ? [first, last] : [];
    expect(at("2026-09-29", [september, october], some)).toMatchObject([{ difference: 0 }]);
    expect(at("2026-10-31", [september, october], some)).toMatchObject([
      { closing: 1200, difference: -200 },
    ]);
  });

  test("does not rest on the end of a file whose last day went on, nor on a beginning within another", () => {
    const early = { ...september, to: "2026-09-20", closing: 1700 };
    const later = { ...september, id: 2, from: "2026-09-20", opening: 1650, closing: 1500 };
    expect(at("2026-09-20", [early, later])).toMatchObject([{ closing: 1500, difference: 0 }]);
    expect(at("2026-09-30", [early, later])).toMatchObject([{ closing: 1500, difference: 0 }]);
  });

  test("is right where files of one day go on from each other, in whichever order they came", () => {
    const one = { ...september, from: "2026-09-10", to: "2026-09-10" };
    const day = "2026-09-10";
    const moved = [500, 300, -100].map((amount) => ({ account, day, amount }));
    const morning = { ...one, opening: 1000, closing: 1500 };
    const noon = { ...one, opening: 1500, closing: 1800 };
    const evening = { ...one, opening: 1800, closing: 1700 };
    for (const files of [
      [morning, noon, evening],
      [morning, noon, evening, noon],
      [evening, noon, morning],
    ])
      expect(
        at(
          day,
          files.map((file, id) => ({ ...file, id })),
          moved,
        ),
      ).toMatchObject([{ opening: 1000, closing: 1700, difference: 0 }]);
  });

  test("is of each account apart, and of the shop's own where a file names none", () => {
    const savings = { ...september, id: 3, account: "62009999999" };
    const moved = movements.map((each) => ({ ...each, account: "" }));
    expect(at("2026-10-31", [savings], moved)).toMatchObject([
      { account: null, closing: 200 },
      { account: "9999", closing: 1500 },
    ]);
  });

  const [one, other] = ["71000008899", "62881238899"];
  const filesOf = (...accounts: readonly string[]) =>
    accounts.map((written, index) => ({
      ...september,
      id: index + 1,
      account: written,
      opening: 0,
      closing: 1500,
    }));
  const movedOn = (...accounts: readonly string[]) =>
    accounts.map((written) => ({ account: written, day: "2026-09-10", amount: 1500 }));

  test("is of each account apart where two end with the same digits", () => {
    expect(at("2026-09-30", filesOf(one, other), movedOn(one, other))).toMatchObject([
      { account: "08899", closing: 1500, difference: 0 },
      { account: "38899", closing: 1500, difference: 0 },
    ]);
  });

  test.for([
    ["the whole number", one],
    ["a branch before it", `250655 ${one}`],
    ["its last digits", "****8899"],
  ] as const)("is of one account where another file writes %s", ([, written]) => {
    expect(at("2026-09-30", filesOf(one), movedOn(written))).toMatchObject([
      { account: "8899", closing: 1500, difference: 0 },
    ]);
    expect(at("2026-09-30", filesOf(written), movedOn(one))).toMatchObject([
      { account: "8899", closing: 1500, difference: 0 },
    ]);
  });

  test("is of the shop's own account where a file masks its number", () => {
    const masked = "XXXX XXXX 4567";
    expect(at("2026-09-30", filesOf(account), movedOn(masked))).toMatchObject([
      { account: null, closing: 1500, difference: 0 },
    ]);
    expect(at("2026-09-30", filesOf(masked), movedOn(masked))).toMatchObject([{ account: null }]);
  });

  test("is not given to one of two accounts by digits that both end with", () => {
    const found = at("2026-09-30", filesOf(one, other), movedOn(one, other, "****8899"));
    expect(found).toMatchObject([
      { account: "08899", difference: 0 },
      { account: "38899", difference: 0 },
      { account: "8899", closing: 1500 },
    ]);
  });
});
