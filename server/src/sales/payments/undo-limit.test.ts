import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { findUndecided } from "../../office/ledger-health/undecided-money.queries.ts";
import { readOnly } from "../../platform/db/database.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { anAdmin, aTransfer, office, test as base } from "../../testing/proposals-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, payByBank, type TestShop } from "../../testing/shop-test.ts";

const setLimit = (shop: TestShop, above: number) =>
  asOwner(shop.deps.db, (tx) =>
    tx.updateTable("region").set({ payout_second_person_above: above }).execute(),
  );

/** The admin of each test is another one, because what one admin undid counts together. */
const test = base.extend("as", async ({ limited: shop }) => shop.as((await anAdmin(shop)).id));
type Office = Awaited<ReturnType<TestShop["as"]>>;

async function aLine(shop: TestShop, amount: number): Promise<number> {
  const { token } = await shop.deps.sessions.start({
    userId: shop.people.admin,
    device: "",
    withPassword: true,
  });
  const description = `from a buyer ${randomUUID()}`;
  await shop.app.inject({
    method: "POST",
    url: "/office/bank-statements?name=november.csv",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
    payload: Buffer.from(
      `Date,Amount,Description\n${shopDay()},${(amount / 100).toFixed(2)},${description}`,
    ),
  });
  const { admin } = await office(shop);
  const [line] = (await admin.bankLines.list({ search: description })).rows;
  if (!line) throw new Error("the line is not there");
  return line.id;
}

async function positionOf({ deps }: TestShop, uuid: string): Promise<number> {
  const { position } = await deps.db
    .selectFrom("projection.order_payment")
    .select("position")
    .where("order_id", "=", uuid)
    .orderBy("position", "desc")
    .executeTakeFirstOrThrow();
  return position;
}

const undo = async (as: Office, shop: TestShop, uuid: string) =>
  as.orders.undoPayment({ commandId: randomUUID(), uuid, position: await positionOf(shop, uuid) });

const stateOf = async (shop: TestShop, uuid: string) =>
  (await (await shop.as(shop.people.admin)).orders.detail({ uuid })).state;

/** What ledger health finds of undone payments, had this been the limit all the time. */
async function foundWith(shop: TestShop, above: number) {
  await asOwner(shop.deps.db, (tx) =>
    sql`update money_limit set above = ${above}, since = since - interval '1 day'`.execute(tx),
  );
  const { events } = await findUndecided(readOnly(shop.deps.db));
  return events.flatMap(({ type, sum }) => (type === "PaymentUndone" ? [sum] : []));
}

describe("undoing payments", () => {
  // shows T362
  test("of bank transactions takes a second admin above the limit, so that no friend's orders get the money of others", async ({
    limited: shop,
    as,
  }) => {
    const { dev } = await office(shop);
    await setLimit(shop, 1_000_000_00);
    const paid: { uuid: string; lineId: number }[] = [];
    let amount = 0;
    for (let each = 0; each < 2; each++) {
      const { uuid, orderNumber, total } = await aGuestOrder(shop, "BEN");
      const lineId = await aLine(shop, total);
      const uses = [{ orderNumber, amount: total, knownPayments: 99 }];
      await as.bankLines.use({ commandId: randomUUID(), lineId, uses });
      paid.push({ uuid, lineId });
      amount = total;
    }
    await setLimit(shop, 2 * amount - 1);
    const [first, second] = paid;
    if (!first || !second) throw new Error("two orders were paid");
    const { lineId } = first;
    expect(await as.bankLines.undo({ commandId: randomUUID(), lineId })).toEqual({
      lineId,
      proposalId: null,
    });
    await as.orders.cancel({ commandId: randomUUID(), uuid: first.uuid, reason: "" });
    const friends = await aGuestOrder(shop, "SKYE");
    await as.bankLines.use({
      commandId: randomUUID(),
      lineId,
      uses: [{ orderNumber: friends.orderNumber, amount, knownPayments: 99 }],
      isBeforeOrder: true,
    });

    const command = { commandId: randomUUID(), lineId: second.lineId };
    const { proposalId } = await as.bankLines.undo(command);
    expect(proposalId).not.toBeNull();
    expect(await as.bankLines.undo(command)).toMatchObject({ proposalId });
    expect(await stateOf(shop, second.uuid)).toBe("paid");
    expect(await dev.proposals.confirm({ id: String(proposalId) })).toMatchObject({
      failure: null,
    });
    expect(await stateOf(shop, second.uuid)).toBe("placed");
    expect(await foundWith(shop, amount)).toEqual([]);
    expect(await foundWith(shop, amount - 1)).toEqual([amount]);
  });

  // shows T363
  test("that nobody made takes a second admin above the limit, so that they are there at the month end", async ({
    limited: shop,
    as,
  }) => {
    const { dev } = await office(shop);
    const { cara } = shop.people;
    await setLimit(shop, 1_000_000_00);
    const orders: string[] = [];
    let amount = 0;
    for (let each = 0; each < 3; each++) {
      const { uuid, total } = await aGuestOrder(shop, "CARA");
      await as.orders.recordEft(aTransfer(uuid, total));
      orders.push(uuid);
      amount = total;
    }
    const friend = await shop.as(cara);
    const { payable } = await friend.wallet.mine();
    await friend.wallet.convertToCredit({ commandId: randomUUID(), amount: payable });

    await setLimit(shop, 2 * amount);
    const [first = "", second = "", third = ""] = orders;
    expect(await undo(as, shop, first)).toMatchObject({ proposalId: null, state: "placed" });
    expect(await undo(as, shop, second)).toMatchObject({ proposalId: null });
    const { proposalId, state } = await undo(as, shop, third);
    expect(proposalId).not.toBeNull();
    expect(state).toBe("paid");

    // An order that is paid again counts no more.
    await payByBank(shop, first, amount);
    expect(await undo(as, shop, third)).toMatchObject({ proposalId: null, state: "placed" });
    expect(await dev.proposals.confirm({ id: String(proposalId) })).toMatchObject({
      failure: "order.unknown-payment",
    });
    expect(await foundWith(shop, 2 * amount)).toEqual([]);
    expect(await foundWith(shop, 2 * amount - 1)).toEqual([2 * amount, 2 * amount]);
  });

  // shows T363
  test("that were recorded twice count nothing: the order is paid as before", async ({
    limited: shop,
    as,
  }) => {
    await setLimit(shop, 1_000_000_00);
    const { uuid, total } = await aGuestOrder(shop, "CARA");
    for (let each = 0; each < 2; each++)
      await as.orders.recordEft({ ...aTransfer(uuid, total), knownPayments: 99 });
    await setLimit(shop, 1);
    expect(await undo(as, shop, uuid)).toMatchObject({ proposalId: null, state: "paid" });
  });
});
