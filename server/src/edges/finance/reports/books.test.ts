import { parse } from "csv-parse/sync";
import { describe, expect } from "vitest";
import { z } from "zod";
import { test as base } from "../../../testing/database-test.ts";
import { captureFinance, januaryFile } from "../finance-test.ts";

/** January. */
const test = base.extend("january", { scope: "file" }, async ({ pool }, { onCleanup }) => {
  const finance = await captureFinance(pool);
  onCleanup(finance.close);
  await finance.json("import", januaryFile);
  return finance;
});

const sumsSchema = z.object({
  key: z.string(),
  code: z.string(),
  name: z.string(),
  debit: z.number(),
  credit: z.number(),
});
const journalsSchema = z.object({
  closed: z.boolean(),
  journals: z.array(
    z.object({ number: z.string(), postingDate: z.string(), lines: z.array(sumsSchema) }),
  ),
});
const balanceSchema = z.tuple([
  z.object({ accounts: z.array(sumsSchema), awaited: z.nullable(z.number()) }),
]);
const ledgerSchema = z.object({
  key: z.string(),
  opening: z.number(),
  debit: z.number(),
  credit: z.number(),
  closing: z.number(),
  rows: z.array(z.object({ amount: z.number() })),
});
const totalsSchema = z.array(z.object({ accrued: z.number(), balance: z.number() }));

type Sums = z.infer<typeof sumsSchema>;

const balancesOf = (accounts: readonly Sums[]) =>
  Object.fromEntries(accounts.map(({ key, debit, credit }) => [key, debit - credit]));
const sidesOf = (accounts: readonly Sums[]) =>
  Object.fromEntries(accounts.map(({ key, debit, credit }) => [key, [debit, credit]]));
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + each, 0);

/** The accounts of the worked month: debit and credit. */
const accountsOfJanuary = {
  bank: [433_000, 257_677],
  cardClearing: [896_000, 0],
  creditClearing: [42_500, 42_500],
  customers: [1_371_500, 1_371_500],
  storeCredit: [42_500, 42_500],
  commissionOwed: [121_351, 192_709],
  vatOutput: [28_043, 178_892],
  salesGoods: [0, 1_079_566],
  salesDelivery: [0, 113_042],
  returnsGoods: [169_565, 0],
  returnsDelivery: [17_392, 0],
  commissionExpense: [192_709, 36_174],
};

describe("the books of January", () => {
  // shows T285
  test("have the published accounts, which balance and agree with the totals", async ({
    january,
  }) => {
    const asked = ["trial-balance", "--as-of", "2026-01-31"];
    const [{ accounts, awaited }] = balanceSchema.parse(await january.json(...asked));
    expect(sidesOf(accounts)).toEqual(accountsOfJanuary);
    expect([
      sumOf(accounts.map(({ debit }) => debit)),
      sumOf(accounts.map(({ credit }) => credit)),
    ]).toEqual([3_314_560, 3_314_560]);
    expect(awaited).toBe(0);

    const totals = totalsSchema.parse(await january.json("totals"));
    const { commissionOwed, commissionExpense } = balancesOf(accounts);
    expect(sumOf(totals.map(({ balance }) => balance))).toBe(0 - (commissionOwed ?? 0));
    expect(sumOf(totals.map(({ accrued }) => accrued))).toBe(commissionExpense);
  });

  // shows T285
  test("are as of the 26th what the totals of that day are", async ({ january }) => {
    const day = ["--as-of", "2026-01-26"];
    const [{ accounts }] = balanceSchema.parse(await january.json("trial-balance", ...day));
    const balances = balancesOf(accounts);
    expect(balances).toMatchObject({
      bank: 324_822,
      cardClearing: 896_000,
      commissionExpense: 180_840,
      commissionOwed: -118_162,
      returnsGoods: 28_261,
      salesDelivery: -104_346,
      salesGoods: -1_040_001,
      vatOutput: -167_414,
    });
    expect(sumOf(Object.values(balances))).toBe(0);
    const totals = totalsSchema.parse(await january.json("totals", ...day));
    expect(sumOf(totals.map(({ balance }) => balance))).toBe(118_162);
  });

  test("have a journal for each day, which add up to the trial balance", async ({ january }) => {
    const { journals } = journalsSchema.parse(await january.json("journal", "--month", "2026-01"));
    for (const { lines } of journals)
      expect(sumOf(lines.map(({ debit, credit }) => debit - credit))).toBe(0);
    const fifth = journals.find(({ number }) => number === "J202601-05");
    expect(balancesOf(fifth?.lines ?? [])).toEqual({
      customers: 0,
      cardClearing: 75_000,
      commissionExpense: 11_304,
      salesGoods: -56_522,
      salesDelivery: -8695,
      vatOutput: -9783,
      commissionOwed: -11_304,
    });
    const [{ accounts }] = balanceSchema.parse(
      await january.json("trial-balance", "--through", "2026-01"),
    );
    const all = journals.flatMap(({ lines }) => lines);
    const added = accounts.map(({ key }) => [
      key,
      sumOf(all.filter((each) => each.key === key).map(({ debit, credit }) => debit - credit)),
    ]);
    expect(Object.fromEntries(added)).toEqual(balancesOf(accounts));
    expect(sidesOf(accounts)).toEqual(accountsOfJanuary);

    const summary = journalsSchema.parse(
      await january.json("journal", "--month", "2026-01", "--summary"),
    );
    expect(summary.journals).toMatchObject([{ number: "J202601", postingDate: "2026-01-31" }]);
    expect(summary.journals[0]?.lines).toEqual(accounts);
  });

  // shows T285
  test("open each account to its entries, from its opening to its closing balance", async ({
    january,
  }) => {
    for (const [key, [debit, credit]] of Object.entries(accountsOfJanuary)) {
      const account = ["account", "--account", key];
      const through = ["--from", "2026-01", "--through", "2026-01"];
      const posted = ledgerSchema.parse(await january.json(...account, ...through));
      expect(posted).toMatchObject({ key, opening: 0, debit, credit });
      expect(sumOf(posted.rows.map(({ amount }) => amount))).toBe(posted.closing);
    }
    const bank = await january.run("account", "--account", "1200", "--as-of", "2026-01-26");
    expect(bank.stdout).toContain("Closing balance 3248.22");
    expect(bank.stdout).toMatch(/PaymentReceived at \d+ +order 70\d\d/);
    for (const wrong of [[], ["--account", "1"], ["--account", "1200", "--currency", "EUR"]])
      expect(await january.run("account", ...wrong)).toMatchObject({ exitCode: 2 });
  });

  test("have the lines of every entry in a CSV of their own", async ({ january }) => {
    const rows = await csvOf(january, "generic-csv");
    expect(sumOf(rows.map(({ debit }) => cents(debit ?? "")))).toBe(3_314_560);
    const note = rows.filter(({ document, accountKey }) =>
      document === "CN7003-1" ? ["returnsGoods", "vatOutput"].includes(accountKey ?? "") : false,
    );
    expect(note).toMatchObject([
      { order: "7003", accountKey: "returnsGoods", debit: "282.61", credit: "" },
      { order: "7003", accountKey: "vatOutput", debit: "42.39", credit: "" },
    ]);
    const documents = new Set(rows.map(({ document }) => document).filter((each) => each !== ""));
    expect([...documents].filter((number) => !number?.startsWith("CN"))).toHaveLength(13);
    expect([...documents].filter((number) => number?.startsWith("CN"))).toHaveLength(3);
  });

  test.for([
    {
      format: "xero",
      headings:
        "*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2",
      amounts: ["*Amount"],
      row: {
        "*Narration": "J202601-05",
        "*Date": "05/01/2026",
        "*AccountCode": "1250",
        "*Amount": "750.00",
      },
    },
    {
      format: "sage",
      headings: "Reference,Date,Description,Ledger Account Number,Details,Debit,Credit",
      amounts: ["Debit", "Credit"],
      row: {
        Reference: "J202601-05",
        Date: "05/01/2026",
        "Ledger Account Number": "1250",
        Debit: "750.00",
      },
    },
    {
      format: "quickbooks-csv",
      headings: "Journal No.,Journal Date,Account Name,Description,Debits,Credits",
      amounts: ["Debits", "Credits"],
      row: { "Journal No.": "J202601-05", "Account Name": "Card provider", Debits: "750.00" },
    },
  ] as const)(
    "are a file for $format that balances journal by journal",
    async ({ format, headings, amounts, row: expected }, { january }) => {
      const rows = await csvOf(january, format);
      expect(Object.keys(rows[0] ?? {}).join(",")).toBe(headings);
      expect(rows).toContainEqual(expect.objectContaining(expected));
      const name = headings.split(",")[0] ?? "";
      const balances = new Map<string, number>();
      let current = "";
      for (const row of rows) {
        // Sage names the journal in its first line alone.
        current = row[name] || current;
        const [debit = 0, credit = 0] = amounts.map((column) => cents(row[column] ?? ""));
        balances.set(current, (balances.get(current) ?? 0) + debit - credit);
      }
      expect([...balances.keys()]).toContain("J202601-05");
      expect(new Set(balances.values())).toEqual(new Set([0]));
    },
  );

  test("are blocks of IIF that each add up to 0", async ({ january }) => {
    const { stdout } = await january.run("journal", "--month", "2026-01", "--format", "iif");
    const lines = stdout.split("\r\n").map((line) => line.split("\t"));
    expect(lines.slice(0, 3).map(([keyword]) => keyword)).toEqual(["!TRNS", "!SPL", "!ENDTRNS"]);
    const [heads = []] = lines;
    const at = heads.indexOf("AMOUNT");
    const blocks: number[] = [];
    const rows = lines.slice(3).filter(([keyword]) => keyword === "TRNS" || keyword === "SPL");
    for (const cells of rows) {
      if (cells[0] === "TRNS") blocks.push(0);
      blocks.push((blocks.pop() ?? 0) + cents(cells[at] ?? ""));
    }
    expect(new Set(rows.map((cells) => cells.length))).toEqual(new Set([heads.length]));
    expect(blocks.length).toBeGreaterThan(10);
    expect(new Set(blocks)).toEqual(new Set([0]));
  });

  test("are written to a folder, and one day to standard output", async ({ january }) => {
    const { folder } = january;
    const asked = ["journal", "--month", "2026-01", "--summary", "--format", "json"];
    const { stderr, exitCode } = await january.run(...asked, "--folder", folder);
    expect([exitCode, stderr]).toEqual([
      0,
      "2026-01 is not closed: its journals can still change.\nWrote J202601.json.\n",
    ]);
    const written: unknown = JSON.parse(await january.read(`${folder}/J202601.json`));
    expect(written).toMatchObject({ format: "portal-journals/2", name: "J202601" });

    const { stdout } = await january.run("journal", "--day", "2026-01-05");
    expect(stdout.split("\n")[0]).toBe("J202601-05, 2026-01-05, ZAR");
    expect(stdout).toContain("Sum");
  });

  // shows T285
  test("have the documents of the month for the VAT return, which agree with the account", async ({
    january,
  }) => {
    const vat = await january.json("vat", "--month", "2026-01");
    expect(vat).toMatchObject({
      vatBps: 1500,
      groups: [
        { kind: "invoice", gross: 1_371_500, net: 1_192_608, vat: 178_892 },
        { kind: "credit-note", gross: -215_000, net: -186_957, vat: -28_043 },
      ],
      vatReturn: { gross: 1_156_500, zeroRated: 0, vat: 150_849, vatOfGross: 150_848 },
    });
    const { stdout } = await january.run("vat", "--month", "2026-01", "--documents");
    expect(stdout).toContain(
      "field 1 11565.00, field 2 0.00, field 4 1508.48, which is 0.01 less than",
    );
    expect(stdout).toContain("CN7003-1");
    expect(await january.run("vat", "--month", "2026-02")).toMatchObject({
      exitCode: 0,
      stdout: "No documents.\n",
    });
    const { stderr } = await january.run("vat", "--month", "2026-02", "--through", "2026-01");
    expect(stderr).toBe("--month 2026-02 is later than --through 2026-01.\n");
  });

  test("have in the bank what no statement is stored of", async ({ january }) => {
    const { exitCode, stdout } = await january.run("bank", "--as-of", "2026-01-31");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^ledger +1753\.23$/m);
    expect(stdout).toMatch(/^unexplained difference +0\.00$/m);
    expect(await january.run("bank", "--as-of", "2026-02-30")).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: "--as-of 2026-02-30 is not a calendar date.\n",
    });
  });

  test("have at the card provider what no settlement is stored of", async ({ january }) => {
    const { exitCode, stdout } = await january.run("cards", "--as-of", "2026-01-31");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^settlements +0\.00$/m);
    expect(stdout).toMatch(/^\d+ in the ledger, not in the settlements +-?[\d.]+$/m);
    expect(stdout).toMatch(/^unexplained difference +0\.00$/m);
    const trialBalance = await january.run("account", "--account", "1250", "--through", "2026-01");
    const ledger = /^ledger +(?<amount>-?[\d.]+)$/m.exec(stdout)?.groups?.["amount"];
    expect(trialBalance.stdout).toContain(`Closing balance ${ledger}`);
    expect(await january.run("cards", "--as-of", "2026-02-30")).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: "--as-of 2026-02-30 is not a calendar date.\n",
    });
  });

  test.for([
    [[], "Name one: journal --month YYYY-MM or journal --day YYYY-MM-DD."],
    [["--month", "2026-13"], "--month 2026-13 is not a month like 2026-01."],
    [["--day", "2026-02-30"], "--day 2026-02-30 is not a calendar date."],
    [["--day", "2026-01-05", "--summary"], "--summary is of a whole month. Name it with --month."],
    [
      ["--month", "2026-01", "--format", "pdf"],
      "--format pdf is not one of generic-csv, json, xero, sage, quickbooks-csv, iif.",
    ],
    [
      ["--month", "2026-01", "--folder", "out"],
      "--folder writes the files of a format. Name it with --format.",
    ],
  ] as const)("refuse %j", async ([args, sentence], { january }) => {
    expect(await january.run("journal", ...args)).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: `${sentence}\n`,
    });
  });
});

async function csvOf(finance: Awaited<ReturnType<typeof captureFinance>>, format: string) {
  const asked = ["journal", "--month", "2026-01", "--format", format];
  const { stdout, exitCode } = await finance.run(...asked);
  expect(exitCode).toBe(0);
  expect(stdout.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  return rowsOf(stdout);
}

/** Read by a library that did not write it. */
function rowsOf(text: string): Record<string, string>[] {
  return z.array(z.record(z.string(), z.string())).parse(parse(text, { columns: true }));
}

function cents(amount: string): number {
  if (amount === "") return 0;
  expect(amount).toMatch(/^-?\d+\.\d{2}$/);
  return Number(amount.replace(".", ""));
}
