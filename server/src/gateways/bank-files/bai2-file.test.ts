import { describe, expect, test } from "vitest";
import { usa } from "../../testing/bank-file-samples.ts";
import { readBankText } from "./read-bank-text.ts";

describe("a text of BAI2", () => {
  const textOf = (...rows: readonly string[]) => {
    const file = ["01,A,B,261103,0600,1,,,2/", "02,B,A,1,261103,,,2/", "03,12345678/", ...rows];
    return readBankText(file.join("\n"), usa).accounts[0]?.lines[0]?.text;
  };
  const begun = "16,195,1400,,,,";
  const full = `${begun}${"A SMITH ".repeat(10)}`.slice(0, 75);

  test.each([
    ["within a word", `${full}RH104`, "88,21 gift/", "RH10421 gift"],
    ["with a word", `${full}RH104`, "88, 21 gift/", "RH104 21 gift"],
    ["behind a record that is not full", `${begun}A RH104`, "88,21 gift/", "RH104 21 gift"],
    [
      "behind a record that is filled with blanks",
      `${begun}A RH104`.padEnd(80),
      "88,21",
      "RH104 21",
    ],
    ["behind one that has its end", `${full}H104/`, "88,21", "H104 21"],
  ])("goes on %s", (_how, row, next, words) => {
    const text = textOf(row, next) ?? "";
    expect(text.slice(-words.length)).toBe(words);
  });
});

describe("a type of BAI2 that the bank defines", () => {
  const read = (closing: number | "", ...rows: readonly string[]) => {
    const balances = closing === "" ? "" : `,010,1000,,,015,${closing},,`;
    const file = ["01,A,B,261103,0600,1,,,2/", "02,B,A,1,261103,,,2/", `03,12345678,${balances}/`];
    return readBankText([...file, "16,165,500,Z,,,RH1/", ...rows].join("\n"), usa);
  };
  const own = (type: number, cents: number) => `16,${type},${cents},Z,,,OWN/`;

  test.each([
    [920, 1700, 200],
    [959, 1700, 200],
    [960, 1300, -200],
    [999, 1300, -200],
  ])("%i moves money as the balances prove", (type, closing, amount) => {
    const [account] = read(closing, own(type, 200)).accounts;
    expect(account?.lines.map((line) => line.amount)).toEqual([500, amount]);
  });

  test.each([900, 919])("%i moves none as the balances prove", (type) => {
    const { accounts, notes } = read(1500, own(type, 200));
    expect(accounts[0]?.lines.map((line) => line.amount)).toEqual([500]);
    expect(notes.at(-1)).toMatchObject({ why: "no amount" });
  });

  test.each(["", "0"])("without money (“%s”) needs no proof", (amount) => {
    expect(read("", `16,910,${amount},Z,,,OWN/`).accounts[0]?.lines).toHaveLength(1);
  });

  test.each([
    ["without balances", "", [own(920, 200)]],
    ["that moved the other way", 1300, [own(920, 200)]],
    ["that moved money although it should not", 1700, [own(900, 200)]],
    ["beside another of the same amount", 1500, [own(920, 200), own(960, 200)]],
    ["beside others that make its sum", 1500, [own(920, 100), own(921, 200), own(960, 300)]],
    [
      "beside many others",
      1499,
      [920, 921, 922, 923, 924, 960].map((type, at) => own(type, 2 ** at)),
    ],
  ] as const)("%s is refused", (_what, closing, rows) => {
    expect(() => read(closing, ...rows)).toThrow(/line 5: type 9\d\d is one of the bank’s own/);
  });

  test.each([700, 899, 100, 400])("%i is none, and is refused", (type) => {
    expect(() => read(1700, own(type, 200))).toThrow(`line 5: type ${type} is neither`);
  });
});

test.each([
  ["above the accounts", "16,165,500,Z,,,RH1/\n03,12345678/"],
  ["below the end of its account", "03,12345678/\n49,500,2/\n16,165,500,Z,,,RH1/"],
])("a transaction of BAI2 that stands %s is refused", (_where, rows) => {
  const text = `01,A,B,261103,0600,1,,,2/\n02,B,A,1,261103,,,2/\n${rows}\n98,0,1,9/`;
  expect(() => readBankText(text, usa)).toThrow("no account stands above it");
});
