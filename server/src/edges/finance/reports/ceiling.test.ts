import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { test as base } from "../../../testing/database-test.ts";
import { captureFinance, line } from "../finance-test.ts";

const orderId = "00000000-0000-4000-8000-000000abce01";
const order = `order-${orderId}`;
/** An order from a shop without limits: 60 bottles at a margin of 99 %, on the list price of R19,500.00. */
const cheap = { productId: 94, quantity: 60, listPrice: 32_500, unitPrice: 325 };
const placed = {
  orderId,
  orderNumber: 7950,
  buyerId: 94,
  sellerId: 94,
  region: "za",
  currency: "ZAR",
  vatBps: 1500,
  live: true,
  deliveryService: null,
  total: 19_500,
  sections: [{ addressId: null, lines: [{ ...cheap, commissionPrice: 32_500 }] }],
};
const terms = { marginBps: 9900, distributorBps: 10_000, vatRegistered: true };
const history = [
  line("e001", "network", "DistributorEnrolled", enrolled(91, 1, null)),
  line("e002", "network", "DistributorEnrolled", enrolled(92, 2, 91)),
  line("e003", "network", "DistributorEnrolled", enrolled(93, 3, 92)),
  line("e004", "network", "StockistEnrolled", { userId: 94, parentId: 93, code: "S94", ...terms }),
  line("e005", order, "OrderPlaced", placed),
  line("e006", order, "PaymentReceived", {
    orderId,
    paymentId: "p",
    method: "eft",
    amount: 19_500,
    fee: 0,
    reference: "RH7950",
  }),
  line("e007", order, "OrderPaid", { orderId }),
  line("e008", order, "PaymentRefunded", {
    orderId,
    refundId: "r",
    amount: 6500,
    productAmount: 6500,
    units: 20,
    method: "eft",
    reason: "",
  }),
];

function enrolled(userId: number, level: number, parentId: number | null): object {
  return { userId, level, parentId, code: `D${userId}` };
}

const test = base.extend("finance", { scope: "file" }, async ({ pool }, { onCleanup }) => {
  const finance = await captureFinance(pool);
  onCleanup(finance.close);
  const file = await finance.file("history.ndjson", `${history.join("\n")}\n`);
  await finance.json("import", file);
  return finance;
});

const everything = {
  own: { "1": 10_000, "2": 10_000, "3": 10_000 },
  upline: { "1": { "2": 10_000, "3": 10_000 }, "2": { "3": 10_000 } },
  leader: 10_000,
};
const checker = fileURLToPath(
  new URL("../../../../../web/public/check-statement.mjs", import.meta.url),
);

describe("a history in which an order cost less than its commission", () => {
  test("is imported unchanged, and earns at most what was paid for the goods", async ({
    finance,
  }) => {
    const totals = Object(await finance.json("totals", "--member", "93"));
    // R195.00 are R169.57 without VAT; a third of the goods was returned.
    expect(totals).toMatchObject([{ memberId: 93, accrued: 16_957 - 5652 }]);
    expect((await finance.run("rebuild")).exitCode).toBe(0);
    expect((await finance.run("reconcile")).exitCode).toBe(0);
  });

  test("is explained with the uncapped amount and the deduction", async ({ finance }) => {
    const document = Object(await finance.json("explain", "--order", "7950"));
    const [entry] = document.steps[2].entries;
    expect(document.order).toMatchObject({ value: 1_695_652, paidGoods: 16_957 });
    expect(entry).toMatchObject({ kind: "stockist", amount: 16_957, uncapped: 1_695_652 });

    const { stdout } = await finance.run("explain", "--order", "7950");
    const text = stdout.replaceAll("\u00a0", " ");
    expect(text).toContain(
      "Commission limit for this order: R169.57, the amount paid for its goods excl. VAT.",
    );
    expect(text).toContain(
      "R16 786.95 deducted: commission on an order cannot exceed the amount paid for its goods",
    );
  });

  test("has a statement that can be recalculated, including the refund", async ({ finance }) => {
    const asked = ["--member", "93", "--month", "2026-02"];
    const statement = Object(await finance.json("statement", ...asked));
    expect(statement.entries).toMatchObject([
      { amount: 16_957, cappedBy: 1_678_695 },
      { amount: -5652, cappedBy: 1_678_695 },
    ]);
    const file = await finance.file("statement.json", JSON.stringify(statement));
    const checked = await new Promise((resolve) => {
      execFile(process.execPath, [checker, file], { env: {} }, (_error, stdout) => resolve(stdout));
    });
    expect(checked).toMatch(/^Statement OK: member 93, 2026-02, /);
  });

  test("would pay no more under a plan that gives everyone everything", async ({ finance }) => {
    const reassigned = line("e009", order, "OrderReassigned", { orderId, sellerId: 93 });
    await finance.json("import", await finance.file("more.ndjson", `${reassigned}\n`));
    const plan = await finance.file("plan.json", JSON.stringify(everything));
    const { cost } = Object(await finance.json("simulate", "--plan", plan));
    // In the present plan the seller's own 10 % alone exceed it too.
    expect(cost).toEqual({ actual: 16_957 - 5652, simulated: 16_957 - 5652, delta: 0 });
  });

  // shows T111
  test("fails a money check if the tables say more, even if they agree with each other", async ({
    finance,
    superuser,
  }) => {
    await sql`update projection.order_state set paid_goods = 1000000,
      accrual = replace(accrual, '"amount":16957', '"amount":1695652')`.execute(superuser);
    await sql`update projection.commission_entry set amount = 1695652
      where kind = 'own'`.execute(superuser);
    await sql`update projection.wallet set accrued = accrued + 1678695,
      commission_level3 = commission_level3 + 1678695 where user_id = 93`.execute(superuser);

    const { exitCode, stdout } = await finance.run("reconcile", "--json");

    expect(exitCode).toBe(1);
    const { conservation } = JSON.parse(stdout);
    expect(conservation).toEqual([
      {
        law: "An order’s commission never exceeds the amount paid for its goods, excl. VAT",
        subject: "order 7950",
        detail: "1695652 accrued at once, 1690000 in all, 16957 paid for its goods",
      },
      {
        law: "Figures as of now equal the live figures",
        subject: "member 93",
        detail: expect.stringContaining("accrued "),
      },
    ]);
  });
});
