import { isPosted, mapUrl } from "@portal/shared/sales/delivery/delivery.ts";
import { bankBranchName } from "@portal/shared/platform/region.ts";
import {
  collectionHours,
  eftPrefix,
  selfCollectionService,
} from "@portal/shared/platform/constants.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { kept, outstanding } from "@portal/shared/sales/orders/order-money.ts";
import { getShopFacts, loadOffice } from "../../catalogue/shop-settings/settings.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { ShopSite } from "../../platform/messages/define-message.ts";
import type { Listing, Values } from "../../platform/messages/fill-words.ts";
import { getDeliveryOrder } from "../delivery/order-delivery.queries.ts";
import { findProductNames, getPlacedSections } from "../payments/payment.queries.ts";

type OfOrder = Readonly<{ orderId: string }>;
type OrderRow = Awaited<ReturnType<typeof getOrderRow>>;

/** What emails say of every order. */
export async function getOrderFacts(
  db: ReadDatabase,
  { orderId }: OfOrder,
  shop: ShopSite,
): Promise<Values> {
  const order = await getOrderRow(db, orderId);
  return {
    orderNumber: String(order.orderNumber),
    orderPage: `${shop.publicUrl}/orders/pay/${orderId}`,
    lines: await linesOf(db, orderId, order),
    ...(await collectionFacts(db, orderId, order.service)),
  };
}

function getOrderRow(db: ReadDatabase, orderId: string) {
  return db
    .selectFrom("projection.order_state")
    .select(["order_number as orderNumber", "currency", "state", "total", "received", "refunded"])
    .select(["region", "delivery_service as service"])
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
}

/** What is collected is not announced as sent. */
async function collectionFacts(
  db: ReadDatabase,
  orderId: string,
  service: string | null,
): Promise<Values> {
  const services = (await getPlacedSections(db, orderId)).map(
    ({ deliveryService }) => deliveryService ?? service,
  );
  const collected = services.filter((each) => each === selfCollectionService).length;
  if (collected === 0)
    return {
      afterPayment: "We’ll pack and send it as soon as your payment reaches us.",
      collectFrom: "",
    };
  const { name, address } = await loadOffice(db);
  const which = collected < services.length ? "Collect your own part" : "Collect it";
  return {
    afterPayment:
      collected < services.length
        ? "As soon as your payment reaches us we’ll pack it, send what goes by courier, and tell you when you can collect the rest."
        : "As soon as your payment reaches us we’ll pack it and tell you when you can collect it.",
    collectFrom: [
      `${which} from our office: ${[name, ...address].join(", ")}`,
      collectionHours,
      mapUrl(address),
    ].join("\n"),
  };
}

async function linesOf(db: ReadDatabase, orderId: string, order: OrderRow): Promise<Listing> {
  const lines = (await getPlacedSections(db, orderId)).flatMap((section) => section.lines);
  const names = await findProductNames(
    db,
    lines.map(({ productId }) => productId),
  );
  const bought = new Map<number, { quantity: number; amount: number }>();
  for (const { productId, quantity, unitPrice } of lines) {
    const before = bought.get(productId) ?? { quantity: 0, amount: 0 };
    bought.set(productId, {
      quantity: before.quantity + quantity,
      amount: before.amount + quantity * unitPrice,
    });
  }
  const money = (minor: number) => formatMoney(minor, order.currency);
  const rows = [...bought].map(([id, { quantity, amount }]) => {
    return [`${quantity} × ${names.get(id) ?? `Product ${id}`}`, money(amount)] as const;
  });
  return { as: "amounts", rows: [...rows, ["Total", money(order.total)]] };
}

export async function getBankDetails(db: ReadDatabase, orderId: string): Promise<string | Listing> {
  const order = await getOrderRow(db, orderId);
  const { bank } = await getShopFacts(db);
  if (!bank) return "Reply to this email and we’ll send you our bank details.";
  return {
    as: "facts",
    rows: [
      ["Amount", formatMoney(outstanding(order), order.currency)],
      ["Reference", `${eftPrefix}${order.orderNumber}`],
      ["Bank", bank.bankName],
      ["Account name", bank.accountName],
      ["Account type", bank.accountType],
      ["Account number", bank.accountNumber],
      [bankBranchName(order.currency), bank.branchCode],
    ],
  };
}

export async function getGiftMessage(
  db: ReadDatabase,
  { orderId, section }: OfOrder & Readonly<{ section: number }>,
): Promise<string> {
  const parcel = await db
    .selectFrom("order_parcel")
    .select("gift_message as giftMessage")
    .where("order_id", "=", orderId)
    .where("section", "=", section)
    .executeTakeFirst();
  return parcel?.giftMessage ?? "";
}

/** The post, unlike the courier, does not call beforehand. */
export async function getHandingOver(
  db: ReadDatabase,
  { orderId }: OfOrder,
  called: "you" | "the recipient",
): Promise<Values> {
  const { region } = await getOrderRow(db, orderId);
  if (isPosted(region)) return { handedTo: "in the post", courierCall: "" };
  return {
    handedTo: "with the courier",
    courierCall: `The courier will call ${called} on the day of delivery.`,
  };
}

/** The tracking numbers of the order, or of one section. */
export async function getTracking(
  db: ReadDatabase,
  orderId: string,
  section: number | null = null,
): Promise<string> {
  let bookings = db
    .selectFrom("courier_booking")
    .select("tracking_reference as reference")
    .where("order_id", "=", orderId)
    .where("state", "=", "booked");
  if (section !== null) bookings = bookings.where("section", "=", section);
  const booked = await bookings.orderBy("generation").orderBy("section").execute();
  const references = booked.map(({ reference }) => reference);
  const known = references.length > 0 ? references : await postedAs(db, orderId, section);
  return known.map((reference) => `Tracking number: ${reference}`).join("\n");
}

/** Posted parcels have no courier booking. */
async function postedAs(
  db: ReadDatabase,
  orderId: string,
  section: number | null,
): Promise<readonly string[]> {
  const { waybills } = await getDeliveryOrder(db, orderId);
  return section === null ? waybills : waybills.slice(section - 1, section);
}

export async function getMoneyBack(db: ReadDatabase, orderId: string): Promise<string> {
  const { currency, ...order } = await getOrderRow(db, orderId);
  const { received } = order;
  if (received === 0) return "You had not paid, so there is nothing to refund.";
  const left = kept(order);
  return left > 0
    ? `We’ll refund the ${formatMoney(left, currency)} you paid.`
    : `We have already refunded the ${formatMoney(received, currency)} you paid.`;
}

/** An amount of the order's money. */
export async function getRefundAmount(
  db: ReadDatabase,
  { orderId, amount }: OfOrder & Readonly<{ amount: number }>,
): Promise<string> {
  return formatMoney(amount, (await getOrderRow(db, orderId)).currency);
}

/** Whether a person proved the address: the account's email is verified, or the order was paid. */
export async function isProvedBuyer(
  db: ReadDatabase,
  { userId, orderId }: OfOrder & Readonly<{ userId: number | null }>,
): Promise<boolean> {
  const account =
    userId === null
      ? undefined
      : await db
          .selectFrom("account")
          .select("verified")
          .where("id", "=", userId)
          .executeTakeFirst();
  if (account?.verified) return true;
  const order = await db
    .selectFrom("projection.order_state")
    .select("received")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return order !== undefined && order.received > 0;
}
