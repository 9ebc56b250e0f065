import { type DayRange, daysThrough } from "@portal/shared/platform/calendar.ts";
import { describe, expect, test } from "vitest";
import { accountGaps, missingDays } from "./statement-days.rules.ts";

const days = (from: string, to: string): DayRange => daysThrough({ from, to });
const october = days("2026-10-01", "2026-10-31");
/** 1 November 2026 is a Sunday. */
const november = days("2026-11-01", "2026-11-30");

// shows T136
describe("days that no statement covers", () => {
  test.each([
    ["none where a file covers the month", [days("2026-09-28", "2026-11-02")], []],
    ["all without a file", [], [{ from: "2026-10-01", to: "2026-10-31" }]],
    [
      "before, between and after files",
      [days("2026-10-02", "2026-10-10"), days("2026-10-14", "2026-10-29")],
      [
        { from: "2026-10-01", to: "2026-10-01" },
        { from: "2026-10-12", to: "2026-10-13" },
        { from: "2026-10-30", to: "2026-10-31" },
      ],
    ],
  ])("are %s", (_what, covered, missing) => {
    expect(missingDays(october, covered)).toEqual(missing);
  });

  test("are not weekends beside a file, but those between two missing days", () => {
    expect(missingDays(november, [days("2026-11-02", "2026-11-27")])).toEqual([
      { from: "2026-11-30", to: "2026-11-30" },
    ]);
    expect(missingDays(november, [days("2026-11-02", "2026-11-12")])).toEqual([
      { from: "2026-11-13", to: "2026-11-30" },
    ]);
  });
});

// shows T136
describe("accounts", () => {
  const statement = (account: string, from = "2026-09-01", to = "2026-11-02") => ({
    account,
    ...days(from, to),
  });
  const of = (changes: Partial<Parameters<typeof accountGaps>[1]>) =>
    accountGaps(october, {
      ownAccount: "620 0003 1451",
      transfers: 0,
      statements: [],
      ...changes,
    });
  const whole = [{ from: "2026-10-01", to: "2026-10-31" }];

  test("need statements of the shop's own account, whoever writes its number", () => {
    expect(of({})).toEqual([{ account: null, days: whole }]);
    for (const account of [
      "62000031451",
      "620-0003-1451",
      "25065562000031451",
      "XXXX XXXX 1451",
      "",
    ])
      expect(of({ statements: [statement(account)] })).toEqual([]);
    expect(of({ statements: [statement("999999999")] })).toEqual([{ account: null, days: whole }]);
  });

  test("need them for another account too while it is used", () => {
    const own = statement("62000031451");
    const september = statement("4000111122", "2026-09-01", "2026-09-30");
    expect(of({ statements: [own, september] })).toEqual([
      { account: "1122", days: [{ from: "2026-10-01", to: "2026-10-31" }] },
    ]);
    const long = statement("4000111122", "2026-06-01", "2026-08-28");
    expect(of({ statements: [own, long] })).toEqual([]);
  });

  test("need none while the shop has no account, unless transfers were recorded", () => {
    expect(of({ ownAccount: "" })).toEqual([]);
    expect(of({ ownAccount: "", transfers: 1 })).toEqual([{ account: null, days: whole }]);
    expect(of({ ownAccount: "", transfers: 1, statements: [statement("4000111122")] })).toEqual([]);
  });
});
