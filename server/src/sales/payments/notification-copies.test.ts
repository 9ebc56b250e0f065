import { sql } from "kysely";
import { expect } from "vitest";
import { aNotification, settled, signed } from "../../testing/card-notifications.ts";
import { aGuestOrder, test } from "../../testing/shop-test.ts";

test("a notification received several times is one row with a count of copies", async ({
  shop,
}) => {
  const order = await aGuestOrder(shop);
  const body = signed(aNotification(order));
  const first = await settled(shop, body, "198.51.100.9");
  expect(first.state).toBe("parked");
  await settled(shop, body, "198.51.100.9");
  const admin = await shop.as(shop.people.admin);
  const search = `RH${order.orderNumber}`;

  const parked = await admin.notifications.list({ search, state: "parked" });
  expect(parked).toMatchObject({ total: 1, rows: [{ id: first.id, copies: 1, copyOf: null }] });

  // One copy from an allowed address settles all of them.
  await settled(shop, body);
  expect((await admin.notifications.list({ search, state: "parked" })).total).toBe(0);
  expect(await admin.notifications.list({ search })).toMatchObject({
    total: 1,
    rows: [{ id: first.id, copies: 2, state: "applied" }],
  });
  const { counts } = await admin.notifications.list({});
  expect(counts).toMatchObject({ applied: 1, parked: 0 });
});

test("the dashboard counts the notifications that its link shows: parked, or unprocessed for a minute", async ({
  shop,
  superuser,
}) => {
  const parked = await settled(
    shop,
    signed(aNotification(await aGuestOrder(shop))),
    "198.51.100.9",
  );
  const stuck = await settled(shop, signed(aNotification(await aGuestOrder(shop))), "198.51.100.9");
  const admin = await shop.as(shop.people.admin);
  const receivedAgo = (seconds: number) =>
    sql`update card_notification
      set state = 'received', received_at = now() - make_interval(secs => ${seconds})
      where id = ${stuck.id}`.execute(superuser);
  const shown = async () => {
    const { rows, total, counts } = await admin.notifications.list({ state: "parked" });
    const { notifications } = await admin.dashboard.work();
    expect([counts.parked, notifications.count]).toEqual([total, total]);
    return rows.map(({ id }) => id).toSorted((one, other) => one - other);
  };

  await receivedAgo(0);
  expect(await shown()).toEqual([parked.id]);
  await receivedAgo(120);
  expect(await shown()).toEqual([parked.id, stuck.id]);
});
