import { expect, test } from "vitest";
import { codesMeant } from "./member-code.rules.ts";

test.each([
  ["ANNA", ["ANNA"]],
  [" ANNA ", ["ANNA"]],
  ["ANNA.", ["ANNA.", "ANNA"]],
  ["ANNA)", ["ANNA"]],
  ["“ANNA”,", ["ANNA"]],
  ["*ANNA*", ["ANNA"]],
  ["ANNA\u200B", ["ANNA"]],
  ["\u2068ANNA\u2069", ["ANNA"]],
  ["AN\u00ADNA", ["ANNA"]],
  ["AN.NA-1", ["AN.NA-1"]],
  ["AN NA", []],
  ["<b>", ["b"]],
  ["...", ["..."]],
  ["", []],
  ["x".repeat(300), []],
])("%j may mean the codes %j", (text, codes) => {
  expect(codesMeant(text)).toEqual(codes);
});
