import { describe, expect, test } from "vitest";
import { bytesOf, notesOf, shortOf, uk, za } from "../../testing/bank-file-samples.ts";
import { readBankFile } from "./read-bank-file.ts";
import { readBankText } from "./read-bank-text.ts";

/** A message of one transaction; each part can be another one. */
function message(parts: Partial<Record<"opening" | "line" | "closing" | "more", string>>): string {
  const {
    opening = ":60F:C261101ZAR0,00",
    line = ":61:261102C5,00NTRFRH1",
    closing = ":62F:C261102ZAR5,00",
    more = ":86:x",
  } = parts;
  return [":20:A", ":25:1", ":28C:1/1", opening, line, more, closing, "-"].join("\n");
}

// shows T266
describe("MT940", () => {
  test("with an envelope, lines across New Year, and reversals is read", () => {
    expect(shortOf(bytesOf("swift.mt940"), uk)).toEqual([
      "GB00RHZO30000012345678 | 2027-01-02 | 140000 | T SMITH RH1042",
      "GB00RHZO30000012345678 | 2026-12-31 | -10050 | SECOND CLASS COURIER",
      "GB00RHZO30000012345678 | 2027-01-02 | -2500 | PAYMENT RETURNED RH1043",
      "GB00RHZO30000012345678 | 2027-01-02 | 1000 | FEE RETURNED NOT DUE SINCE MAY RHZO BANK FEE1",
    ]);
    const [account] = readBankFile(bytesOf("swift.mt940"), uk).accounts;
    expect(account?.lines.map(({ bankId, reference }) => [bankId, reference])).toEqual([
      ["B7781", null],
      [null, "COURIER"],
      [null, "RH1043"],
      ["B7784", "FEE1"],
    ]);
    expect(account?.stated).toEqual(["2027-01-02"]);
  });

  test("of several messages has one statement for each account", () => {
    const file = readBankFile(bytesOf("plain.mt940"), za);
    expect(file.format).toBe("MT940");
    expect(shortOf(bytesOf("plain.mt940"), za)).toEqual([
      "62000000000 | 2026-11-02 | 140000 | M DLAMINI RH1042",
      "62000000000 | 2026-11-03 | -2900 | SERVICE FEE",
      "62000000001 | 2026-11-02 | 42500 | RH1044",
    ]);
    expect(notesOf(file).filter((note) => note.endsWith("not booked yet"))).toHaveLength(1);
    expect(notesOf(file).filter((note) => note.endsWith("balance or total"))).toHaveLength(6);
  });

  test("may have lines of text that begin with a dash", () => {
    const [account] = readBankText(message({ more: ":86:T SMITH?20\n- RH1042" }), za).accounts;
    expect(account?.lines).toMatchObject([{ text: "T SMITH?20 - RH1042 RH1" }]);
  });

  const wide = (text: string, width: number) => `${"X".repeat(width - text.length - 1)} ${text}`;
  test.each([
    ["a row of full width", `:86:${wide("REFERENCE RH10", 65)}\n42 THANKS`, / RH1042 THANKS RH1$/],
    [
      "one that ends between words",
      `:86:${wide("FOR RH1042 ", 65)}\nTHANKS`,
      / RH1042 THANKS RH1$/,
    ],
    ["a shorter row", `:86:${wide("FOR RH1042", 64)}\n7 THANKS`, / RH1042 7 THANKS RH1$/],
    [
      "a part of full width",
      `:86:166?00PAID?20${wide("RH10", 27)}?2142 THANKS?32T SMITH`,
      /^PAID .* RH1042 THANKS T SMITH RH1$/,
    ],
    [
      "a part of full width before a name",
      `:86:166?00PAID?20${wide("RH1042", 27)}?327 SMITH`,
      /^PAID .* RH1042 7 SMITH RH1$/,
    ],
    ["a code across two rows", `:86:166?00${wide("RH1042?2", 59)}\n1THANKS`, / RH1042 THANKS RH1$/],
  ])("%s goes on where the next begins", (_what, more, words) => {
    const [account] = readBankText(message({ more }), za).accounts;
    expect(account?.lines[0]?.text).toMatch(words);
  });

  test.each([
    ["5,00", 500],
    ["0,05", 5],
    ["000000000000005,00", 500],
    ["12,5", 1_250],
    ["70368744177,64", 7_036_874_417_764],
  ])("%s is %i cents exactly", (written, minor) => {
    const line = `:61:261102C${written}NTRFRH1`;
    const text = message({ line, closing: `:62F:C261102ZAR${written}` });
    expect(readBankText(text, za).accounts[0]?.lines[0]?.amount).toBe(minor);
  });

  test.each([
    ["another currency", { opening: ":60F:C261101EUR0,00" }, /the statement is in EUR/],
    [
      "balances that do not agree",
      { closing: ":62F:C261102ZAR5,01" },
      /line 1: .* do not make the closing balance/,
    ],
    ["a line that is none", { line: ":61:soon" }, /line 5: it is not a transaction/],
    [
      "a day that does not exist",
      { line: ":61:261131C5,00NTRFRH1" },
      /line 5: 261131 is not a date/,
    ],
    ["thousands", { line: ":61:261102C1.005,00NTRFRH1" }, /line 5: 1\.005,00 is not an amount/],
    ["a balance that is none", { opening: ":60F:C2611ZAR" }, /line 4: 60F is not a balance/],
  ])("with %s is refused", (_what, parts, reason) => {
    expect(() => readBankText(message(parts), za)).toThrow(reason);
  });
});
