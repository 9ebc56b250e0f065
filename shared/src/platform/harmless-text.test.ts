import { expect, test } from "vitest";
import { csvField, harmlessCsvText, harmlessText } from "./harmless-text.ts";

// Excel splits a CSV file there where the system's list separator is a semicolon.
test.each([
  ["Bob;=1+1;x", "Bob;'=1+1;x"],
  ["a;+1;-2\t@b", "a;'+1;'-2\t'@b"],
  ["a;;＝1", "a;;'＝1"],
  // Each quote is doubled in the file, and the first two are an empty part of the cell.
  ['a;"=1', "a;'\"=1"],
  ["=1;=2", "'=1;'=2"],
  // A quote behind a comma opens no cell there, so a line break ends the row.
  ["5 Main Rd\n=1+1", "5 Main Rd\n'=1+1"],
  ["a\r\n@b\r-c", "a\r\n'@b\r'-c"],
  ['a\n"=1', "a\n'\"=1"],
])("makes %j harmless behind a separator", (text, harmless) => {
  expect(harmlessCsvText(text)).toBe(harmless);
});

test.each([
  "Ann",
  "a=b",
  "1-2",
  "",
  " =1",
  "5 Main Rd; Unit 2",
  "a; b",
  "a\tb",
  "a;1-2",
  "x,=1",
  "a\nb",
  "a\n =1",
])("leaves %j as it is", (text) => {
  expect(harmlessCsvText(text)).toBe(text);
});

test("leaves a workbook's text and the fields of programs unsplit", () => {
  expect(harmlessText("Bob;=1+1;x")).toBe("Bob;=1+1;x");
  expect(csvField("Bob;=1+1;x")).toBe("Bob;=1+1;x");
});
