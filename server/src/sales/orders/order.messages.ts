import { orderIdSchema } from "@portal/shared/platform/ids.ts";
import { z } from "zod";
import { type Addressee, defineMessage } from "../../platform/messages/define-message.ts";
import { type Database, readOnly } from "../../platform/db/database.ts";
import { asName } from "../../platform/messages/render-message.ts";
import { readers } from "../../people/accounts/message-readers.ts";
import { getCurrentSections, isStillToPay } from "../payments/payment.queries.ts";
import { findBuyerContact, findCollectorCell, findGuestBuyer } from "./order-buyer.queries.ts";
import {
  getBankDetails,
  getGiftMessage,
  getHandingOver,
  getMoneyBack,
  getOrderFacts,
  getRefundAmount,
  getTracking,
  isProvedBuyer,
} from "./order-message.queries.ts";

const orderId = orderIdSchema;
const buyer = z.int().positive().nullable();

/** Null for a guest: the buyer named with the order, or for an older program the recipient of the first parcel. */
const ids = z.object({ userId: buyer, orderId });
const ofOrder = { ids, to: findBuyer, isProved: isProvedBuyer, facts: getOrderFacts };

export const orderPlaced = defineMessage({
  ...ofOrder,
  kind: "order-placed",
  words: {
    subject: "We have received your order {{orderNumber}}",
    preheader: "We’ll start on it as soon as it is paid.",
    paragraphs: [
      "{{greeting}}",
      "Thank you for your order {{orderNumber}}. {{afterPayment}}",
      "{{lines}}",
      "{{collectFrom}}",
      "Already paid? You do not need to do anything. We’ll email you when your payment is confirmed.",
    ],
    button: { label: "View or pay for order", leadsTo: "{{orderPage}}" },
  },
});

/** How to pay by bank transfer: the account, the amount and the reference. */
export const orderEft = defineMessage({
  ...ofOrder,
  kind: "order-eft",
  facts: async (db, about, shop) => ({
    ...(await getOrderFacts(db, about, shop)),
    bankDetails: await getBankDetails(db, about.orderId),
  }),
  words: {
    subject: "How to pay for order {{orderNumber}}",
    preheader: "Our bank details and your payment reference.",
    paragraphs: [
      "{{greeting}}",
      "Thank you for your order {{orderNumber}}. Please pay by bank transfer using these details:",
      "{{bankDetails}}",
      "Use the reference exactly as shown and email your proof of payment to {{shopEmail}}. {{afterPayment}}",
      "{{lines}}",
      "{{collectFrom}}",
      "Stay safe: if any other email gives you different bank details, do not pay. Ask us first.",
    ],
    button: { label: "View order", leadsTo: "{{orderPage}}" },
  },
});

export const orderPaid = defineMessage({
  ...ofOrder,
  kind: "order-paid",
  words: {
    subject: "Payment received for order {{orderNumber}}",
    preheader: "Thank you. We are packing your order.",
    paragraphs: [
      "{{greeting}}",
      "Thank you. We have received your payment for order {{orderNumber}} and are packing it now.",
      "{{lines}}",
      "{{collectFrom}}",
      "You can download your invoice from your order page at any time.",
    ],
    button: { label: "View order and invoice", leadsTo: "{{orderPage}}" },
  },
});

/** The card was refused, and the order can be paid again. */
export const orderPaymentFailed = defineMessage({
  ...ofOrder,
  kind: "order-payment-failed",
  // It is obsolete once the order has been paid.
  isStillWanted: (db, about) => isStillToPay(db, about.orderId),
  words: {
    subject: "Payment for order {{orderNumber}} did not go through",
    preheader: "You can try again: we have kept your order.",
    paragraphs: [
      "{{greeting}}",
      "Your card payment for order {{orderNumber}} did not go through. You were not charged and we have kept your order.",
      "{{lines}}",
      "You can try again, use another card or pay by bank transfer.",
      "If you have since paid, ignore this email.",
    ],
    button: { label: "Pay for order", leadsTo: "{{orderPage}}" },
  },
});

const ofParcels = {
  ...ofOrder,
  facts: async (...[db, about, shop]: Parameters<typeof getOrderFacts>) => ({
    ...(await getOrderFacts(db, about, shop)),
    tracking: await getTracking(db, about.orderId),
    ...(await getHandingOver(db, about, "the recipient")),
  }),
};

export const orderShipped = defineMessage({
  ...ofParcels,
  kind: "order-shipped",
  words: {
    subject: "Order {{orderNumber}} is on its way",
    preheader: "Your tracking number is inside.",
    paragraphs: [
      "{{greeting}}",
      "Your order {{orderNumber}} is {{handedTo}}.",
      "{{tracking}}",
      "{{courierCall}}",
    ],
    button: { label: "View order", leadsTo: "{{orderPage}}" },
  },
});

export const orderDelivered = defineMessage({
  ...ofParcels,
  kind: "order-delivered",
  words: {
    subject: "Order {{orderNumber}} has been delivered",
    preheader: "If you have not received it, tell us.",
    paragraphs: [
      "{{greeting}}",
      "The courier has marked your order {{orderNumber}} as delivered.",
      "{{tracking}}",
      "If you have not received it, reply to this email.",
    ],
    button: { label: "View order", leadsTo: "{{orderPage}}" },
  },
});

/** It is packed and can be collected at the office. */
export const orderReady = defineMessage({
  ...ofOrder,
  kind: "order-ready",
  async to(db, about, now) {
    const addressee = await findBuyer(db, about, now);
    // The person who collects may have another phone than the buyer.
    const cell = addressee && (await findCollectorCell(db, about.orderId));
    return addressee && { ...addressee, cell: cell ?? addressee.cell };
  },
  words: {
    subject: "Order {{orderNumber}} is ready to collect",
    preheader: "Our address and hours are inside.",
    paragraphs: [
      "{{greeting}}",
      "Your order {{orderNumber}} is packed and waiting for you.",
      "{{collectFrom}}",
      "Bring the order number.",
    ],
    button: { label: "View order", leadsTo: "{{orderPage}}" },
    sms: "{{shop}}: order {{orderNumber}} is ready to collect. Address and hours: {{orderPage}}",
  },
});

/** To a recipient who is not the buyer: without price, order number or link to the order. */
export const parcelShipped = defineMessage({
  kind: "parcel-shipped",
  ids: z.object({ userId: z.null(), orderId, section: z.int().positive() }),
  to: (db, about) => findRecipient(db, about.orderId, about.section),
  facts: async (db, about) => ({
    sender: asName((await findBuyerContact(db, about.orderId))?.name ?? "") ?? "Someone",
    giftMessage: await getGiftMessage(db, about),
    tracking: await getTracking(db, about.orderId, about.section),
    ...(await getHandingOver(db, about, "you")),
  }),
  words: {
    subject: "A parcel is on its way to you",
    preheader: "Your tracking number is inside.",
    paragraphs: [
      "{{greeting}}",
      "{{sender}} is sending you a parcel from {{shop}}. It is {{handedTo}}.",
      "{{giftMessage}}",
      "{{tracking}}",
      "{{courierCall}}",
      "You do not need to pay anything.",
      "Not expecting a parcel? Reply to this email.",
    ],
  },
});

export const orderCancelled = defineMessage({
  ...ofOrder,
  kind: "order-cancelled",
  facts: async (db, about, shop) => ({
    ...(await getOrderFacts(db, about, shop)),
    moneyBack: await getMoneyBack(db, about.orderId),
  }),
  words: {
    subject: "Order {{orderNumber}} has been cancelled",
    preheader: "If you did not ask for this, tell us now.",
    paragraphs: [
      "{{greeting}}",
      "Your order {{orderNumber}} has been cancelled.",
      "{{moneyBack}}",
      "If you did not ask for this, reply to this email.",
    ],
    button: { label: "View order", leadsTo: "{{orderPage}}" },
  },
});

const refundWays = {
  card: "We are refunding the card you paid with. It can take a few days to show.",
  eft: "We are paying it into your bank account. It can take a day or two to show.",
  credit: "We have added it to your account as store credit for your next order.",
} as const;

/** The amount in minor units. */
export const orderRefunded = defineMessage({
  ...ofOrder,
  kind: "order-refunded",
  ids: ids.extend({ amount: z.int().positive(), method: z.enum(["card", "eft", "credit"]) }),
  facts: async (db, about, shop) => ({
    ...(await getOrderFacts(db, about, shop)),
    refundAmount: await getRefundAmount(db, about),
    refundWay: refundWays[about.method],
  }),
  words: {
    subject: "Your refund for order {{orderNumber}}",
    preheader: "{{refundAmount}} is on its way to you.",
    paragraphs: [
      "{{greeting}}",
      "We are refunding {{refundAmount}} for order {{orderNumber}}.",
      "{{refundWay}}",
      "If anything looks wrong, reply to this email.",
    ],
    button: { label: "View order", leadsTo: "{{orderPage}}" },
  },
});

/** The office changed the delivery address. */
export const orderRecipientCorrected = defineMessage({
  ...ofOrder,
  kind: "order-recipient-corrected",
  words: {
    subject: "Delivery address changed for order {{orderNumber}}",
    preheader: "If you did not ask for this, tell us now.",
    paragraphs: [
      "{{greeting}}",
      "We have changed the delivery address of order {{orderNumber}}. The price is the same.",
      "If you did not ask for this, reply to this email now.",
    ],
    button: { label: "View order", leadsTo: "{{orderPage}}" },
  },
});

/** The buyer; orders of older programs have none, so the recipient of the first parcel (docs/decisions.md, 38). */
async function findBuyer(
  db: Database,
  about: z.infer<typeof ids>,
  now: string,
): Promise<Addressee | null> {
  const { userId } = about;
  if (userId !== null) return readers.account(db, { userId }, now);
  const guest = await findGuestBuyer(readOnly(db), about.orderId);
  return guest ? { ...guest, role: "customer" } : findRecipient(db, about.orderId, 1);
}

async function findRecipient(
  db: Database,
  orderOf: string,
  section: number,
): Promise<Addressee | null> {
  const { addressId = null } = (await getCurrentSections(readOnly(db), orderOf))[section - 1] ?? {};
  if (addressId === null) return null;
  const row = await db
    .selectFrom("address")
    .select(["recipient_first_name as firstName", "recipient_email as email"])
    .where("id", "=", addressId)
    .executeTakeFirst();
  return row?.email ? { ...row, role: "customer", cell: null } : null;
}

export const orderMessages = [
  orderPlaced,
  orderEft,
  orderPaid,
  orderPaymentFailed,
  orderShipped,
  orderDelivered,
  orderReady,
  parcelShipped,
  orderCancelled,
  orderRefunded,
  orderRecipientCorrected,
] as const;
