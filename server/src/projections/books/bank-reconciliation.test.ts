import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { decimalText } from "@portal/shared/platform/money.ts";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { describe, expect } from "vitest";
import { captureFinance } from "../../edges/finance/finance-test.ts";
import { balanceOf } from "../../money/books/book-entry.rules.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, payByBank, test, type TestShop } from "../../testing/shop-test.ts";
import { uploadStatement } from "../../testing/upload-statement.ts";
import { aWaitingPayout, setOwnAccount, setPayoutLimit } from "../../testing/waiting-payouts.ts";
import { readBank } from "./accounts-outside.ts";

const today = shopDay();
const opening = 10_000_00;

type Line = readonly [amount: number, text: string];

/** The download of FNB, newest first, with the balance after each transaction. */
function fnbDownload(from: number, lines: readonly Line[]): string {
  let balance = from;
  const rows = lines.map(([amount, text]) => {
    balance += amount;
    return `${today.replaceAll("-", "/")}, ${decimalText(amount)}, ${decimalText(balance)}, ${text}`;
  });
  return [
    "ACCOUNT TRANSACTION HISTORY",
    "",
    "Name:, RHIZO SHOP",
    "Account:, 62000031451, [Cheque]",
    `Balance:, ${decimalText(balance)}, ${decimalText(balance)}`,
    "",
    "Date, Amount, Balance, Description",
    ...rows.toReversed(),
  ].join("\n");
}

/** With the equation checked, and the account of the trial balance. */
async function reconciled(shop: TestShop, asOf: string | null = null) {
  const { books } = await shop.as(shop.people.admin);
  const found = await books.bankReconciliation({ asOf });
  const { statement, lines, entries, before, difference } = found;
  expect(found.books + lines.sum - entries.sum + before.sum + difference).toBe(statement);
  const { balances } = await books.trialBalance({ asOf, knownOn: null });
  const bank = balances[0]?.accounts.filter(({ key }) => key === "bank");
  expect(found.books).toBe(balanceOf(bank ?? []));
  return found;
}

// shows T303
describe("the bank of the office", () => {
  test("is reconciled with the stored statement, transaction by transaction", async ({
    shop,
    pool,
  }) => {
    await setOwnAccount(shop);
    await setPayoutLimit(shop, null);
    const office = await shop.as(shop.people.admin);
    const byHand = await aGuestOrder(shop, "BEN");
    await payByBank(shop, byHand.uuid, byHand.total);
    expect(await reconciled(shop)).toMatchObject({
      accounts: [],
      statement: 0,
      books: byHand.total,
      entries: { count: 1, rows: [{ event: "PaymentReceived", orderId: byHand.uuid }] },
    });

    const order = await aGuestOrder(shop, "BEN");
    const lines: Line[] = [
      [order.total, `FNB APP PAYMENT FROM RH${order.orderNumber}`],
      [12_34, "=INTEREST"],
      [-29_00, "MONTHLY FEE"],
    ];
    await uploadStatement(shop, fnbDownload(opening, lines));
    const stored = await reconciled(shop);
    expect(stored).toMatchObject({
      statement: opening + order.total + 12_34 - 29_00,
      accounts: [{ account: null, opening, statedOn: today, difference: 0 }],
      before: { opening, entries: { count: 0 } },
      lines: { count: 3 },
      entries: { count: 1 },
      difference: 0,
    });
    expect(stored.lines.rows.map(({ reason }) => reason)).toEqual([
      "unexplained",
      "unexplained",
      "unexplained",
    ]);
    const finance = await captureFinance(pool);
    const { rows, ...counted } = stored.lines;
    expect(await finance.json("bank", "--as-of", today)).toMatchObject({
      currency: "ZAR",
      statement: stored.statement,
      books: stored.books,
      lines: counted,
      difference: 0,
    });
    const { stdout } = await finance.run("bank");
    for (const { description } of rows) expect(stdout).toContain(description);
    await finance.close();
    const month = { month: today.slice(0, 7) };
    expect(await office.monthEnd.get(month)).toMatchObject({
      bankLines: { count: 2 },
      outgoing: { count: 1, sum: 29_00 },
      bank: { difference: 0 },
    });

    // Each is explained, and leaves the list.
    const idOf = (text: string) => stored.lines.rows.find((row) => row.description === text)?.id;
    const [paying = 0, interest = 0, fee = 0] = lines.map(([, text]) => idOf(text));
    await office.bankLines.use({
      commandId: randomUUID(),
      lineId: paying,
      uses: [{ orderNumber: order.orderNumber, amount: order.total, knownPayments: 0 }],
    });
    const why = { commandId: randomUUID(), kind: "interest", reason: "Interest" } as const;
    await office.bankLines.ignore({ ...why, lineId: interest });
    const explained = { debitId: -fee, kind: "bank-fee" } as const;
    await office.bankDebits.explain({ commandId: randomUUID(), ...explained });
    expect(await reconciled(shop)).toMatchObject({
      lines: { count: 0, sum: 0 },
      entries: { count: 1, sum: byHand.total },
      matched: { lines: 3, entries: 3 },
    });
    expect(await office.monthEnd.get(month)).toMatchObject({ outgoing: { count: 0 } });

    // What is taken back is open again, as the payment of a transaction that was undone.
    await office.bankDebits.reopen({ commandId: randomUUID(), debitId: -fee });
    await office.bankLines.undo({ commandId: randomUUID(), lineId: paying });
    const open = (await reconciled(shop)).lines.rows.map(({ id }) => id);
    expect(new Set(open)).toEqual(new Set([fee, paying]));
    await office.bankDebits.explain({ commandId: randomUUID(), ...explained });
    await office.bankLines.use({
      commandId: randomUUID(),
      lineId: paying,
      uses: [{ orderNumber: order.orderNumber, amount: order.total, knownPayments: 0 }],
    });
    expect(await reconciled(shop)).toMatchObject({ lines: { count: 0 } });

    // The payment by hand comes in: somebody says that it is recorded already.
    const later = fnbDownload(stored.statement, [[byHand.total, `EFT RH${byHand.orderNumber}`]]);
    await uploadStatement(shop, later);
    const [late] = (await reconciled(shop)).lines.rows;
    expect(late).toMatchObject({ amount: byHand.total, reason: "unexplained" });
    const known = { kind: "repeat", reason: "Recorded by hand" } as const;
    await office.bankLines.ignore({ commandId: randomUUID(), lineId: late?.id ?? 0, ...known });
    expect(await reconciled(shop)).toMatchObject({
      lines: { count: 0 },
      entries: { count: 0 },
      difference: 0,
    });
    expect(await reconciled(shop, addDays(today, -1))).toMatchObject({ accounts: [], books: 0 });
  });

  test("has what was recorded later on its own day, also where something later was recorded before", async ({
    shop,
  }) => {
    const office = await shop.as(shop.people.admin);
    const yesterday = addDays(today, -1);
    const now = () => `${addDays(today, -2)}T08:00:00.000Z`;
    const { uuid, total } = await aGuestOrder(shop, "BEN", { now });
    const bankOf = async (asOf: string) => (await office.books.bankReconciliation({ asOf })).books;
    const before = [await bankOf(yesterday), await bankOf(today)];
    const receive = (amount: number, receivedOn: string, knownPayments: number) =>
      office.orders.recordEft({
        commandId: randomUUID(),
        uuid,
        amount,
        reference: "on the statement",
        receivedOn,
        knownPayments,
      });
    await receive(100_00, today, 0);
    await receive(total - 100_00, yesterday, 1);
    const changes = [
      (await bankOf(yesterday)) - (before[0] ?? 0),
      (await bankOf(today)) - (before[1] ?? 0),
    ];
    expect(changes).toEqual([total - 100_00, total]);
  });

  test("has a payout in transit until the statement proves it", async ({ shop }) => {
    await setOwnAccount(shop);
    await setPayoutLimit(shop, null);
    const office = await shop.as(shop.people.admin);
    const { id, amount } = await aWaitingPayout(shop, "anna");
    const before = await reconciled(shop);
    const { batchId } = await office.payoutBatches.make({ ids: [id], layout: "fnb", payOn: today });
    await office.payoutBatches.pay({ batchId, paidOn: today });
    const transit = await reconciled(shop);
    expect(transit.entries.rows).toContainEqual(
      expect.objectContaining({ event: "PayoutPaid", payoutId: id, amount: -amount, seenOn: null }),
    );
    expect(transit.entries.sum).toBe(before.entries.sum - amount);
    await uploadStatement(shop, fnbDownload(transit.statement, [[-amount, `PAYOUT ${batchId}-1`]]));
    expect(await reconciled(shop)).toMatchObject({
      statement: transit.statement - amount,
      entries: { sum: before.entries.sum },
      lines: before.lines,
      difference: before.difference,
    });
  });

  test("names what the balances of the bank have beyond the transactions", async ({ shop }) => {
    await setOwnAccount(shop);
    const office = await shop.as(shop.people.admin);
    const before = await reconciled(shop);
    await uploadStatement(shop, fnbDownload(before.statement + 5_00, [[1_00, "PAGE TWO"]]));
    const found = await reconciled(shop);
    expect(found).toMatchObject({ statement: before.statement + 6_00, difference: 5_00 });
    expect(await office.monthEnd.get({ month: today.slice(0, 7) })).toMatchObject({
      bank: { difference: 5_00 },
      openSteps: expect.arrayContaining(["bank"]),
    });
  });

  test("reads ledger and statements as of one moment", async ({ shop, pool, superuser }) => {
    await setOwnAccount(shop);
    const before = await readBank(pool, "za");
    const changed = await superuser.transaction().execute(async (tx) => {
      // The read begins, and waits for this transaction where it comes to the statements.
      await sql`lock table bank_statement in access exclusive mode`.execute(tx);
      const read = readBank(pool, "za");
      const waits = sql`select 1 from pg_locks
        where relation = 'bank_statement'::regclass and not granted`;
      while ((await waits.execute(superuser)).rows.length === 0) await setTimeout(10);
      const uploaded_at = new Date().toISOString();
      const of = { account: "9", uploaded_at, uploaded_by: shop.people.admin };
      await tx
        .insertInto("bank_statement")
        .values({ ...of, from_day: today, to_day: today, opening: 0, closing: 1 })
        .execute();
      await tx
        .insertInto("bank_line")
        .values({ ...of, booked_on: today, amount: 1, description: "LATER", file_name: "l.csv" })
        .execute();
      return { read };
    });
    expect(await changed.read).toEqual(before);
    const after = await readBank(pool, "za");
    expect(after.statements).toHaveLength(before.statements.length + 1);
    expect(after.lines).toHaveLength(before.lines.length + 1);
  });

  test("is a file for the office alone, whose text starts no formula", async ({ shop }) => {
    await uploadStatement(shop, fnbDownload(0, [[3_21, "=1+1 RENTE"]]));
    const { books } = await shop.as(shop.people.admin);
    const [file] = await books.bankFiles({ asOf: null });
    expect(file?.name).toBe(`bank-${today}.csv`);
    expect(file?.text).toContain(",unexplained,'=1+1 RENTE,,3.21,ZAR\r\n");
    const exported = await shop.deps.db
      .selectFrom("audit_entry")
      .select("actor_id")
      .where("action", "=", "bank-reconciliation.exported")
      .execute();
    expect(exported).toEqual([{ actor_id: shop.people.admin }]);
    const ben = await shop.as(shop.people.ben);
    await expect(ben.books.bankReconciliation({ asOf: null })).rejects.toMatchObject({
      cause: { code: "access.forbidden" },
    });
    for (const asOf of ["2026-02-30", "today", "2026-01-01'--", ""])
      await expect(books.bankReconciliation({ asOf })).rejects.toMatchObject({
        code: "BAD_REQUEST",
      });
  });
});
