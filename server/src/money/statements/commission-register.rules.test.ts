import { describe, expect, test } from "vitest";
import {
  hasMoved,
  registerPageOf,
  type RegisterRow,
  registerSumsOf,
} from "./commission-register.rules.ts";

function aRow(userId: number, name: string | null, closing: number): RegisterRow {
  return { ...registerSumsOf([]), currency: "ZAR", userId, name, own: closing, closing };
}

const rows = [
  aRow(7, "Zoë Adams", 100),
  aRow(9, null, 300),
  aRow(12, "Ben Naidoo", -50),
  aRow(70, "Anna Adams", 100),
];
const all = {
  sort: { by: "name", direction: "asc" },
  page: 1,
  pageSize: 20,
  currency: "ZAR",
} as const;
const numbersOf = (question: Parameters<typeof registerPageOf>[1]) =>
  registerPageOf(rows, question).rows.map(({ userId }) => userId);

describe("a page of the commission register", () => {
  test("is sorted by name, with erased members last, or by a figure and then by number", () => {
    expect(numbersOf(all)).toEqual([70, 12, 7, 9]);
    expect(numbersOf({ ...all, sort: { by: "closing", direction: "asc" } })).toEqual([
      12, 7, 70, 9,
    ]);
    expect(numbersOf({ ...all, sort: { by: "earned", direction: "desc" } })).toEqual([
      9, 7, 70, 12,
    ]);
    expect(numbersOf({ ...all, sort: { by: "opening", direction: "desc" } })).toEqual([
      7, 9, 12, 70,
    ]);
  });

  test("has the members whose name has every word, or whose number it is", () => {
    expect(numbersOf({ ...all, search: "adams  ZOË" })).toEqual([7]);
    expect(numbersOf({ ...all, search: "7" })).toEqual([7]);
    expect(numbersOf({ ...all, search: "%" })).toEqual([]);
  });

  test("has the sums of all that were found, whatever page is shown", () => {
    const second = registerPageOf(rows, { ...all, search: "adams", page: 2, pageSize: 1 });
    expect(second).toMatchObject({
      rows: [{ userId: 7 }],
      total: 2,
      sums: [{ currency: "ZAR", own: 200, closing: 200, paid: 0 }],
    });
    const pounds = { ...aRow(7, "Zoë Adams", 5), currency: "GBP" } as const;
    expect(registerPageOf([...rows, pounds], { ...all, search: "zoë" })).toMatchObject({
      sums: [
        { currency: "ZAR", closing: 100 },
        { currency: "GBP", closing: 5 },
      ],
    });
    expect(registerPageOf(rows, { ...all, page: 9 })).toMatchObject({ rows: [], total: 4 });
  });
});

describe("a month of a member", () => {
  test("has moved by each figure but a balance that is carried on, by tax of paid-out store credit too", () => {
    const none = { ...registerSumsOf([]), opening: 100, closing: 100 };
    expect(hasMoved(none)).toBe(false);
    const { opening: _opening, closing: _closing, ...moving } = none;
    for (const figure of Object.keys(moving)) expect(hasMoved({ ...none, [figure]: 1 })).toBe(true);
  });
});
