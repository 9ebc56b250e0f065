import { randomUUID } from "node:crypto";
import { addDays, daysEarlier, startOfDay } from "@portal/shared/platform/calendar.ts";
import type { Caller } from "../caller.ts";
import { deliverAll, openPostOffice } from "./post-office.ts";
import { shopDay } from "./shop-day.ts";
import { aRecipient, products, type TestShop } from "./shop-test.ts";

/** The day of the presses: the one before the present, so that no order is placed in the future. */
export const today = addDays(shopDay(), -1);
/** Noon of that day or an earlier one, so that a day passes as the tests say and not as the clock does. */
export const noon = (daysAgo = 0) =>
  daysEarlier(startOfDay(addDays(today, 0 - daysAgo), "Africa/Johannesburg"), -0.5);
/** So many days after the presses. */
export const days = (count: number) => daysEarlier(noon(), 0 - count);

let buyers = 0;
export const aBuyer = (email = `buyer-${(buyers += 1)}@people.test`) => ({
  firstName: "Thandi",
  lastName: "Zzdebtor",
  email,
  cellNumber: "083 765 4321",
});

/** An order of a guest who gave an address, so many days ago. */
export async function anOrder(
  shop: TestShop,
  {
    daysAgo = 3,
    buyer = aBuyer(),
    userId = null,
  }: Readonly<{
    daysAgo?: number;
    buyer?: ReturnType<typeof aBuyer> | undefined;
    userId?: number | null;
  }> = {},
) {
  const guest = await shop.as(userId, {
    now: () => noon(daysAgo),
    ip: `198.51.100.${buyers % 250}`,
  });
  const uniqueId = randomUUID();
  const { id: addressId } = await guest.addresses.save({ ...aRecipient, uniqueId });
  const sections = [{ addressId, lines: [{ productId: products.bottle, quantity: 1 }] }];
  const order = await guest.orders.save({
    commandId: randomUUID(),
    uniqueId,
    sections,
    ...(userId === null && { buyer }),
  });
  await shop.deps.db.deleteFrom("message").execute();
  return { ...order, email: buyer.email };
}

/** An admin who presses on that day. */
export const officeOf = ({ as, people }: TestShop, changes: Partial<Caller> = {}) =>
  as(people.admin, { now: () => noon(), ...changes });

/** Sends what is queued, as the jobs do. */
export async function sendAll(shop: TestShop, now = noon()) {
  const postOffice = openPostOffice();
  await deliverAll(shop, postOffice, () => now);
  return postOffice.mails;
}

/** The secret of the link in a reminder. */
export const tokenIn = (text: string | undefined) =>
  /payment-reminders#([0-9a-f-]{36})/.exec(text ?? "")?.[1] ?? "";

/** Nobody was reminded, and no limit was used. */
export async function forgetReminders({ deps }: TestShop): Promise<void> {
  for (const table of [
    "payment_reminder",
    "reminder_link",
    "reminder_stop",
    "rate_limit",
    "message",
  ] as const)
    await deps.db.deleteFrom(table).execute();
}

/** A reminder that was sent, and the secret in it. */
export async function aReminder(shop: TestShop) {
  const order = await anOrder(shop);
  await (await officeOf(shop)).owed.remind({ orderIds: [order.uuid] });
  const [mail] = await sendAll(shop);
  return { order, token: tokenIn(mail?.text) };
}
