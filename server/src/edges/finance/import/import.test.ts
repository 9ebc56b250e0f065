import { describe, expect } from "vitest";
import { test as base } from "../../../testing/database-test.ts";
import {
  captureFinance,
  januaryFile,
  line,
  placed,
  readJanuaryLines,
  readJanuaryTotals,
  withUnits,
} from "../finance-test.ts";

const test = base.extend("finance", { scope: "file" }, async ({ pool }, { onCleanup }) => {
  const finance = await captureFinance(pool);
  onCleanup(finance.close);
  await finance.json("import", januaryFile);
  return finance;
});

const order = "00000000-0000-4000-8000-000000abc001";

describe("finance import", () => {
  test("gives the published totals to the cent", async ({ finance }) => {
    const { stdout } = await finance.run("totals", "--json");

    expect(stdout).toBe(await readJanuaryTotals());
  });

  test("skips known events, and says so", async ({ finance }) => {
    const result = await finance.run("import", januaryFile);

    expect(result).toEqual({
      exitCode: 0,
      stdout: "Imported 0 events, 59 already there. The ledger is at position 59.\n",
      stderr: "",
    });
  });

  test("reads standard input, with a byte order mark and empty lines", async ({ finance }) => {
    const lines = await readJanuaryLines();

    const { stdout } = await finance.runWithInput(
      `\uFEFF${lines.slice(0, 3).join("\r\n\r\n")}`,
      "import",
      "-",
      "--json",
    );

    expect(JSON.parse(stdout)).toEqual({ imported: 0, skipped: 3, head: 59 });
  });

  const paid = { orderId: order };
  test.for([
    ["half a line", '{"eventId":', "line 1: this is not a JSON object"],
    [
      "an unknown type",
      line("f101", "network", "MemberLost", {}),
      "line 1: event type MemberLost is not known",
    ],
    [
      "a wrong field",
      line("f102", `order-${order}`, "OrderPaid", { orderId: "seven" }),
      "line 1: OrderPaid: orderId: ",
    ],
    [
      "a stream version that is too high",
      line("f103", `order-${order}`, "OrderPaid", paid, { streamVersion: 5 }),
      `line 1: stream order-${order} is at version 3, this line says 5`,
    ],
    [
      "a stream version that is too low",
      line("f104", `order-${order}`, "OrderPaid", paid, { streamVersion: 3 }),
      `line 1: stream order-${order} is at version 3, this line says 3`,
    ],
    [
      "a second OrderPaid",
      line("f105", `order-${order}`, "OrderPaid", paid),
      "line 1: This order is already paid; nothing was imported.",
    ],
    [
      "a payment for an unknown order",
      line("f106", `order-00000000-0000-4000-8000-0000000000ff`, "OrderPaid", {
        orderId: "00000000-0000-4000-8000-0000000000ff",
      }),
      "line 1: We could not find that order; nothing was imported.",
    ],
    [
      "an order paid without the money",
      [
        JSON.stringify(placed),
        line("f107", placed.streamId, "OrderPaid", { orderId: placed.data.orderId }),
      ].join("\n"),
      "line 2: This order is not paid in full; nothing was imported.",
    ],
    [
      "a taken order number",
      JSON.stringify({ ...placed, data: { ...placed.data, orderNumber: 7001 } }),
      "line 1: This order number is already in use. (7001)",
    ],
    [
      "an order of an unknown seller",
      JSON.stringify({ ...placed, data: { ...placed.data, sellerId: 999 } }),
      "line 1: We could not find that member. (999)",
    ],
    [
      "a cycle in the tree",
      line("f108", "network", "DistributorMoved", { userId: 101, parentId: 102 }),
      "line 1: A member cannot be placed in their own team. (101); nothing was imported.",
    ],
    [
      "a code that differs from a taken one only in case",
      line("f109", "network", "DistributorEnrolled", {
        userId: 190,
        level: 1,
        parentId: null,
        code: "anna",
      }),
      "line 1: This code is already in use. (anna); nothing was imported.",
    ],
    [
      "a payout above the balance",
      line("f10a", "wallet-104", "PayoutRequested", {
        payoutId: "p9",
        userId: 104,
        commission: 23_741,
        credit: 0,
        requested: 23_741,
      }),
      "line 1: The amounts do not match the wallet",
    ],
    [
      "a conversion above the payable commission",
      line("f10b", "wallet-104", "CommissionConverted", { userId: 104, amount: 23_741 }),
      "line 1: ",
    ],
    [
      "a use of credit that does not exist",
      line("f10c", "wallet-104", "CreditSpent", { userId: 104, amount: 1, orderId: order }),
      "line 1: There is not enough store credit; nothing was imported.",
    ],
    [
      "an amount above the safe integers",
      JSON.stringify({ ...placed, data: { ...placed.data, total: 1e300 } }),
      "line 1: OrderPlaced: total: ",
    ],
    [
      "units that overflow their column",
      withUnits(3_000_000_000),
      "a number before line 3 is too large: ",
    ],
    [
      "a known id with another time",
      line("1002", "network", "DistributorEnrolled", {
        userId: 102,
        level: 1,
        parentId: 101,
        code: "BEN",
      }),
      "line 1: event 00000000-0000-4000-8000-000000001002 is at position 2 already, with another time",
    ],
    [
      "a known id with other data",
      line("1002", "network", "DistributorEnrolled", {
        userId: 102,
        level: 1,
        parentId: 101,
        code: "BENN",
      }),
      "line 1: event 00000000-0000-4000-8000-000000001002 is at position 2 already, with another data",
    ],
    [
      "one id for two events",
      [
        line("f10d", "wallet-104", "CreditGranted", { userId: 104, amount: 1, reason: "" }),
        line("f10d", "wallet-104", "CreditGranted", { userId: 104, amount: 2, reason: "" }),
      ].join("\n"),
      "line 2: event 00000000-0000-4000-8000-00000000f10d is on line 1 already, with another data",
    ],
  ] as const)("refuses %s and imports nothing", async ([, text, message], { finance }) => {
    const good = line("f201", "wallet-101", "CreditGranted", {
      userId: 101,
      amount: 5,
      reason: "",
    });
    const file = await finance.file("bad.ndjson", `${text}\n${good}\n`);

    const { exitCode, stdout, stderr } = await finance.run("import", file);

    expect(stderr).toContain(`${file}: ${message}`);
    expect(stderr).toMatch(/^[^\n]+; nothing was imported\.\n$/);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(await headOf(finance)).toBe(59);
  });

  test("counts the lines that cannot be read", async ({ finance }) => {
    const good = line("f301", "wallet-101", "CreditGranted", {
      userId: 101,
      amount: 5,
      reason: "",
    });
    const file = await finance.file("many.ndjson", [good, "{", good, "[]", "nonsense"].join("\n"));

    const { stderr } = await finance.run("import", file);

    expect(stderr).toBe(
      `${file}: line 2: this is not a JSON object (and 2 more lines cannot be read); nothing was imported.\n`,
    );
  });

  test("refuses text that is not UTF-8", async ({ finance }) => {
    const file = await finance.file("latin.ndjson", Buffer.from([0x7b, 0xe9, 0x7d, 0x0a]));

    const { exitCode, stderr } = await finance.run("import", file);

    expect(exitCode).toBe(2);
    expect(stderr).toContain("line 1: this is not UTF-8 text");
  });

  test.for([
    [
      "a missing file",
      ["import", "/no/such/file.ndjson"],
      "There is no file /no/such/file.ndjson.",
    ],
    ["a folder", ["import", "/tmp"], "/tmp is a folder, not a file of events."],
  ] as const)("refuses %s", async ([, args, sentence], { finance }) => {
    expect(await finance.run(...args)).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: `${sentence}\n`,
    });
  });

  test("imports an event once that is in the file twice", async ({ finance }) => {
    const granted = line("f401", "wallet-108", "CreditGranted", {
      userId: 108,
      amount: 5,
      reason: "",
    });
    const file = await finance.file("twice.ndjson", `${granted}\n${granted}\n`);

    const result = await finance.json("import", file);

    expect(result).toEqual({ imported: 1, skipped: 1, head: 60 });
  });

  test("advances the order numbers past the imported ones", async ({ finance, pool }) => {
    expect(await finance.json("totals")).toHaveLength(8);

    const { rows } = await pool.query("select next_order_number() as number");

    expect(rows).toEqual([{ number: 7014 }]);
  });
});

async function headOf(finance: {
  json: (...args: string[]) => Promise<unknown>;
}): Promise<unknown> {
  const status = await finance.json("status");
  return typeof status === "object" && status !== null && "head" in status
    ? Reflect.get(Object(status.head), "position")
    : undefined;
}
