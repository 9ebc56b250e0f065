import {
  orderIdSchema,
  addressIdSchema,
  productIdSchema,
  userIdSchema,
} from "@portal/shared/platform/ids.ts";
import {
  bpsSchema,
  currencySchema,
  positiveMinorSchema,
} from "@portal/shared/platform/money-schemas.ts";
import { z } from "zod";
import {
  createCatalogue,
  defineEvent,
  type EventOf,
  olderVersion,
} from "../../platform/ledger/event-catalogue.ts";
import { paymentReference, textIdSchema, withReasonId } from "../../platform/free-text/text-ids.ts";

export const orderStream = (orderId: string): string => `order-${orderId}`;

/** Prices per unit: the product's, the one charged, and the one that commission is calculated on. */
const orderLineSchema = z.object({
  productId: productIdSchema,
  quantity: z.int().positive(),
  listPrice: positiveMinorSchema,
  unitPrice: positiveMinorSchema,
  commissionPrice: positiveMinorSchema,
});
export type OrderLine = Readonly<z.infer<typeof orderLineSchema>>;

const section = {
  /** Null where the order is collected, or was imported without an address. */
  addressId: z.nullable(addressIdSchema),
  lines: z.array(orderLineSchema).min(1),
};
const orderSectionSchema = z.object({
  ...section,
  /** Only where it differs from the order's service. */
  deliveryService: z.string().max(64).optional(),
});
export type OrderSection = Readonly<z.infer<typeof orderSectionSchema>>;

const paymentMethodSchema = z.enum(["card", "eft", "credit"]);
const reference = z.string().max(200);
const reason = z.string().max(500);

const payment = {
  orderId: orderIdSchema,
  paymentId: z.string().min(1).max(100),
  method: paymentMethodSchema,
  amount: z.int().positive(),
  fee: positiveMinorSchema,
  /** The card provider's, or made by the shop; text that a person typed is under `referenceId`. */
  reference,
};
const refund = {
  orderId: orderIdSchema,
  refundId: z.string().min(1).max(100),
  amount: z.int().positive(),
  productAmount: positiveMinorSchema,
  units: z.int().min(0),
  method: paymentMethodSchema,
};
const placed = {
  orderId: orderIdSchema,
  orderNumber: z.int().positive(),
  buyerId: z.nullable(userIdSchema),
  sellerId: z.nullable(userIdSchema),
  region: z.enum(["za", "uk", "usa"]),
  currency: currencySchema,
  vatBps: bpsSchema,
  live: z.boolean(),
};
const placedFor = {
  deliveryService: z.string().max(64).nullable(),
  total: positiveMinorSchema,
};
const cancelled = { orderId: orderIdSchema };

/** References of the courier; never a name or an address. */
const courier = { orderId: orderIdSchema, service: z.string().min(1).max(64) };

export const orderEventDefinitions = [
  defineEvent(
    "OrderPlaced",
    z.object({ ...placed, sections: z.array(orderSectionSchema).min(1), ...placedFor }),
    olderVersion(
      z.object({ ...placed, sections: z.array(z.object(section)).min(1), ...placedFor }),
      // Older orders had one service for all sections.
      (older) => older,
    ),
  ),
  defineEvent(
    "PaymentReceived",
    z.object({ ...payment, referenceId: textIdSchema }),
    olderVersion(z.object(payment), (older, eventId) => ({
      ...older,
      ...paymentReference(older.method, older.reference, eventId),
    })),
  ),
  defineEvent("OrderPaid", z.object({ orderId: orderIdSchema })),
  defineEvent(
    "PaymentRefunded",
    z.object({ ...refund, reasonId: textIdSchema }),
    olderVersion(z.object({ ...refund, reason }), withReasonId),
  ),
  /** The money was for another order. It may be recorded here again under another payment id. */
  defineEvent(
    "PaymentUndone",
    z.object({
      orderId: orderIdSchema,
      paymentId: z.string().min(1).max(100),
      method: paymentMethodSchema,
      amount: z.int().positive(),
    }),
  ),
  defineEvent(
    "OrderCancelled",
    z.object({ ...cancelled, reasonId: textIdSchema }),
    olderVersion(z.object({ ...cancelled, reason }), withReasonId),
  ),
  defineEvent(
    "OrderReassigned",
    z.object({ orderId: orderIdSchema, sellerId: z.nullable(userIdSchema) }),
  ),
  defineEvent(
    "DeliveryQuoted",
    z.object({ ...courier, quoteNumber: reference, rate: positiveMinorSchema }),
  ),
  defineEvent(
    "CollectionBooked",
    z.object({ ...courier, collectionReference: reference, collectionAt: z.iso.datetime() }),
  ),
  defineEvent("ShipmentCreated", z.object({ ...courier, waybill: reference })),
  /** The order is packed for collection, and the collector has a message. */
  defineEvent("ReadyToCollect", z.object({ orderId: orderIdSchema })),
  /** From now on one section, counted from 1, goes to another address. */
  defineEvent(
    "RecipientCorrected",
    z.object({
      orderId: orderIdSchema,
      section: z.int().positive(),
      addressId: addressIdSchema,
      /** The place is another one, so the courier's quote no longer applies. */
      placeChanged: z.boolean(),
    }),
  ),
] as const;

export const orderEvents = createCatalogue(...orderEventDefinitions);
export type OrderEvent = EventOf<(typeof orderEventDefinitions)[number]>;
