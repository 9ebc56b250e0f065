import { describe, expect } from "vitest";
import { test as base } from "../../../testing/database-test.ts";
import { captureFinance, januaryFile, lateRefund, readJanuaryTotals } from "../finance-test.ts";

/** January, and a refund of the 26th that is recorded only now. */
const test = base.extend("projections", { scope: "file" }, async ({ pool }, { onCleanup }) => {
  const finance = await captureFinance(pool);
  onCleanup(finance.close);
  await finance.json("import", januaryFile);
  const before = await recordedAt(pool);
  await finance.json("import", await finance.file("late.ndjson", lateRefund));
  return { finance, before };
});

async function recordedAt(pool: {
  query: (text: string) => Promise<{ rows: unknown[] }>;
}): Promise<string> {
  const { rows } = await pool.query("select recorded_at from ledger_head");
  return String(Reflect.get(Object(rows[0]), "recorded_at"));
}

describe("finance totals", () => {
  // shows R60, T78
  test("distinguishes what was true on a date from what was known on it", async ({
    projections,
  }) => {
    const { finance, before } = projections;
    const asOf = ["totals", "--member", "101", "--as-of", "2026-01-26"];

    const [now] = await rowsOf(finance.json(...asOf));
    const [then] = await rowsOf(finance.json(...asOf, "--known-at", before));

    expect(then).toMatchObject({ accrued: 26_536, units: 2 });
    // The own entry of 11304 is fully reversed, with both units.
    expect(now).toMatchObject({ accrued: 26_536 - 11_304, units: 0, commissionable: 0 });
  });

  test("known before the late refund are the published ones", async ({ projections }) => {
    const rows = await projections.finance.json("totals", "--known-at", projections.before);

    expect(rows).toEqual(JSON.parse(await readJanuaryTotals()));
  });

  // shows R60, T78
  test("includes a date to its end in the region's time zone", async ({ projections }) => {
    const { finance } = projections;
    const day = await finance.json("totals", "--as-of", "2026-01-05");
    const instant = await finance.json("totals", "--as-of", "2026-01-05T21:59:59.999Z");
    const early = await finance.json("totals", "--as-of", "2026-01-05T08:10:59.999Z");

    expect(day).toEqual(instant);
    expect(early).not.toEqual(day);
  });

  test("says which instant was meant", async ({ projections }) => {
    const { stderr, stdout } = await projections.finance.run("totals", "--as-of", "2026-01-26");

    expect(stderr).toBe(
      "Totals with events up to 2026-01-26T21:59:59.999Z (a date ends at midnight, Johannesburg time).\n",
    );
    expect(stdout.split("\n")[1]).toMatch(/^ +101 +level 1 +0 +R0\.00/);
  });

  test("are empty before anyone joined", async ({ projections }) => {
    expect(await projections.finance.json("totals", "--as-of", "2025-12-31")).toEqual([]);
  });

  test.for([
    [["--member", "999"], "There is no member 999."],
    [["--member", "101", "--as-of", "2025-12-31"], "There is no member 101 at that time."],
    [["--member", "ben"], "--member ben is not a whole number."],
    [
      ["--as-of", "lately"],
      "--as-of lately is not a date like 2026-01-26 or a time like 2026-01-26T10:00:00Z.",
    ],
    [["--known-at", "2026-02-30"], "--known-at 2026-02-30 is not a calendar date."],
  ] as const)("refuses %j", async ([args, sentence], { projections }) => {
    expect(await projections.finance.run("totals", ...args)).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: `${sentence}\n`,
    });
  });
});

async function rowsOf(document: Promise<unknown>): Promise<unknown[]> {
  const rows = await document;
  return Array.isArray(rows) ? rows : [];
}
