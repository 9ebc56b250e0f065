import { readFile } from "node:fs/promises";
import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect } from "vitest";
import { sealLedger } from "../../../platform/ledger/sealing.ts";
import { aSealKey } from "../../../testing/a-seal-key.ts";
import { test as base } from "../../../testing/database-test.ts";
import { captureFinance, januaryFile, lateRefund, readJanuaryTotals } from "../finance-test.ts";

/** January is closed; a refund of the 26th is recorded afterwards. */
const test = base.extend("projections", { scope: "file" }, async ({ pool }, { onCleanup }) => {
  const finance = await captureFinance(pool);
  onCleanup(finance.close);
  await finance.json("import", januaryFile);
  const totals: { memberId: number; accrued: number; balance: number }[] = JSON.parse(
    await readJanuaryTotals(),
  );
  const statements = (month: string) =>
    Promise.all(
      totals.map(async ({ memberId }) =>
        Object(await finance.json("statement", "--member", String(memberId), "--month", month)),
      ),
    );
  const open = await statements("2026-01");
  const closed = await finance.run("close", "--month", "2026-01");
  const atClose = await statements("2026-01");
  await finance.json("import", await finance.file("late.ndjson", lateRefund));
  return { finance, totals, statements, open, closed, atClose };
});

describe("finance close", () => {
  test("prints the position and the seal", async ({ projections }) => {
    expect(projections.closed.exitCode).toBe(0);
    expect(projections.closed.stdout).toMatch(
      /^2026-01 is closed through position 59, seal [0-9a-f]{64}\.\n$/,
    );
  });

  test("changes no figure of the month", async ({ projections }) => {
    const figures = (statement: object) => ({ ...statement, seal: null, hash: null });
    expect(projections.atClose.map(figures)).toEqual(projections.open.map(figures));
    for (const { seal } of projections.atClose) expect(seal).toMatchObject({ throughPosition: 59 });
  });

  test("keeps late events out of the closed month, and shows them with their own date", async ({
    projections,
  }) => {
    expect(await projections.statements("2026-01")).toEqual(projections.atClose);
    const february = await projections.statements("2026-02");
    const late = february.flatMap(({ entries }) => entries);
    expect(late.length).toBeGreaterThan(0);
    for (const entry of late)
      expect(entry).toMatchObject({
        occurredAt: "2026-01-26T09:00:00.000Z",
        kind: expect.stringMatching(/^reversal-of-/),
      });
  });

  test("leaves statements that add up to the totals of every member", async ({ projections }) => {
    const totals = Object(await projections.finance.json("totals"));
    const february = await projections.statements("2026-02");
    expect(totals.length).toBeGreaterThan(1);
    for (const [at, { accrued, paid, credit, balance }] of totals.entries())
      expect(february[at].closing).toMatchObject({ accrued, paid, credit, balance });
  });

  test.for([
    [["--month", "2026-01"], "This month is already closed."],
    [["--month", "2025-12"], "This month is already closed."],
    [["--month", "2026-03"], "Close the earlier month first. (2026-02)"],
    [[], "Name the month: close --month YYYY-MM."],
    [["--month", "1-2026"], "--month 1-2026 is not a month like 2026-01."],
  ] as const)("refuses %j", async ([args, sentence], { projections }) => {
    const { exitCode, stdout, stderr } = await projections.finance.run("close", ...args);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: `${sentence}\n`,
    });
  });

  test("is exported, and refused by an import if its position is in the future", async ({
    projections,
  }) => {
    const { finance } = projections;
    const file = await finance.file("export.ndjson", "");
    await finance.run("export", file);
    const line = (await finance.read(file))
      .trimEnd()
      .split("\n")
      .find((each) => each.includes("MonthClosed"));
    const event = JSON.parse(line ?? "null");
    expect(event).toMatchObject({ streamId: "books", data: { month: "2026-01" } });

    const data = { ...event.data, month: "2026-02", throughPosition: 1000 };
    const next = { ...event, eventId: crypto.randomUUID(), streamVersion: 2, data };
    const early = await finance.file("early.ndjson", JSON.stringify(next));
    const { exitCode, stderr } = await finance.run("import", early);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("This closing does not continue from the previous one");
  });
});

describe("finance seal export", () => {
  test("writes a file that verify accepts as an anchor", async ({ projections, db }) => {
    const { finance } = projections;
    const file = await finance.file("seal.json", "");
    expect((await finance.run("seal", "export", file)).stderr).toMatch(/^There are no seals yet/);
    await sealLedger(db, aSealKey());

    expect(await finance.run("seal", "export", "/no/such/folder/seals.json")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("/no/such/folder/seals.json cannot be written (ENOENT)."),
    });
    expect((await finance.run("seal", "export", file)).stdout).toMatch(
      /through position 61, closed months: 2026-01\.\n$/,
    );
    expect(JSON.parse(await finance.read(file))).toMatchObject({
      closings: [{ month: "2026-01", throughPosition: 59 }],
    });
    expect((await finance.run("verify", "--anchor", file)).exitCode).toBe(0);
    expect((await finance.run("seal", "import", file)).exitCode).toBe(2);
  });
});

describe("finance tax-pack and cents", () => {
  test("have the same sums as the statements", async ({ projections }) => {
    const { finance, totals } = projections;
    const [member] = totals;
    const id = String(member?.memberId);
    const statement = projections.atClose[0];
    const pack = await finance.json("tax-pack", "--member", id, "--year", "2026");
    expect(pack).toMatchObject({ year: 2026, earned: expect.any(Number), isFinal: false });
    const months: { month: string; earned: number }[] = Object(pack).months;
    expect(months.map(({ month }) => month).slice(-2)).toEqual(["2026-01", "2026-02"]);
    expect(months.find(({ month }) => month === "2026-01")?.earned).toBe(
      statement.closing.accrued - statement.opening.accrued,
    );
    const cents = Object(await finance.json("cents", "--month", "2026-01"));
    const entries = projections.atClose.flatMap((each) => each.entries);
    expect(cents).toMatchObject([
      {
        month: "2026-01",
        entries: entries.length,
        amount: entries.reduce((sum, { amount }) => sum + amount, 0),
      },
    ]);
  });

  test("write PDF and CSV files", async ({ projections }) => {
    const { finance } = projections;
    const pdf = await finance.file("paper.pdf", "");
    const csv = await finance.file("paper.csv", "");
    const member = ["--member", "103"];
    const pack = ["tax-pack", ...member, "--year", "2026"] as const;
    const { stdout } = await finance.run(...pack, "--pdf", pdf, "--csv", csv);
    expect(stdout).toMatch(/paid out R224.99, tax withheld R0.00, store credit R425.00/);
    expect(await textOf(pdf)).toMatch(/Tax year 2026.*January 2026/);
    expect(await finance.read(csv)).toContain(
      "2026-01,ZAR,0.00,692.38,224.99,0.00,425.00,0.00,42.39,yes\r\n",
    );
    await finance.run("statement", ...member, "--month", "2026-01", "--pdf", pdf);
    const nowhere = "/no/such/folder/out.pdf";
    for (const args of [
      ["statement", ...member, "--month", "2026-01", "--pdf", nowhere],
      ["tax-pack", ...member, "--year", "2026", "--csv", nowhere],
    ] as const)
      expect(await finance.run(...args)).toMatchObject({
        exitCode: 2,
        stderr: `${nowhere} cannot be written (ENOENT).\n`,
      });
    expect(await textOf(pdf)).toMatch(
      /Commission statement, January 2026.*This statement is final/,
    );
  });

  test.for([
    ["tax-pack", "--member", "9", "--year", "2026"],
    ["tax-pack", "--member", "103", "--year", "26"],
    ["tax-pack", "--member", "103", "--year", "2999"],
    ["tax-pack", "--year", "2026"],
    ["cents", "--month", "January"],
  ])("refuse %j", async (args, { projections }) => {
    const { exitCode, stdout, stderr } = await projections.finance.run(...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(/^[^\n]+\.\n$/);
  });
});

async function textOf(file: string): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(await readFile(file)));
  const { text } = await extractText(document, { mergePages: true });
  return text.replaceAll(/\s+/g, " ");
}
