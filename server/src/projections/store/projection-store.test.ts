import { describe, expect } from "vitest";
import { copyTransaction } from "../../platform/db/connect.ts";
import { appendAll } from "../../platform/ledger/append-statement.ts";
import { aRecorded, createHistory } from "../../testing/a-history.ts";
import { append, createProjectionsLedger, happen } from "../../testing/projection-ledger.ts";
import { rowsInTables, rowsOfReplay } from "../../testing/projection-row-samples.ts";
import { test as databaseTest } from "../../testing/database-test.ts";
import {
  type OrderPaymentRow,
  orderPaymentTable,
} from "../../platform/read-model/projection-tables.ts";
import { openBulkProjections } from "./bulk-projections.ts";
import { copyLines, copyRows, readRows } from "./table-rows.ts";

const test = databaseTest.extend("ledger", { scope: "file" }, ({ pool }, { onCleanup }) => {
  const ledger = createProjectionsLedger(pool);
  onCleanup(() => ledger.close());
  return ledger;
});

/** Histories in one database use separate members and orders. */
const histories = (seed: number) =>
  createHistory({ seed, firstMember: seed * 10_000, firstOrder: seed * 10_000 });

describe("the stored projections", () => {
  // shows R68, T101
  test("equal a fold of the whole ledger, after each command", async ({ ledger, pool }) => {
    await happen(ledger, histories(1), 500);

    expect(await rowsInTables(pool)).toEqual(await rowsOfReplay(pool));
  });

  test("are the same when many commands share a transaction", async ({ ledger, pool }) => {
    const [one, other] = [histories(2), histories(3)];

    for (let round = 0; round < 40; round++) {
      const commands = Array.from({ length: 8 }, (_, at) => (at % 2 ? one : other).next());
      await append(ledger, commands.flat());
    }

    expect(await rowsInTables(pool)).toEqual(await rowsOfReplay(pool));
  });

  test("are the same when thousands of events are appended at once", async ({ pool }) => {
    const history = histories(4);

    await copyTransaction(pool, async (tx, client) => {
      const projections = await openBulkProjections(client, { rowsMax: 40 });
      for (let page = 0; page < 6; page++) {
        const events = Array.from({ length: 150 }, () => history.next()).flat();
        const fresh = events.map((event) => ({ ...aRecorded(event, 1), streamVersion: null }));
        const eventIds = fresh.map((event) => ({ ...event, eventId: crypto.randomUUID() }));
        const recorded = await appendAll(tx, eventIds);
        await projections.project(recorded);
      }
      await projections.save();
    });

    expect(await rowsInTables(pool)).toEqual(await rowsOfReplay(pool));
  });

  test("keep every character of a text", async ({ pool }) => {
    const [schema, table] = ["pg_temp", orderPaymentTable];
    const payment = (position: number, paymentId: string): OrderPaymentRow => ({
      position,
      orderId: "00000000-0000-4000-8000-000000000001",
      paymentId,
      method: "eft",
      amount: Number.MAX_SAFE_INTEGER,
      fee: -1,
      receivedAt: "2026-01-31T08:00:00.000Z",
    });
    const payments = [payment(1, '\t\n\r\r\n"é 🎁\u0001'), payment(2, String.raw`\N \t \\`)];

    const read = await copyTransaction(pool, async (_tx, client) => {
      await client.query("create temporary table order_payment (like projection.order_payment)");
      const lines = copyLines(table, payments);
      await copyRows(client, { schema, table, lines, isFrozen: false });
      return readRows<OrderPaymentRow>(client, { schema, table });
    });

    expect(read).toEqual(payments);
    expect(() => copyLines(table, [payment(2 ** 53, "")])).toThrow("is not a whole number");
  });
});
