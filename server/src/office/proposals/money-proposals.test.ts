import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { asOwner } from "../../testing/as-owner.ts";
import {
  alone,
  append,
  aTransfer,
  hoursLater,
  office,
  refusedAs,
  saveLimit,
  silent,
  stateOf,
  test,
} from "../../testing/proposals-test.ts";
import { aGuestOrder } from "../../testing/shop-test.ts";
import { carryOutDueProposals } from "./proposal.actions.ts";

describe("a bank transfer above the limit", () => {
  // shows R59, T86
  test("is recorded once, by two admins, in the name of the proposer", async ({
    limited: shop,
  }) => {
    const { admin, dev } = await office(shop);
    const { uuid, total } = await aGuestOrder(shop);
    const transfer = aTransfer(uuid, total);
    const first = await admin.orders.recordEft(transfer);
    expect(first).toMatchObject({ state: "placed", proposalId: transfer.commandId });
    expect(await admin.orders.recordEft(transfer)).toEqual(first);
    await expect(admin.proposals.confirm({ id: transfer.commandId })).rejects.toEqual(
      refusedAs("proposal.own"),
    );

    await Promise.allSettled(
      [1, 2, 3].map(() => dev.proposals.confirm({ id: transfer.commandId })),
    );
    await carryOutDueProposals({ ...shop.deps, log: silent });

    const { rows } = await sql`
      select data ->> 'amount' as amount, metadata ->> 'actorId' as by from ledger_events
      where stream_id = ${`order-${uuid}`} and type = 'PaymentReceived'`.execute(shop.deps.db);
    expect(rows).toEqual([{ amount: String(total), by: String(shop.people.admin) }]);
  });

  // shows T86
  test("cannot be split into parts below it", async ({ limited: shop }) => {
    const { admin } = await office(shop);
    const { uuid } = await aGuestOrder(shop);
    expect(await admin.orders.recordEft(aTransfer(uuid, 60_00))).toMatchObject({
      proposalId: null,
    });
    const { proposalId } = await admin.orders.recordEft(aTransfer(uuid, 60_00));
    expect(proposalId).not.toBeNull();
    await admin.proposals.decline({ id: String(proposalId) });
  });

  // shows T86
  test("is refused by the database without an approval", async ({ limited: shop, intruder }) => {
    const { uuid, total } = await aGuestOrder(shop);
    const data = {
      orderId: uuid,
      paymentId: "eft-x",
      method: "eft",
      amount: total,
      fee: 0,
      reference: "",
    };
    await expect(append(intruder, `order-${uuid}`, "PaymentReceived", data)).rejects.toThrow(
      /consent of a second/,
    );
    const credit = { userId: shop.people.kim, amount: 100_01, reason: "" };
    await expect(
      append(intruder, `wallet-${shop.people.kim}`, "CreditGranted", credit),
    ).rejects.toThrow(/consent of a second/);
  });

  test("of several orders is one bank transaction and one proposal", async ({ limited: shop }) => {
    const { admin, dev } = await office(shop);
    const [one, two] = [await aGuestOrder(shop), await aGuestOrder(shop)];
    const { id: lineId } = await shop.deps.db
      .insertInto("bank_line")
      .values({
        fingerprint: "f".repeat(64),
        account: "1",
        booked_on: "2026-02-01",
        amount: one.total + two.total,
        description: "two",
        file_name: "f",
        uploaded_by: shop.people.admin,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const uses = [one, two].map(({ orderNumber, total }) => ({ orderNumber, amount: total }));
    const { proposalId } = await admin.bankLines.use({ commandId: randomUUID(), lineId, uses });
    expect((await one.guest.orders.byUuid({ uuid: one.uuid })).state).toBe("placed");
    expect(await dev.proposals.confirm({ id: String(proposalId) })).toMatchObject({
      failure: null,
    });
    for (const { guest, uuid } of [one, two])
      expect((await guest.orders.byUuid({ uuid })).state).toBe("paid");
  });

  test("is recorded for an order that was cancelled meanwhile, and not for an unknown one", async ({
    limited: shop,
  }) => {
    const { admin } = await office(shop);
    await expect(admin.orders.recordEft(aTransfer(randomUUID(), 500_00))).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("a proposal", () => {
  test("by the only admin takes effect after 48 hours, unless it is declined", async ({
    limited: shop,
  }) => {
    const [first, second] = await alone(shop, async () => [
      await saveLimit(shop, 200_00),
      await saveLimit(shop, 300_00),
    ]);
    await (await shop.as(shop.people.dev)).proposals.decline({ id: second });
    for (const id of [first, second]) await hoursLater(shop, 49, id);
    expect(await stateOf(shop, first)).toMatchObject({ state: "confirmed", decided_by: null });
    const { rows } =
      await sql`select payout_second_person_above as above from region where code = 'za'`.execute(
        shop.deps.db,
      );
    expect(rows).toEqual([{ above: 200_00 }]);
    await asOwner(shop.deps.db, (tx) =>
      tx.updateTable("region").set({ payout_second_person_above: 100_00 }).execute(),
    );
  });

  test("expires after fourteen days without effect", async ({ limited: shop }) => {
    const { dev } = await office(shop);
    const id = await saveLimit(shop, 400_00);
    await asOwner(shop.deps.db, (tx) =>
      sql`update proposal set expires_at = now() where id = ${id}`.execute(tx),
    );
    await expect(dev.proposals.confirm({ id })).rejects.toEqual(refusedAs("proposal.settled"));
    await carryOutDueProposals({ ...shop.deps, log: silent });
    expect(await stateOf(shop, id)).toMatchObject({ state: "expired" });
  });

  test("by a former admin does not take effect automatically", async ({ limited: shop }) => {
    const id = await alone(shop, () => saveLimit(shop, 500_00));
    const setActive = (active: boolean) =>
      asOwner(shop.deps.db, (tx) =>
        tx.updateTable("account").set({ active }).where("id", "=", shop.people.admin).execute(),
      );
    await setActive(false);
    await hoursLater(shop, 49, id);
    await setActive(true);
    expect(await stateOf(shop, id)).toMatchObject({ state: "expired" });
  });

  test("is carried out after a crash that followed its approval", async ({ limited: shop }) => {
    const { admin } = await office(shop);
    const { uuid, total, guest } = await aGuestOrder(shop);
    const transfer = aTransfer(uuid, total);
    await admin.orders.recordEft(transfer);
    await sql`select confirm_proposal(${transfer.commandId}, ${shop.people.dev})`.execute(
      shop.deps.db,
    );
    await carryOutDueProposals({ ...shop.deps, log: silent });
    await carryOutDueProposals({ ...shop.deps, log: silent });
    expect((await guest.orders.byUuid({ uuid })).state).toBe("paid");
    expect(await stateOf(shop, transfer.commandId)).toMatchObject({ words: null, failure: null });
  });
});
