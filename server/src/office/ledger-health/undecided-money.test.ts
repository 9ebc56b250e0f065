import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { connect } from "../../platform/db/connect.ts";
import { readOnly } from "../../platform/db/database.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { aNotification, notify, signed } from "../../testing/card-notifications.ts";
import { anAdmin, append, test as base } from "../../testing/proposals-test.ts";
import { grantCredit } from "../../testing/grant-credit.ts";
import {
  aGuestOrder,
  aRecipient,
  payByBank,
  products,
  type TestShop,
} from "../../testing/shop-test.ts";
import { aWaitingPayout } from "../../testing/waiting-payouts.ts";
import { findPayoutStops } from "../../money/payouts/payout-checks.queries.ts";
import { quotePlacedOrder } from "../../sales/delivery/delivery-quote.actions.ts";
import { acceptUndecided } from "./accept-undecided.actions.ts";
import { watchOnce } from "./watch-ledger.ts";
import { findUndecided, limitedSince } from "./undecided-money.queries.ts";

/** The limits of this shop are an hour old. */
const test = base.extend("earlier", { auto: true }, async ({ limited: shop }) => {
  await earlier(shop);
});

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const foundIn = ({ deps }: TestShop) => findUndecided(readOnly(deps.db));

/** A payout straight into the ledger, past every command. */
async function payDirectly(shop: TestShop, userId: number, amount: number, metadata: object = {}) {
  const payoutId = randomUUID();
  await append(
    shop.deps.db,
    `wallet-${userId}`,
    "PayoutPaid",
    { payoutId, userId, amount, referenceId: null, paidOn: "2026-11-26" },
    metadata,
  );
}

function earlier(shop: TestShop): Promise<unknown> {
  return asOwner(shop.deps.db, (tx) =>
    sql`update money_limit set since = since - interval '1 hour'`.execute(tx),
  );
}

async function acceptAll({ deps }: TestShop, ownerUrl: string): Promise<void> {
  await using db = connect(ownerUrl, { poolSize: 1, applicationName: "accepts" });
  for (const { position } of (await findUndecided(readOnly(db))).events)
    await acceptUndecided({ db, now: deps.now }, String(position));
}

/** The limit, as if it had always been so. */
function limitTo(shop: TestShop, above: number): Promise<void> {
  return asOwner(shop.deps.db, async (tx) => {
    await tx.updateTable("region").set({ payout_second_person_above: above }).execute();
    await sql`update money_limit set above = ${above}`.execute(tx);
  });
}

describe("money above the limit that names no decision", () => {
  // shows T268
  test("is found, alone and with what counts together with it", async ({
    limited: shop,
    ownerUrl,
  }) => {
    const { anna, ben } = shop.people;
    await payDirectly(shop, anna, 60_00);
    expect(await foundIn(shop)).toEqual({ count: 0, events: [], unsigned: [] });
    await payDirectly(shop, anna, 60_00);
    expect(await foundIn(shop)).toMatchObject({
      count: 1,
      events: [{ type: "PayoutPaid", sum: 120_00, above: 100_00 }],
    });
    await acceptAll(shop, ownerUrl);
    expect((await foundIn(shop)).count).toBe(0);
    // What an import brought has no actor.
    await payDirectly(shop, ben, 500_00, { actorId: null });
    expect((await foundIn(shop)).count).toBe(0);
  });

  // shows T268
  test("counts transfers of one order together", async ({ limited: shop }) => {
    const { uuid } = await aGuestOrder(shop, "CARA");
    const stream = `order-${uuid}`;
    const paid = {
      orderId: uuid,
      method: "eft",
      amount: 70_00,
      fee: 0,
      receivedOn: "2026-11-26",
      referenceId: null,
    };
    await append(shop.deps.db, stream, "PaymentReceived", { ...paid, paymentId: "one" });
    expect((await foundIn(shop)).count).toBe(0);
    await append(shop.deps.db, stream, "PaymentReceived", { ...paid, paymentId: "two" });
    expect((await foundIn(shop)).events).toMatchObject([{ type: "PaymentReceived", sum: 140_00 }]);
    await append(shop.deps.db, stream, "PaymentUndone", {
      orderId: uuid,
      paymentId: "two",
      method: "eft",
      amount: 70_00,
    });
    expect((await foundIn(shop)).count).toBe(0);
  });

  // shows T436
  test("counts what one admin undid of returned payouts and repaid commission together", async ({
    limited: shop,
  }) => {
    const { id, userId } = await aWaitingPayout(shop, "skye");
    const stream = `wallet-${userId}`;
    const undone = { payoutId: id, userId, amount: 70_00, withheld: 10_00, bankLineId: null };
    const by = { actorId: shop.people.dev };
    await append(shop.deps.db, stream, "PayoutReturnUndone", undone, by);
    expect((await foundIn(shop)).count).toBe(0);
    const repayment = { userId, amount: 41_00, bankLineId: 1 };
    await append(shop.deps.db, stream, "CommissionRepaymentUndone", repayment, by);
    expect((await foundIn(shop)).events).toMatchObject([
      { type: "CommissionRepaymentUndone", sum: 101_00 },
    ]);
  });

  // shows T268
  test("counts what reassigning brought to one member", async ({ limited: shop, ownerUrl }) => {
    const inLimits = (above: number) =>
      asOwner(shop.deps.db, async (tx) => {
        await tx.updateTable("region").set({ payout_second_person_above: above }).execute();
        await sql`update money_limit set above = ${above}`.execute(tx);
      });
    const admin = await shop.as(shop.people.admin);
    const reassign = async (sellerId: number) => {
      const { uuid, total } = await aGuestOrder(shop);
      await payByBank(shop, uuid, total);
      const moved = { commandId: randomUUID(), uuid, sellerId };
      expect(await admin.orders.reassign(moved)).toMatchObject({ proposalId: null });
    };
    await inLimits(1_000_000_00);
    await reassign(shop.people.anna);
    await reassign(shop.people.anna);
    const { rows } = await sql<{ sum: number }>`
      select sum(entry.amount)::bigint as sum from projection.commission_entry entry
      join ledger_events event using (position)
      where event.type = 'OrderReassigned' and beneficiary_id = ${shop.people.anna}`.execute(
      shop.deps.db,
    );
    const gained = rows[0]?.sum ?? 0;
    expect(gained).toBeGreaterThan(0);
    const found = async () =>
      (await foundIn(shop)).events.filter(({ type }) => type === "OrderReassigned");
    await inLimits(gained);
    expect(await found()).toEqual([]);
    await inLimits(gained - 1);
    expect(await found()).toMatchObject([{ sum: gained, above: gained - 1 }]);
    await inLimits(100_00);
    await acceptAll(shop, ownerUrl);
  });

  // shows T405
  test("counts refunds to the card after which the buyer keeps goods", async ({
    limited: shop,
    ownerUrl,
  }) => {
    shop.courier.mode = "works";
    // Nobody who let out anything else today.
    const admin = await shop.as((await anAdmin(shop)).id);
    const paidByCard = async () => {
      const { guest, request } = await aGuestOrder(shop);
      const order = await guest.orders.save({ ...request, commandId: randomUUID() });
      await notify(shop, signed(aNotification(order)));
      return order;
    };
    const refund = (uuid: string, amount: number, productAmount: number, units = 0) => {
      const money = { amount, productAmount, units, method: "card", reason: "late" } as const;
      return admin.orders.refund({ commandId: randomUUID(), uuid, ...money });
    };
    const [part, whole, inTwo, sent] = [
      await paidByCard(),
      await paidByCard(),
      await paidByCard(),
      await paidByCard(),
    ];
    await limitTo(shop, 1_000_000_00);
    await refund(whole.uuid, whole.total, whole.total - 100_00, 4);
    await refund(inTwo.uuid, 300_00, 300_00);
    await refund(inTwo.uuid, inTwo.total - 300_00, inTwo.total - 400_00, 4);
    await refund(part.uuid, 200_00, 200_00);
    await quotePlacedOrder(shop.deps, sent.uuid);
    await admin.courier.createShipment({ commandId: randomUUID(), uuid: sent.uuid });
    await refund(sent.uuid, sent.total, sent.total - 100_00, 4);
    await limitTo(shop, 100_00);

    const { events } = await foundIn(shop);
    expect(events.filter(({ type }) => type === "PaymentRefunded").map(({ sum }) => sum)).toEqual([
      sent.total + 200_00,
      200_00,
    ]);
    await acceptAll(shop, ownerUrl);
  });

  // shows T408
  test("counts store credit of cancelled orders whose goods had left, since the release that limits it", async ({
    limited: shop,
    ownerUrl,
  }) => {
    shop.courier.mode = "works";
    const { kim } = shop.people;
    await limitTo(shop, 1_000_000_00);
    const admin = await shop.as((await anAdmin(shop)).id);
    const buyer = await shop.as(kim);
    const { id: addressId } = await buyer.addresses.save(aRecipient);
    const command = () => ({ commandId: randomUUID() });
    const paidByCredit = async () => {
      const sections = [{ addressId, lines: [{ productId: products.bottle, quantity: 4 }] }];
      const { uuid, total } = await buyer.orders.save({
        ...command(),
        sections,
        deliveryService: "ECO",
      });
      await quotePlacedOrder(shop.deps, uuid);
      const amount = total - 1_00;
      await grantCredit(shop, kim, amount);
      await buyer.orders.payWithCredit({ ...command(), uuid, amount });
      return { uuid, amount };
    };
    const [kept, sent] = [await paidByCredit(), await paidByCredit()];
    await payByBank(shop, sent.uuid, 1_00);
    await admin.courier.createShipment({ ...command(), uuid: sent.uuid });
    const { position } = await shop.deps.db
      .selectFrom("projection.order_payment")
      .select("position")
      .where("order_id", "=", sent.uuid)
      .where("method", "=", "eft")
      .executeTakeFirstOrThrow();
    const { uuid } = sent;
    await admin.orders.undoPayment({ ...command(), uuid, position, isSentKnown: true });
    await admin.orders.cancel({ ...command(), uuid, areGoodsBack: true });
    await admin.orders.cancel({ ...command(), uuid: kept.uuid });
    await limitTo(shop, 100_00);
    const found = async () =>
      (await foundIn(shop)).events.filter(({ type }) => type === "PaymentRefunded");
    expect(await found()).toMatchObject([{ sum: sent.amount, above: 100_00 }]);

    const install = (ago: string) =>
      asOwner(shop.deps.db, (tx) =>
        sql`update kysely_migration set timestamp = (now() - ${ago}::interval)::text
          where name = ${limitedSince}`.execute(tx),
      );
    // Before, one admin was allowed to.
    await install("-1 hour");
    expect(await found()).toEqual([]);
    await install("1 day");
    expect(await found()).toHaveLength(1);
    await acceptAll(shop, ownerUrl);
  });

  // shows T412
  test("counts refunds to the card of what a typed transfer overpaid", async ({
    limited: shop,
    ownerUrl,
  }) => {
    const admin = await shop.as((await anAdmin(shop)).id);
    const overpaid = async (way: "eft" | "card") => {
      const { guest, request } = await aGuestOrder(shop);
      const order = await guest.orders.save({ ...request, commandId: randomUUID() });
      await notify(shop, signed(aNotification(order)));
      if (way === "eft") await payByBank(shop, order.uuid, order.total);
      else await notify(shop, signed(aNotification(order)));
      return order;
    };
    const refund = (uuid: string, amount: number) =>
      admin.orders.refund({
        commandId: randomUUID(),
        uuid,
        amount,
        productAmount: 0,
        units: 0,
        method: "card",
        reason: "paid twice",
      });
    await limitTo(shop, 1_000_000_00);
    const [typed, twice, undone] = [
      await overpaid("eft"),
      await overpaid("card"),
      await overpaid("eft"),
    ];
    await refund(typed.uuid, 300_00);
    await refund(typed.uuid, 10_00);
    await refund(twice.uuid, twice.total);
    // Nobody can say any more what it counted as.
    await refund(undone.uuid, 400_00);
    await payByBank(shop, undone.uuid, 1_00);
    await limitTo(shop, 100_00);

    const { events } = await foundIn(shop);
    expect(events.filter(({ type }) => type === "PaymentRefunded").map(({ sum }) => sum)).toEqual([
      310_00, 300_00,
    ]);
    await acceptAll(shop, ownerUrl);
  });

  // shows T268
  test("is measured by the limit of its time", async ({ limited: shop, ownerUrl }) => {
    const { cara } = shop.people;
    const setLimit = (above: number) =>
      asOwner(shop.deps.db, (tx) =>
        tx.updateTable("region").set({ payout_second_person_above: above }).execute(),
      );
    await setLimit(10_000_00);
    await payDirectly(shop, cara, 900_00, { actorId: 77 });
    await setLimit(100_00);
    // It may have been read before it was lowered.
    await payDirectly(shop, cara, 1_00, { actorId: 78 });
    expect((await foundIn(shop)).count).toBe(0);
    await earlier(shop);
    expect((await foundIn(shop)).events.map(({ sum, above }) => [sum, above])).toEqual([
      [901_00, 100_00],
      [900_00, 100_00],
    ]);
    await acceptAll(shop, ownerUrl);
  });

  // shows T268
  test("stops payouts until its owner accepts it", async ({ limited: shop, pool, ownerUrl }) => {
    const look = (now: string) =>
      watchOnce({
        pool,
        now: () => now,
        log: silent,
        disks: async () => [],
        signal: new AbortController().signal,
      });
    const owner = { db: shop.deps.db, now: shop.deps.now };
    await expect(acceptUndecided(owner, "1")).rejects.toThrow("Ledger health names no such");
    await payDirectly(shop, shop.people.lone, 200_00, { actorId: 79 });
    await look("2026-11-26T08:00:00.000Z");
    const db = readOnly(shop.deps.db);
    expect(await findPayoutStops(db)).toContain("decisions");
    const health = await (await shop.as(shop.people.admin)).ledgerHealth.get();
    expect(health.decisions).toMatchObject({ count: 1 });
    await acceptAll(shop, ownerUrl);
    await look("2026-11-26T09:00:00.000Z");
    expect(await findPayoutStops(db)).not.toContain("decisions");
  });
});

describe("a decision that was confirmed with a passkey", () => {
  // shows T268
  test("is found where its kept signature is none", async ({ limited: shop }) => {
    const { proposalId } = await (await shop.as(shop.people.admin)).users.create({
      commandId: randomUUID(),
      firstName: "New",
      lastName: "Colleague",
      email: `new-${randomUUID()}@shop.test`,
      cellNumber: "082 999 1234",
      role: "admin",
    });
    const keep = (proof: object | null) =>
      asOwner(shop.deps.db, (tx) =>
        sql`update decision set proof = ${proof && JSON.stringify(proof)}::jsonb
          where id = ${proposalId}`.execute(tx),
      );
    await keep({ signature: "AAAA" });
    expect((await foundIn(shop)).unsigned).toEqual([proposalId]);
    await keep(null);
    expect((await foundIn(shop)).unsigned).toEqual([]);
  });
});
