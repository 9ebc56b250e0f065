import { sql } from "kysely";
import { describe, expect } from "vitest";
import { test as base } from "../../../testing/database-test.ts";
import { shopDay } from "../../../testing/shop-day.ts";
import { captureFinance, januaryFile, readJanuaryTotals } from "../finance-test.ts";

const test = base.extend("finance", { scope: "file" }, async ({ pool }, { onCleanup }) => {
  const finance = await captureFinance(pool);
  onCleanup(finance.close);
  await finance.json("import", januaryFile);
  return finance;
});

describe("finance status", () => {
  test("shows the head, every projection and the seals", async ({ finance }) => {
    expect(await finance.json("status")).toMatchObject({
      head: { position: 59, recordedAt: expect.stringMatching(/Z$/) },
      projections: ["commissions", "network", "orders", "wallets"].map((name) => ({
        name,
        position: 59,
        lag: 0,
        failure: null,
      })),
      seals: { count: 0, throughPosition: 0, unsealed: 59, newest: null },
    });
  });

  test("ends with 1 if a projection has stopped, and totals warn of it", async ({
    finance,
    superuser,
  }) => {
    await sql`update projection.checkpoint set failed_position = 60, failure = 'no such plan'
      where name = 'wallets'`.execute(superuser);

    const { exitCode, stdout } = await finance.run("status");

    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/wallets +59 +0 +stopped at 60: no such plan/);
    await sql`update projection.checkpoint set position = 58`.execute(superuser);
    const { stderr } = await finance.run("totals", "--json");
    expect(stderr).toBe(
      "The figures are 1 event behind the ledger. Run finance status to see why.\n",
    );
    await sql`update projection.checkpoint set position = 59`.execute(superuser);
    await sql`update projection.checkpoint set failed_position = null, failure = null`.execute(
      superuser,
    );
  });
});

describe("finance rebuild and reconcile", () => {
  test("find no difference in unchanged tables", async ({ finance }) => {
    const reconciled = await finance.run("reconcile");
    const rebuilt = await finance.run("rebuild");

    expect(reconciled).toEqual({
      exitCode: 0,
      stdout: "Figures match the ledger up to position 59.\nAll money checks passed.\n",
      stderr: "",
    });
    expect(rebuilt.exitCode).toBe(0);
    expect(rebuilt.stdout).toContain("The rebuilt figures are now in use.");
    expect((await finance.run("totals", "--json")).stdout).toBe(await readJanuaryTotals());
  });

  // shows R68, T101
  test("wait for a running one, and say so", async ({ finance }) => {
    const both = await Promise.all([finance.run("reconcile"), finance.run("reconcile")]);

    expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(both.map(({ stderr }) => stderr).toSorted((a, b) => a.localeCompare(b))).toEqual([
      "",
      "Waiting for another rebuild or comparison to finish.\n",
    ]);
  });

  // shows T134
  test("name the member of a changed row, and swap only when the difference is accepted", async ({
    finance,
    superuser,
  }) => {
    await sql`update projection.wallet set accrued = accrued + 100 where user_id = 104`.execute(
      superuser,
    );

    const reconciled = await finance.run("reconcile", "--json");
    const refused = await finance.run("rebuild");
    const wrong = await finance.run("rebuild", "--accept", "0".repeat(64));
    const { hash } = reportOf(reconciled.stdout);

    expect(reconciled.exitCode).toBe(1);
    expect(reportOf(reconciled.stdout)).toMatchObject({
      sound: false,
      conservation: expect.arrayContaining([
        {
          law: "Figures as of now equal the live figures",
          subject: "member 104",
          detail: "accrued 23840 live, 23740 as of now",
        },
      ]),
      members: [
        {
          memberId: 104,
          figures: expect.arrayContaining([
            { name: "accrued", old: 23_840, new: 23_740, delta: -100 },
          ]),
        },
      ],
    });
    expect(refused.exitCode).toBe(1);
    expect(refused.stdout).toContain(`To apply it: finance rebuild --accept ${String(hash)}`);
    expect(refused.stdout).toMatch(/ 104 +accrued +23840 +23740 +-100 +the rows themselves/);
    expect(wrong.exitCode).toBe(1);
    expect(wrong.stdout).toContain("Nothing was changed: 0000");

    const accepted = await finance.run(
      "rebuild",
      "--accept",
      String(hash),
      "--projection",
      "wallets",
    );

    expect(accepted.exitCode).toBe(0);
    expect((await finance.run("reconcile")).exitCode).toBe(0);
  });

  // shows R10, T10, T223
  test("match outside statements against the ledger", async ({ finance }) => {
    const bank = await finance.file(
      "bank.csv",
      [
        "Date;Description;Amount",
        '2026-01-06;"EFT from Jones; RH-7002";"R1 400,00"',
        "2026-01-14;rh#07007 thanks;999.00",
        "2026-01-10;RH 9999;425.00",
        "2026-01-10;Interest;1.50",
        "2026-01-10;Rent;-8000.00",
      ].join("\n"),
    );
    const payfast = await finance.file(
      "payfast.csv",
      [
        "Date,Type,Gross,Fee,Net,M Payment ID,PF Payment ID",
        "2026-01-05 10:10:00,FUNDS_RECEIVED,750.00,0.00,750.00,RH7001,pay-1",
        "2026-01-08 10:16:00,FUNDS_RECEIVED,1075.00,-29.00,1046.00,RH7003,pay-3",
      ].join("\n"),
    );

    const { exitCode, stdout } = await finance.run(
      "reconcile",
      "--bank",
      bank,
      "--payfast",
      payfast,
      "--json",
    );

    expect(exitCode).toBe(1);
    expect(reportOf(stdout)).toMatchObject({
      sound: true,
      bank: {
        matched: 1,
        different: [{ line: 3, orderNumber: 7007, field: "amount", statement: 99_900 }],
        missingInLedger: [{ line: 4, orderNumber: 9999, amount: 42_500 }],
        unreferenced: [{ line: 5, amount: 150 }],
      },
      payfast: {
        matched: 1,
        different: [{ line: 3, orderNumber: 7003, field: "fee", statement: 2900, ledger: 0 }],
        missingInLedger: [],
      },
    });
  });

  test("find the payments of a settlement by the sign and the kind of each line", async ({
    finance,
  }) => {
    const payfast = await finance.file(
      "signed.csv",
      [
        "Date,Type,Sign,Gross,Fee,Net,M Payment ID,PF Payment ID",
        "2026-01-05 10:10:00,Funds Received,Credit,750.00,0.00,750.00,RH7001,pay-1",
        "2026-01-05 11:10:00,Funds Received (Reversal),Debit,750.00,0.00,750.00,RH7001,pay-1",
        "2026-01-05 12:10:00,TOPUP,Credit,100.00,0.00,100.00,,",
      ].join("\n"),
    );
    const { stdout } = await finance.run("reconcile", "--payfast", payfast, "--json");
    expect(reportOf(stdout)).toMatchObject({
      payfast: { matched: 1, different: [], missingInLedger: [], unreferenced: [] },
    });
  });

  test("find what the ledger lacks of a report of Stripe", async ({ finance }) => {
    const report = await finance.file(
      "stripe.csv",
      [
        "balance_transaction_id,created,available_on,currency,gross,fee,net,reporting_category,payment_intent_id,automatic_payout_id,automatic_payout_effective_at",
        "txn_1,2026-01-05 10:10:00,2026-01-07,zar,750.00,30.00,720.00,charge,pi_unknown,po_1,2026-01-07 00:00:00",
      ].join("\n"),
    );
    const { exitCode, stdout } = await finance.run("reconcile", "--payfast", report, "--json");
    expect(exitCode).toBe(1);
    expect(reportOf(stdout)).toMatchObject({
      payfast: { missingInLedger: [{ line: 2, paymentId: "pi_unknown", amount: 75_000 }] },
    });
  });

  // shows T269
  test("miss no payment of today, which is not over", async ({ finance, superuser }) => {
    const today = shopDay();
    const paidAt = (at: string) =>
      sql`update projection.order_payment set received_at = ${at} where payment_id = 'pay-3'`.execute(
        superuser,
      );
    await paidAt(new Date().toISOString());
    const file = await finance.file(
      "today.csv",
      [
        "Date,Type,Gross,Fee,Net,M Payment ID,PF Payment ID",
        `${today} 00:00:01,PAYOUT,-750.00,0.00,-750.00,,`,
      ].join("\n"),
    );
    const bank = await finance.file("today-bank.csv", `Date,Description,Amount\n${today},x,1.00\n`);
    try {
      const cards = await finance.run("match-cards", "--payfast", file, "--bank", bank, "--json");
      expect(JSON.parse(cards.stdout)).toMatchObject({
        to: today,
        exceptions: [],
        deposits: [{ state: "waiting" }],
      });
      const { stdout } = await finance.run("reconcile", "--payfast", file, "--json");
      expect(reportOf(stdout)).toMatchObject({ payfast: { missingInStatement: [] } });
    } finally {
      await paidAt("2026-01-08T08:16:00.000Z");
    }
  });

  test("are told which of two days their days are, or say which they were read as", async ({
    finance,
  }) => {
    const file = await finance.file(
      "open.csv",
      "Date,Description,Amount\n06/01/2026,RH9999,1.00\n",
    );
    const note = `${file}: 06/01/2026 is read with the day first. If the month is first, say --days month-first.`;

    const asked = await finance.run("reconcile", "--bank", file, "--json");
    expect(asked.stderr).toContain(note);
    expect(reportOf(asked.stdout)).toMatchObject({
      bank: { missingInStatement: [{ orderNumber: 7002, day: "2026-01-06" }] },
    });
    const told = await finance.run("reconcile", "--bank", file, "--days", "month-first", "--json");
    expect(told.stderr).not.toContain(note);
    expect(reportOf(told.stdout)).toMatchObject({ bank: { missingInStatement: [] } });
    expect(await finance.run("reconcile", "--bank", file, "--days", "us")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--days us is neither day-first nor month-first."),
    });
    const cards = await finance.file(
      "open-cards.csv",
      "Date,Type,Gross,Fee,Net,M Payment ID,PF Payment ID\n2026-01-05 10:10:00,FUNDS_RECEIVED,750.00,0.00,750.00,RH7001,pay-1",
    );
    const matched = await finance.run("match-cards", "--payfast", cards, "--bank", file);
    expect(matched.stderr).toContain(note);
  });

  test("match the shop's own money alone", async ({ finance }) => {
    const header = "Date,Description,Amount,Currency";
    const foreign = "2026-01-06,RH7002,1400.00,USD";
    const other = await finance.file("other.csv", [header, foreign].join("\n"));
    const mixed = await finance.file(
      "mixed.csv",
      [header, foreign, "2026-01-06,RH7002,1400.00,ZAR"].join("\n"),
    );

    const { stdout } = await finance.run("reconcile", "--bank", mixed, "--json");
    expect(reportOf(stdout)).toMatchObject({
      bank: { matched: 1, different: [], missingInLedger: [], unreferenced: [] },
    });
    expect(await finance.run("reconcile", "--bank", other)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`${other}: the statement is in USD`),
    });
  });

  test.for([
    [
      "Date,Text\n2026-01-01,RH1",
      "the first line names no column amount or credit or credit amount or money in",
    ],
    ["Date,Amount\n2026-01-01,much", "line 2: much in column amount is not an amount"],
    ["Date,Amount\nlately,1.00", "line 2: lately in column date is not a date"],
    ["Date,Amount\n2026-01-01,1.00,2", "line 2 has 3 values for 2 columns"],
    ['Date,Amount\n"2026-01-01,1.00', "line 2: a quotation mark is never closed"],
    ["", "the file is empty"],
  ] as const)("refuse the statement %j", async ([text, sentence], { finance }) => {
    const file = await finance.file("wrong.csv", text);

    expect(await finance.run("reconcile", "--bank", file)).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: `${file}: ${sentence}.\n`,
    });
  });
});

function reportOf(stdout: string): {
  hash?: unknown;
  bank?: { missingInStatement: unknown };
} {
  return JSON.parse(stdout);
}
