import { daysThrough } from "@portal/shared/platform/calendar.ts";
import { describe, expect, test } from "vitest";
import { balanceGaps, gapsOf } from "./statement-gaps.rules.ts";

const october = daysThrough({ from: "2026-10-01", to: "2026-10-31" });
const account = "4000111122";
const statement = (from: string, to: string, opening: number | null, closing: number | null) => ({
  account,
  from,
  to,
  opening,
  closing,
});
type Statement = ReturnType<typeof statement>;
const gapsIn = (statements: readonly Statement[], ownAccount = "620003145") =>
  balanceGaps(october, { ownAccount, statements });

// shows T273
describe("the balances of stored statements", () => {
  const first = statement("2026-10-01", "2026-10-09", 100, 500);
  const second = statement("2026-10-10", "2026-10-31", 700, 900);
  const gap = { from: "2026-10-09", to: "2026-10-10", stated: 700, expected: 500 };

  test("do not meet where a transaction between them is missing", () => {
    expect(gapsIn([second, first])).toEqual([{ account: "1122", ...gap }]);
    expect(gapsIn([first, second], account)).toEqual([{ account: null, ...gap }]);
    expect(gapsIn([first, { ...second, account: "****1122" }], account)).toEqual([
      { account: null, ...gap },
    ]);
    expect(gapsIn([first, { ...second, opening: 500 }])).toEqual([]);
  });

  test("are said once, however often a file was uploaded", () => {
    expect(gapsIn([first, first, second, second])).toHaveLength(1);
  });

  test("say nothing beside days that are missing themselves, but across a weekend", () => {
    expect(gapsIn([first, { ...second, from: "2026-10-14" }])).toEqual([]);
    // 10 and 11 October 2026 are a weekend.
    expect(gapsIn([first, { ...second, from: "2026-10-12" }])).toHaveLength(1);
  });

  test("say nothing where another statement goes across, or without a balance or an account", () => {
    const across = statement("2026-10-05", "2026-10-20", null, null);
    expect(gapsIn([first, second, across])).toEqual([]);
    expect(gapsIn([{ ...first, closing: null }, second])).toEqual([]);
    expect(gapsIn([first, second].map((each) => ({ ...each, account: "" })))).toEqual([]);
    expect(gapsIn([first, { ...second, account: "4000111123" }])).toEqual([]);
  });

  test("count around the days that are asked for", () => {
    const july = statement("2026-07-01", "2026-07-31", 1, 2);
    const august = statement("2026-08-01", "2026-08-31", 3, 4);
    expect(gapsIn([july, august])).toEqual([]);
    const september = statement("2026-09-01", "2026-09-30", 4, 90);
    expect(gapsIn([september, first])).toMatchObject([{ from: "2026-09-30", to: "2026-10-01" }]);
  });

  test("are not held against a statement within another", () => {
    const part = {
      days: { from: "2026-10-05", to: "2026-10-07" },
      balances: { opening: 1, closing: 2, gaps: [] },
    };
    const before = statement("2026-09-01", "2026-09-30", 0, 100);
    const after = statement("2026-11-01", "2026-11-30", 900, 1000);
    expect(gapsOf(part, [before, after])).toHaveLength(2);
    expect(gapsOf(part, [before, statement("2026-10-01", "2026-10-31", 100, 900), after])).toEqual(
      [],
    );
  });
});
