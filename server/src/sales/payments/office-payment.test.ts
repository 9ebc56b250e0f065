import { randomUUID } from "node:crypto";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { DomainError, type DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import { describe, expect } from "vitest";
import { compareProjections } from "../../projections/compare/compare-projections.ts";
import { quotePlacedOrder } from "../delivery/delivery-quote.actions.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { grantCredit } from "../../testing/grant-credit.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, aRecipient, products, test, type TestShop } from "../../testing/shop-test.ts";

const id = () => ({ commandId: randomUUID() });
const refusedAs = (code: DomainErrorCode) => ({ cause: { code } });

async function anOffice(shop: TestShop) {
  const admin = await shop.as(shop.people.admin);
  const record = (
    uuid: string,
    amount: number,
    more: Partial<Parameters<typeof admin.orders.recordEft>[0]> = {},
  ) =>
    admin.orders.recordEft({
      ...id(),
      uuid,
      amount,
      reference: `slip ${uuid}`,
      receivedOn: shopDay(),
      ...more,
    });
  const positionOf = async (uuid: string, nth = 0) =>
    (await movesOf(admin, uuid))[nth]?.standing?.position ?? 0;
  return { admin, record, positionOf };
}

type Office = Awaited<ReturnType<TestShop["as"]>>;

async function movesOf(admin: Office, uuid: string) {
  return ((await admin.orders.detail({ uuid })).money?.moves ?? []).filter(
    ({ isUndone }) => !isUndone,
  );
}

async function uploadLine(shop: TestShop, day: string, amount: string, description: string) {
  const start = { userId: shop.people.admin, device: "", withPassword: true };
  const { token } = await shop.deps.sessions.start(start);
  await shop.app.inject({
    method: "POST",
    url: "/office/bank-statements?name=november.csv",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
    payload: Buffer.from(`Date,Amount,Description\n${day},${amount},${description}`),
  });
  const { rows } = await (await shop.as(shop.people.admin)).bankLines.list({ search: description });
  const [line] = rows;
  if (!line) throw new Error("the line is not there");
  return line;
}

const moneyOf = (shop: TestShop, uuid: string) =>
  shop.deps.db
    .selectFrom("projection.order_state")
    .select(["state", "received", "fulfilment"])
    .where("order_id", "=", uuid)
    .executeTakeFirstOrThrow();

const asABankWrites = (minor: number) => (minor / 100).toFixed(2);

/** Why those failed that did. */
const reasonsOf = (tries: readonly PromiseSettledResult<unknown>[]): unknown[] =>
  tries.flatMap((tried) => (tried.status === "rejected" ? [tried.reason] : []));

describe("the day of a payment", () => {
  // shows T140
  test("of a typed transfer lies between the order and today, and nothing else is recorded", async ({
    shop,
  }) => {
    const { record } = await anOffice(shop);
    const { uuid, total } = await aGuestOrder(shop);
    for (const receivedOn of ["0001-01-01", "1900-01-01", "2025-11-26", addDays(shopDay(), -1)])
      await expect(record(uuid, total, { receivedOn })).rejects.toMatchObject(
        refusedAs("order.payment-before-order"),
      );
    for (const receivedOn of [addDays(shopDay(), 1), "2099-12-31"])
      await expect(record(uuid, total, { receivedOn })).rejects.toMatchObject(
        refusedAs("order.payment-in-future"),
      );
    expect(await moneyOf(shop, uuid)).toMatchObject({ state: "placed", received: 0 });

    await record(uuid, total);
    const { rows } = await (await shop.as(shop.people.admin)).orders.list({});
    const paid = rows.find((row) => row.uuid === uuid);
    expect((paid?.paidAt ?? "") >= (paid?.placedAt ?? "none")).toBe(true);
  });

  // shows T140
  test("is checked before a large transfer waits for a second admin", async ({ shop }) => {
    const { record } = await anOffice(shop);
    const { uuid } = await aGuestOrder(shop);
    await expect(record(uuid, 20_000_00, { receivedOn: "2025-11-26" })).rejects.toMatchObject(
      refusedAs("order.payment-before-order"),
    );
  });

  // shows T141
  test("of a bank transaction that is older than its order needs a person, and then counts from the order", async ({
    shop,
  }) => {
    const { admin } = await anOffice(shop);
    const { uuid, total, orderNumber } = await aGuestOrder(shop);
    const old = addDays(shopDay(), -150);
    const line = await uploadLine(
      shop,
      old,
      asABankWrites(total),
      `RH${orderNumber} ${randomUUID()}`,
    );
    expect(line.proposal).toMatchObject({ kind: "early" });
    const use = { lineId: line.id, uses: [{ orderNumber, amount: total }] };
    await expect(admin.bankLines.use({ ...id(), ...use })).rejects.toMatchObject(
      refusedAs("order.payment-before-order"),
    );
    expect(await moneyOf(shop, uuid)).toMatchObject({ received: 0 });

    await admin.bankLines.use({ ...id(), ...use, isBeforeOrder: true });
    const { money, placedAt } = await admin.orders.detail({ uuid });
    expect(money?.moves).toMatchObject([{ amount: total, standing: { bankLineId: line.id } }]);
    expect((money?.moves[0]?.at ?? "") >= placedAt).toBe(true);
    expect(await moneyOf(shop, uuid)).toMatchObject({ state: "paid", received: total });
  });

  // shows T140
  test("of a bank transaction is not in the future", async ({ shop }) => {
    const { admin } = await anOffice(shop);
    const { total, orderNumber } = await aGuestOrder(shop);
    const line = await uploadLine(shop, addDays(shopDay(), 3), asABankWrites(total), randomUUID());
    const uses = [{ orderNumber, amount: total }];
    await expect(
      admin.bankLines.use({ ...id(), lineId: line.id, uses, isBeforeOrder: true }),
    ).rejects.toMatchObject(refusedAs("order.payment-in-future"));
  });
});

describe("a second payment", () => {
  // shows T144
  test("of a paid order is refused with what is there, until a person says that it is another one", async ({
    shop,
  }) => {
    const { record } = await anOffice(shop);
    const { uuid, total, orderNumber } = await aGuestOrder(shop);
    await record(uuid, total);
    for (let tries = 0; tries < 5; tries++)
      await expect(record(uuid, total, { reference: "other" })).rejects.toMatchObject({
        cause: {
          code: "order.second-payment",
          known: {
            orderNumber,
            payments: [{ orderNumber, amount: total, currency: "ZAR", day: shopDay() }],
          },
        },
      });
    expect(await moneyOf(shop, uuid)).toMatchObject({ received: total });

    await record(uuid, total, { reference: "other", knownPayments: 1 });
    expect(await moneyOf(shop, uuid)).toMatchObject({ received: 2 * total });
    // One more is there than the person saw.
    await expect(
      record(uuid, total, { reference: "other", knownPayments: 1 }),
    ).rejects.toMatchObject(refusedAs("order.second-payment"));
  });

  // shows T144
  test("that six people record at once is recorded once, and with consent once more", async ({
    shop,
  }) => {
    const { record } = await anOffice(shop);
    const { uuid, total } = await aGuestOrder(shop);
    const six = (more: { knownPayments?: number }) =>
      Promise.allSettled(Array.from({ length: 6 }, () => record(uuid, total, more)));
    for (const [more, received] of [
      [{}, total],
      [{ knownPayments: 1 }, 2 * total],
    ] as const) {
      const tries = await six(more);
      expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      for (const reason of reasonsOf(tries))
        expect(reason).toMatchObject(refusedAs("order.second-payment"));
      expect(await moneyOf(shop, uuid)).toMatchObject({ received });
    }
  });

  // shows T144
  test("in part, of the same amount and day, is asked about; another amount is not", async ({
    shop,
  }) => {
    const { record } = await anOffice(shop);
    const { uuid } = await aGuestOrder(shop);
    await record(uuid, 200_00);
    await expect(record(uuid, 200_00, { reference: "again" })).rejects.toMatchObject(
      refusedAs("order.second-payment"),
    );
    await record(uuid, 300_00);
    expect(await moneyOf(shop, uuid)).toMatchObject({ received: 500_00 });
  });

  // shows T144
  test("with the same amount, day and reference on another order is asked about, also at once", async ({
    shop,
  }) => {
    const { record, admin, positionOf } = await anOffice(shop);
    const reference = `FNB ${randomUUID()}`;
    const orders = await Promise.all(Array.from({ length: 3 }, () => aGuestOrder(shop)));
    const tries = await Promise.allSettled(
      orders.map(({ uuid, total }) => record(uuid, total, { reference })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const paid = orders[tries.findIndex(({ status }) => status === "fulfilled")];
    const other = orders[tries.findIndex(({ status }) => status === "rejected")];
    if (!paid || !other) throw new Error("one was recorded and one was not");
    await expect(
      record(other.uuid, other.total, { reference: ` ${reference.toLowerCase()}` }),
    ).rejects.toMatchObject({
      cause: { known: { payments: [{ orderNumber: paid.orderNumber }] } },
    });

    // The bank's own line of the same money, for the other order.
    const description = `PAYMENT FROM ${reference}`;
    const line = await uploadLine(shop, shopDay(), asABankWrites(other.total), description);
    const uses = [{ orderNumber: other.orderNumber, amount: other.total }];
    await expect(admin.bankLines.use({ ...id(), lineId: line.id, uses })).rejects.toMatchObject(
      refusedAs("order.second-payment"),
    );

    await admin.orders.undoPayment({
      ...id(),
      uuid: paid.uuid,
      position: await positionOf(paid.uuid),
    });
    await record(other.uuid, other.total, { reference });
    expect(await moneyOf(shop, other.uuid)).toMatchObject({ state: "paid" });
  });

  // shows T144
  test("from a bank transaction is asked about too", async ({ shop }) => {
    const { record, admin } = await anOffice(shop);
    const { uuid, total, orderNumber } = await aGuestOrder(shop);
    await record(uuid, total);
    const text = `RH${orderNumber} ${randomUUID()}`;
    const line = await uploadLine(shop, shopDay(), asABankWrites(total), text);
    const use = (knownPayments?: number) =>
      admin.bankLines.use({
        ...id(),
        lineId: line.id,
        uses: [{ orderNumber, amount: total, ...(knownPayments && { knownPayments }) }],
      });
    await expect(use()).rejects.toMatchObject({
      cause: {
        code: "order.second-payment",
        known: { orderNumber, payments: [{ amount: total }] },
      },
    });
    await use(1);
    expect(await moneyOf(shop, uuid)).toMatchObject({ received: 2 * total });
  });
});

describe("undoing a transfer that was typed", () => {
  // shows T142
  test("takes back commission, invoice and state, once, however often it is asked", async ({
    shop,
    pool,
  }) => {
    const { record, admin, positionOf } = await anOffice(shop);
    const { uuid, total, orderNumber } = await aGuestOrder(shop, "CARA");
    const cara = await shop.as(shop.people.cara);
    const before = (await cara.wallet.mine()).balance;
    await record(uuid, total);
    expect((await cara.wallet.mine()).balance).toBeGreaterThan(before);

    const position = await positionOf(uuid);
    const undo = { ...id(), uuid, position };
    const tries = await Promise.allSettled([
      admin.orders.undoPayment(undo),
      admin.orders.undoPayment(undo),
      admin.orders.undoPayment({ ...undo, ...id() }),
      admin.orders.undoPayment({ ...undo, ...id() }),
    ]);
    expect(tries.flatMap((tried) => (tried.status === "fulfilled" ? [tried.value] : []))).toEqual(
      expect.arrayContaining([{ uuid, state: "placed", proposalId: null }]),
    );
    for (const reason of reasonsOf(tries))
      expect(reason).toMatchObject(refusedAs("order.unknown-payment"));
    expect(await moneyOf(shop, uuid)).toMatchObject({ state: "placed", received: 0 });
    expect((await cara.wallet.mine()).balance).toBe(before);

    await record(uuid, total);
    const { invoices, creditNotes, money } = await admin.orders.detail({ uuid });
    expect(invoices.map(({ number }) => number)).toEqual([`${orderNumber}`, `${orderNumber}-2`]);
    expect(creditNotes).toMatchObject([{ amount: total, reason: "payment-undone" }]);
    expect(money?.moves).toMatchObject([
      { amount: total, isUndone: true, standing: null },
      { amount: total, isUndone: false, actorName: "Admin Person" },
    ]);
    expect(money?.commission).toBeGreaterThan(0);
    expect(money?.vat).toBe(total - Math.round((total * 100) / 115));
    const audit = await shop.deps.db
      .selectFrom("audit_entry")
      .select("action")
      .where("target", "=", uuid)
      .where("action", "=", "order.payment-undone")
      .execute();
    expect(audit).toHaveLength(1);
    expect(await compareProjections(pool)).toMatchObject({ isSound: true, conservation: [] });
  });

  // shows T142
  test("is for the office, for its own transfers, and for this order alone", async ({ shop }) => {
    const { record, admin, positionOf } = await anOffice(shop);
    const { uuid, total, guest, orderNumber } = await aGuestOrder(shop);
    const other = await aGuestOrder(shop);
    await record(uuid, total);
    const undo = { ...id(), uuid, position: await positionOf(uuid) };
    for (const caller of [guest, await shop.as(shop.people.kim), await shop.as(shop.people.anna)])
      await expect(caller.orders.undoPayment(undo)).rejects.toBeInstanceOf(Error);
    await expect(
      admin.orders.undoPayment({ ...undo, ...id(), uuid: other.uuid }),
    ).rejects.toMatchObject(refusedAs("order.unknown-payment"));
    await admin.orders.undoPayment(undo);

    const text = `RH${orderNumber} ${randomUUID()}`;
    const line = await uploadLine(shop, shopDay(), asABankWrites(total), text);
    await admin.bankLines.use({
      ...id(),
      lineId: line.id,
      uses: [{ orderNumber, amount: total }],
    });
    await expect(
      admin.orders.undoPayment({ ...id(), uuid, position: await positionOf(uuid) }),
    ).rejects.toMatchObject(refusedAs("order.undo-bank-line"));
  });
});

describe("undoing the payment of an order that is out", () => {
  const isOut = async (shop: TestShop, how: "sent" | "ready to collect" | "shipment cancelled") => {
    const office = await anOffice(shop);
    const { guest, request } = await aGuestOrder(shop);
    const collection = { deliveryService: "COL", collection: { by: "self" } } as const;
    const delivery = how === "ready to collect" ? collection : { deliveryService: "ECO" };
    const order = await guest.orders.save({ ...request, ...id(), ...delivery });
    const { uuid, total } = order;
    if (how !== "ready to collect") await quotePlacedOrder(shop.deps, uuid);
    await office.record(uuid, total);
    if (how === "ready to collect") await office.admin.orders.readyToCollect({ ...id(), uuid });
    else await office.admin.courier.createShipment({ ...id(), uuid });
    if (how === "shipment cancelled")
      await office.admin.courier.cancelShipment({ uuid, reason: "Wrong street" });
    return { ...office, ...order, guest };
  };

  // shows T146
  test.for(["sent", "ready to collect"] as const)(
    "asks first where it is %s, and leaves it out but not paid",
    async (how, { shop }) => {
      const { admin, uuid, total, positionOf, record } = await isOut(shop, how);
      const undo = { uuid, position: await positionOf(uuid) };
      await expect(admin.orders.undoPayment({ ...id(), ...undo })).rejects.toMatchObject(
        refusedAs("order.undo-sent"),
      );
      expect(await moneyOf(shop, uuid)).toMatchObject({ state: "paid" });
      const { fulfilment } = await moneyOf(shop, uuid);
      await admin.orders.undoPayment({ ...id(), ...undo, isSentKnown: true });
      expect(await moneyOf(shop, uuid)).toEqual({ state: "placed", received: 0, fulfilment });
      expect(await admin.orders.detail({ uuid })).toMatchObject({ isOut: true, invoices: [{}] });

      await expect(admin.orders.cancel({ ...id(), uuid, reason: "x" })).rejects.toMatchObject(
        refusedAs("order.sent-unpaid"),
      );
      await expect(admin.courier.createShipment({ ...id(), uuid })).rejects.toBeInstanceOf(Error);
      await record(uuid, total);
      expect(await moneyOf(shop, uuid)).toEqual({ state: "paid", received: total, fulfilment });
    },
  );

  // shows T146
  test("a bank transaction asks too, and the office can cancel once it has the goods back", async ({
    shop,
  }) => {
    const { admin, uuid, orderNumber, total, positionOf } = await isOut(shop, "sent");
    await admin.orders.undoPayment({
      ...id(),
      uuid,
      position: await positionOf(uuid),
      isSentKnown: true,
    });
    const text = `RH${orderNumber} ${randomUUID()}`;
    const { id: lineId } = await uploadLine(shop, shopDay(), asABankWrites(total), text);
    await admin.bankLines.use({ ...id(), lineId, uses: [{ orderNumber, amount: total }] });
    await expect(admin.bankLines.undo({ ...id(), lineId })).rejects.toMatchObject(
      refusedAs("order.undo-sent"),
    );
    await admin.bankLines.undo({ ...id(), lineId, isSentKnown: true });
    expect(await moneyOf(shop, uuid)).toMatchObject({ state: "placed", fulfilment: "shipped" });
    await admin.orders.cancel({ ...id(), uuid, reason: "came back", areGoodsBack: true });
    expect(await moneyOf(shop, uuid)).toMatchObject({ state: "cancelled" });
  });

  // shows T408
  test("gives the store credit spent on it back only within the limit of one admin", async ({
    shop,
  }) => {
    const { admin, record, positionOf } = await anOffice(shop);
    const kim = await shop.as(shop.people.kim);
    const { id: addressId } = await kim.addresses.save(aRecipient);
    const { uuid, total } = await kim.orders.save({
      ...id(),
      sections: [{ addressId, lines: [{ productId: products.bottle, quantity: 4 }] }],
      deliveryService: "ECO",
    });
    await quotePlacedOrder(shop.deps, uuid);
    await grantCredit(shop, shop.people.kim, total);
    await kim.orders.payWithCredit({ ...id(), uuid, amount: total - 1_00 });
    await record(uuid, 1_00);
    await admin.courier.createShipment({ ...id(), uuid });
    await admin.orders.undoPayment({
      ...id(),
      uuid,
      position: await positionOf(uuid, 1),
      isSentKnown: true,
    });
    const limitTo = (above: number) =>
      asOwner(shop.deps.db, (tx) =>
        tx.updateTable("region").set({ payout_second_person_above: above }).execute(),
      );
    const cancel = () => admin.orders.cancel({ ...id(), uuid, areGoodsBack: true });
    await limitTo(total - 2_00);
    await expect(cancel()).rejects.toMatchObject(refusedAs("decision.needed"));
    expect(await moneyOf(shop, uuid)).toMatchObject({ state: "placed" });
    await limitTo(10_000_00);
    await cancel();
    expect(await moneyOf(shop, uuid)).toMatchObject({ state: "cancelled", received: total - 1_00 });
  });

  // shows T146
  test("a buyer cannot cancel it, whatever they say of the goods", async ({ shop }) => {
    const { admin, record, positionOf } = await anOffice(shop);
    const kim = await shop.as(shop.people.kim);
    const { id: addressId } = await kim.addresses.save(aRecipient);
    const { uuid, total } = await kim.orders.save({
      ...id(),
      sections: [{ addressId, lines: [{ productId: products.bottle, quantity: 1 }] }],
      deliveryService: "ECO",
    });
    await quotePlacedOrder(shop.deps, uuid);
    await record(uuid, total);
    await admin.courier.createShipment({ ...id(), uuid });
    await admin.orders.undoPayment({
      ...id(),
      uuid,
      position: await positionOf(uuid),
      isSentKnown: true,
    });
    await expect(kim.orders.cancel({ ...id(), uuid, areGoodsBack: true })).rejects.toMatchObject(
      refusedAs("order.sent-unpaid"),
    );
  });

  // shows T146
  test("asks nothing after the shipment was cancelled", async ({ shop }) => {
    const { admin, uuid, positionOf } = await isOut(shop, "shipment cancelled");
    await admin.orders.undoPayment({ ...id(), uuid, position: await positionOf(uuid) });
    await admin.orders.cancel({ ...id(), uuid, reason: "not wanted" });
    expect(await moneyOf(shop, uuid)).toMatchObject({ state: "cancelled" });
  });
});

test("a refusal carries no payments unless it is about them", () => {
  expect(new DomainError("order.unknown").known).toBeNull();
});
