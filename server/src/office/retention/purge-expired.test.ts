import { sql } from "kysely";
import { describe, expect } from "vitest";
import { aNotification, settled, signed } from "../../testing/card-notifications.ts";
import { openPostOffice } from "../../testing/post-office.ts";
import { aGuestOrder, test, type TestShop } from "../../testing/shop-test.ts";
import { sendMessage } from "../../platform/messages/send-message.actions.ts";
import { batchRows } from "../../platform/db/in-batches.ts";
import { purgeExpired } from "./purge-expired.actions.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const payer = "Thandiwe-the-payer";

/** Purges as the job does, that many days from now. */
const forgetIn = ({ deps: { db, now } }: TestShop, days: number) =>
  purgeExpired({
    db,
    now: () => new Date(Date.parse(now()) + days * 24 * 3600_000).toISOString(),
  });

/** An order from an advertisement with a rejected payment, and its emails. */
async function somethingOld(shop: TestShop) {
  const { db } = shop.deps;
  const { uuid, ...order } = await aGuestOrder(shop);
  await db
    .updateTable("order_detail")
    .set({ gclid: "click-of-somebody" })
    .where("order_id", "=", uuid)
    .execute();
  const fields = aNotification({ uuid, ...order }, { merchant_id: "20000200", name_first: payer });
  const { id: notificationId } = await settled(shop, signed(fields));
  const waiting = await db
    .selectFrom("message")
    .select("id")
    .where("message_key", "like", `%${uuid}%`)
    .execute();
  for (const { id } of waiting)
    await sendMessage({ ...shop.deps, ...openPostOffice(), log: silent }, id);
  return { uuid, notificationId, messageId: waiting[0]?.id ?? 0 };
}

describe("data with a retention", () => {
  // shows T428
  test("goes in statements of some thousand rows, which no timeout ends", async ({
    shop,
    superuser,
  }) => {
    await sql`
      insert into app_log (at, level, text, details)
      select '2020-01-01', 40, 'old', '{}' from generate_series(1, ${batchRows * 2 + 3})`.execute(
      superuser,
    );
    await sql`create table deleted_at_once (rows integer)`.execute(superuser);
    await sql`
      create function note_deleted() returns trigger language plpgsql security definer as $$
      begin
        insert into public.deleted_at_once select count(*) from gone;
        return null;
      end $$`.execute(superuser);
    await sql`
      create trigger note_deleted after delete on app_log
      referencing old table as gone for each statement execute function note_deleted()`.execute(
      superuser,
    );

    await purgeExpired(shop.deps);

    const { rows } = await sql<{ rows: number }>`
      select rows from deleted_at_once order by rows desc`.execute(superuser);
    expect(rows.map((each) => each.rows)).toEqual([batchRows, batchRows, 3]);
    await sql`drop trigger note_deleted on app_log`.execute(superuser);
  });

  // shows R79, T120
  test("is kept until it expires and deleted then, and what the ledger needs is kept", async ({
    shop,
  }) => {
    const { db } = shop.deps;
    const { uuid, notificationId: id, messageId } = await somethingOld(shop);
    const admin = await shop.as(shop.people.admin);
    const click = async () =>
      (
        await db
          .selectFrom("order_detail")
          .select("gclid")
          .where("order_id", "=", uuid)
          .executeTakeFirstOrThrow()
      ).gclid;
    const copy = () => admin.system.sentEmail({ id: messageId });

    await forgetIn(shop, 89);
    expect(await click()).toBe("click-of-somebody");
    await forgetIn(shop, 91);
    expect(await click()).toBeNull();

    await forgetIn(shop, 179);
    expect((await admin.notifications.byId({ id })).raw).toContain(payer);
    const verdict = { id, state: "rejected", pfPaymentId: expect.any(String) };
    // The provider confirmed it, so it is kept until somebody says what became of the money.
    await forgetIn(shop, 181);
    expect((await admin.notifications.byId({ id })).raw).toContain(payer);
    await admin.notifications.handle({ id, as: "not-ours" });
    await forgetIn(shop, 181);
    const forgotten = await admin.notifications.byId({ id });
    expect(forgotten).toMatchObject({ ...verdict, raw: "", fields: [], peerIp: "", headers: {} });
    await expect(admin.notifications.replay({ id })).rejects.toMatchObject({
      cause: { code: "notification.forgotten" },
    });

    await forgetIn(shop, 364);
    expect((await copy()).text).not.toBe("");
    await forgetIn(shop, 366);
    expect(await copy()).toMatchObject({
      html: null,
      text: "",
      subject: expect.stringMatching(/./),
    });
    expect((await admin.orders.byUuid({ uuid })).total).toBeGreaterThan(0);
  });

  // shows R79, T120
  test("is deleted even when another purge fails", async ({ shop, superuser }) => {
    const { uuid } = await somethingOld(shop);
    await sql`revoke delete on app_log from portal_app`.execute(superuser);
    await expect(forgetIn(shop, 91)).rejects.toThrow("not everything old was forgotten");
    await sql`grant delete on app_log to portal_app`.execute(superuser);
    const left = await shop.deps.db
      .selectFrom("order_detail")
      .select("gclid")
      .where("order_id", "=", uuid)
      .execute();
    expect(left).toEqual([{ gclid: null }]);
  });
});
