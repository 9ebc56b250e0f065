import { dayInWords, dayOf } from "@portal/shared/platform/calendar.ts";
import { orderIdSchema } from "@portal/shared/platform/ids.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { z } from "zod";
import { readers } from "../../people/accounts/message-readers.ts";
import { type ReadDatabase, readOnly } from "../../platform/db/database.ts";
import { defineMessage } from "../../platform/messages/define-message.ts";
import { outstandingSql } from "../../sales/orders/order-tasks.queries.ts";
import { findGuestBuyer } from "../../sales/orders/order-buyer.queries.ts";
import {
  getBankDetails,
  getOrderFacts,
  isProvedBuyer,
} from "../../sales/orders/order-message.queries.ts";
import { findReminderAddress, findReminderCandidate } from "./payment-reminder.queries.ts";
import { obstacleOf } from "./payment-reminder.rules.ts";
import { mintReminderLink } from "./payment-reminder.store.ts";

/** `day`: the one that the reminder was taken for. */
const ids = z.object({
  userId: z.int().positive().nullable(),
  orderId: orderIdSchema,
  day: z.iso.date(),
});
type Reminder = z.infer<typeof ids>;

/** To the buyer of an unpaid order. It holds a secret, the link that stops reminders, and so nobody sends it again by hand. */
export const paymentReminder = defineMessage({
  kind: "payment-reminder",
  ids,
  async to(db, { userId, orderId }, now) {
    if (userId !== null) return readers.account(db, { userId }, now);
    const guest = await findGuestBuyer(readOnly(db), orderId);
    return guest && { ...guest, role: "customer" };
  },
  isProved: isProvedBuyer,
  isStillWanted,
  async secret({ db, shop, now }, { orderId, day }) {
    const token = await mintReminderLink(db, { orderId, day }, now());
    if (token === null) return null;
    const page = `${shop.publicUrl}/payment-reminders`;
    return { email: { link: `${page}#${token}`, oneClick: `${page}/${token}` }, sms: {} };
  },
  facts: async (db, about, shop) => ({
    ...(await getOrderFacts(db, about, shop)),
    ...(await getDebt(db, about.orderId)),
    bankDetails: await getBankDetails(db, about.orderId),
  }),
  words: {
    subject: "Payment reminder for order {{orderNumber}}",
    preheader: "Amount due: {{outstandingAmount}}.",
    paragraphs: [
      "{{greeting}}",
      "We have not received the full payment for order {{orderNumber}}, which you placed on {{placedDay}}. The amount due is {{outstandingAmount}}.",
      "You can pay on your order page, or by bank transfer using these details:",
      "{{bankDetails}}",
      "Use the reference exactly as shown. If you have just paid, ignore this email: a transfer can take a few days to reach us.",
      "{{lines}}",
      "No longer want this order? Reply to this email and we’ll cancel it.",
      "To stop payment reminders to this address, open this page:",
      "{{link}}",
      "Stay safe: if any other email gives you different bank details, do not pay. Ask us first.",
    ],
    button: { label: "View or pay for order", leadsTo: "{{orderPage}}" },
  },
});

/**
 * Asked at the moment of sending: the order may be paid or cancelled by now, or the buyer may have stopped reminders. One of an
 * earlier day is not sent late, because it would come beside that of the day, nor to another address than it was taken for.
 */
async function isStillWanted(
  db: ReadDatabase,
  { orderId, day }: Reminder,
  now: string,
): Promise<boolean> {
  const order = await findReminderCandidate(db, orderId, now);
  if (order?.today !== day) return false;
  if (order.addressHash !== (await findReminderAddress(db, { orderId, day }))) return false;
  return obstacleOf({ ...order, wasRemindedToday: false }, now) === null;
}

async function getDebt(db: ReadDatabase, orderId: string) {
  const order = await db
    .selectFrom("projection.order_state as order")
    .innerJoin("region", "region.code", "order.region")
    .select(["order.currency", "order.placed_at as placedAt", "region.time_zone as timeZone"])
    .select(outstandingSql.as("outstanding"))
    .where("order.order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  return {
    outstandingAmount: formatMoney(order.outstanding, order.currency),
    placedDay: dayInWords(dayOf(order.placedAt, order.timeZone)),
  };
}
