import { describe, expect, test } from "vitest";
import { cellHoldUntil, type KnownNumber, numberForCodes, withNewCell } from "./queue-message.ts";

const [first, second, third] = ["+27820000001", "+27820000002", "+27820000003"];
const after = (hours: number) => new Date(Date.UTC(2026, 0, 1, hours)).toISOString();
const known: KnownNumber = {
  cell: first,
  formerCell: null,
  cellChangedAt: null,
  cellConfirmed: true,
};

describe("a changed number", () => {
  const changed = withNewCell(known, second, after(0));

  test("receives codes after 48 hours, and the former number until then", () => {
    expect(numberForCodes(changed, after(0))).toBe(first);
    expect(numberForCodes(changed, after(47.99))).toBe(first);
    expect(cellHoldUntil(changed, after(1))).toBe(after(48));
    expect(numberForCodes(changed, after(48))).toBe(second);
    expect(cellHoldUntil(changed, after(48))).toBe(null);
  });

  test("during a hold keeps the original former number", () => {
    const again = withNewCell(changed, third, after(40));
    expect(numberForCodes(again, after(80))).toBe(first);
    expect(numberForCodes(again, after(88))).toBe(third);
  });

  test("after the hold has the previous number as its former one", () => {
    const again = withNewCell(changed, third, after(50));
    expect(numberForCodes(again, after(51))).toBe(second);
  });

  test("back to the former number ends the hold, and the same number starts none", () => {
    expect(withNewCell(changed, first, after(1))).toEqual(known);
    expect(withNewCell(changed, second, after(1))).toEqual(changed);
  });

  test("that somebody else typed receives none until its owner saves it, and is on hold then", () => {
    const typed = { ...known, cellConfirmed: false };
    expect(numberForCodes(typed, after(1000))).toBe(null);
    const saved = withNewCell(typed, first, after(0));
    expect(numberForCodes(saved, after(47))).toBe(null);
    expect(numberForCodes(saved, after(48))).toBe(first);
    expect(numberForCodes(withNewCell(typed, second, after(0)), after(1))).toBe(null);
  });

  test("that is the first number is on hold too", () => {
    const none = { ...known, cell: null };
    expect(numberForCodes(withNewCell(none, first, after(0)), after(1))).toBe(null);
    expect(numberForCodes(withNewCell(none, first, after(0)), after(48))).toBe(first);
  });
});
