import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { portalRole } from "../../platform/db/connect.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { refusedAs, test } from "../../testing/proposals-test.ts";
import { aWaitingPayout, setPayoutLimit } from "../../testing/waiting-payouts.ts";
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

  test("is refused from the member who is paid", async ({ limited: shop }) => {
    const { id, userId } = await aWaitingPayout(shop, "skye");
    // A distributor who requested the payout and became an admin afterwards.
    await asOwner(shop.deps.db, (tx) =>
      tx.updateTable("account").set({ role: "admin" }).where("id", "=", userId).execute(),
    );
    const skye = await shop.as(userId);
    await expect(skye.payouts.approve({ id })).rejects.toEqual(refusedAs("payout.own"));
  });

  // shows R59, T77
  test("is enforced by the database for every program", async ({
    limited: shop,
    intruder,
    superuser,
  }) => {
    const { id, amount, userId } = await aWaitingPayout(shop, "anna");
    const { admin, dev } = shop.people;
    const append = (actorId: number | null) => {
      const data = { payoutId: id, userId, amount, paidOn: shopDay(), reference: "" };
      return sql`select * from ledger.append(array[${randomUUID()}], array[${Buffer.alloc(32)}::bytea],
        array['raw'], array['null'::jsonb], array[1], array[${`wallet-${userId}`}],
        array[null]::integer[], array[${randomUUID()}::uuid], array['PayoutPaid'], array[1],
        array[${JSON.stringify(data)}::jsonb], array[${JSON.stringify({ actorId })}::jsonb],
        array[now()])`;
    };
    const refusal = /needs the approval of a second person/;
    for (const actor of [null, admin, dev])
      await expect(append(actor).execute(intruder)).rejects.toThrow(refusal);

    // The connection of the server: signed in as the owner, with the restricted role set.
    await expect(append(admin).execute(shop.deps.db)).rejects.toThrow(refusal);

    const data = JSON.stringify({ payoutId: id, amount });
    await sql`select propose(gen_random_uuid(), 'payout', ${data}::jsonb, null, ${admin})`.execute(
      intruder,
    );
    await expect(append(admin).execute(intruder)).rejects.toThrow(refusal);
    for (const attempt of [
      "update proposal set proposed_by = 1",
      "delete from proposal",
      "insert into proposal select * from proposal",
    ])
      await expect(sql.raw(attempt).execute(intruder)).rejects.toThrow(/permission denied/);
    const takenBack = (role: string) =>
      superuser.transaction().execute(async (tx) => {
        await sql`set local role ${sql.raw(role)}`.execute(tx);
        await append(role === "none" ? admin : dev).execute(tx);
        throw new Error("taken back");
      });
    await expect(takenBack(portalRole)).rejects.toThrow("taken back");
    // The owner of the ledger may import history without approvals.
    await asOwner(shop.deps.db, (tx) =>
      tx.updateTable("region").set({ payout_second_person_above: 0 }).execute(),
    );
    await expect(takenBack("none")).rejects.toThrow("taken back");
  });

  test("is not needed up to the limit, or without a limit", async ({ limited: shop }) => {
    const admin = await shop.as(shop.people.admin);
    const { id, amount } = await aWaitingPayout(shop, "cara");
    await setPayoutLimit(shop, amount);
    expect(await admin.payouts.limit()).toEqual({ secondPersonAbove: amount });
    expect(await admin.payouts.markAsPaid(paying(id))).toMatchObject({ state: "paid" });

    const next = await aWaitingPayout(shop, "cara");
    await setPayoutLimit(shop, amount - 1);
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
      details: { changed: { payoutSecondPersonAbove: [amount - 1, null] } },
    });
  });

  test.for([-1, 0.5, Number.NaN])("cannot have a limit of %s", async (limit, { limited: shop }) => {
    await expect(setPayoutLimit(shop, limit)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});
