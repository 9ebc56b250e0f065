import {
  DomainError,
  type DomainErrorCode,
  domainErrors,
} from "@portal/shared/platform/domain-error.ts";
import { bpsAt, type VatRegistration } from "@portal/shared/catalogue/vat-registration.ts";
import { exclVat } from "@portal/shared/platform/money.ts";
import { nationalPhone, readablePhone } from "@portal/shared/platform/phones/phone-number.ts";
import { countryOf, type Region } from "@portal/shared/platform/region.ts";
import { excess } from "@portal/shared/sales/orders/order-money.ts";
import { eachParcelWord } from "@portal/shared/sales/orders/order-terms.ts";
import { type Collection, collectionSchema } from "@portal/shared/sales/orders/save-order.ts";
import { sql } from "kysely";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { vatDays } from "../../platform/db/region.queries.ts";
import { listBookings } from "../delivery/courier-booking.store.ts";
import { listPayments } from "../payments/known-payments.queries.ts";
import { findProductNames } from "../payments/payment.queries.ts";
import { shownText } from "../../platform/free-text/free-text.rules.ts";
import { textIdOf } from "../../platform/free-text/text-ids.ts";
import { findFreeTexts } from "../../platform/free-text/free-text.store.ts";
import { documentsOf } from "./order-documents.rules.ts";
import { findParcelWords } from "./order-buyer.queries.ts";
import {
  findOrderHistory,
  findOrderMails,
  findOrderNews,
  findRecipients,
  findShipments,
  fulfilmentOf,
  type OrderFact,
} from "./order-history.queries.ts";
import {
  goodsAndDelivery,
  leftOf,
  pricesByProduct,
  sectionsAfter,
  takenBack,
  whyRecipientStays,
} from "./order.rules.ts";
import { buyerName } from "./order.queries.ts";
import { isOut } from "./order-tasks.queries.ts";
import type { OrderEvent } from "./order.events.ts";
import { moneyMovesOf } from "./order-money.rules.ts";
import { type OrderView, seesPeople, viewOf } from "./order-view.rules.ts";

export type OrderDetail = Awaited<ReturnType<typeof getOrderDetail>>;

/**
 * One order after it was placed. Amounts in minor units, VAT included. The office sees everything; the buyer what they
 * entered and the progress; the seller the goods and the state, without addresses; a visitor with the link the goods and
 * the state. A guest is the buyer in the browser tab that placed the order (`guestId`). An accountant sees
 * nothing of it but what its invoices and credit notes say (`isForDocument`).
 *
 * @throws DomainError order.unknown, also for another account's order
 */
export async function getOrderDetail(
  db: ReadDatabase,
  user: SignedInUser | null,
  uuid: string,
  {
    guestId = null,
    isForDocument = false,
  }: Readonly<{ guestId?: string | null; isForDocument?: boolean }> = {},
) {
  const order = await findOrderRow(db, uuid);
  const view = order && viewOf(order, user, guestId, { isForDocument });
  if (!order || !view) throw new DomainError("order.unknown");

  const history = await findOrderHistory(db, uuid);
  const texts = await findFreeTexts(
    db,
    view === "office" ? history.flatMap(({ event }) => textIdOf(event) ?? []) : [],
  );
  const shipments = await findShipments(db, uuid);
  const parcels = view === "office" ? await listBookings(db, uuid) : [];
  const whyStays = (section: number) =>
    whyRecipientStays({ state: order.state, hasWaybill: order.waybill !== null }, parcels, section);
  const { deliveryService } = order;
  const sections = await sectionsOf(db, { uuid, history, view, whyStays, deliveryService });
  const delivery = sections.reduce((sum, section) => sum + section.delivery, 0);
  const isForThem = seesPeople(view);
  const documents = documentsOf(history);
  const seesDocuments = isForThem || order.buyerId === null;
  const {
    buyerId,
    refundedGoods: _refundedGoods,
    goods: _goods,
    due: _due,
    collection,
    vatDays: _vatDays,
    waybill: _,
    guestId: _guestId,
    isOut: isOutNow,
    ...row
  } = order;
  return {
    view,
    ...row,
    fulfilment: fulfilmentOf(order.fulfilment, shipments),
    // The seller and a visitor with the link see the state, but cannot track the parcel.
    shipments: isForThem
      ? shipments
      : shipments.map((shipment) => ({ ...shipment, trackingReference: null })),
    excess: excess(order),
    left: leftOf({ ...order, isPaid: order.paidAt !== null }),
    takenBack: takenBack({ ...order, isPaid: order.paidAt !== null }),
    delivery,
    /** The specification's name of the British delivery rate (section 3, "Order"). */
    courierData: order.region === "uk" ? { rate: delivery } : null,
    deliveryNotes: isForThem ? (order.deliveryNotes ?? "") : "",
    collection: collectionFor(collection, { isForThem, region: order.region }),
    buyerName: view === "link" ? null : order.buyerName,
    buyerEmail: isForThem ? order.buyerEmail : null,
    buyerCell: view === "office" && order.buyerCell ? nationalPhone(order.buyerCell) : null,
    // A guest has no account for store credit.
    isGuests: buyerId === null,
    buyerId: view === "office" ? buyerId : null,
    ...(view === "office" ? {} : { sellerId: null, sellerName: null }),
    sections,
    steps: history.map((fact) => stepOf(fact, view, texts)),
    ...(seesDocuments ? documents : { invoices: [], creditNotes: [] }),
    money: view === "office" ? await moneyOf(db, uuid, { history, texts, order, documents }) : null,
    /** Its goods are with the courier or ready to collect; undoing its payment and cancelling it ask first. */
    isOut: view === "office" && isOutNow,
    mails: view === "office" ? await findOrderMails(db, uuid, history) : [],
    news: view === "office" ? await findOrderNews(db, uuid) : [],
  };
}

function findOrderRow(db: ReadDatabase, uuid: string) {
  return db
    .selectFrom("projection.order_state as order")
    .innerJoin("region", "region.code", "order.region")
    .leftJoin("order_detail as detail", "detail.order_id", "order.order_id")
    .leftJoin("account as buyer", "buyer.id", "order.buyer_id")
    .leftJoin("account as seller", "seller.id", "order.seller_id")
    .select([isOut.as("isOut"), vatDays.as("vatDays")])
    .select([
      "order.order_id as uuid",
      "order.order_number as orderNumber",
      "order.buyer_id as buyerId",
      "order.seller_id as sellerId",
      "order.state",
      "order.fulfilment",
      "order.region",
      "region.time_zone as timeZone",
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

/** Every payment and refund, the VAT in the total as on the newest invoice, or as of placing without one, and the commission that the order has brought, for the office. */
async function moneyOf(
  db: ReadDatabase,
  uuid: string,
  {
    history,
    texts,
    order,
    documents,
  }: Readonly<{
    history: readonly OrderFact[];
    texts: ReadonlyMap<string, string>;
    order: VatRegistration & Readonly<{ total: number; placedAt: string }>;
    documents: ReturnType<typeof documentsOf>;
  }>,
) {
  const [first] = history;
  const vatBps = first?.event.type === "OrderPlaced" ? first.event.data.vatBps : 0;
  const at = documents.invoices.at(-1)?.at ?? order.placedAt;
  const { total } = order;
  const { commission } = await db
    .selectFrom("projection.commission_entry")
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as("commission"))
    .where("order_id", "=", uuid)
    .executeTakeFirstOrThrow();
  const textOf = (event: OrderEvent) => shownText(texts, textIdOf(event)) ?? null;
  return {
    moves: moneyMovesOf(history, textOf, await listPayments(db, uuid)),
    vat: total - exclVat(total, bpsAt(order, { vatBps, at }) ?? 0),
    commission,
  };
}

function collectionFor(
  stored: unknown,
  { isForThem, region }: Readonly<{ isForThem: boolean; region: Region }>,
): Collection | null {
  if (!stored) return null;
  const { by, cellNumber, ...named } = collectionSchema.parse(stored);
  if (!isForThem) return { by };
  const cell = cellNumber && { cellNumber: readablePhone(cellNumber, countryOf[region]) };
  return { by, ...named, ...cell };
}

async function sectionsOf(
  db: ReadDatabase,
  order: Readonly<{
    uuid: string;
    history: readonly OrderFact[];
    view: OrderView;
    whyStays: (section: number) => DomainErrorCode | null;
    deliveryService: string | null;
  }>,
) {
  const { uuid, history, view, whyStays } = order;
  const sections = sectionsAfter(history.map(({ event }) => event));
  const isForThem = seesPeople(view);
  const addressIds = sections.flatMap(({ addressId }) => addressId ?? []);
  const recipients = await findRecipients(db, isForThem ? addressIds : []);
  const words = await findParcelWords(db, uuid);
  const ids = sections.flatMap(({ lines }) => lines.map(({ productId }) => productId));
  const names = await findProductNames(db, ids);
  return sections.map(({ addressId, lines, deliveryService }, at) => {
    const said = words.get(at + 1);
    const recipient = (addressId !== null && recipients.get(addressId)) || null;
    const why = view === "office" && recipient ? whyStays(at + 1) : null;
    const refusal: string | null = why && domainErrors[why].message;
    return {
      recipient,
      ...goodsAndDelivery(lines, names),
      ...pricesByProduct(lines),
      // The buyer can place the order again.
      addressId: view === "buyer" ? addressId : null,
      deliveryService: deliveryService ?? order.deliveryService,
      promisedDay: said?.promisedDay ?? null,
      ...eachParcelWord((word) => (isForThem && said?.[word]) || ""),
      correction: view === "office" && recipient ? { refusal } : null,
    };
  });
}

function stepOf(
  { event, at, actorName }: OrderFact,
  view: OrderView,
  texts: ReadonlyMap<string, string>,
) {
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

/** A reference that the event itself holds; free text is stored apart from it. */
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
