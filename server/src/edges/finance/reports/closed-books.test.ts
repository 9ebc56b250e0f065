import { parse } from "csv-parse/sync";
import { describe, expect } from "vitest";
import { test } from "../../../testing/database-test.ts";
import { captureFinance, januaryFile, lateRefund } from "../finance-test.ts";

describe("the books of a closed month", () => {
  // shows T286
  test("stay as they are, and what comes late is posted in the next", async ({
    pool,
    onTestFinished,
  }) => {
    const finance = await captureFinance(pool);
    onTestFinished(finance.close);
    await finance.json("import", januaryFile);
    await finance.json("close", "--month", "2026-01");
    const january = ["journal", "--month", "2026-01"];
    const posted = ["trial-balance", "--through", "2026-01"];
    const [journals, balance] = [await finance.json(...january), await finance.json(...posted)];
    expect(journals).toMatchObject({ closed: true, period: "2026-01" });

    await finance.json("import", await finance.file("late.ndjson", lateRefund));

    expect(await finance.json(...january)).toEqual(journals);
    expect(await finance.json(...posted)).toEqual(balance);
    expect(await finance.json("journal", "--month", "2026-02")).toMatchObject({
      closed: false,
      journals: [{ number: "J202602-01", postingDate: "2026-02-01" }],
    });
    const first = ["journal", "--day", "2026-02-01", "--format", "generic-csv"];
    const { stdout } = await finance.run(...first);
    const rows: unknown[] = parse(stdout, { columns: true });
    expect(rows[0]).toMatchObject({
      journal: "J202602-01",
      postingDate: "2026-02-01",
      ownDay: "2026-01-26",
      document: "CN7001-1",
    });
  });
});
