import { collectionHours, isPosted, mapUrl } from "@portal/shared/sales/delivery/delivery.ts";
import { bankBranchName, type Region } from "@portal/shared/platform/region.ts";
import { eftPrefix, selfCollectionService } from "@portal/shared/platform/constants.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import { dayInWords, monthInWords } from "@portal/shared/platform/calendar.ts";
import { kept, type OrderMoney, outstanding } from "@portal/shared/sales/orders/order-money.ts";
import { findStockAlert } from "../../catalogue/products/product.queries.ts";
import { getShopFacts, loadOffice } from "../../catalogue/shop-settings/settings.queries.ts";
import { entryQuestionFacts } from "../../money/wallets/entry-question.queries.ts";
import { networkChangeFacts } from "../../network/enrolment/network-change.queries.ts";
import { adminSignInFacts } from "../../people/factors/admin-sign-in.queries.ts";
import { findInvitation, namesOf } from "../../people/users/user.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { MessageAbout } from "../../platform/messages/message-kinds.ts";
import { asName, rolesInWords } from "../../platform/messages/render-message.ts";
import {
  type Listing,
  sampleValues,
  type Values,
} from "../../platform/messages/templates/fill-words.ts";
import { findProductNames, getPlacedSections } from "../../sales/payments/payment.queries.ts";
import { findBuyerContact } from "../../sales/orders/order-buyer.queries.ts";
import { getDeliveryOrder } from "../../sales/delivery/order-delivery.queries.ts";
import { officeDayFacts } from "../activity/office-day.queries.ts";
import { contactFacts } from "../contact/contact.queries.ts";
import { listAdmins } from "../first-start/admins.queries.ts";
import { inUtc, proposalFacts } from "../proposals/proposal.queries.ts";

type ShopSite = Readonly<{ region: Region; publicUrl: string }>;
type ParcelMessage = Extract<MessageAbout, { kind: "parcel-shipped" }>;
type OrderMessage = Exclude<Extract<MessageAbout, { orderId: string }>, ParcelMessage>;
type PayoutMessage = Extract<MessageAbout, { payoutId: string }>;
type MessageOrder = OrderMoney & Readonly<{ orderNumber: number; currency: Currency }>;

const refundWays = {
  card: "We are refunding the card you paid with. It can take a few days to show.",
  eft: "We are paying it into your bank account. It can take a day or two to show.",
  credit: "We have added it to your account as store credit for your next order.",
} as const;

/** The values that fill in a message's template, read when it is sent. */
export async function getMessageFacts(
  db: ReadDatabase,
  about: MessageAbout,
  shop: ShopSite,
): Promise<Values> {
  if (about.kind === "parcel-shipped") return parcelFacts(db, about);
  if ("orderId" in about) return orderFacts(db, about, shop);
  if (about.kind === "statement-ready")
    return { month: about.month, monthName: monthInWords(about.month) };
  if ("payoutId" in about) return payoutFacts(db, about, shop);
  if (about.kind === "proposal") return proposalFacts(db, about, shop.region);
  if (about.kind === "admin-account") return adminAccountFacts(db, about);
  if (about.kind === "portal-restored") return restoredFacts(db, about.madeAt);
  if (about.kind === "office-day") return officeDayFacts(db, about, shop.region);
  if ("questionId" in about) return entryQuestionFacts(db, about.questionId);
  if (about.kind === "admin-sign-in") return adminSignInFacts(db, about);
  if (about.kind === "copy-test") return sampleValues(shop.publicUrl);
  if (about.kind === "invitation") return invitationFacts(db, about.invitationId);
  if (about.kind === "network-changed") return networkChangeFacts(db, about);
  if (about.kind === "back-in-stock")
    return { productName: (await findStockAlert(db, about.alertId))?.productName ?? "" };
  if (about.kind === "contact-received") return contactFacts(db, about.contactId);
  if (
    about.kind === "confirm-new-email" ||
    about.kind === "email-change-asked" ||
    about.kind === "email-changed" ||
    about.kind === "cell-changed"
  )
    return contactChangeFacts(db, about.userId);
  return {};
}

/** Falls back to the account's email, because the new one may be confirmed before the message is sent. */
async function contactChangeFacts(db: ReadDatabase, userId: number): Promise<Values> {
  const { email, pendingEmail, cell } = await db
    .selectFrom("account")
    .select(["email", "pending_email as pendingEmail", "cell"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return { newEmail: pendingEmail ?? email, newCellEnding: cell?.slice(-4) ?? "–" };
}

type AdminAccountMessage = Extract<MessageAbout, { kind: "admin-account" }>;

const adminTitles: Readonly<Record<AdminAccountMessage["change"], string>> = {
  invited: "A new admin was invited",
  locked: "An admin was locked",
  deactivated: "An admin was deactivated",
  left: "An admin left the office",
};

async function adminAccountFacts(
  db: ReadDatabase,
  { adminId, change, byId }: AdminAccountMessage,
): Promise<Values> {
  const names = await namesOf(db, byId === null ? [adminId] : [adminId, byId]);
  const nameOf = (id: number) => names.get(id) ?? "Someone";
  const by = byId === null ? "the person who runs the server, from its command line" : nameOf(byId);
  return {
    adminTitle: adminTitles[change],
    adminText:
      change === "left"
        ? `${nameOf(adminId)} left the office by own wish, and can no longer sign in.`
        : `${nameOf(adminId)} was ${change} by ${by}.`,
  };
}

async function restoredFacts(db: ReadDatabase, madeAt: string): Promise<Values> {
  const admins = (await listAdmins(db)).filter(({ active }) => active);
  return {
    backupTime: inUtc(madeAt),
    adminList: { as: "facts", rows: admins.map(({ name, email }) => [name, email] as const) },
  };
}

async function invitationFacts(db: ReadDatabase, id: string): Promise<Values> {
  const invitation = await findInvitation(db, id);
  const role = invitation?.role ?? "distributor";
  return {
    inviter: asName(invitation?.invitedByName ?? "") ?? "A distributor",
    invitedRole: rolesInWords[role],
  };
}

async function orderFacts(db: ReadDatabase, about: OrderMessage, shop: ShopSite): Promise<Values> {
  const { orderId } = about;
  const order = await db
    .selectFrom("projection.order_state")
    .select(["order_number as orderNumber", "currency", "state", "total", "received", "refunded"])
    .select(["region", "delivery_service as service"])
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  return {
    orderNumber: String(order.orderNumber),
    orderPage: `${shop.publicUrl}/orders/pay/${orderId}`,
    lines: await linesOf(db, orderId, order),
    ...(await collectionFacts(db, orderId, order.service)),
    ...(about.kind === "order-eft" && { bankDetails: await bankDetails(db, order) }),
    ...((about.kind === "order-shipped" || about.kind === "order-delivered") && {
      tracking: await tracking(db, orderId),
      ...handingOver(order.region, "the recipient"),
    }),
    ...(about.kind === "order-cancelled" && { moneyBack: moneyBack(order) }),
    ...(about.kind === "order-refunded" && {
      refundAmount: formatMoney(about.amount, order.currency),
      refundWay: refundWays[about.method],
    }),
  };
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

async function linesOf(db: ReadDatabase, orderId: string, order: MessageOrder): Promise<Listing> {
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

async function bankDetails(db: ReadDatabase, order: MessageOrder): Promise<string | Listing> {
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

/** For the recipient, who learns neither prices nor the rest of the order. */
async function parcelFacts(db: ReadDatabase, { orderId, section }: ParcelMessage): Promise<Values> {
  const { region } = await db
    .selectFrom("projection.order_state")
    .select("region")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  const parcel = await db
    .selectFrom("order_parcel")
    .select("gift_message as giftMessage")
    .where("order_id", "=", orderId)
    .where("section", "=", section)
    .executeTakeFirst();
  return {
    sender: asName((await findBuyerContact(db, orderId))?.name ?? "") ?? "Someone",
    giftMessage: parcel?.giftMessage ?? "",
    tracking: await tracking(db, orderId, section),
    ...handingOver(region, "you"),
  };
}

/** The post, unlike the courier, does not call beforehand. */
function handingOver(region: Region, called: "you" | "the recipient"): Values {
  if (isPosted(region)) return { handedTo: "in the post", courierCall: "" };
  return {
    handedTo: "with the courier",
    courierCall: `The courier will call ${called} on the day of delivery.`,
  };
}

/** The tracking numbers of the order, or of one section. */
async function tracking(
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

function moneyBack({ currency, ...order }: MessageOrder): string {
  const { received } = order;
  if (received === 0) return "You had not paid, so there is nothing to refund.";
  const left = kept(order);
  return left > 0
    ? `We’ll refund the ${formatMoney(left, currency)} you paid.`
    : `We have already refunded the ${formatMoney(received, currency)} you paid.`;
}

async function payoutFacts(
  db: ReadDatabase,
  { payoutId }: PayoutMessage,
  { region }: ShopSite,
): Promise<Values> {
  const payout = await db
    .selectFrom("projection.payout_request as payout")
    .innerJoin("region", (join) => join.on("region.code", "=", region))
    .select(["payout.requested", "payout.paid_on as paidOn", "region.currency"])
    .where("payout.payout_id", "=", payoutId)
    .executeTakeFirstOrThrow();
  return {
    payoutAmount: formatMoney(payout.requested, payout.currency),
    payoutDay: payout.paidOn === null ? "" : dayInWords(payout.paidOn),
  };
}

/** Whether a person proved the address: the account's email is verified, or the order was paid. */
export async function isProvedRecipient(db: ReadDatabase, about: MessageAbout): Promise<boolean> {
  const { userId } = about;
  const account =
    userId === null
      ? undefined
      : await db
          .selectFrom("account")
          .select("verified")
          .where("id", "=", userId)
          .executeTakeFirst();
  if (account?.verified || !("orderId" in about)) return account?.verified ?? false;
  const order = await db
    .selectFrom("projection.order_state")
    .select("received")
    .where("order_id", "=", about.orderId)
    .executeTakeFirst();
  return order !== undefined && order.received > 0;
}
