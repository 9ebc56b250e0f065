import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { asOwner } from "../../testing/as-owner.ts";
import { refusedAs, test } from "../../testing/proposals-test.ts";
import { aWaitingPayout, setOwnAccount, setPayoutLimit } from "../../testing/waiting-payouts.ts";
import { shopDay } from "../../testing/shop-day.ts";

const paying = (id: string) => ({ commandId: randomUUID(), id, paidOn: shopDay() });

describe("second approval of a payout", () => {
  test("has to come from another admin than the one who pays", async ({ limited: shop }) => {
    const { id, amount, userId } = await aWaitingPayout(shop, "ben");
    expect(amount).toBeGreaterThan(10_000);
    const admin = await shop.as(shop.people.admin);
    const dev = await shop.as(shop.people.dev);
    await expect(admin.payouts.markAsPaid(paying(id))).rejects.toEqual(
      refusedAs("payout.second-person"),
    );
    await admin.payouts.approve({ id });
    await expect(admin.payouts.approve({ id })).rejects.toEqual(
      refusedAs("payout.already-approved"),
    );
    await expect(admin.payouts.markAsPaid(paying(id))).rejects.toEqual(
      refusedAs("payout.second-person"),
    );

    const { rows } = await admin.payouts.list({ state: "requested", search: "ben@" });
    expect(rows[0]).toMatchObject({
      needsSecondPerson: true,
      approvals: [{ by: shop.people.admin, name: "Admin Person", isSettled: false }],
    });
    expect(await dev.payouts.markAsPaid(paying(id))).toEqual({ id, state: "paid" });
    const log = await admin.payouts.log({ id });
    expect(log.map(({ what, byName }) => [what, byName])).toEqual([
      ["requested", "Ben Person"],
      ["approved", "Admin Person"],
      ["paid", "Dev Person"],
    ]);
    await expect(admin.payouts.approve({ id })).rejects.toEqual(refusedAs("payout.already-paid"));
    const audit = await shop.deps.db
      .selectFrom("audit_entry")
      .select(["actor_id", "subject_id", "details"])
      .where("action", "=", "payout.approved")
      .where("target", "=", id)
      .execute();
    expect(audit).toEqual([
      { actor_id: shop.people.admin, subject_id: userId, details: { amount } },
    ]);
  });

  // shows T370
  test("is confirmed by a bank file that relies on it, and not by an admin on hold", async ({
    limited: shop,
  }) => {
    await setOwnAccount(shop);
    const { id } = await aWaitingPayout(shop, "ben");
    const admin = await shop.as(shop.people.admin);
    const dev = await shop.as(shop.people.dev);
    await admin.payouts.approve({ id });
    const { batchId } = await dev.payoutBatches.make({
      ids: [id],
      layout: "fnb",
      payOn: "2026-02-02",
    });
    const holdUntil = (at: string | null) =>
      asOwner(shop.deps.db, (tx) =>
        tx
          .updateTable("account")
          .set({ held_until: at })
          .where("id", "=", shop.people.dev)
          .execute(),
      );
    await holdUntil(new Date(Date.now() + 3600_000).toISOString());
    await expect(dev.payoutBatches.file({ batchId })).rejects.toEqual(
      refusedAs("proposal.on-hold"),
    );
    await holdUntil(null);
    await dev.payoutBatches.file({ batchId });
    const { rows } = await sql`select state, decided_by from decision
      where kind = 'payout' and data ->> 'payoutId' = ${id}`.execute(shop.deps.db);
    expect(rows).toEqual([{ state: "confirmed", decided_by: shop.people.dev }]);
    await dev.payoutBatches.cancel({ batchId });
    await admin.payouts.reject({ commandId: randomUUID(), id, reason: null });
  });

  test("is refused from the member who is paid", async ({ limited: shop }) => {
    const { id, userId } = await aWaitingPayout(shop, "skye");
    // A distributor who requested the payout and became an admin afterwards.
    await asOwner(shop.deps.db, (tx) =>
      tx.updateTable("account").set({ role: "admin" }).where("id", "=", userId).execute(),
    );
    const skye = await shop.as(userId);
    await expect(skye.payouts.approve({ id })).rejects.toEqual(refusedAs("proposal.pays-you"));
  });

  // shows R59, T77
  test("is used once, and named by the payment", async ({ limited: shop }) => {
    const { id, amount } = await aWaitingPayout(shop, "anna");
    const admin = await shop.as(shop.people.admin);
    const dev = await shop.as(shop.people.dev);
    await admin.payouts.approve({ id });
    const { open } = await admin.proposals.list();
    const decision = open.find(({ change }) => change.kind === "payout");
    await dev.proposals.confirm({ id: String(decision?.id) });
    // Two admins decided; now either of them pays.
    expect(await admin.payouts.markAsPaid(paying(id))).toMatchObject({ state: "paid" });
    const { rows } = await sql`
      select data ->> 'amount' as amount, metadata from ledger_events
      where type = 'PayoutPaid' and data ->> 'payoutId' = ${id}`.execute(shop.deps.db);
    expect(rows).toEqual([
      {
        amount: String(amount),
        metadata: expect.objectContaining({
          actorId: shop.people.admin,
          decisionId: decision?.id,
          confirmedById: shop.people.dev,
        }),
      },
    ]);
    const used = await shop.deps.db
      .selectFrom("decision")
      .select(["state", "used_at"])
      .where("id", "=", String(decision?.id))
      .executeTakeFirst();
    expect(used).toMatchObject({ state: "confirmed", used_at: expect.any(String) });
  });

  test("may be declined until it is paid, and is void a fortnight later", async ({
    limited: shop,
  }) => {
    const { id } = await aWaitingPayout(shop, "cara");
    const admin = await shop.as(shop.people.admin);
    const dev = await shop.as(shop.people.dev);
    const permission = async () => {
      await admin.payouts.approve({ id });
      const { open } = await admin.proposals.list();
      const found = open.find(({ change }) => change.kind === "payout");
      await dev.proposals.confirm({ id: String(found?.id) });
      return String(found?.id);
    };
    await dev.proposals.decline({ id: await permission() });
    await expect(admin.payouts.markAsPaid(paying(id))).rejects.toEqual(
      refusedAs("payout.second-person"),
    );
    const old = await permission();
    await asOwner(shop.deps.db, (tx) =>
      sql`update decision set decided_at = decided_at - interval '15 days' where id = ${old}`.execute(
        tx,
      ),
    );
    await expect(admin.payouts.markAsPaid(paying(id))).rejects.toEqual(
      refusedAs("payout.second-person"),
    );
    await admin.payouts.reject({ commandId: randomUUID(), id, reason: "Asked again" });
  });

  test("is not needed up to the limit, or without a limit", async ({ limited: shop }) => {
    const admin = await shop.as(shop.people.admin);
    const { id, amount } = await aWaitingPayout(shop, "cara");
    await setPayoutLimit(shop, amount);
    expect(await admin.payouts.limit()).toEqual({ secondPersonAbove: amount });
    expect(await admin.payouts.markAsPaid(paying(id))).toMatchObject({ state: "paid" });

    const next = await aWaitingPayout(shop, "cara");
    await setPayoutLimit(shop, next.amount - 1);
    await expect(admin.payouts.markAsPaid(paying(next.id))).rejects.toEqual(
      refusedAs("payout.second-person"),
    );
    await setPayoutLimit(shop, null);
    expect(await admin.payouts.markAsPaid(paying(next.id))).toMatchObject({ state: "paid" });
    const changes = await shop.deps.db
      .selectFrom("audit_entry")
      .select("details")
      .where("action", "=", "settings.changed")
      .orderBy("id", "desc")
      .executeTakeFirst();
    expect(changes).toEqual({
      details: { region: "za", changed: { payoutSecondPersonAbove: [next.amount - 1, null] } },
    });
  });

  test.for([-1, 0.5, Number.NaN])("cannot have a limit of %s", async (limit, { limited: shop }) => {
    await expect(setPayoutLimit(shop, limit)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});
