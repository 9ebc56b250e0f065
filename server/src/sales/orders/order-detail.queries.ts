import {
  DomainError,
  type DomainErrorCode,
  domainErrors,
} from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { excess, type RefundLeft } from "@portal/shared/sales/orders/order-money.ts";
import { type Collection, collectionSchema } from "@portal/shared/sales/orders/save-order.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import type { SignedInUser } from "../../caller.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { OrderState } from "../../platform/read-model/projection-tables.ts";
import { findProductNames } from "../payments/payment.queries.ts";
import { shownText } from "../../platform/free-text/free-text.rules.ts";
import { textIdOf } from "../../platform/free-text/text-ids.ts";
import { findFreeTexts } from "../../platform/free-text/free-text.store.ts";
import { type CreditNote, creditNotesOf } from "./order-documents.rules.ts";
import { findParcelWords } from "./order-buyer.queries.ts";
import {
  findOrderHistory,
  findOrderMails,
  findOrderNews,
  findParcels,
  findRecipients,
  findShipments,
  fulfilmentOf,
  type OrderFact,
  type OrderMail,
  type OrderNews,
  type OrderShipment,
  type Recipient,
  type ShownFulfilment,
} from "./order-history.queries.ts";
import { leftOf, sectionsAfter, whyRecipientStays } from "./order.rules.ts";
import { buyerName } from "./order.queries.ts";
import type { OrderEvent, OrderSection } from "./order.events.ts";

export type OrderLineDetail = {
  productId: number;
  name: string;
  quantity: number;
  unitPrice: number;
  lineTotal: number;
};
export type OrderSectionDetail = {
  /** Null where the viewer may not know it, or it is not known any more. */
  recipient: Recipient | null;
  lines: OrderLineDetail[];
  delivery: number;
  /** For the buyer, who may order it again. */
  addressId: number | null;
  /** How it goes, and by when it is there, `YYYY-MM-DD`, where the courier could say. */
  deliveryService: string | null;
  promisedDay: string | null;
  /** For the office and the buyer; empty where there are none. */
  giftMessage: string;
  deliveryNotes: string;
  /** For the office, where the recipient is known: whether the address can be corrected, and why it cannot. */
  correction: { refusal: string | null } | null;
};
export type OrderStep = {
  type: OrderEvent["type"];
  at: string;
  /** Who of the shop's people recorded it; for the office alone. */
  actorName: string | null;
  amount: number | null;
  method: "card" | "eft" | "credit" | null;
  /** Bank reference, reason, or the courier's number; for the office, and the last for the buyer too. */
  note: string | null;
};

/** As whom one looks at an order; it decides what is shown. */
export type OrderView = "office" | "buyer" | "seller" | "link";

/** One order after it was placed. Amounts in minor units of `currency`, VAT included. */
export type OrderDetail = {
  view: OrderView;
  uuid: string;
  orderNumber: number;
  state: OrderState;
  fulfilment: ShownFulfilment;
  shipments: OrderShipment[];
  region: Region;
  currency: Currency;
  live: boolean;
  total: number;
  received: number;
  refunded: number;
  /** What came in and is not for the order: it is to be given back. */
  excess: number;
  /** What can still be given back, and how much of that is for goods, in how many units. */
  left: RefundLeft;
  units: number;
  delivery: number;
  deliveryService: string | null;
  /** Who comes to the office for it; null where nobody does. A courier's name is for the office and the buyer. */
  collection: Collection | null;
  deliveryNotes: string;
  placedAt: string;
  paidAt: string | null;
  buyerName: string | null;
  buyerEmail: string | null;
  /** For the office: the cell number of a guest who gave one. */
  buyerCell: string | null;
  /** Nobody's account bought it, so there is none to put store credit in. */
  isGuests: boolean;
  /** For the office, as the seller. */
  buyerId: number | null;
  sellerId: number | null;
  sellerName: string | null;
  sections: OrderSectionDetail[];
  steps: OrderStep[];
  mails: OrderMail[];
  /** For the office. */
  news: OrderNews[];
  /** Whether the viewer may open its invoice: a guest with the link may, without anybody's name on it. */
  hasInvoice: boolean;
  /** One for each refund of what the invoice says; open to whoever may open that. */
  creditNotes: CreditNote[];
};

/**
 * The office sees everything; whoever bought it, what they entered and what became of it; whoever sold
 * it, the goods and the state but nobody's address; whoever only has the link, the goods and the state. A guest is known
 * as the buyer by the tab that it was ordered in (`guestId`), as its recipients are.
 *
 * @throws DomainError order.unknown, also where it is somebody else's
 */
export async function getOrderDetail(
  db: ReadDatabase,
  user: SignedInUser | null,
  uuid: string,
  guestId: string | null = null,
): Promise<OrderDetail> {
  const order = await findOrderRow(db, uuid);
  const view = order && viewOf(order, user, guestId);
  if (!order || !view) throw new DomainError("order.unknown");

  const history = await findOrderHistory(db, uuid);
  const texts = await findFreeTexts(
    db,
    view === "office" ? history.flatMap(({ event }) => textIdOf(event) ?? []) : [],
  );
  const shipments = await findShipments(db, uuid);
  const parcels = view === "office" ? await findParcels(db, uuid) : [];
  const whyStays = (section: number) =>
    whyRecipientStays({ state: order.state, hasWaybill: order.waybill !== null }, parcels, section);
  const { deliveryService } = order;
  const sections = await sectionsOf(db, { uuid, history, view, whyStays, deliveryService });
  const seesPeople = view === "office" || view === "buyer";
  const hasInvoice = order.paidAt !== null && (seesPeople || order.buyerId === null);
  const {
    buyerId,
    refundedGoods: _refundedGoods,
    refundedUnits: _refundedUnits,
    goods: _goods,
    due: _due,
    collection,
    waybill: _,
    guestId: _guestId,
    ...row
  } = order;
  return {
    view,
    ...row,
    fulfilment: fulfilmentOf(order.fulfilment, shipments),
    // Whoever only has the link, or sold it, is told where it is, but not how to follow it.
    shipments: seesPeople
      ? shipments
      : shipments.map((shipment) => ({ ...shipment, trackingReference: null })),
    excess: excess(order),
    left: leftOf({ ...order, isPaid: order.paidAt !== null }),
    delivery: sections.reduce((sum, { delivery }) => sum + delivery, 0),
    deliveryNotes: seesPeople ? (order.deliveryNotes ?? "") : "",
    collection: collectionFor(collection, seesPeople),
    buyerName: view === "link" ? null : order.buyerName,
    buyerEmail: seesPeople ? order.buyerEmail : null,
    buyerCell: view === "office" ? order.buyerCell : null,
    isGuests: buyerId === null,
    buyerId: view === "office" ? buyerId : null,
    ...(view === "office" ? {} : { sellerId: null, sellerName: null }),
    sections,
    steps: history.map((fact) => stepOf(fact, view, texts)),
    hasInvoice,
    creditNotes: hasInvoice ? creditNotesOf(history) : [],
    mails: view === "office" ? await findOrderMails(db, uuid, history) : [],
    news: view === "office" ? await findOrderNews(db, uuid) : [],
  };
}

function findOrderRow(db: ReadDatabase, uuid: string) {
  return db
    .selectFrom("projection.order_state as order")
    .leftJoin("order_detail as detail", "detail.order_id", "order.order_id")
    .leftJoin("account as buyer", "buyer.id", "order.buyer_id")
    .leftJoin("account as seller", "seller.id", "order.seller_id")
    .select([
      "order.order_id as uuid",
      "order.order_number as orderNumber",
      "order.buyer_id as buyerId",
      "order.seller_id as sellerId",
      "order.state",
      "order.fulfilment",
      "order.region",
      "order.currency",
      "order.live",
      "order.total",
      "order.due",
      "order.goods",
      "order.units",
      "order.received",
      "order.refunded",
      "order.refunded_goods as refundedGoods",
      "order.refunded_units as refundedUnits",
      "order.delivery_service as deliveryService",
      "order.waybill",
      "order.placed_at as placedAt",
      "order.paid_at as paidAt",
      "detail.delivery_notes as deliveryNotes",
      "detail.collection",
      "detail.guest_id as guestId",
      sql<string | null>`coalesce(buyer.email, detail.buyer_email)`.as("buyerEmail"),
      "detail.buyer_cell as buyerCell",
      buyerName.as("buyerName"),
      sql<string | null>`seller.first_name || ' ' || seller.last_name`.as("sellerName"),
    ])
    .where("order.order_id", "=", uuid)
    .executeTakeFirst();
}

function collectionFor(stored: unknown, seesPeople: boolean): Collection | null {
  if (!stored) return null;
  const collection = collectionSchema.parse(stored);
  return seesPeople ? collection : { by: collection.by };
}

function viewOf(
  order: Readonly<{ buyerId: number | null; sellerId: number | null; guestId: string | null }>,
  user: SignedInUser | null,
  guestId: string | null,
): OrderView | null {
  const { buyerId, sellerId } = order;
  if (!user) {
    const isTheirs = buyerId === null && guestId !== null && order.guestId === guestId;
    return isTheirs ? "buyer" : "link";
  }
  if (user.role === "admin") return "office";
  if (buyerId === user.id) return "buyer";
  return sellerId === user.id ? "seller" : null;
}

async function sectionsOf(
  db: ReadDatabase,
  asked: Readonly<{
    uuid: string;
    history: readonly OrderFact[];
    view: OrderView;
    whyStays: (section: number) => DomainErrorCode | null;
    /** Of every section that has none of its own. */
    deliveryService: string | null;
  }>,
): Promise<OrderSectionDetail[]> {
  const { uuid, history, view, whyStays } = asked;
  const sections = sectionsAfter(history.map(({ event }) => event));
  const seesPeople = view === "office" || view === "buyer";
  const addressIds = sections.flatMap(({ addressId }) => addressId ?? []);
  const recipients = await findRecipients(db, seesPeople ? addressIds : []);
  const words = await findParcelWords(db, uuid);
  const ids = sections.flatMap(({ lines }) => lines.map(({ productId }) => productId));
  const names = await findProductNames(db, ids);
  return sections.map(({ addressId, lines, deliveryService }, at) => {
    const said = words.get(at + 1);
    const recipient = (addressId !== null && recipients.get(addressId)) || null;
    const why = view === "office" && recipient ? whyStays(at + 1) : null;
    const refusal = why && domainErrors[why].message;
    return {
      recipient,
      ...linesAndDelivery(lines, names),
      addressId: view === "buyer" ? addressId : null,
      deliveryService: deliveryService ?? asked.deliveryService,
      promisedDay: said?.promisedDay ?? null,
      giftMessage: (seesPeople && said?.giftMessage) || "",
      deliveryNotes: (seesPeople && said?.deliveryNotes) || "",
      correction: view === "office" && recipient ? { refusal } : null,
    };
  });
}

/** No commission is reckoned on delivery, and on nothing else is there none (docs/domain.md, "Price of a line"). */
function linesAndDelivery(lines: OrderSection["lines"], names: ReadonlyMap<number, string>) {
  const detailed = lines.map(({ productId, quantity, unitPrice, commissionPrice }) => ({
    productId,
    name: names.get(productId) ?? `Product ${productId}`,
    quantity,
    unitPrice,
    lineTotal: unitPrice * quantity,
    isDelivery: commissionPrice === 0,
  }));
  return {
    lines: detailed.flatMap(({ isDelivery, ...line }) => (isDelivery ? [] : [line])),
    delivery: detailed.reduce((sum, line) => sum + (line.isDelivery ? line.lineTotal : 0), 0),
  };
}

function stepOf(
  { event, at, actorName }: OrderFact,
  view: OrderView,
  texts: ReadonlyMap<string, string>,
): OrderStep {
  const { type, data } = event;
  const isOffice = view === "office";
  const money =
    type === "PaymentReceived" || type === "PaymentRefunded" || type === "PaymentUndone"
      ? { amount: data.amount, method: data.method }
      : { amount: null, method: null };
  const note = shownText(texts, textIdOf(event)) ?? noteOf(event);
  const isForBuyer = view === "buyer" && type === "ShipmentCreated";
  return {
    type,
    at,
    ...money,
    actorName: isOffice ? actorName : null,
    note: (isOffice || isForBuyer) && note !== "" ? note : null,
  };
}

/** What the event itself says; what somebody typed is not in it. */
function noteOf({ type, data }: OrderEvent): string {
  switch (type) {
    case "PaymentReceived":
      return data.reference;
    case "DeliveryQuoted":
      return data.quoteNumber;
    case "CollectionBooked":
      return data.collectionReference;
    case "ShipmentCreated":
      return data.waybill;
    case "PaymentRefunded":
    case "PaymentUndone":
    case "OrderCancelled":
    case "OrderPlaced":
    case "OrderPaid":
    case "OrderReassigned":
    case "ReadyToCollect":
    case "RecipientCorrected":
      return "";
  }
}
