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
