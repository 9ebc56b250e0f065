import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { asOwner } from "../../testing/as-owner.ts";
import {
  alone,
  anAdmin,
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
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, payByBank } from "../../testing/shop-test.ts";
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

  // shows T372
  test("that is sent again after its answer was lost is answered as before", async ({
    limited: shop,
  }) => {
    const { admin } = await office(shop);
    const { uuid } = await aGuestOrder(shop);
    const transfer = aTransfer(uuid, 60_00);
    const first = await admin.orders.recordEft(transfer);
    expect(first).toMatchObject({ proposalId: null });
    expect(await admin.orders.recordEft(transfer)).toEqual(first);
  });

  // shows T86
  test("cannot be split into parts below it", async ({ limited: shop }) => {
    const { admin } = await office(shop);
    const { uuid } = await aGuestOrder(shop);
    expect(await admin.orders.recordEft(aTransfer(uuid, 60_00))).toMatchObject({
      proposalId: null,
    });
    const rest = { ...aTransfer(uuid, 60_00), knownPayments: 1 };
    const { proposalId } = await admin.orders.recordEft(rest);
    expect(proposalId).not.toBeNull();
    await admin.proposals.decline({ id: String(proposalId) });
  });

  // shows T156
  test("counts only what stands: an undone transfer is recorded again alone", async ({
    limited: shop,
  }) => {
    const { admin } = await office(shop);
    const { uuid } = await aGuestOrder(shop);
    await admin.orders.recordEft(aTransfer(uuid, 60_00));
    const { position } = await shop.deps.db
      .selectFrom("ledger_events")
      .select("position")
      .where("stream_id", "=", `order-${uuid}`)
      .where("type", "=", "PaymentReceived")
      .executeTakeFirstOrThrow();
    await admin.orders.undoPayment({ commandId: randomUUID(), uuid, position });
    const again = { ...aTransfer(uuid, 60_00), knownPayments: 1 };
    expect(await admin.orders.recordEft(again)).toMatchObject({ proposalId: null });
    const over = { ...aTransfer(uuid, 40_01), knownPayments: 2 };
    const { proposalId } = await admin.orders.recordEft(over);
    expect(proposalId).not.toBeNull();
    await admin.proposals.withdraw({ id: String(proposalId) });
  });

  // shows T86, T157
  test("that names a decision is refused by the database, where none was used for it", async ({
    limited: shop,
    intruder,
  }) => {
    const { admin } = await office(shop);
    const { uuid, total } = await aGuestOrder(shop);
    const { proposalId } = await admin.orders.recordEft(aTransfer(uuid, total));
    const data = {
      orderId: uuid,
      paymentId: "eft-x",
      method: "eft",
      amount: total,
      fee: 0,
      reference: "",
    };
    for (const decisionId of [proposalId, randomUUID(), "none"])
      await expect(
        append(intruder, `order-${uuid}`, "PaymentReceived", data, { decisionId }),
      ).rejects.toThrow(/a decision that was not used for it/);
    await admin.proposals.withdraw({ id: String(proposalId) });
  });

  // shows T156
  test("does not count once two admins decided it", async ({ limited: shop }) => {
    const { admin, dev } = await office(shop);
    const grant = (amount: number) => admin.orders.recordEft(aTransfer(order.uuid, amount));
    const order = await aGuestOrder(shop);
    const { proposalId } = await grant(150_00);
    await dev.proposals.confirm({ id: String(proposalId) });
    expect(await grant(9_00)).toMatchObject({ proposalId: null });
    const over = await grant(91_01);
    expect(over.proposalId).not.toBeNull();
    await admin.proposals.withdraw({ id: String(over.proposalId) });
  });

  // shows T155
  test("sent eight times at once stays below the limit, without an error", async ({
    limited: shop,
  }) => {
    const { admin } = await office(shop);
    const { uuid } = await aGuestOrder(shop);
    const answers = await Promise.all(
      // Equal ones would be asked about.
      Array.from({ length: 8 }, (_, at) => admin.orders.recordEft(aTransfer(uuid, 40_00 + at))),
    );
    expect(answers.filter(({ proposalId }) => proposalId === null)).toHaveLength(2);
    const { rows } = await sql<{ sum: number }>`
      select sum((data ->> 'amount')::bigint)::bigint as sum from ledger_events
      where stream_id = ${`order-${uuid}`} and type = 'PaymentReceived'`.execute(shop.deps.db);
    expect(rows[0]?.sum).toBeGreaterThan(80_00);
    expect(rows[0]?.sum).toBeLessThan(80_16);
    for (const { proposalId } of answers)
      if (proposalId !== null) await admin.proposals.withdraw({ id: proposalId }).catch(() => {});
  });

  // shows T155
  test("as refunds of several orders at once stay below the limit of one admin", async ({
    limited: shop,
  }) => {
    // Nobody who let out anything else today.
    const admin = await shop.as((await anAdmin(shop, { firstName: "New" })).id);
    const orders = [await aGuestOrder(shop), await aGuestOrder(shop), await aGuestOrder(shop)];
    for (const { uuid, total } of orders) await payByBank(shop, uuid, total);
    const refund = { amount: 40_00, productAmount: 0, units: 0, method: "eft" } as const;
    const answers = await Promise.all(
      orders.map(({ uuid }) =>
        admin.orders.refund({ commandId: randomUUID(), uuid, ...refund, reason: "late" }),
      ),
    );
    expect(answers.filter(({ proposalId }) => proposalId === null)).toHaveLength(2);
    for (const { proposalId } of answers)
      if (proposalId !== null) await admin.proposals.withdraw({ id: proposalId });
  });

  test("of several orders is one bank transaction and one proposal", async ({ limited: shop }) => {
    const { admin, dev } = await office(shop);
    const [one, two] = [await aGuestOrder(shop), await aGuestOrder(shop)];
    const { id: lineId } = await shop.deps.db
      .insertInto("bank_line")
      .values({
        fingerprint: "f".repeat(64),
        account: "",
        booked_on: shopDay(),
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
  test("by the only admin takes effect after 72 hours, unless it is declined", async ({
    limited: shop,
  }) => {
    const [first, second] = await alone(shop, async () => [
      await saveLimit(shop, 200_00),
      await saveLimit(shop, 300_00),
    ]);
    await (await shop.as(shop.people.dev)).proposals.decline({ id: second });
    for (const id of [first, second]) await hoursLater(shop, 73, id);
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
      sql`update decision set expires_at = now() where id = ${id}`.execute(tx),
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
    await hoursLater(shop, 73, id);
    await setActive(true);
    expect(await stateOf(shop, id)).toMatchObject({
      state: "void",
      failure: "proposal.proposer-gone",
    });
  });

  test("is carried out after a crash that followed its approval", async ({ limited: shop }) => {
    const { admin } = await office(shop);
    const { uuid, total, guest } = await aGuestOrder(shop);
    const transfer = aTransfer(uuid, total);
    await admin.orders.recordEft(transfer);
    await sql`select confirm_decision(${transfer.commandId}, ${shop.people.dev}, null)`.execute(
      shop.deps.db,
    );
    await carryOutDueProposals({ ...shop.deps, log: silent });
    await carryOutDueProposals({ ...shop.deps, log: silent });
    expect((await guest.orders.byUuid({ uuid })).state).toBe("paid");
    expect(await stateOf(shop, transfer.commandId)).toMatchObject({ words: null, failure: null });
  });
});
