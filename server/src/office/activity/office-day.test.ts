import { addDays, dayOf } from "@portal/shared/platform/calendar.ts";
import { expect } from "vitest";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { deliverAll, openPostOffice } from "../../testing/post-office.ts";
import { aGuestOrder, type TestShop, test } from "../../testing/shop-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { announceOfficeDays } from "./office-day.actions.ts";

const order = {
  subject: "Your order {{orderNumber}}",
  body: "{{greeting}}\n\nThank you.",
  buttonLabel: "View order",
  sms: "",
};

async function emailsOf({ deps }: TestShop) {
  const rows = await deps.db
    .selectFrom("account")
    .select(["id", "email"])
    .where("role", "=", "admin")
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}

// shows T196
test("what one admin did alone, the others hear of the next day, once, with sums and changed texts", async ({
  shop,
}) => {
  const { admin, dev, anna } = shop.people;
  const api = await shop.as(admin);
  const start = openPostOffice();
  for (let nth = 0; nth < 3; nth += 1) {
    const { uuid } = await aGuestOrder(shop);
    const receivedOn = shopDay();
    const eft = { commandId: crypto.randomUUID(), uuid, amount: 100_00, reference: "", receivedOn };
    await api.orders.recordEft({ ...eft, reference: `for ${uuid}` });
  }
  await api.emailCopy.save({ ...order, kind: "order-paid" });
  const actor = { user: null, impersonatedById: admin, now: shop.deps.now };
  await insertAudit(shop.deps.db, actor, { action: "impersonation.started", subjectId: anna });
  await deliverAll(shop, start);

  const announce = async (days: number) => {
    const now = () =>
      `${addDays(dayOf(shop.deps.now(), "Africa/Johannesburg"), days)}T08:00:00.000Z`;
    await announceOfficeDays({ ...shop.deps, now });
    const office = openPostOffice();
    await deliverAll(shop, office);
    return office.mails;
  };
  expect(await announce(0)).toEqual([]);
  const emails = await emailsOf(shop);
  const mails = await announce(1);
  expect(mails.map(({ to }) => to)).not.toContain(emails.get(admin));
  const [mail] = mails.filter(({ to }) => to === emails.get(dev));
  expect(mail?.text).toMatch(/3 times, R300[.,]00/);
  expect(mail?.text).toContain("changed the text of an email, once: Order paid");
  expect(mail?.text).toMatch(/impersonat|signed in|viewed/i);
  expect(await announce(1)).toEqual([]);
  expect(await announce(2)).toEqual([]);
});
