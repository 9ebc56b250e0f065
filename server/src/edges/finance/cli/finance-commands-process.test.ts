import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { compileCache } from "../../../testing/compile-cache.ts";
import { test as base } from "../../../testing/database-test.ts";
import { januaryFile } from "../finance-test.ts";

const script = fileURLToPath(new URL("../../../../../scripts/finance.ts", import.meta.url));
/** A folder without keys and seals. */
const DATA_DIR = path.join(tmpdir(), `portal-none-${process.pid}`);

type Outcome = Readonly<{ exitCode: number; stdout: string; stderr: string }>;

const test = base
  .extend("finance", { scope: "file" }, async ({ ownerUrl }) => {
    const finance = (...args: string[]): Promise<Outcome> =>
      new Promise((resolve) => {
        const env = { PATH: "/usr/bin:/bin", DATABASE_URL: ownerUrl, DATA_DIR, ...compileCache };
        execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) =>
          resolve({
            exitCode: typeof error?.code === "number" ? error.code : error ? -1 : 0,
            stdout,
            stderr,
          }),
        );
      });
    await finance("import", januaryFile);
    return finance;
  })
  .extend("folder", { scope: "file" }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(path.join(tmpdir(), "portal-finance-"));
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    return folder;
  });

const plan = {
  own: { "1": 2000, "2": 1500, "3": 500 },
  upline: { "1": { "2": 500, "3": 500 }, "2": { "3": 500 } },
  leader: 1000,
};
const settlement = (fee: string): string =>
  [
    "Date,Type,Gross,Fee,Net,M Payment ID,PF Payment ID",
    "2026-01-05 10:10:00,FUNDS_RECEIVED,750.00,0.00,750.00,RH7001,pay-1",
    `2026-01-08 10:16:00,FUNDS_RECEIVED,1075.00,-${fee},${(1075 - Number(fee)).toFixed(2)},RH7003,pay-3`,
  ].join("\n");

describe("each command as a process", () => {
  test.for([
    ["status"],
    ["verify"],
    ["totals", "--member", "103", "--known-at", "2099-01-01"],
    ["reconcile"],
    ["rebuild", "--projection", "wallets"],
    ["simulate", "--plan", "plan.json", "--as-of", "2026-01-20"],
    ["explain", "--order", "7003", "--as-of", "2026-01-31"],
    ["statement", "--member", "103", "--month", "2026-01"],
  ])("ends with 0 and one document for %j", async (args, { finance, folder }) => {
    const file = path.join(folder, "plan.json");
    await writeFile(file, JSON.stringify(plan));
    const typed = args.map((each) => (each === "plan.json" ? file : each));

    const { exitCode, stdout } = await finance(...typed, "--json");

    expect(exitCode).toBe(0);
    expect(() => JSON.parse(stdout)).not.toThrow();
  });

  test("writes every event into a file", async ({ finance, folder }) => {
    const copy = path.join(folder, "copy.ndjson");
    expect((await finance("export", copy)).exitCode).toBe(0);
    expect((await readFile(copy, "utf8")).trim().split("\n")).toHaveLength(59);
  });

  test("with --as-of leaves out later events", async ({ finance }) => {
    const [now, then] = await Promise.all([
      finance("explain", "--json", "--order", "7003"),
      finance("explain", "--json", "--order", "7003", "--as-of", "2026-01-08"),
    ]);
    const typesOf = ({ stdout }: Outcome): string[] =>
      JSON.parse(stdout).steps.map(({ type }: { type: string }) => type);

    expect(typesOf(now)).toContain("PaymentRefunded");
    expect(typesOf(then)).not.toContain("PaymentRefunded");
    expect(then.stderr).toMatch(/^The order with events up to .*\n$/);
    expect(await finance("explain", "--order", "7003", "--as-of", "2025-01-01")).toMatchObject({
      exitCode: 2,
      stdout: "",
      stderr: expect.stringMatching(/at that time\.\n$/),
    });
  });

  test("match-cards ends with 1 if there are exceptions", async ({ finance, folder }) => {
    const file = path.join(folder, "payfast.csv");
    await writeFile(file, settlement("31.00"));
    const differs = await finance("match-cards", "--payfast", file, "--json");
    const text = await finance("match-cards", "--payfast", file);

    expect(differs.exitCode).toBe(1);
    const { exceptions, summary } = JSON.parse(differs.stdout);
    expect(exceptions).toContainEqual(
      expect.objectContaining({ orderNumber: 7003, state: "fee-differs" }),
    );
    expect(summary).toMatchObject({ received: 182_500, fees: 3100, paidOut: 0, left: 179_400 });
    expect(text.stdout).toContain("fee differs: RH7003, payment pay-3 of 2026-01-08");
  });

  test("ends with 1 if damage is found", async ({ finance, superuser }) => {
    await sql`update projection.wallet set accrued = accrued + 1 where user_id = 104`.execute(
      superuser,
    );
    const [reconciled, rebuilt] = [await finance("reconcile"), await finance("rebuild")];
    await sql`update projection.wallet set accrued = accrued - 1 where user_id = 104`.execute(
      superuser,
    );

    expect([reconciled.exitCode, rebuilt.exitCode]).toEqual([1, 1]);
    expect(rebuilt.stdout).toContain("To apply it: finance rebuild --accept");
  });

  test.for([
    [["simulate"], "Name the plan"],
    [["match-cards"], "Name the settlement"],
    [["reconcile", "--bank", "/no/such.csv"], "There is no file /no/such.csv."],
    [["rebuild", "--projection", "everything"], "There is no projection everything"],
    [["recon"], "There is no command recon"],
  ] as const)("ends with 2 and one line for %j", async ([args, sentence], { finance }) => {
    const { exitCode, stdout, stderr } = await finance(...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toContain(sentence);
  });
});
