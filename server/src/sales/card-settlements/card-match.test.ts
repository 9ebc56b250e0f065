import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { readCardSettlement } from "../../gateways/bank-files/card-settlement.ts";
import type { SettlementLine } from "../../gateways/bank-files/settlement-line.ts";
import { aNotification, settled, signed } from "../../testing/card-notifications.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, payByBank, test, type TestShop } from "../../testing/shop-test.ts";
import { setOwnAccount } from "../../testing/waiting-payouts.ts";
import { insertSettlement } from "./settlement.actions.ts";

/** Uploads the file over HTTP, as the office's browser does. */
async function upload(shop: TestShop, userId: number | null, text: string, name = "november.csv") {
  const { sessions } = shop.deps;
  const started =
    userId === null ? null : await sessions.start({ userId, device: "Desk", withPassword: true });
  const response = await shop.app.inject({
    method: "POST",
    url: `/office/card-settlements?name=${name}`,
    headers: {
      "content-type": "application/octet-stream",
      ...(started && { authorization: `Bearer ${started.token}` }),
    },
    payload: Buffer.from(text),
  });
  return { status: response.statusCode, body: response.json() };
}

/** As older releases stored the lines of a file: in its order, with the days that it writes, and without ids. */
async function storedBefore({ deps, people }: TestShop, lines: readonly SettlementLine[]) {
  const asBefore = lines.map((line) => ({
    ...line,
    transactionId: null,
    day: line.writtenDay,
    fingerprint: createHash("sha256").update(randomUUID()).digest("hex"),
  }));
  const days = asBefore.map(({ day }) => day).toSorted();
  const [from_day = "", to_day = ""] = [days[0], days.at(-1)];
  await deps.db
    .transaction()
    .execute((tx) =>
      insertSettlement(
        tx,
        { name: "before.csv", from_day, to_day, uploaded_by: people.admin },
        asBefore,
      ),
    );
}
const rand = { currency: "ZAR", timeZone: "Africa/Johannesburg" } as const;

const header = "Date,Type,Name,Gross,Fee,Net,M Payment ID,PF Payment ID";
const all = { from: "2026-11-01", to: "2026-11-30", show: "all" } as const;

describe("a settlement file", () => {
  const file = [
    header,
    "2026-11-02,FUNDS_RECEIVED,Thandi Nkosi,425.00,-15.00,410.00,RH900001,pf-1",
    "2026-11-04,PAYOUT,,-410.00,0.00,-410.00,,",
  ].join("\n");

  test("is stored once per line without personal names, and appends no events", async ({
    shop,
  }) => {
    const { admin } = shop.people;
    const { count } = await events(shop);
    expect(await upload(shop, admin, file)).toMatchObject({
      status: 200,
      body: { data: { added: 2, known: 0, from: "2026-11-02" } },
    });
    const longer = `${file}\n2026-11-05,FUNDS_RECEIVED,,100.00,-3.00,97.00,,pf-2`;
    expect((await upload(shop, admin, longer)).body.data).toMatchObject({ added: 1, known: 2 });

    const { rows } = await sql`select * from settlement_line`.execute(shop.deps.db);
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toContain("Thandi");
    expect((await events(shop)).count).toBe(count);
  });

  // shows T264
  test("keeps an equal reversal of one payment on another day, and knows both again", async ({
    shop,
  }) => {
    const id = `pf-${randomUUID()}`;
    const fileOf = (...days: string[]) =>
      [
        "Date,Type,Gross,Fee,Net,M Payment ID,PF Payment ID",
        ...days.map((day) => `${day},REFUND,-100.00,0.00,-100.00,,${id}`),
      ].join("\n");
    const counts = async (...days: string[]) =>
      (await upload(shop, shop.people.admin, fileOf(...days))).body.data;
    expect(await counts("2025-09-01")).toMatchObject({ added: 1, known: 0 });
    expect(await counts("2025-09-01", "2025-10-01")).toMatchObject({ added: 1, known: 1 });
    expect(await counts("2025-10-01", "2025-10-01")).toMatchObject({ added: 1, known: 1 });
    expect(await counts("2025-09-01", "2025-10-01", "2025-10-01")).toMatchObject({ added: 0 });
  });

  // shows T264
  test("of Stripe has the shop's days, and is known again where they were stored as UTC has them", async ({
    shop,
  }) => {
    const { admin } = shop.people;
    const id = randomUUID();
    const rowOf = (txn: string, created: string, payout = "") => {
      const paidOut = payout && "2025-02-05 00:00:00";
      return `${payout},${paidOut},${txn}-${id},${created},zar,425.00,15.00,410.00,charge,pi_${txn}-${id}`;
    };
    const fileOf = (...rows: string[]) =>
      [
        "automatic_payout_id,automatic_payout_effective_at_utc,balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,payment_intent_id",
        ...rows,
      ].join("\n");
    const held = fileOf(
      rowOf("txn_a", "2025-01-31 22:30:00"),
      rowOf("txn_b", "2025-01-31 21:30:00"),
    );
    await storedBefore(shop, readCardSettlement(held, rand));
    const context = await shop.as(admin);
    const received = async (days: Readonly<{ from: string; to: string }>) =>
      (await context.cardMatch.list({ ...days, show: "all" })).summary.received;
    const january = { from: "2025-01-01", to: "2025-01-31" };
    const february = { from: "2025-02-01", to: "2025-02-28" };
    expect([await received(january), await received(february)]).toEqual([850_00, 0]);

    const paidOut = fileOf(
      rowOf("txn_a", "2025-01-31 22:30:00", `po-${id}`),
      rowOf("txn_b", "2025-01-31 21:30:00", `po-${id}`),
      rowOf("txn_c", "2025-01-31 22:45:00"),
    );
    // The new charge, and the payout.
    expect((await upload(shop, admin, paidOut)).body.data).toMatchObject({ added: 2, known: 2 });
    expect((await upload(shop, admin, paidOut)).body.data).toMatchObject({ added: 0, known: 4 });
    expect([await received(january), await received(february)]).toEqual([850_00, 425_00]);
    // A later file says with which payout money went that was held before; txn_c still is.
    const both = { from: january.from, to: february.to, show: "all" } as const;
    const { rows } = await context.cardMatch.list(both);
    const paidOutOn = rows.map((row) => [row.paymentId?.slice(0, 8) ?? "", row.paidOutOn]);
    expect(Object.fromEntries(paidOutOn)).toEqual({
      pi_txn_a: "2025-02-05",
      pi_txn_b: "2025-02-05",
      pi_txn_c: null,
    });
  });

  test.for([
    ["2025-03", "this release"],
    ["2025-05", "the one before"],
  ] as const)(
    "of %s written newest first shows each payment in its own payout, stored by %s",
    async ([month, release], { shop }) => {
      const id = randomUUID();
      const history = [
        "Date,Type,Sign,Currency,Gross,Fee,Net,M Payment ID,PF Payment ID",
        `${month}-05 06:00:00,PAYOUT,DEBIT,ZAR,-97.00,0.00,-97.00,,`,
        `${month}-04 18:00:00,FUNDS_RECEIVED,CREDIT,ZAR,100.00,-3.00,97.00,,evening-${id}`,
        `${month}-04 12:00:00,PAYOUT,DEBIT,ZAR,-194.00,0.00,-194.00,,`,
        `${month}-04 09:00:00,FUNDS_RECEIVED,CREDIT,ZAR,100.00,-3.00,97.00,,morning-${id}`,
        `${month}-03 09:00:00,FUNDS_RECEIVED,CREDIT,ZAR,100.00,-3.00,97.00,,before-${id}`,
      ];
      if (release === "this release") await upload(shop, shop.people.admin, history.join("\n"));
      else await storedBefore(shop, readCardSettlement(history.join("\n"), rand).toReversed());
      const context = await shop.as(shop.people.admin);
      const days = { from: `${month}-01`, to: `${month}-30`, show: "all" } as const;
      const { rows } = await context.cardMatch.list(days);
      const paidOutOn = rows.map((row) => [row.paymentId?.split("-")[0] ?? "", row.paidOutOn]);
      expect(Object.fromEntries(paidOutOn)).toEqual({
        before: `${month}-04`,
        evening: `${month}-05`,
        morning: `${month}-04`,
      });
    },
  );

  test("is refused as a whole, with the line and the reason", async ({ shop }) => {
    const wrong = `${file}\n2026-11-06,FUNDS_RECEIVED,,1.00,-1.00,5.00,,pf-3`;
    const { status, body } = await upload(shop, shop.people.admin, wrong);
    expect(status).toBe(400);
    expect(body.error).toContain("line 4: gross, fee and net do not add up");
  });

  test.for([["guest"], ["kim"], ["anna"], ["sam"]] as const)(
    "cannot be uploaded by %s",
    async ([who], { shop }) => {
      const { status } = await upload(shop, who === "guest" ? null : shop.people[who], file);
      expect([401, 403]).toContain(status);
    },
  );
});

describe("the card match", () => {
  // shows T426
  test("takes a report of payouts for no proof that its days had no payments", async ({ shop }) => {
    const order = await aGuestOrder(shop, "BEN");
    await payByBank(shop, order.uuid, order.total);
    await sql`update projection.order_payment set method = 'card', payment_id = ${`pi_${order.uuid}`}, fee = 0,
      received_at = '2025-11-09T10:00:00Z' where order_id = ${order.uuid}`.execute(shop.deps.db);
    const [context, id] = [await shop.as(shop.people.admin), randomUUID()];
    const payouts = [
      "balance_transaction_id,currency,effective_at_utc,fee,gross,net,payout_id,reporting_category",
      `txn_${id},zar,2025-11-01 00:00:00,0.00,-10.00,-10.00,po_${id},payout`,
      `txn_b_${id},zar,2025-11-30 00:00:00,0.00,-20.00,-20.00,po_b_${id},payout`,
    ];
    const days = { from: "2025-11-01", to: "2025-11-30", show: "all" } as const;
    const match = () => context.cardMatch.list({ ...days, search: `RH${order.orderNumber}` });
    const uploaded = await upload(shop, shop.people.admin, payouts.join("\n"));
    expect(uploaded.body).toMatchObject({ data: { added: 2, known: 0 } });
    const found = await match();
    expect(found.rows).toMatchObject([{ state: "waiting" }]);
    expect(found.deposits.map(({ amount }) => amount)).toEqual(
      expect.arrayContaining([10_00, 20_00]),
    );
    // The reconciliation, which has no line of its own of a payout, is of the same one.
    const reconciliation = [
      "automatic_payout_id,automatic_payout_effective_at_utc,balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,payment_intent_id",
      `po_${id},2025-11-01 00:00:00,txn_c_${id},2025-10-30 10:00:00,zar,10.00,0.00,10.00,charge,pi_${id}`,
    ];
    const second = await upload(shop, shop.people.admin, reconciliation.join("\n"));
    expect(second.body).toMatchObject({ data: { added: 1, known: 1 } });
  });

  test("compares orders with the settlement, and payouts with the bank", async ({ shop }) => {
    const { admin } = shop.people;
    const order = await aGuestOrder(shop, "BEN");
    await payByBank(shop, order.uuid, order.total);
    // The provider's fee is not available here, so a bank payment is turned into a card payment.
    await sql`update projection.order_payment set method = 'card', payment_id = 'pf-77', fee = 1500,
      received_at = '2026-11-09T10:00:00Z' where order_id = ${order.uuid}`.execute(shop.deps.db);
    const gross = (order.total / 100).toFixed(2);
    const net = (order.total / 100 - 16).toFixed(2);
    await upload(
      shop,
      admin,
      [
        header,
        `2026-11-09,FUNDS_RECEIVED,,${gross},-16.00,${net},${order.uuid},pf-77`,
        `2026-11-10,PAYOUT,,-${net},0.00,-${net},,`,
      ].join("\n"),
      "second.csv",
    );
    await sql`insert into bank_line (fingerprint, account, booked_on, amount, description, file_name, uploaded_by)
      values (${"b".repeat(64)}, '', '2026-11-11', ${order.total - 1600}, 'PAYFAST PAYOUT', 'b.csv', ${admin})`.execute(
      shop.deps.db,
    );

    const context = await shop.as(admin);
    const found = await context.cardMatch.list({ ...all, search: `RH${order.orderNumber}` });
    expect(found.rows).toEqual([
      {
        kind: "payment",
        type: "FUNDS_RECEIVED",
        paymentId: "pf-77",
        orderId: order.uuid,
        orderNumber: order.orderNumber,
        day: "2026-11-09",
        state: "fee-differs",
        notification: "none",
        ledger: { amount: order.total, fee: 1500 },
        settlement: {
          lineId: expect.any(Number),
          day: "2026-11-09",
          amount: order.total,
          fee: 1600,
          net: order.total - 1600,
          bookedFee: null,
        },
        explained: null,
        paidOutOn: "2026-11-10",
        ignored: null,
      },
    ]);
    expect(found.deposits).toContainEqual({
      state: "matched",
      amount: order.total - 1600,
      payoutDay: "2026-11-10",
      bankDay: "2026-11-11",
      description: "PAYFAST PAYOUT",
      key: `matched 2026-11-10 ${order.total - 1600}`,
      accepted: null,
    });
    expect(await context.cardMatch.list({ ...all, show: "exceptions" })).toMatchObject({
      counts: { exceptions: found.counts.exceptions },
    });
    // The dashboard's count equals the total of the list that it links to.
    const { cardExceptions } = await context.dashboard.work();
    const { count, from, to } = cardExceptions;
    const linked = await context.cardMatch.list({ from: from ?? "", to: to ?? "" });
    expect(count).toBeGreaterThan(0);
    expect(linked.total).toBe(count);
    expect((await context.cardMatch.files())[0]).toMatchObject({ name: "second.csv" });
    const days = { from: "2026-01-01", to: "2026-12-31" };
    await expect(context.cardMatch.list(days)).rejects.toMatchObject({
      cause: { code: "cardmatch.period-too-long" },
    });
  });
});

// shows T269
describe("a settlement of today", () => {
  test("leaves later payments of the day waiting, because the day was not over", async ({
    shop,
  }) => {
    const today = shopDay();
    const order = await aGuestOrder(shop, "BEN");
    await payByBank(shop, order.uuid, order.total);
    await sql`update projection.order_payment set method = 'card', payment_id = ${randomUUID()},
      received_at = now() where order_id = ${order.uuid}`.execute(shop.deps.db);
    const earlier = `${today},FUNDS_RECEIVED,,10.00,-1.00,9.00,,${randomUUID()}`;
    await upload(shop, shop.people.admin, [header, earlier].join("\n"), "today.csv");
    const context = await shop.as(shop.people.admin);
    const days = { from: today, to: today, show: "all" } as const;
    const found = await context.cardMatch.list({ ...days, search: `RH${order.orderNumber}` });
    expect(found.rows).toMatchObject([{ orderNumber: order.orderNumber, state: "waiting" }]);
    // What the file has of the day is shown.
    const shown = await context.cardMatch.list({ show: "all" });
    expect(shown.to).toBe(today);
  });
});

describe("a deposit of the card provider", () => {
  test("is counted once where another format of the statement repeats it", async ({ shop }) => {
    const { admin } = shop.people;
    const text = `PAYFAST ${randomUUID()}`;
    await upload(
      shop,
      admin,
      [
        header,
        "2025-04-02,PAYOUT,,-812.34,0.00,-812.34,,",
        "2025-04-05,PAYOUT,,-2.00,0.00,-2.00,,",
      ].join("\n"),
    );
    const line = { booked_on: "2025-04-03", amount: 812_34, description: text, file_name: "b.csv" };
    const { id } = await shop.deps.db
      .insertInto("bank_line")
      .values({ ...line, account: "1", uploaded_by: admin })
      .returning("id")
      .executeTakeFirstOrThrow();
    const again = await shop.deps.db
      .insertInto("bank_line")
      .values({ ...line, account: "", uploaded_by: admin, repeats: id })
      .returning("id")
      .executeTakeFirstOrThrow();
    const context = await shop.as(admin);
    const states = async () => {
      const { deposits } = await context.cardMatch.list({
        from: "2025-04-01",
        to: "2025-04-30",
        show: "all",
      });
      return deposits.filter(({ amount }) => amount === 812_34).map(({ state }) => state);
    };
    // Nobody has said yet that it is the same money.
    expect(await states()).toEqual(["matched", "missing-in-settlement"]);
    await context.bankLines.ignore({
      commandId: randomUUID(),
      lineId: again.id,
      kind: "repeat",
      reason: "the same",
    });
    expect(await states()).toEqual(["matched"]);
  });

  test("is awaited until the statements of the shop's own account go far enough", async ({
    shop,
  }) => {
    const { admin } = shop.people;
    await setOwnAccount(shop);
    const { ownAccount } = await shop.deps.db
      .selectFrom("shop_setting")
      .select("bank_account_number as ownAccount")
      .executeTakeFirstOrThrow();
    await upload(shop, admin, [header, "2025-07-02,PAYOUT,,-712.34,0.00,-712.34,,"].join("\n"));
    const covers = (account: string) =>
      shop.deps.db
        .insertInto("bank_statement")
        .values({
          account,
          from_day: "2025-07-01",
          to_day: "2025-07-31",
          uploaded_at: "2025-08-01T10:00:00.000Z",
          uploaded_by: admin,
        })
        .execute();
    const context = await shop.as(admin);
    const state = async () => {
      const { deposits } = await context.cardMatch.list({ from: "2025-07-01", to: "2025-07-31" });
      return deposits.find(({ amount }) => amount === 712_34)?.state;
    };
    await covers("99887766554433");
    expect(await state()).toBe("waiting");
    await covers(`XXXX XXXX ${ownAccount.slice(-4)}`);
    expect(await state()).toBe("missing-in-bank");
  });
});

describe("a reversal in the settlement", () => {
  test("is a task until the same refund is recorded, whatever name the provider gives it", async ({
    shop,
  }) => {
    const { admin } = shop.people;
    const order = await aGuestOrder(shop, "BEN");
    await settled(shop, signed(aNotification(order)));
    const file = [
      "Date,Type,Sign,Currency,Gross,Fee,Net,M Payment ID,PF Payment ID",
      `2025-06-09,Funds Received (Reversal),Debit,ZAR,-100.00,3.00,-97.00,${order.uuid},pf-88`,
      "2025-06-10,Reserve Held,Debit,ZAR,-50.00,0.00,-50.00,,",
    ].join("\n");
    await upload(shop, admin, file, "reversal.csv");
    const office = await shop.as(admin);
    const days = { from: "2025-06-01", to: "2025-06-30" };
    const listed = async () =>
      (await office.cardMatch.list({ ...days, show: "all" })).rows.map(({ kind, state }) => [
        kind,
        state,
      ]);
    expect(await listed()).toEqual([
      ["unknown", "unknown-type"],
      ["refund", "missing-in-ledger"],
    ]);
    await office.orders.refund({
      commandId: randomUUID(),
      uuid: order.uuid,
      amount: 100_00,
      productAmount: 100_00,
      units: 0,
      method: "card",
      reason: "Chargeback",
    });
    expect(await listed()).toEqual([
      ["unknown", "unknown-type"],
      ["refund", "matched"],
    ]);
    const { summary } = await office.cardMatch.list({ ...days, show: "all" });
    expect(summary).toMatchObject({ refunded: 100_00, fees: -3_00, other: -50_00, left: -147_00 });
  });
});

// shows T287
describe("a fee of the card provider that was not known with the payment", () => {
  test("is booked once as the user saw it, is then no exception, and can be taken back", async ({
    shop,
  }) => {
    const { admin } = shop.people;
    const order = await aGuestOrder(shop, "BEN");
    // The notification names a fee of R45.88.
    await settled(shop, signed(aNotification(order, { pf_payment_id: "990077" })));
    const office = await shop.as(admin);
    const gross = order.total;
    const taken = 45_88 + 1_23;
    const amounts = [gross, -taken, gross - taken].map((minor) => (minor / 100).toFixed(2));
    const file = [
      header,
      `${day},FUNDS_RECEIVED,,${amounts.join(",")},${order.uuid},990077`,
      `${day},PAYOUT,,-100.00,-10.00,-110.00,,`,
    ].join("\n");
    const feesOfMonth = async () =>
      (await office.monthEnd.get({ month: day.slice(0, 7) })).card.fees;
    const before = await feesOfMonth();
    await upload(shop, admin, file, "late-fee.csv");

    const { fees, rows } = await office.cardMatch.list({
      ...today,
      search: `RH${order.orderNumber}`,
    });
    expect(rows).toMatchObject([{ state: "fee-differs" }]);
    expect(fees.map(({ day, amount }) => [day, amount])).toEqual([
      [day, 1_23],
      [day, 10_00],
    ]);
    const seen = fees.map(({ lineId, amount }) => ({ lineId, amount }));
    const refused = { cause: { code: "cardmatch.fees-changed" } };
    const lies = [
      seen.map((fee) => ({ ...fee, amount: fee.amount + 1 })),
      [{ lineId: 2_000_000_000, amount: 1_23 }],
      [...seen, ...seen],
    ];
    for (const lie of lies)
      await expect(
        office.cardMatch.bookFees({ commandId: randomUUID(), ...days, fees: lie }),
      ).rejects.toMatchObject(refused);
    expect(await booked(shop)).toEqual([]);
    const { count, sum } = before;
    expect(await feesOfMonth()).toMatchObject({ count: count + 2, sum: sum + 11_23 });

    const command = { commandId: randomUUID(), ...days, fees: seen };
    expect(await office.cardMatch.bookFees(command)).toEqual({ booked: 2 });
    expect(await office.cardMatch.bookFees(command)).toEqual({ booked: 2 });
    await expect(
      office.cardMatch.bookFees({ ...command, commandId: randomUUID() }),
    ).rejects.toMatchObject(refused);
    expect(await booked(shop)).toMatchObject([
      { kind: "card-fee", amount: 1_23, day },
      { kind: "card-fee", amount: 10_00, day },
    ]);
    const after = await office.cardMatch.list({ ...today, search: `RH${order.orderNumber}` });
    expect(after.fees).toEqual([]);
    expect(await feesOfMonth()).toEqual(before);
    expect(after.rows).toMatchObject([{ state: "matched", settlement: { bookedFee: 1_23 } }]);

    const lineId = seen[0]?.lineId ?? 0;
    await office.cardMatch.unbookFee({ commandId: randomUUID(), lineId });
    await expect(
      office.cardMatch.unbookFee({ commandId: randomUUID(), lineId }),
    ).rejects.toMatchObject(refused);
    expect(
      (await office.cardMatch.list({ ...today, search: `RH${order.orderNumber}` })).fees,
    ).toMatchObject([{ lineId, amount: 1_23 }]);

    // That of the payout is on no payment.
    const ofPayout = { lineId: seen[1]?.lineId ?? 0, day, amount: 10_00 };
    expect(after.bookedFees).toEqual([ofPayout]);
    await office.cardMatch.unbookFee({ commandId: randomUUID(), lineId: ofPayout.lineId });
    const reversed = await office.cardMatch.list(today);
    expect(reversed.bookedFees).toEqual([]);
    expect(reversed.fees).toContainEqual(ofPayout);
  });

  const day = shopDay();
  const days = { from: day, to: day };
  const today = { ...days, show: "all" } as const;

  async function booked({ deps }: TestShop) {
    const { rows } = await sql`
      select data ->> 'kind' as kind, (data ->> 'amount')::int as amount,
        (occurred_at at time zone 'Africa/Johannesburg')::date as day
      from ledger_events where type = 'MoneyBooked' and data ->> 'settlementLineId' is not null
      order by position`.execute(deps.db);
    return rows;
  }
});

describe("a card exception", () => {
  test("is ignored with a note, drops out of the counts, and can be reopened", async ({ shop }) => {
    const context = await shop.as(shop.people.admin);
    const line = "2026-11-20,FUNDS_RECEIVED,,33.00,-1.00,32.00,,pf-aside";
    await upload(shop, shop.people.admin, `${header}\n${line}`, "aside.csv");
    const days = { from: "2026-11-20", to: "2026-11-20" };
    const counts = async () => {
      const match = await context.cardMatch.list(days);
      const work = await context.dashboard.work();
      const month = await context.monthEnd.get({ month: "2026-11" });
      return [match.counts.exceptions, work.cardExceptions.count, month.card.exceptions.count];
    };
    const before = await counts();
    const seen = {
      ...days,
      state: "missing-in-ledger",
      paymentId: "pf-aside",
      orderId: null,
      orderNumber: null,
      settledOn: "2026-11-20",
      settledAmount: 3300,
    } as const;
    const decided = { cause: { code: "cardmatch.decided" } };
    for (const lie of [
      { settledAmount: 3301 },
      { settledOn: "2026-11-21" },
      { state: "matched" as const },
      { paymentId: "pf-other" },
      { from: "2026-11-01", to: "2026-11-02" },
    ])
      await expect(
        context.cardMatch.ignore({ ...seen, ...lie, note: "Agreed" }),
      ).rejects.toMatchObject(decided);

    const { count } = await events(shop);
    const { id } = await context.cardMatch.ignore({ ...seen, note: "Agreed with Kim" });
    expect(await counts()).toEqual(before.map((one) => one - 1));
    const ignored = await context.cardMatch.list({ ...days, show: "ignored" });
    expect(ignored.counts.ignored).toBe(1);
    expect(ignored.rows[0]).toMatchObject({
      paymentId: "pf-aside",
      ignored: { id, note: "Agreed with Kim", byName: "Admin Person", at: expect.any(String) },
    });
    await expect(context.cardMatch.ignore({ ...seen, note: "Once more" })).rejects.toMatchObject(
      decided,
    );
    expect((await events(shop)).count).toBe(count);
    const stored = await shop.deps.db
      .selectFrom("audit_entry")
      .select("details")
      .where("action", "=", "card-exception.ignored")
      .execute();
    expect(JSON.stringify(stored)).not.toContain("Kim");

    await context.cardMatch.reopen({ id });
    expect(await counts()).toEqual(before);
    await expect(context.cardMatch.reopen({ id })).rejects.toMatchObject(decided);
  });
});

describe("the commission explanation", () => {
  test("gives the office each entry from the ledger, with member and product names", async ({
    shop,
  }) => {
    const order = await aGuestOrder(shop, "CARA");
    await payByBank(shop, order.uuid, order.total);
    const context = await shop.as(shop.people.admin);

    const { explanation, memberNames, productNames } = await context.commissions.explain({
      uuid: order.uuid,
    });
    const paid = explanation.steps.find(({ type }) => type === "OrderPaid");
    expect(paid?.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["own", 11_304],
      ["upline", 5652],
      ["upline", 5652],
    ]);
    expect(memberNames[shop.people.cara]).toBe("Cara Person");
    expect(Object.values(productNames)).toContain("Original 50ml");
    await expect(context.commissions.explain({ uuid: randomUUID() })).rejects.toMatchObject({
      cause: { code: "order.unknown" },
    });
  });
});

async function events({ deps }: TestShop) {
  return deps.db
    .selectFrom("ledger_events")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
}
