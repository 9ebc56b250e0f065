import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { shopDay } from "../../../testing/shop-day.ts";
import { aGuestOrder, test } from "../../../testing/shop-test.ts";
import { uploadStatement } from "../../../testing/upload-statement.ts";
import { captureFinance } from "../finance-test.ts";

describe("the end of an ordinary month (docs/finance.md, step by step)", () => {
  test("ends with 0 once every transfer is decided, whether or not it names its order", async ({
    shop,
    pool,
    onTestFinished,
  }) => {
    const finance = await captureFinance(pool);
    onTestFinished(finance.close);
    const admin = await shop.as(shop.people.admin);
    const [named, unnamed, inTwo] = [
      await aGuestOrder(shop),
      await aGuestOrder(shop),
      await aGuestOrder(shop),
    ];
    const day = shopDay();
    const statement = [
      "Date,Amount,Description",
      `${day},1400.00,EFT RH${named.orderNumber} Dlamini`,
      `${day},1400.00,CASH DEPOSIT BRANCH 0815`,
      `${day},900.00,RH${inTwo.orderNumber} first half`,
      `${day},500.00,second half from mother`,
      `${day},-8000.00,Rent`,
      `${day},1.50,Interest`,
    ].join("\n");
    const bank = await finance.file("bank.csv", statement);
    expect((await finance.run("reconcile", "--bank", bank)).exitCode).toBe(1);

    await uploadStatement(shop, statement);
    // The uploaded statement is compared without its file.
    expect((await finance.run("reconcile", "--bank")).stdout).toContain(
      "Stored bank statements: 0 matched, 0 different, 2 missing in the ledger, 0 missing in the statement, 3 without a reference",
    );
    const lineOf = async (search: string) => {
      const { rows } = await admin.bankLines.list({ search });
      const id = rows[0]?.id;
      if (id === undefined) throw new Error(`there is no line ${search}`);
      return id;
    };
    const use = async (search: string, orderNumber: number, amount: number) =>
      admin.bankLines.use({
        commandId: randomUUID(),
        lineId: await lineOf(search),
        uses: [{ orderNumber, amount }],
      });
    await use(`RH${named.orderNumber}`, named.orderNumber, 140_000);
    await use("CASH DEPOSIT", unnamed.orderNumber, 140_000);
    await use("first half", inTwo.orderNumber, 90_000);
    await use("second half", inTwo.orderNumber, 50_000);
    await admin.bankLines.ignore({
      commandId: randomUUID(),
      lineId: await lineOf("Interest"),
      reason: "The bank's own",
    });

    for (const file of [[bank], []]) {
      const reconciled = await finance.run("reconcile", "--bank", ...file);
      expect(reconciled).toMatchObject({ exitCode: 0, stderr: "" });
      expect(reconciled.stdout).toContain("4 matched, 0 different");
    }
    expect((await finance.run("verify")).exitCode).toBe(0);
    const { counts } = await admin.bankLines.list({});
    expect(counts.open).toBe(0);

    const applied = await admin.bankLines.list({ state: "applied", search: "CASH DEPOSIT" });
    await admin.bankLines.undo({
      commandId: randomUUID(),
      lineId: applied.rows[0]?.id ?? 0,
    });
    // Unassigned again: shown, but not as a difference.
    expect((await finance.run("reconcile", "--bank", bank)).stdout).toContain(
      "3 matched, 0 different, 0 missing in the ledger, 0 missing in the statement, 1 without a reference",
    );
  });
});
